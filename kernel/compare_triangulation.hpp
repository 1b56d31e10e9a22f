// Triangulation: from the base on, each bone closes a triangle with the target and the rest of the chain, by the law of
// cosines; one walk, no iteration.
//
// R. Müller-Cajar, R. Mukundan: Triangulation - a new algorithm for inverse kinematics. Image and Vision Computing New
// Zealand, 2007. The cosine is used as it is, so no angle is formed. "In the plane of the bone and the target": a bone
// on that line takes the stated perpendicular.
#pragma once
#include "compare_turns.hpp"
#include "reach.hpp"

namespace fabrikit::compare {

// The direction of a bone of length `bone` from `joint`, with a chain of length `rest` beyond it. `before` is where the
// bone pointed.
template <int D, class T>
inline Vec<D, T> triangle_direction(const Vec<D, T>& before, const Sight<D, T>& target, T bone, T rest) {
  const T away = target.distance;
  // Too far, or too near for a long bone: straight at it. Too near for a long rest: away from it.
  if (away >= bone + rest || away <= bone - rest || away * bone < Real<T>::negligible_square)
    return away > T(0) ? target.toward : before;
  if (away <= rest - bone) return T(-1) * target.toward;
  // (bone^2 + away^2 - rest^2) / (2 bone away), without squares that cancel.
  const T cosine = (bone + (away - rest) * ((away + rest) / bone)) / (2 * away);
  const T inside = larger(T(-1), smaller(T(1), cosine));
  Vec<D, T> side = side_of(before, target.toward);
  if (is_zero(side)) side = perpendicular(target.toward);
  return inside * target.toward + square_root((1 - inside) * (1 + inside)) * side;
}

template <int D, class T, class Recorder>
inline Status solve_triangulation(Attempt<D, T, Recorder>& a) {
  a.keep();
  if (a.settled(a.error, a.pose)) return Status::reached;
  const int32_t bones = a.chain.bones;
  ++a.iterations;
  a.begin(Stage::compared, Pass::none);
  Vec<D, T> was = load<D>(a.pose, 0);
  Vec<D, T> at{};
  a.set_joint(0, at);
  for (int32_t i = 0; i < bones; ++i) {
    const Vec<D, T> next = load<D>(a.pose, i + 1);
    const Vec<D, T> before = direction_or(next - was, first_axis<D, T>());
    const T rest = a.chain.scale * (a.chain.outer - a.chain.along[i + 1]);
    const Vec<D, T> bone = triangle_direction(before, look(at, a.target), a.chain.length[i], rest);
    at = at + a.chain.length[i] * unit(bone);
    was = next;
    a.set_joint(i + 1, at);
  }
  a.error = a.error_at(a.tip());
  a.keep_if_better();
  return Status::stalled;
}

}  // namespace fabrikit::compare
