// A body: joints in a tree, each with its type and limits, and where a vector q of their numbers puts them.
#pragma once
#include "prepare_joints.hpp"

namespace fabrikit {

// The numbers are part of the ABI.
enum class BodyKind : int32_t { fixed, hinge, slider, ball, free };

constexpr bool is_scalar(BodyKind kind) { return kind == BodyKind::hinge || kind == BodyKind::slider; }

// What walks along the tree read of a joint.
template <class T>
struct BodyJoint {
  Vec<3, T> offset;
  Quat<T> rest;
  Vec<3, T> axis;
  T lower;  // of a hinge or slider; infinite without a range
  T upper;
  T willing;  // 1 - stiffness
  T ratio;
  T shift;
  BodyKind kind;
  int32_t parent;
  int32_t mimic;   // the joint that is followed, or -1
  int32_t number;  // where its numbers stand in q; of a joint that follows, those of the followed
  bool upright;    // the rest rotation is the identity
  bool winds;      // a hinge whose range is a whole turn or more
  bool followed;   // by a joint that has no number of its own
  bool renews;     // its rotation is made unit again; between two such joints a few products drift by roundings only
  int32_t depth;   // joints between it and the root
};

template <class T>
struct Body {
  int32_t joints;
  int32_t numbers;
  T reach;
  const BodyJoint<T>* joint;
  const Joint<T>* limit;  // of balls
  const T* path;          // longest way from the root to each joint
  const T* span;          // the same without sliders that have no end
};

// Numbers of q that a joint of its own has.
constexpr int32_t numbers_of(BodyKind kind) {
  return kind == BodyKind::fixed ? 0 : kind == BodyKind::ball ? 4 : kind == BodyKind::free ? 7 : 1;
}

// Where a joint stands, after its own motion.
template <class T>
struct Stand {
  Quat<T> world;
  Vec<3, T> at;
};

// One Newton step toward length 1, without a root: the product of two unit quaternions is as good as unit.
template <class T>
inline Quat<T> renew(const Quat<T>& q) {
  const T scale = T(1.5) - T(0.5) * (q.w * q.w + dot(q.v, q.v));
  return {scale * q.w, scale * q.v};
}

template <class T>
inline Quat<T> quat_in(const T* numbers) {
  return {numbers[0], {{numbers[1], numbers[2], numbers[3]}}};
}

template <class T>
inline void put_quat(T* numbers, const Quat<T>& q) {
  numbers[0] = q.w;
  for (int k = 0; k < 3; ++k) numbers[k + 1] = q.v.v[k];
}

// Angle of a hinge or way of a slider.
template <class T>
inline T value_of(const BodyJoint<T>& joint, const T* q) {
  const T own = q[joint.number];
  return joint.mimic < 0 ? own : joint.ratio * own + joint.shift;
}

// A joint's rotation in its parent's frame.
template <class T>
inline Quat<T> local_turn(const BodyJoint<T>& joint, const T* q) {
  if (joint.kind == BodyKind::fixed || joint.kind == BodyKind::slider) return joint.rest;
  if (joint.kind != BodyKind::hinge) {
    const Quat<T> own = quat_in(q + joint.number + (joint.kind == BodyKind::ball ? 0 : 3));
    return joint.upright ? own : joint.rest * own;
  }
  const SinCos<T> half = sin_cos(value_of(joint, q) / 2);
  const Quat<T> own{half.cos, half.sin * joint.axis};
  return joint.upright ? own : joint.rest * own;
}

// Where a joint stands, given its parent; lengths times `scale`.
template <class T>
inline Stand<T> stand(const BodyJoint<T>& joint, const T* q, const Quat<T>& parent, const Vec<3, T>& from, T scale) {
  const Quat<T> turned = parent * local_turn(joint, q);
  Stand<T> s{joint.renews ? renew(turned) : turned, from + rotate(parent, scale * joint.offset)};
  if (joint.kind == BodyKind::slider) s.at = s.at + rotate(s.world, (scale * value_of(joint, q)) * joint.axis);
  if (joint.kind == BodyKind::free)
    s.at = s.at + rotate(parent, rotate(joint.rest, scale * load<3>(q + joint.number, 0)));
  return s;
}

template <class T>
struct SettledNumbers {
  Vec<3, T> outward;  // as Settled, of a ball
  int held;           // as Settled; of a slider its way
  bool moved;         // it was outside
};

// A hinge or slider inside its range. A hinge that may turn more than once around is unwound by whole turns first: the
// same pose, and nothing is in the way.
template <class T>
inline T settle_value(const BodyJoint<T>& joint, T value) {
  const T two_pi = T(6.283185307179586);
  if (joint.winds) {
    const T most = value > joint.upper ? value - joint.upper : joint.lower - value;
    if (most > T(0)) {
      const T turns = T(1) + static_cast<T>(static_cast<int64_t>(smaller(most, T(1e6)) / two_pi));
      value += value > joint.upper ? -turns * two_pi : turns * two_pi;
    }
  }
  return larger(joint.lower, smaller(joint.upper, value));
}

template <class T>
inline bool same(const Quat<T>& a, const Quat<T>& b) {
  return a.w == b.w && is_zero(a.v - b.v);
}

// Brings the numbers of one joint that follows none inside its limits.
template <class T>
inline SettledNumbers<T> settle_joint(const Body<T>& body, int32_t index, T* q) {
  const BodyJoint<T>& joint = body.joint[index];
  T* const own = q + joint.number;
  if (joint.kind == BodyKind::hinge || joint.kind == BodyKind::slider) {
    const T was = *own;
    *own = settle_value(joint, was);
    return {{}, *own <= joint.lower ? -1 : *own >= joint.upper ? 1 : 0, *own != was};
  }
  if (joint.kind == BodyKind::ball) {
    const Quat<T> was = quat_in(own);
    const Settled<T> settled = settle(body.limit[index], was);
    put_quat(own, settled.turn);
    return {settled.outward, settled.held, !same(was, settled.turn)};
  }
  return {{}, 0, false};
}

// Makes the quaternion of a ball or a free root unit, when it is not so but for rounding.
template <class T>
inline void make_unit(const BodyJoint<T>& joint, T* q) {
  if (joint.kind != BodyKind::ball && joint.kind != BodyKind::free) return;
  T* const own = q + joint.number + (joint.kind == BodyKind::free ? 3 : 0);
  const Quat<T> turn = quat_in(own);
  if (magnitude(turn.w * turn.w + dot(turn.v, turn.v) - 1) > 4 * Real<T>::epsilon) put_quat(own, unit(turn));
}

// Brings q inside the limits; whether it was outside.
template <class T>
inline bool settle_all(const Body<T>& body, T* q) {
  bool moved = false;
  for (int32_t i = 0; i < body.joints; ++i) {
    if (body.joint[i].mimic >= 0) continue;
    make_unit(body.joint[i], q);
    moved |= settle_joint(body, i, q).moved;
  }
  return moved;
}

template <class T>
inline void rest_of(const Body<T>& body, T* q) {
  for (int32_t i = 0; i < body.joints; ++i) {
    const BodyJoint<T>& joint = body.joint[i];
    if (joint.mimic >= 0) continue;
    const int32_t count = numbers_of(joint.kind);
    for (int32_t k = 0; k < count; ++k) q[joint.number + k] = 0;
    if (joint.kind == BodyKind::ball) q[joint.number] = 1;
    if (joint.kind == BodyKind::free) q[joint.number + 3] = 1;
  }
  settle_all(body, q);
}

}  // namespace fabrikit
