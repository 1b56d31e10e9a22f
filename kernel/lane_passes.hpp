// The two passes of FABRIK for a block of problems.
#pragma once
#include "lane_block.hpp"

namespace fabrikit {

// One placement of a joint in a lane.
template <int D, class T>
struct Placement {
  int32_t joint;
  int lane;
  Vec<D, T> old;   // where the joint was
  Vec<D, T> from;  // where the joint before is placed
  Vec<D, T> at;    // where this one is
};

// As `walk`, for all lanes: from the joints in `pose` to those in `walked`, which may be the same. A distance that
// vanished is found in `least`: such a lane is solved alone. `keep` is called with every placement but the first and
// returns the point to keep.
template <int D, class T, class Keep>
inline void walk_lanes(Block<D, T>& block, int32_t first, int32_t step, const T* __restrict anchor, const T* pose,
                       T* walked, Keep keep) {
  constexpr int W = Block<D, T>::W;
  alignas(64) T placed[D * W];
  T* __restrict least = block.least;
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    const Vec<D, T> at = load_lane<D, W>(anchor, 0, lane);
    store_lane<D, W>(placed, 0, lane, at);
    store_lane<D, W>(walked, first, lane, keep.first(lane, load_lane<D, W>(pose, first, lane), at));
  }
  for (int32_t k = 0, joint = first + step; k < block.bones; ++k, joint += step) {
    const T* __restrict length = block.length + static_cast<int64_t>(step > 0 ? joint - 1 : joint) * W;
    FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
      const Vec<D, T> from = load_lane<D, W>(placed, 0, lane);
      const Vec<D, T> old = load_lane<D, W>(pose, joint, lane);
      const Vec<D, T> bone = old - from;
      const T square = dot(bone, bone);
      least[lane] = smaller(least[lane], square);
      const Vec<D, T> at = extend(from, bone, length[lane], square);
      store_lane<D, W>(placed, 0, lane, at);
      store_lane<D, W>(walked, joint, lane, keep(Placement<D, T>{joint, lane, old, from, at}));
    }
  }
}

// All lanes move.
struct KeepAll {
  template <class V>
  FABRIKIT_INLINE V first(int, const V&, const V& at) const {
    return at;
  }
  template <int D, class T>
  FABRIKIT_INLINE Vec<D, T> operator()(const Placement<D, T>& p) const {
    return p.at;
  }
};

// Only active lanes move.
template <class T>
struct KeepActive {
  const T* active;

  template <class V>
  FABRIKIT_INLINE V first(int lane, const V& old, const V& at) const {
    return choose(active[lane], at, old);
  }
  template <int D>
  FABRIKIT_INLINE Vec<D, T> operator()(const Placement<D, T>& p) const {
    return choose(active[p.lane], p.at, p.old);
  }
};

// The tip to the target, then each joint toward the base.
template <int D, class T, class Keep>
inline void lanes_from_tip(Block<D, T>& block, const T* pose, Keep keep) {
  walk_lanes(block, block.bones, -1, block.target, pose, block.pose, keep);
}

// The base back to its place, then each joint toward the tip.
template <int D, class T, class Keep>
inline void lanes_from_base(Block<D, T>& block, Keep keep) {
  alignas(64) T origin[D * Block<D, T>::W] = {};
  walk_lanes(block, 0, 1, origin, block.pose, block.pose, keep);
}

}  // namespace fabrikit
