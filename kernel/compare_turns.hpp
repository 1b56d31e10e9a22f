// What the comparison methods share: the loop around an iteration, and turning the joints of a pose.
//
// These methods turn joints. A joint's turn carries every bone beyond it, so bone i turns by the product of the turns
// of joints 0 to i; one walk from the base lays the new pose out, and lengths stay exact because bones are laid with
// them. Turns are unit complex numbers in 2D and unit quaternions in 3D.
#pragma once
#include "attempt.hpp"
#include "quat.hpp"
#include "stall.hpp"

namespace fabrikit::compare {

template <class T>
struct Complex {
  T re;
  T im;
  friend Complex operator*(const Complex& a, const Complex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

template <int D, class T>
struct TurnOf;
template <class T>
struct TurnOf<2, T> {
  using Type = Complex<T>;
};
template <class T>
struct TurnOf<3, T> {
  using Type = Quat<T>;
};
template <int D, class T>
using JointTurn = typename TurnOf<D, T>::Type;

template <int D, class T>
inline JointTurn<D, T> identity_turn() {
  if constexpr (D == 2) return {1, 0};
  else return no_turn<T>();
}

template <class T>
inline Vec<2, T> rotate(const Complex<T>& turn, const Vec<2, T>& a) {
  return {{turn.re * a.v[0] - turn.im * a.v[1], turn.im * a.v[0] + turn.re * a.v[1]}};
}

// lever x force: a vector in 3D, a number about z in 2D.
template <class T>
inline Vec<3, T> torque(const Vec<3, T>& lever, const Vec<3, T>& force) {
  return cross(lever, force);
}
template <class T>
inline T torque(const Vec<2, T>& lever, const Vec<2, T>& force) {
  return lever.v[0] * force.v[1] - lever.v[1] * force.v[0];
}

template <class T>
inline T angle_of(const Vec<3, T>& rotation_vector) {
  return norm(rotation_vector);
}
template <class T>
inline T angle_of(T angle) {
  return magnitude(angle);
}

// Cayley's turn in the plane, as in quat.hpp: about `angle` where that is small, always less than half a turn. The
// papers add angles to joints that keep them; joints that keep positions need no trigonometry for the same step.
template <class T>
inline Complex<T> cayley(T angle) {
  if (magnitude(angle) > T(0x1p30)) return {-1, 0};
  const T square = angle * angle / 4;
  const T inverse = 1 / (1 + square);
  return {(1 - square) * inverse, angle * inverse};
}

// Turns joint 0, 1, … by `turn_at(joint, lever)`, each seen in the pose before; `lever` leads from the joint to the
// tip. Returns how far a coordinate moved at most.
template <int D, class T, class Recorder, class TurnAt>
inline T turn_joints(Attempt<D, T, Recorder>& a, TurnAt turn_at) {
  const Vec<D, T> tip = a.tip();
  JointTurn<D, T> carried = identity_turn<D, T>();
  Vec<D, T> was = load<D>(a.pose, 0);
  Vec<D, T> at = was;
  T moved = 0;
  a.set_joint(0, at);
  for (int32_t i = 0; i < a.chain.bones; ++i) {
    carried = carried * turn_at(i, tip - was);
    const Vec<D, T> next = load<D>(a.pose, i + 1);
    const Vec<D, T> bone = rotate(carried, next - was);
    const T square = dot(bone, bone);
    if (!(square < Real<T>::negligible_square)) at = extend(at, bone, a.chain.length[i], square);
    moved = larger(moved, largest_component(at - next));
    was = next;
    a.set_joint(i + 1, at);
  }
  return moved;
}

// Iterates until the target is reached, nothing moves or the iterations are used up. `step` changes the pose and
// returns how far it moved. The error of these methods may grow on the way: the best pose is kept.
template <int D, class T, class Recorder, class Step>
inline Status repeat(Attempt<D, T, Recorder>& a, Step step) {
  a.keep();
  while (!a.settled(a.error, a.pose)) {
    if (a.out_of_iterations()) return Status::iteration_limit;
    ++a.iterations;
    a.begin(Stage::compared, Pass::none);
    const T moved = step();
    a.error = a.error_at(a.tip());
    a.keep_if_better();
    if (moved <= stall_distance<T>(a.chain.bones)) return Status::stalled;
  }
  return Status::reached;
}

}  // namespace fabrikit::compare
