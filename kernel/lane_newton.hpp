// The finish for a block of problems: Newton on the bone directions, as `newton` does it. A step that does not come
// nearer is so rare that it leaves its problem to the scalar solve, which damps and goes on.
#pragma once
#include "finish.hpp"
#include "lane_passes.hpp"

namespace fabrikit {

// TipAndSlope of N lanes.
template <int D, int N, class T>
struct LaneSums {
  static constexpr int entries = D * (D + 1) / 2;
  alignas(64) T tip[D * N];
  alignas(64) T slope[entries * N];

  FABRIKIT_INLINE TipAndSlope<D, T> get(int lane) const {
    TipAndSlope<D, T> r;
    FABRIKIT_UNROLL for (int k = 0; k < D; ++k) r.tip.v[k] = tip[k * N + lane];
    FABRIKIT_UNROLL for (int k = 0; k < entries; ++k) r.slope.v[k] = slope[k * N + lane];
    return r;
  }
  FABRIKIT_INLINE void set(int lane, const TipAndSlope<D, T>& r) {
    FABRIKIT_UNROLL for (int k = 0; k < D; ++k) tip[k * N + lane] = r.tip.v[k];
    FABRIKIT_UNROLL for (int k = 0; k < entries; ++k) slope[k * N + lane] = r.slope.v[k];
  }
};

// Where Newton stands. The directions of the bones are in the block's `second`.
template <int D, class T>
struct LaneNewton {
  static constexpr int W = lane_count<T>;
  // Bones are side by side already: a register of lanes is work enough, and the fewer wait for their neighbours.
  static constexpr int group = lane_register<T>;

  explicit LaneNewton(Block<D, T>& its) : block(its) {}

  Block<D, T>& block;
  LaneSums<D, W, T> sums;
  alignas(64) T turn[D * W];
};

// Only active lanes move; their bones' directions, as `read_directions`, and the sums are made on the way, while roots
// and divisions keep the passes waiting.
template <int D, class T>
struct KeepAndRead {
  LaneNewton<D, T>& s;

  FABRIKIT_INLINE Vec<D, T> first(int lane, const Vec<D, T>& old, const Vec<D, T>& at) const {
    s.sums.set(lane, TipAndSlope<D, T>{});
    return choose(s.block.active[lane], at, old);
  }
  FABRIKIT_INLINE Vec<D, T> operator()(const Placement<D, T>& p) const {
    constexpr int W = lane_count<T>;
    const int64_t bone = p.joint - 1;
    const Vec<D, T> direction = s.block.inverse[bone * W + p.lane] * (p.at - p.from);
    store_lane<D, W>(s.block.second, bone, p.lane, direction);
    TipAndSlope<D, T> r = s.sums.get(p.lane);
    add_bone(r, s.block.length[bone * W + p.lane], direction);
    s.sums.set(p.lane, r);
    return choose(s.block.active[p.lane], p.at, p.old);
  }
};

// Turns the bones of the active lanes of a group, as `turn_directions`, and sums them anew. The roots and divisions of
// a bone are asked for while the bone before is summed: nothing then stands in line behind them.
// In the first step no lane has ended yet that its directions will lay out.
template <bool first_step, int D, class T>
inline void turn_lane_bones(LaneNewton<D, T>& s, int at) {
  constexpr int W = lane_count<T>, G = LaneNewton<D, T>::group;
  const T* __restrict length = s.block.length + at;
  const T* __restrict turn = s.turn + at;
  const T* __restrict active = s.block.active + at;
  T* __restrict directions = s.block.second + at;
  LaneSums<D, G, T> sums;
  alignas(64) T longer[D * G];  // the turned bone before it is made a unit vector
  alignas(64) T inverse[G];     // 1 / its length
  FABRIKIT_LANES for (int lane = 0; lane < G; ++lane) {
    const Vec<D, T> first = turned(load_lane<D, W>(directions, 0, lane), load_lane<D, W>(turn, 0, lane));
    sums.set(lane, TipAndSlope<D, T>{});
    store_lane<D, G>(longer, 0, lane, first);
    inverse[lane] = T(1) / norm(first);
  }
  for (int32_t i = 0; i < s.block.bones; ++i) {
    FABRIKIT_LANES for (int lane = 0; lane < G; ++lane) {
      // Behind the last bone stands nothing that matters.
      const Vec<D, T> next = turned(load_lane<D, W>(directions, i + 1, lane), load_lane<D, W>(turn, 0, lane));
      const Vec<D, T> made_unit = polish(inverse[lane] * load_lane<D, G>(longer, 0, lane));
      Vec<D, T> direction = made_unit;
      if constexpr (!first_step) direction = choose(active[lane], made_unit, load_lane<D, W>(directions, i, lane));
      store_lane<D, W>(directions, i, lane, direction);
      TipAndSlope<D, T> r = sums.get(lane);
      add_bone(r, length[i * W + lane], direction);
      sums.set(lane, r);
      store_lane<D, G>(longer, 0, lane, next);
      inverse[lane] = T(1) / norm(next);
    }
  }
  FABRIKIT_LANES for (int lane = 0; lane < G; ++lane) s.sums.set(at + lane, sums.get(lane));
}

// The turns of all lanes for the next step.
template <int D, class T>
inline void find_lane_turns(LaneNewton<D, T>& s) {
  constexpr int W = lane_count<T>;
  const Block<D, T>& block = s.block;
  alignas(64) T square[W];
  alignas(64) T too_long[W];
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    TipAndSlope<D, T> now = s.sums.get(lane);
    const T total = block.scale[lane] * block.outer[lane];
    FABRIKIT_UNROLL for (int k = 0; k < D; ++k) now.slope.at(k, k) += total;
    const Vec<D, T> turn = damped_turn(load_lane<D, W>(block.target, 0, lane), now, T(0));
    square[lane] = dot(turn, turn);
    too_long[lane] = square[lane] > T(1) ? block.active[lane] : T(0);
    store_lane<D, W>(s.turn, 0, lane, turn);
  }
  if (!any_lane<W>(too_long)) return;
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    const Vec<D, T> turn = load_lane<D, W>(s.turn, 0, lane);
    const Vec<D, T> shorter = (T(1) / square_root(square[lane])) * turn;
    store_lane<D, W>(s.turn, 0, lane, choose(too_long[lane], shorter, turn));
  }
}

// Counts a step of the active lanes and finds those that are done. A function of its own: inlined, its conditions may
// be threaded into branches, and there are no vectors.
template <int D, class T>
[[gnu::noinline]] void judge_lane_steps(LaneNewton<D, T>& s) {
  constexpr int W = lane_count<T>;
  Block<D, T>& block = s.block;
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    const Vec<D, T> tip = load_lane<D, W>(s.sums.tip, 0, lane);
    const Vec<D, T> world = load_lane<D, W>(block.base, 0, lane) + block.unscale[lane] * tip;
    const T error = norm(world - load_lane<D, W>(block.goal, 0, lane));
    const T before = block.error[lane];
    const T active = block.active[lane];
    const T nearer = active * flag<T>(error < before);
    block.odd[lane] = larger(block.odd[lane], active - nearer);
    block.error[lane] = choose(active, error, before);
    block.steps[lane] += active;
    block.active[lane] = nearer * flag<T>(error > block.enough[lane]);
  }
}

// At most `most` steps for the active lanes, as `newton`, from the directions and sums that KeepAndRead left. Leaves
// directions in `second`, for the lanes that moved.
template <int D, class T>
inline void newton_lanes(LaneNewton<D, T>& s, int most) {
  constexpr int W = lane_count<T>, G = LaneNewton<D, T>::group;
  Block<D, T>& block = s.block;
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    const T active = block.active[lane];
    block.moved[lane] = active;
    block.odd[lane] = block.error[lane] <= block.enough[lane] ? larger(block.odd[lane], active) : block.odd[lane];
  }
  for (int k = 0; k < most && any_lane<W>(block.active); ++k) {
    find_lane_turns(s);
    for (int at = 0; at < W; at += G) {
      if (!any_lane<G>(block.active + at)) continue;
      if (k == 0) turn_lane_bones<true>(s, at);
      else turn_lane_bones<false>(s, at);
    }
    judge_lane_steps(s);
  }
}

}  // namespace fabrikit
