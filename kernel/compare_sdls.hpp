// Selectively damped least squares: every principal direction of the tip gets a damping of its own, by how far it
// would swing the joints for how much the tip gains.
//
// S. R. Buss, J.-S. Kim: Selectively damped least squares for inverse kinematics. Journal of Graphics Tools 10(3),
// 2005. There joints have one axis each; a ball joint here counts as one joint whose turn is measured by its angle, so
// that the answer does not depend on the axes of the world.
#pragma once
#include "compare_jacobian.hpp"

namespace fabrikit::compare {

// What the paper calls gamma_max: a joint turns by no more in one step.
template <class T>
inline constexpr T sdls_most_turn = T(0.7853981633974483);  // pi / 4

// `shared`, or as much of it as turns no joint by more than `most`.
template <int D, class T, class Recorder>
inline Vec<D, T> sdls_clamped(const Attempt<D, T, Recorder>& a, const Vec<D, T>& shared, T most) {
  const Vec<D, T> tip = a.tip();
  T largest = 0;
  for (int32_t i = 0; i < a.chain.bones; ++i)
    largest = larger(largest, angle_of(torque(tip - load<D>(a.pose, i), shared)));
  return largest > most ? (most / largest) * shared : shared;
}

// Length of a path of the tip, if every joint's part of a unit move along `axis` went its own way.
template <int D, class T, class Recorder>
inline T sdls_effort(const Attempt<D, T, Recorder>& a, const Vec<D, T>& axis, T value) {
  const Vec<D, T> tip = a.tip();
  T sum = 0;
  for (int32_t i = 0; i < a.chain.bones; ++i) {
    const Vec<D, T> lever = tip - load<D>(a.pose, i);
    sum += angle_of(torque(lever, axis)) * norm(lever);
  }
  return sum / value;
}

// The part of the shared vector along one principal axis of J J'.
template <int D, class T, class Recorder>
inline Vec<D, T> sdls_part(const Attempt<D, T, Recorder>& a, const Vec<D, T>& axis, T value) {
  const Vec<D, T> full = (dot(axis, a.target - a.tip()) / value) * axis;
  const T effort = sdls_effort(a, axis, value);
  return sdls_clamped(a, full, effort > T(1) ? sdls_most_turn<T> / effort : sdls_most_turn<T>);
}

template <int D, class T, class Recorder>
inline Status solve_sdls(Attempt<D, T, Recorder>& a) {
  return repeat(a, [&a] {
    const Eigen<D, T> axes = eigen(gram(a));
    Vec<D, T> shared{};
    for (int k = 0; k < D; ++k)
      if (axes.value[k] > negligible_share<T> * axes.largest())
        shared = shared + sdls_part(a, axes.vector[k], axes.value[k]);
    return turn_shared(a, sdls_clamped(a, shared, sdls_most_turn<T>));
  });
}

}  // namespace fabrikit::compare
