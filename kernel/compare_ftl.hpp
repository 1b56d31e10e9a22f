// Follow the leader: the chain follows its tip to the target, and its base to its place, both from the same pose; the
// mean of the two is the next pose. Bones change their lengths on the way and at the end.
//
// J. Brown, J.-C. Latombe, K. Montgomery: Real-time knot-tying simulation. The Visual Computer 20, 2004. The means have
// equal weights: so the gap halves with every iteration, which is what the FABRIK paper's table shows.
#pragma once
#include "compare_turns.hpp"

namespace fabrikit::compare {

// Leads the chain from `anchor` at joint `first` on; the followers of a pose that stays go to `led`.
template <int D, class T>
inline void follow(int32_t bones, const T* length, int32_t first, int32_t step, const Vec<D, T>& anchor, const T* pose,
                   T* led) {
  Vec<D, T> placed = anchor;
  Vec<D, T> left = load<D>(pose, first);
  store(led, first, placed);
  for (int32_t k = 0, joint = first + step; k < bones; ++k, joint += step) {
    const Vec<D, T> old = load<D>(pose, joint);
    placed = place(placed, old, length[step > 0 ? joint - 1 : joint], old - left);
    left = old;
    store(led, joint, placed);
  }
}

template <int D, class T, class Recorder>
inline T ftl_step(Attempt<D, T, Recorder>& a, T* by_tip, T* by_base) {
  const int32_t bones = a.chain.bones;
  follow(bones, a.chain.length, bones, -1, a.target, a.pose, by_tip);
  follow(bones, a.chain.length, 0, 1, Vec<D, T>{}, a.pose, by_base);
  T moved = 0;
  a.set_joint(0, Vec<D, T>{});
  for (int32_t i = 1; i <= bones; ++i) {
    const Vec<D, T> mean = T(0.5) * (load<D>(by_tip, i) + load<D>(by_base, i));
    moved = larger(moved, largest_component(mean - load<D>(a.pose, i)));
    a.set_joint(i, mean);
  }
  return moved;
}

// Memory beside that of the other methods: two poses.
template <int D>
constexpr int64_t ftl_size(int64_t bones) {
  return 2 * (bones + 1) * D;
}

template <int D, class T, class Recorder>
inline Status solve_ftl(Attempt<D, T, Recorder>& a, T* memory) {
  T* const by_base = memory + static_cast<int64_t>(a.chain.bones + 1) * D;
  return repeat(a, [&] { return ftl_step(a, memory, by_base); });
}

}  // namespace fabrikit::compare
