// `fabrik` in lanes: the paper's iteration on a whole block; a problem that is done is replaced by the next one at
// once, so that none waits for its neighbours.
#pragma once
#include "lane_passes.hpp"
#include "methods.hpp"

namespace fabrikit {

// Keeps every placement and notes how far it is from the best pose: whether nothing moved.
template <int D, class T>
struct KeepAndCompare {
  const T* best;
  T* way;
  FABRIKIT_INLINE Vec<D, T> first(int, const Vec<D, T>&, const Vec<D, T>& at) const { return at; }
  FABRIKIT_INLINE Vec<D, T> operator()(const Placement<D, T>& p) const {
    const Vec<D, T> before = load_lane<D, lane_count<T>>(best, p.joint, p.lane);
    way[p.lane] = larger(way[p.lane], largest_component(p.at - before));
    return p.at;
  }
};

// A queue of rows and the lanes that work on them. The best pose of every lane is in the block's `second`.
template <int D, class T>
struct FabrikQueue {
  static constexpr int W = Block<D, T>::W;

  Block<D, T>& block;
  Rows<D, T>& rows;
  Leftover& left;
  int64_t next;
  int64_t end;
  alignas(64) T best_error[W];
  alignas(64) T improved[W];  // 1 once a pose was kept that is not the start
  int32_t iterations[W];
  int live;
};

// Takes the next row that lanes can solve into a lane, or retires the lane.
template <int D, class T>
inline void refill(FabrikQueue<D, T>& q, int lane) {
  constexpr int W = Block<D, T>::W;
  Block<D, T>& block = q.block;
  while (q.next < q.end) {
    const int64_t row = q.next++;
    if (!put_row(block, q.rows, row, lane)) {
      q.left.add(row);
      continue;
    }
    look_ahead<1>(block, lane);
    const Problem<D, T>& problem = q.rows.problem;
    const bool too_far = problem.reach_test && look(problem.base, problem.target).distance > block.outer[lane];
    if (too_far || block.odd[lane] != T(0)) {
      q.left.add(row);
      continue;
    }
    const T* const from = q.rows.all_begin_alike() ? block.begin : block.pose;
    for (int64_t j = lane; j < block.pose_size(); j += W) block.pose[j] = block.second[j] = from[j];
    q.best_error[lane] = block.start_error[lane];
    q.improved[lane] = 0;
    q.iterations[lane] = 0;
    block.active[lane] = 1;
    return;
  }
  block.active[lane] = 0;
  --q.live;
}

// Keeps the poses that are better than the best ones.
template <int D, class T>
inline void keep_better_lanes(FabrikQueue<D, T>& q) {
  constexpr int W = Block<D, T>::W;
  const T* __restrict pose = q.block.pose;
  T* __restrict best = q.block.second;
  alignas(64) T better[W];
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    const T error = q.block.error[lane], before = q.best_error[lane];
    better[lane] = flag<T>(error < before);
    q.best_error[lane] = smaller(before, error);
    q.improved[lane] = larger(q.improved[lane], better[lane]);
  }
  for (int64_t joint = 0; joint < q.block.pose_size(); joint += W) {
    FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
      const T now = pose[joint + lane], old = best[joint + lane];
      best[joint + lane] = choose(better[lane], now, old);
    }
  }
}

// Writes the best pose of a lane, with the verdict.
template <int D, class T>
inline void write_lane(FabrikQueue<D, T>& q, int lane, Status status) {
  constexpr int W = Block<D, T>::W;
  const Block<D, T>& block = q.block;
  const int64_t row = block.row[lane];
  if (q.improved[lane] == T(0) || block.least[lane] < Real<T>::negligible_square) return q.left.add(row);
  T* const out = positions_of<D, T>(q.rows.batch, row);
  const Vec<D, T> base = load_lane<D, W>(block.base, 0, lane);
  const Vec<D, T> goal = load_lane<D, W>(block.goal, 0, lane);
  store(out, 0, load_lane<D, W>(block.first, 0, lane));
  for (int32_t i = 1; i <= block.bones; ++i)
    store(out, i, base + block.unscale[lane] * load_lane<D, W>(block.second, i, lane));
  const Problem<D, T> problem{base, goal, {}, block.tolerance[lane], 0, PoleKind::none, false, false};
  const Chain<T> chain{block.bones, 0, 0, 0, 0, 0, nullptr, nullptr, nullptr};
  Answer<T> answer = judge(chain, problem, out, status);
  answer.iterations = q.iterations[lane];
  answer.stage = Stage::fabrik;
  write_answer(q.rows.batch, row, answer);
}

// One iteration of all lanes, and new problems for those that ended.
template <int D, class T>
inline void iterate_queue(FabrikQueue<D, T>& q) {
  constexpr int W = Block<D, T>::W;
  Block<D, T>& block = q.block;
  alignas(64) T way[W] = {};
  alignas(64) T settled[W];
  lanes_from_tip(block, block.pose, KeepAll{});
  lanes_from_base(block, KeepAndCompare<D, T>{block.second, way});
  measure_lanes(block, settled);
  keep_better_lanes(q);
  const T stillness = stall_distance<T>(block.bones);
  const int32_t most = q.rows.problem.max_iterations;
  for (int lane = 0; lane < W; ++lane) {
    if (block.active[lane] == T(0)) continue;
    ++q.iterations[lane];
    const bool still = way[lane] <= stillness;
    if (!still && settled[lane] == T(0) && q.iterations[lane] < most) continue;
    write_lane(q, lane, still || settled[lane] != T(0) ? Status::stalled : Status::iteration_limit);
    refill(q, lane);
  }
}

// Solves rows of a batch as far as lanes can; the others are added to `left`.
template <int D, class T>
inline void solve_lanes_fabrik(Block<D, T>& block, Rows<D, T>& rows, int64_t begin, int64_t end, Leftover& left) {
  FabrikQueue<D, T> q{block, rows, left, begin, end, {}, {}, {}, Block<D, T>::W};
  for (int lane = 0; lane < Block<D, T>::W; ++lane) refill(q, lane);
  while (q.live > 0) iterate_queue(q);
}

}  // namespace fabrikit
