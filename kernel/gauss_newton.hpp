// The finish for joints with limits: Gauss-Newton on joint rotations, without a matrix.
//
// Least squares by conjugate gradients needs only two products, and both are walks along the chain: from the base to
// the tip, adding up what small turns of the joints do to the end effector (twists); and back, telling every joint how
// the wish of the end effector turns it (wrenches). Three steps of conjugate gradients are exact for a position, six
// for a position and a rotation. Limits hold by projection: a joint at its limit that is pushed outward is not free in
// that direction for the round, and after the step every joint is brought back to its nearest allowed rotation.
#pragma once
#include "limited_chain.hpp"

namespace fabrikit {

// What the end effector should be besides at a place.
enum class AimKind : int32_t { none, direction, rotation };

template <class T>
struct Aim {
  AimKind kind;
  Quat<T> rotation;     // world, of the last bone
  Vec<3, T> direction;  // world, of the last bone
  T weight;             // metres (scaled) that one radian counts for
};

// A pair of vectors: motion of the end effector (velocity, turning), or wish (force, torque).
template <class T>
struct Screw {
  Vec<3, T> linear;
  Vec<3, T> angular;

  friend Screw operator+(const Screw& a, const Screw& b) { return {a.linear + b.linear, a.angular + b.angular}; }
  friend Screw operator*(T s, const Screw& a) { return {s * a.linear, s * a.angular}; }
};

template <class T>
inline T dot(const Screw<T>& a, const Screw<T>& b) {
  return dot(a.linear, b.linear) + dot(a.angular, b.angular);
}

// The edge of a cone that a bone is pressed against.
template <class T>
struct Edge {
  Vec<3, T> along;  // the bone, world
  Vec<3, T> out;    // where it would leave, perpendicular to it
  T bend;           // of the edge
};

// What one joint may do in this round, and the vectors of the conjugate gradients.
template <class T>
struct Freedom {
  Vec<3, T> lever;      // from the joint to what it carries
  Vec<3, T> line;       // a hinge turns only about this (unit, world); zero for other joints
  Vec<3, T> barred[2];  // turning about these is barred this round (unit, perpendicular), or zero
  Vec<3, T> step;
  Vec<3, T> search;
  Vec<3, T> slope;
  Vec<3, T> bent;  // as bend_of leaves it
  T willing;       // zero for a joint that cannot turn
  T firm;          // stiffness along the edge of a cone that the wish presses the bone against
  T pressed;       // how much it does
  Edge<T> edge;
  T turns_tip;  // 1 when the joint turns the end effector's frame, 0 behind a global hinge
};

// The part of `a` that the joint can follow.
template <class T>
inline Vec<3, T> allowed(const Freedom<T>& joint, const Vec<3, T>& a) {
  if (!is_zero(joint.line)) return (joint.willing * dot(a, joint.line)) * joint.line;
  const Vec<3, T> once = across(a, joint.barred[0]);
  return joint.willing * across(once, joint.barred[1]);
}

// The wish: from where the end effector is to where it should be.
template <class T>
inline Screw<T> wish_of(const Aim<T>& aim, const Vec<3, T>& gap, const Quat<T>& tip, const Vec<3, T>& tip_direction) {
  if (aim.kind == AimKind::none) return {gap, {}};
  const Quat<T> turn =
      aim.kind == AimKind::rotation ? aim.rotation * inverse(tip) : between(tip_direction, aim.direction);
  const T sign = turn.w < T(0) ? T(-2) : T(2);
  return {gap, (sign * aim.weight) * turn.v};
}

// Twists: what turning the joints by their `search` vectors does to the end effector.
template <class T>
inline Screw<T> push(int32_t count, const Freedom<T>* joints, const Aim<T>& aim, const Vec<3, T>& tip_direction) {
  Screw<T> moved{};
  for (int32_t i = 0; i < count; ++i) {
    const Vec<3, T> turn = joints[i].willing * joints[i].search;
    moved.linear = moved.linear + cross(turn, joints[i].lever);
    moved.angular = moved.angular + joints[i].turns_tip * turn;
  }
  if (aim.kind == AimKind::direction) moved.angular = across(moved.angular, tip_direction);
  moved.angular = (aim.kind == AimKind::none ? T(0) : aim.weight) * moved.angular;
  return moved;
}

// Wrenches: how a wish of the end effector turns one joint, before limits.
template <class T>
inline Vec<3, T> pull(const Freedom<T>& joint, const Aim<T>& aim, const Screw<T>& wish) {
  return cross(joint.lever, wish.linear) + (joint.turns_tip * aim.weight) * wish.angular;
}

// What a ball at its limits may not follow: out of its cone, and on with its twist. A twist beside a swing changes with
// the turn about the line halfway between where the bone rests and where it points.
template <class T>
inline void bar_ball(const LimitedChain<T>& body, const Bone<T>* bones, int32_t index, const Vec<3, T>& wanted,
                     Freedom<T>& free) {
  const Bone<T>& bone = bones[index];
  const Vec<3, T> along = direction_of(body, bones, index);
  const Vec<3, T> rest = rotate(parent_of(body, bones, index), body.joint[index].bone);
  const T pressed = dot(wanted, bone.outward);
  if (pressed > T(0)) {
    // The edge of a cone of half-angle h bends away with cot(h): a bone pressed against it resists going along it.
    free.barred[0] = bone.outward;
    free.firm = pressed * larger(T(0), smaller(bone.edge, T(0x1p20)));
    free.pressed = pressed;
    free.edge = {along, cross(bone.outward, along), bone.edge};
  }
  if (bone.held == 0) return;
  const Vec<3, T> halfway = along + rest;
  const Vec<3, T> twisting = dot(halfway, halfway) > T(0x1p-40) ? unit(halfway) : along;
  if (!(T(bone.held) * dot(wanted, twisting) > T(0))) return;
  free.barred[1] = T(bone.held) * twisting;
  if (!is_zero(free.barred[0])) free.barred[0] = side_of(free.barred[0], twisting);
}

// Prepares the joints of a round: levers, and what limits bar while the wish pushes against them.
template <class T>
inline void free_joints(const LimitedChain<T>& body, const Bone<T>* bones, const T* pose, const Aim<T>& aim,
                        const Screw<T>& wish, Freedom<T>* joints) {
  Vec<3, T> carried = load<3>(pose, body.chain.bones);
  T turns_tip = 1;
  for (int32_t i = body.chain.bones - 1; i >= 0; --i) {
    const Joint<T>& joint = body.joint[i];
    Freedom<T>& free = joints[i];
    free.lever = carried - load<3>(pose, i);
    free.turns_tip = turns_tip;
    free.willing = joint.kind == JointKind::fixed ? T(0) : joint.willing;
    free.firm = 0;
    free.pressed = 0;
    free.line = {};
    free.barred[0] = {};
    free.barred[1] = {};
    const Vec<3, T> wanted = pull(free, aim, wish);
    if (joint.kind == JointKind::hinge) {
      free.line = polish(rotate(parent_of(body, bones, i), joint.axis));
      const bool shut = !(joint.range.lower < joint.range.upper);
      if (shut || T(bones[i].held) * dot(wanted, free.line) > T(0)) free.willing = 0;
    } else if (joint.kind == JointKind::ball) {
      bar_ball(body, bones, i, wanted, free);
    }
    if (joint.global) {
      carried = load<3>(pose, i);
      turns_tip = 0;
    }
  }
}

// Least squares by conjugate gradients (Hestenes & Stiefel 1952): leaves the turn of every joint in `step`.
template <class T>
inline void conjugate_gradients(int32_t count, Freedom<T>* joints, const Aim<T>& aim, const Vec<3, T>& tip_direction,
                                Screw<T> wish, T damping) {
  int steps = aim.kind == AimKind::none ? 3 : aim.kind == AimKind::direction ? 5 : 6;
  T square = 0;
  for (int32_t i = 0; i < count; ++i) {
    joints[i].step = {};
    joints[i].search = allowed(joints[i], pull(joints[i], aim, wish));
    square += dot(joints[i].search, joints[i].search);
    if (joints[i].firm > T(0) && steps < 16) ++steps;
  }
  // What is left after the answer is found is rounding.
  const T found = larger(Real<T>::negligible_square, square * T(0x1p-90));
  for (int k = 0; k < steps && square > found; ++k) {
    const Screw<T> moved = push(count, joints, aim, tip_direction);
    T searched = 0;
    for (int32_t i = 0; i < count; ++i)
      searched += (damping + joints[i].firm) * dot(joints[i].search, joints[i].search);
    const T resistance = dot(moved, moved) + searched;
    if (!(resistance > T(0))) return;  // the search has cancelled out: at the bottom but for rounding
    const T stride = square / resistance;
    wish = wish + (-stride) * moved;
    T next = 0;
    for (int32_t i = 0; i < count; ++i) {
      joints[i].step = joints[i].step + stride * joints[i].search;
      joints[i].slope = allowed(joints[i], pull(joints[i], aim, wish)) - (damping + joints[i].firm) * joints[i].step;
      next += dot(joints[i].slope, joints[i].slope);
    }
    const T share = next / square;
    square = next;
    for (int32_t i = 0; i < count; ++i) joints[i].search = joints[i].slope + share * joints[i].search;
  }
}

// Turns every joint by its step, none by more than about `most` radians, and brings each back inside its limits. With
// `stay` 1 a joint that is pressed against a limit stays there: along a bent edge a straight step may end inside, where
// the joint would be free again in the next round, step far out, and be brought back.
template <class T>
inline void take_step(const LimitedChain<T>& body, const Bone<T>* from, const Freedom<T>* joints, T most, T stay,
                      Bone<T>* to) {
  const int32_t count = body.chain.bones;
  T largest = 0;
  for (int32_t i = 0; i < count; ++i) {
    const Vec<3, T> turn = joints[i].willing * joints[i].step;
    largest = larger(largest, dot(turn, turn));
  }
  const T size = square_root(largest);
  const T scale = size > most ? most / size : T(1);
  for (int32_t i = 0; i < count; ++i) {
    Vec<3, T> turn = (scale * joints[i].willing) * joints[i].step;
    if (stay != T(0)) turn = turn + (stay * dot(turn, turn)) * (joints[i].barred[0] + joints[i].barred[1]);
    const Quat<T> local = from[i].turn * cayley(rotate(inverse(from[i].world), turn));
    set_turn(body, to, i, unit(local));
  }
}

}  // namespace fabrikit
