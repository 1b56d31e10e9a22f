// Cyclic coordinate descent: from the last joint to the first, each turns so that the tip comes onto the line from the
// joint to the target.
//
// L.-C. T. Wang, C. C. Chen: A combined optimization method for solving the inverse kinematics problem of mechanical
// manipulators. IEEE Transactions on Robotics and Automation 7(4), 1991.
#pragma once
#include "compare_turns.hpp"
#include "reach.hpp"

namespace fabrikit::compare {

template <int D, class T>
struct CcdStep {
  JointTurn<D, T> turn;
  Vec<D, T> tip;  // after it
};

// The shortest turn from `lever` to `wanted`, whose lengths multiply to `size`.
template <class T>
inline Complex<T> ccd_turn(const Vec<2, T>& lever, const Vec<2, T>& wanted, T size) {
  const T inverse = 1 / size;
  return {inverse * dot(lever, wanted), inverse * torque(lever, wanted)};
}
template <class T>
inline Quat<T> ccd_turn(const Vec<3, T>& lever, const Vec<3, T>& wanted, T size) {
  const T w = size + dot(lever, wanted);
  if (w < T(0x1p-20) * size) return between(unit(lever), unit(wanted));  // nearly opposite: w has lost its digits
  return unit(Quat<T>{w, cross(lever, wanted)});
}

// The turn of a joint at `joint`. The shorter vector may have lost its direction: then there is nothing to turn.
template <int D, class T>
inline CcdStep<D, T> ccd_step(const Vec<D, T>& joint, const Vec<D, T>& tip, const Vec<D, T>& target) {
  const Vec<D, T> lever = tip - joint;
  const Vec<D, T> wanted = target - joint;
  const T lever_square = dot(lever, lever);
  const T wanted_square = dot(wanted, wanted);
  if (lever_square < Real<T>::negligible_square || wanted_square < Real<T>::negligible_square)
    return {identity_turn<D, T>(), tip};
  const T length = square_root(lever_square);
  const T distance = square_root(wanted_square);
  return {ccd_turn(lever, wanted, length * distance), joint + (length / distance) * wanted};
}

// One sweep in O(n): joints before the one that turns have not moved yet, and of the bones beyond it only the tip
// matters. The turns are applied to the bones afterwards, in one walk.
template <int D, class T, class Recorder>
inline T ccd_sweep(Attempt<D, T, Recorder>& a, JointTurn<D, T>* turns) {
  Vec<D, T> tip = a.tip();
  for (int32_t i = a.chain.bones - 1; i >= 0; --i) {
    const CcdStep<D, T> step = ccd_step(load<D>(a.pose, i), tip, a.target);
    turns[i] = step.turn;
    tip = step.tip;
  }
  return turn_joints(a, [turns](int32_t i, const Vec<D, T>&) { return turns[i]; });
}

template <int D, class T, class Recorder>
inline Status solve_ccd(Attempt<D, T, Recorder>& a) {
  static_assert(sizeof(JointTurn<D, T>) <= size_t{2} * D * sizeof(T),
                "turns live where `auto` keeps two sets of directions");
  auto* const turns = reinterpret_cast<JointTurn<D, T>*>(a.directions);
  return repeat(a, [&] { return ccd_sweep(a, turns); });
}

}  // namespace fabrikit::compare
