// `auto` for free chains in lanes: two FABRIK iterations, then Newton. Whatever needs more than that is rare, and left
// for the scalar solve.
#pragma once
#include "bend.hpp"
#include "lane_newton.hpp"
#include "lane_passes.hpp"
#include "lane_tiles.hpp"

namespace fabrikit {

inline constexpr int lane_newton_steps = 8;

// The goals of rows that differ in nothing else, `count` of them from `row` on, into lanes from `lane` on.
template <class Given, int D, class T>
inline void read_goals(Block<D, T>& block, const fabrikit_array& targets, int64_t row, int lane, int count) {
  constexpr int W = Block<D, T>::W;
  const auto* const data = static_cast<const Given*>(targets.data) + row * targets.stride[0];
  for (int k = 0; k < D; ++k)
    for (int i = 0; i < count; ++i)
      block.goal[k * W + lane + i] = static_cast<T>(data[i * targets.stride[0] + k * targets.stride[2]]);
}

// Fills the block with the next of such rows. Returns the first row that is not in it.
template <int D, class T>
inline int64_t fill_alike(Block<D, T>& block, const Rows<D, T>& rows, int64_t row, int64_t end, Leftover& left) {
  constexpr int W = Block<D, T>::W;
  const RoughReach<T> reach(rows);
  int kept = 0;
  while (row < end && kept < W) {
    const int first = kept;
    const int count = static_cast<int>(smaller(static_cast<int64_t>(W - first), end - row));
    if (rows.batch->targets.is_single) read_goals<float>(block, rows.batch->targets, row, first, count);
    else read_goals<double>(block, rows.batch->targets, row, first, count);
    alignas(64) T good[W];
    FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
      const Vec<D, T> goal = load_lane<D, W>(block.goal, 0, lane);
      const bool within = largest_component(goal) <= Range<T>::largest;
      good[lane] = flag<T>(within & reach.has(load_lane<D, W>(block.base, 0, lane), goal));
    }
    for (int lane = first; lane < first + count; ++lane, ++row) {
      if (good[lane] == T(0)) {
        left.add(row);
        continue;
      }
      if (kept != lane) store_lane<D, W>(block.goal, 0, kept, load_lane<D, W>(block.goal, 0, lane));
      block.row[kept++] = row;
    }
  }
  block.count = kept;
  return row;
}

// The same for rows of any kind.
template <int D, class T>
inline int64_t fill_block(Block<D, T>& block, Rows<D, T>& rows, int64_t row, int64_t end, Leftover& left) {
  if (rows.all_begin_alike() && rows.same_tolerance) return fill_alike(block, rows, row, end, left);
  int kept = 0;
  for (; row < end && kept < Block<D, T>::W; ++row) {
    if (put_row(block, rows, row, kept)) ++kept;
    else left.add(row);
  }
  block.count = kept;
  return row;
}

// What decides without roots and divisions, with room for their rounding: lanes nearer to a threshold are solved alone.
template <class T>
struct Margins {
  static constexpr T outer = 1 - 64 * Real<T>::epsilon;
  static constexpr T inner = 1 + 64 * Real<T>::epsilon;
  static constexpr T bent = larger(2 * straight_square<T>, 64 * Real<T>::epsilon);
};

// Marks the lanes whose target is at an end of the reach or beyond, or whose start may lie on the line to it.
template <int D, class T>
inline void mark_odd_lanes(Block<D, T>& block, const T* start) {
  constexpr int W = Block<D, T>::W;
  alignas(64) T straight[W];
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    const Vec<D, T> target = load_lane<D, W>(block.target, 0, lane);
    const T square = dot(target, target);
    const T outer = block.scale[lane] * block.outer[lane], inner = block.scale[lane] * block.inner[lane];
    const T inside = square < Margins<T>::outer * (outer * outer) ? block.odd[lane] : T(1);
    block.odd[lane] = square > larger(Margins<T>::inner * (inner * inner), Margins<T>::bent) ? inside : T(1);
    straight[lane] = 1;
  }
  for (int32_t i = 1; i <= block.bones && any_lane<W>(straight); ++i) {
    FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
      const Vec<D, T> target = load_lane<D, W>(block.target, 0, lane);
      const Vec<D, T> joint = load_lane<D, W>(start, i, lane);
      const T along = dot(joint, target), square = dot(target, target);
      // The joint's distance from the line, squared, times the target's.
      const T off = dot(joint, joint) * square - along * along;
      straight[lane] = off > Margins<T>::bent * square ? T(0) : straight[lane];
    }
  }
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) block.odd[lane] = larger(block.odd[lane], straight[lane]);
}

// Counts an iteration of the active lanes and finds those that are done. Returns whether any is left.
template <int D, class T>
inline bool settle_lanes(Block<D, T>& block) {
  constexpr int W = Block<D, T>::W;
  alignas(64) T settled[W];
  measure_lanes(block, settled);
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    block.steps[lane] += block.active[lane];
    block.active[lane] = choose(settled[lane], T(0), block.active[lane]);
  }
  return any_lane<W>(block.active);
}

// Two iterations and the finish, as `approach`, from the poses in `start`.
template <int D, class T>
inline void approach_lanes(Block<D, T>& block, const T* start) {
  constexpr int W = Block<D, T>::W;
  for (int lane = 0; lane < W; ++lane) block.active[lane] = lane < block.count ? T(1) - block.odd[lane] : T(0);
  lanes_from_tip(block, start, KeepAll{});
  lanes_from_base(block, KeepAll{});
  if (!settle_lanes(block)) return;
  LaneNewton<D, T> newton(block);
  lanes_from_tip(block, block.pose, KeepActive<T>{block.active});
  lanes_from_base(block, KeepAndRead<D, T>{newton});
  if (settle_lanes(block)) newton_lanes(newton, lane_newton_steps);
}

// Brings the poses to the world: those of lanes that moved are laid out along their directions, as `lay_directions`.
// `measured`: notes one unit in the last place of the largest coordinates.
template <bool measured, int D, class T>
inline void lay_lanes(Block<D, T>& block) {
  constexpr int W = Block<D, T>::W;
  const T* __restrict directions = block.second;
  const T* __restrict length = block.length;
  const T* __restrict moved = block.moved;
  T* __restrict pose = block.pose;
  alignas(64) T largest[W];
  alignas(64) T at[D * W];
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    largest[lane] = largest_component(load_lane<D, W>(block.base, 0, lane));
    store_lane<D, W>(at, 0, lane, Vec<D, T>{});
    store_lane<D, W>(pose, 0, lane, load_lane<D, W>(block.first, 0, lane));
  }
  for (int32_t i = 0; i < block.bones; ++i) {
    FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
      const Vec<D, T> along = length[i * W + lane] * load_lane<D, W>(directions, i, lane);
      const Vec<D, T> laid = load_lane<D, W>(at, 0, lane) + along;
      const Vec<D, T> local = choose(moved[lane], laid, load_lane<D, W>(pose, i + 1, lane));
      const Vec<D, T> world = load_lane<D, W>(block.base, 0, lane) + block.unscale[lane] * local;
      if constexpr (measured) largest[lane] = larger(largest[lane], largest_component(world));
      store_lane<D, W>(at, 0, lane, laid);
      store_lane<D, W>(pose, i + 1, lane, world);
    }
  }
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) block.unit[lane] = measured ? spacing(largest[lane]) : T(0);
}

// The same; the coordinates are measured only where a tolerance is so small that they matter.
template <int D, class T>
inline void lay_lanes(Block<D, T>& block) {
  constexpr int W = Block<D, T>::W;
  alignas(64) T fine[W];
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane)
    fine[lane] = flag<T>(!(block.tolerance[lane] >= block.rounding[lane]));
  if (any_lane<W>(fine)) lay_lanes<true>(block);
  else lay_lanes<false>(block);
}

// Marks the lanes that did not reach as odd.
template <int D, class T>
inline void judge_lanes(Block<D, T>& block) {
  constexpr int W = Block<D, T>::W;
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    const T error = block.error[lane];
    const T tolerance = larger(block.tolerance[lane], 4 * block.unit[lane]);
    const T settled = error <= block.rounding[lane] ? tolerance : block.tolerance[lane];
    const T nearer = error < block.start_error[lane] ? block.odd[lane] : T(1);
    const T reached = error <= settled ? nearer : T(1);
    block.odd[lane] = block.least[lane] < Real<T>::negligible_square ? T(1) : reached;
  }
}

// Writes the figures of `count` lanes whose rows follow each other, from `first` on.
template <int D, class T>
FABRIKIT_INLINE void write_figures(const Block<D, T>& block, const fabrikit_batch* batch, int64_t first, int count) {
  T* __restrict error = static_cast<T*>(batch->error) + first;
  T* __restrict tolerance = static_cast<T*>(batch->tolerance) + first;
  int32_t* __restrict iterations = batch->iterations + first;
  int8_t* __restrict stage = batch->stage + first;
  for (int lane = 0; lane < count; ++lane) {
    error[lane] = block.error[lane];
    tolerance[lane] = larger(block.tolerance[lane], 4 * block.unit[lane]);
  }
  for (int lane = 0; lane < count; ++lane) iterations[lane] = static_cast<int32_t>(block.steps[lane]);
  for (int lane = 0; lane < count; ++lane)
    stage[lane] = static_cast<int8_t>(block.moved[lane] != T(0) ? Stage::newton : Stage::fabrik);
  __builtin_memset(batch->status + first, static_cast<int8_t>(Status::reached), static_cast<size_t>(count));
  __builtin_memset(batch->symmetry_broken + first, 0, static_cast<size_t>(count));
}

// Writes the answers of all lanes in use. Those of odd lanes are worth nothing yet: their rows are left.
template <int D, class T>
inline void write_block(const Block<D, T>& block, const fabrikit_batch* batch, Leftover& left) {
  write_poses(block, batch);
  const int64_t first = block.row[0];
  const bool in_a_row = block.row[block.count - 1] - first == block.count - 1;
  if (in_a_row && block.count == Block<D, T>::W) {
    // The usual case: a number of turns that the compiler knows.
    write_figures(block, batch, first, Block<D, T>::W);
  } else {
    for (int lane = 0; lane < block.count; ++lane) {
      const Stage stage = block.moved[lane] != T(0) ? Stage::newton : Stage::fabrik;
      const T tolerance = larger(block.tolerance[lane], 4 * block.unit[lane]);
      const auto iterations = static_cast<int32_t>(block.steps[lane]);
      write_answer(batch, block.row[lane],
                   Answer<T>{block.error[lane], tolerance, Status::reached, iterations, stage, 0});
    }
  }
  if (!any_lane<Block<D, T>::W>(block.odd)) return;
  for (int lane = 0; lane < block.count; ++lane)
    if (block.odd[lane] != T(0)) left.add(block.row[lane]);
}

// Solves rows of a batch as far as lanes can; the others are added to `left`.
template <int D, class T>
inline void solve_lanes_auto(Block<D, T>& block, Rows<D, T>& rows, int64_t begin, int64_t end, Leftover& left) {
  for (int64_t row = begin; row < end;) {
    row = fill_block(block, rows, row, end, left);
    if (block.count == 0) return;
    look_ahead<Block<D, T>::W>(block, 0);
    // Rows that begin alike leave their start where it is.
    const T* const start = rows.all_begin_alike() ? block.begin : block.pose;
    mark_odd_lanes(block, start);
    approach_lanes(block, start);
    lay_lanes(block);
    judge_lanes(block);
    write_block(block, rows.batch, left);
  }
}

}  // namespace fabrikit
