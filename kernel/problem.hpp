// What is asked of a chain, and what is answered.
#pragma once
#include "chain.hpp"

namespace fabrikit {

// The numbers are part of the ABI; src/fabrikit/solve/status.py holds the same lists (a test compares them).
enum class Status : int32_t { reached, too_far, too_near, limited, stalled, iteration_limit, loop_open, invalid };
enum class Stage : int32_t {
  start,
  closed_form,
  bend,
  fabrik,
  over_relaxed,
  newton,
  straight_runs,
  pole,
  gauss_newton,
  compared
};
enum class Method : int32_t {
  automatic,
  fabrik,
  ccd,
  jacobian_transpose,
  dls,
  dls_dense,
  pseudo_inverse,
  sdls,
  ftl,
  triangulation
};
enum class PoleKind : int32_t { none, point, direction };
enum class Pass : int32_t { none, from_tip, from_base };

// A target for the tip of one chain, in world coordinates.
template <int D, class T>
struct Problem {
  Vec<D, T> base;  // where joint 0 stands
  Vec<D, T> target;
  Vec<D, T> pole;          // a point or a direction, as `pole_kind` says
  T tolerance;             // of the position, >= 0
  int32_t max_iterations;  // >= 1; bounds every loop
  PoleKind pole_kind;
  bool reach_test;  // false only to compare methods on targets that are too far
  bool start_fits;  // true when the start's bones are known to have the chain's lengths
};

template <class T>
struct Answer {
  T error;      // |tip - target| of the returned joints
  T tolerance;  // max(asked, 4 * spacing at the largest returned coordinate): reached means error <= tolerance
  Status status;
  int32_t iterations;
  Stage stage;              // the one that made the returned pose
  int32_t symmetry_broken;  // 1 when a bend or a closed form had to choose a side
};

// Memory that every solve works in; some methods need more, see `workspace_size` of compare.hpp.
template <int D>
constexpr int64_t common_size(int64_t bones) {
  return 2 * (bones + 1) * D + 2 * bones * D;
}

}  // namespace fabrikit
