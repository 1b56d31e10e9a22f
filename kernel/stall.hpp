// When a pose counts as one that did not move.
#pragma once
#include "scalar.hpp"

namespace fabrikit {

// A pose that moved by no more than this, in scaled coordinates, did not move.
template <class T>
inline T stall_distance(int32_t bones) {
  return T(bones + 4) * spacing(T(1));
}

}  // namespace fabrikit
