// Lanes for one instruction set. Compiled once for each, with FABRIKIT_LEVEL naming it: everything the headers define
// gets a namespace of its own, so that the linker cannot replace code of one level by that of another.
#ifndef FABRIKIT_LEVEL
#define FABRIKIT_LEVEL baseline
#endif
#define FABRIKIT_JOIN_NAMES(a, b) a##b
#define FABRIKIT_JOIN(a, b) FABRIKIT_JOIN_NAMES(a, b)
#define fabrikit FABRIKIT_JOIN(fabrikit_, FABRIKIT_LEVEL)

#include "batch_lanes.hpp"
#include "lane_auto.hpp"
#include "lane_fabrik.hpp"

namespace fabrikit {
namespace {

template <int D, class T>
int32_t solve_rows(void* memory, void* block_memory, int64_t begin, int64_t end, int32_t* leftover) {
  auto& rows = *static_cast<Rows<D, T>*>(memory);
  auto& block = *static_cast<Block<D, T>*>(block_memory);
  Leftover left{begin, leftover};
  if (rows.test_inner) solve_lanes_auto(block, rows, begin, end, left);
  else solve_lanes_fabrik(block, rows, begin, end, left);
  return left.count;
}

}  // namespace
}  // namespace fabrikit

extern "C" const fabrikit_lane_table FABRIKIT_JOIN(fabrikit_lanes_, FABRIKIT_LEVEL) = {
    {{fabrikit::solve_rows<2, double>, fabrikit::solve_rows<2, float>},
     {fabrikit::solve_rows<3, double>, fabrikit::solve_rows<3, float>}}};
