// Joint types: what each allows its bone, as the nearest allowed rotation.
//
// A joint turns its bone relative to the parent bone, measured from the rest pose, in axes that are the world's in the
// rest pose and turn with the parent. The identity is the rest pose.
#pragma once
#include "limits.hpp"

namespace fabrikit {

// The numbers are part of the ABI; src/fabrikit/model/joints.py holds the same list (a test compares them).
enum class JointKind : int32_t { free, ball, hinge, fixed };
enum class ConeKind : int32_t { none, circle, oval };

// A prepared joint.
template <class T>
struct Joint {
  JointKind kind;
  ConeKind cone_kind;
  bool has_twist;
  bool global;      // a hinge whose axis stays in the world
  T willing;        // 1 - stiffness
  Vec<3, T> bone;   // rest direction of the bone
  Vec<3, T> axis;   // of a hinge
  Vec<3, T> ahead;  // of a hinge: the bone's part perpendicular to the axis, made unit; angle zero
  Vec<3, T> left;   // axis x ahead
  Range<T> range;   // of a hinge's angle, or of a ball's twist
  Turn<T> half;     // of a circular cone
  Oval<T> oval;
  T widest;  // largest half-angle of a cone; pi without one
};

template <class T>
struct Settled {
  Quat<T> turn;       // the nearest allowed rotation
  Vec<3, T> outward;  // ball at its cone: turning about it goes on outward; zero otherwise. In the parent's axes
  T edge;             // as of a HeldDirection
  int held;           // hinge angle or twist at its lower (-1) or upper (1) end, or beyond
};

// The angle of a hinge that brings its bone nearest to `direction`; `straight` keeps the rest where none is nearer.
template <class T>
inline Turn<T> hinge_turn(const Joint<T>& joint, const Vec<3, T>& direction) {
  const T c = dot(direction, joint.ahead);
  const T s = dot(direction, joint.left);
  const T square = c * c + s * s;
  if (square < Real<T>::negligible_square) return {1, 0};
  const T inverse_norm = T(1) / square_root(square);
  return {inverse_norm * c, inverse_norm * s};
}

// The turn about a hinge that brings its bone nearest to `direction`, limits left aside.
template <class T>
inline Quat<T> about_hinge(const Joint<T>& joint, const Vec<3, T>& direction) {
  const Turn<T> turn = hinge_turn(joint, direction);
  return about(joint.axis, turn.cos, turn.sin);
}

template <class T>
inline Settled<T> settle_hinge(const Joint<T>& joint, const Quat<T>& turn) {
  const HeldTurn<T> held = nearest(joint.range, hinge_turn(joint, rotate(turn, joint.bone)));
  return {about(joint.axis, held.turn.cos, held.turn.sin), {}, 0, held.held};
}

// The twist about the bone that is left of a rotation when its swing (the shortest turn of the bone) is taken away.
template <class T>
inline Turn<T> twist_of(const Joint<T>& joint, const Quat<T>& turn) {
  const T w = turn.w;
  const T s = dot(turn.v, joint.bone);
  const T square = w * w + s * s;
  if (square < Real<T>::negligible_square) return {1, 0};
  const T scale = T(1) / square;
  return {(w * w - s * s) * scale, 2 * w * s * scale};
}

template <class T>
inline HeldDirection<T> nearest_swing(const Joint<T>& joint, const Vec<3, T>& direction) {
  if (joint.cone_kind == ConeKind::circle) return nearest_in_cone(joint.bone, joint.half, direction);
  if (joint.cone_kind == ConeKind::oval) return nearest_in_oval(joint.oval, direction);
  return {direction, {}, false, 0};
}

template <class T>
inline Settled<T> settle_ball(const Joint<T>& joint, const Quat<T>& turn) {
  const Vec<3, T> direction = rotate(turn, joint.bone);
  const HeldDirection<T> swing = nearest_swing(joint, direction);
  const Vec<3, T> outward = is_zero(swing.outward) ? swing.outward : cross(swing.direction, swing.outward);
  if (!joint.has_twist)
    return {swing.moved ? unit(between(direction, swing.direction) * turn) : turn, outward, swing.edge, 0};
  const HeldTurn<T> twist = nearest(joint.range, twist_of(joint, turn));
  if (!swing.moved && !twist.moved) return {turn, outward, swing.edge, twist.held};
  const Quat<T> allowed = between(joint.bone, swing.direction) * about(joint.bone, twist.turn.cos, twist.turn.sin);
  return {unit(allowed), outward, swing.edge, twist.held};
}

// The nearest rotation that the joint allows.
template <class T>
inline Settled<T> settle(const Joint<T>& joint, const Quat<T>& turn) {
  if (joint.kind == JointKind::hinge) return settle_hinge(joint, turn);
  if (joint.kind == JointKind::ball) return settle_ball(joint, turn);
  if (joint.kind == JointKind::fixed) return {no_turn<T>(), {}, 0, 0};
  return {turn, {}, 0, 0};
}

}  // namespace fabrikit
