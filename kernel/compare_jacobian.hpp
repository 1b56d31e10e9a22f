// Methods of the Jacobian of a chain of ball joints (hinges about z in 2D): J turns joint velocities w into that of
// the tip, J w = sum w_i x r_i, with the lever r_i from joint i to the tip.
//
// J has as many columns as the chain has axes, but D rows. All these methods turn joint i by r_i x m, the rows of J'
// times one shared D-vector m, and differ only in m; J J' = sum (|r|^2 I - r r') is D x D whatever the number of
// bones. So each costs O(n) an iteration.
#pragma once
#include "compare_turns.hpp"
#include "symmetric.hpp"

namespace fabrikit::compare {

// J J' of the pose.
template <int D, class T, class Recorder>
inline Symmetric<D, T> gram(const Attempt<D, T, Recorder>& a) {
  const Vec<D, T> tip = a.tip();
  Symmetric<D, T> sum{};
  for (int32_t i = 0; i < a.chain.bones; ++i) {
    const Vec<D, T> lever = tip - load<D>(a.pose, i);
    const T square = dot(lever, lever);
    for (int row = 0; row < D; ++row)
      for (int column = 0; column <= row; ++column)
        sum.at(row, column) += (row == column ? square : T(0)) - lever.v[row] * lever.v[column];
  }
  return sum;
}

// Turns every joint by its share of `shared`.
template <int D, class T, class Recorder>
inline T turn_shared(Attempt<D, T, Recorder>& a, const Vec<D, T>& shared) {
  return turn_joints(a, [&shared](int32_t, const Vec<D, T>& lever) { return cayley(torque(lever, shared)); });
}

// Jacobian transpose: m = s e, with the step s that would bring J w nearest to the error e.
//
// W. A. Wolovich, H. Elliott: A computational technique for inverse kinematics. IEEE Conference on Decision and
// Control, 1984. The step: S. R. Buss, Introduction to inverse kinematics, 2004, equation 7.
template <int D, class T, class Recorder>
inline Status solve_jacobian_transpose(Attempt<D, T, Recorder>& a) {
  return repeat(a, [&a] {
    const Vec<D, T> error = a.target - a.tip();
    const Vec<D, T> moves = product(gram(a), error);
    const T square = dot(moves, moves);
    const T step = square > T(0) ? dot(error, moves) / square : T(0);
    return turn_shared(a, step * error);
  });
}

// Damped least squares: m = (J J' + d^2 I)^-1 e, a system of D equations.
//
// C. W. Wampler: Manipulator inverse kinematic solutions based on vector formulations and damped least-squares
// methods. IEEE Transactions on Systems, Man and Cybernetics 16(1), 1986; Y. Nakamura, H. Hanafusa: Inverse kinematic
// solutions with singularity robustness for robot manipulator control. Journal of Dynamic Systems, Measurement and
// Control 108(3), 1986. The damping is constant, as there, a tenth of the reach; and a target farther than a fifth of
// the reach is stepped to (clamped, S. R. Buss, Introduction to inverse kinematics, 2004). Half or twice as much of
// either costs more iterations on chains of 3 to 30 bones.
template <int D, class T, class Recorder>
inline T damping_square(const Attempt<D, T, Recorder>& a) {
  const T damping = T(0.1) * a.chain.scale * a.chain.outer;
  return damping * damping;
}
template <int D, class T, class Recorder>
inline Vec<D, T> clamped_error(const Attempt<D, T, Recorder>& a) {
  const Vec<D, T> error = a.target - a.tip();
  const T size = norm(error);
  const T most = T(0.2) * a.chain.scale * a.chain.outer;
  return size > most ? (most / size) * error : error;
}
template <int D, class T, class Recorder>
inline Status solve_dls(Attempt<D, T, Recorder>& a) {
  return repeat(a, [&a] { return turn_shared(a, solve_symmetric(gram(a), damping_square(a), clamped_error(a))); });
}

// Pseudo-inverse: m = (J J')^+ e, the least turns that would close the error if the tip moved in straight lines.
//
// D. E. Whitney: Resolved motion rate control of manipulators and human prostheses. IEEE Transactions on Man-Machine
// Systems 10(2), 1969. A singular value below 2^-23 of the largest counts as zero: its square has no digits left in J
// J'.
template <int D, class T, class Recorder>
inline Status solve_pseudo_inverse(Attempt<D, T, Recorder>& a) {
  return repeat(a, [&a] {
    const Vec<D, T> error = a.target - a.tip();
    const Eigen<D, T> axes = eigen(gram(a));
    Vec<D, T> shared{};
    for (int k = 0; k < D; ++k)
      if (axes.value[k] > negligible_share<T> * axes.largest())
        shared = shared + (dot(axes.vector[k], error) / axes.value[k]) * axes.vector[k];
    return turn_shared(a, shared);
  });
}

}  // namespace fabrikit::compare
