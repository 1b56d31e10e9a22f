// A chain whose joints have types: its state is one rotation for each joint, its pose what they lay out.
#pragma once
#include "joints.hpp"
#include "problem.hpp"
#include "reach.hpp"

namespace fabrikit {

// State of one joint and its bone.
template <class T>
struct Bone {
  Quat<T> turn;        // relative to the parent (a global hinge: to the world)
  Quat<T> world;       // of the bone
  Vec<3, T> outward;   // world: turning about it leaves the cone; zero inside
  int32_t held;        // as in Settled
  int32_t unused;
};

template <class T>
struct LimitedChain {
  Chain<T> chain;
  const Joint<T>* joint;  // [bones]
  bool cones_only;        // every limit is a circular cone about the parent bone: directions alone decide
};

// Whether every joint is free or a circular cone about its parent bone (the first one about its own rest direction).
template <class T>
inline bool is_cones_only(int32_t bones, const Joint<T>* joint) {
  for (int32_t i = 0; i < bones; ++i) {
    const bool plain = joint[i].kind == JointKind::free ||
                       (joint[i].kind == JointKind::ball && joint[i].cone_kind != ConeKind::oval && !joint[i].has_twist);
    const bool straight = i == 0 || is_zero(joint[i].bone - joint[i - 1].bone);
    if (!plain || !(straight || joint[i].cone_kind == ConeKind::none)) return false;
  }
  return true;
}

template <class T>
inline Quat<T> parent_of(const LimitedChain<T>& body, const Bone<T>* bones, int32_t index) {
  return index == 0 || body.joint[index].global ? no_turn<T>() : bones[index - 1].world;
}

// Sets joint `index` to the nearest allowed rotation; its parent must be set.
template <class T>
inline void set_turn(const LimitedChain<T>& body, Bone<T>* bones, int32_t index, const Quat<T>& wanted) {
  const Settled<T> settled = settle(body.joint[index], wanted);
  const Quat<T> parent = parent_of(body, bones, index);
  Bone<T>& bone = bones[index];
  bone.turn = settled.turn;
  bone.world = unit(parent * settled.turn);
  bone.outward = is_zero(settled.outward) ? settled.outward : rotate(parent, settled.outward);
  bone.held = settled.held;
}

// World direction of a bone.
template <class T>
inline Vec<3, T> direction_of(const LimitedChain<T>& body, const Bone<T>* bones, int32_t index) {
  return polish(rotate(bones[index].world, body.joint[index].bone));
}

// Lays out the joints of a state, from the base at the origin.
template <class T>
inline void lay_out_bones(const LimitedChain<T>& body, const Bone<T>* bones, T* pose) {
  Vec<3, T> at{};
  store(pose, 0, at);
  for (int32_t i = 0; i < body.chain.bones; ++i) {
    at = at + body.chain.length[i] * direction_of(body, bones, i);
    store(pose, i + 1, at);
  }
}

// Twist that a ball needs so that the hinge after it can point its bone along `next` (world). `swung` is the ball's
// bone without twist. Of the two ways to fold the hinge the one inside its range is taken, the first if both are.
template <class T>
inline Quat<T> twist_for_hinge(const Joint<T>& ball, const Joint<T>& hinge, const Quat<T>& swung, const Vec<3, T>& next) {
  const Vec<3, T> wanted = rotate(inverse(swung), next);
  const T along = dot(hinge.bone, hinge.axis);
  const Vec<3, T> fixed_part = along * hinge.axis;
  const T reach = norm(across(hinge.bone, hinge.axis));
  // bone . rotated(angle) = k + reach (a cos + b sin) must equal bone . wanted.
  const T a = reach * dot(ball.bone, hinge.ahead);
  const T b = reach * dot(ball.bone, hinge.left);
  const T square = a * a + b * b;
  if (square < T(0x1p-60)) return swung;
  const T share = (dot(ball.bone, wanted) - dot(ball.bone, fixed_part)) / square_root(square);
  const T cosine = larger(T(-1), smaller(T(1), share));
  const T sine = square_root((1 - cosine) * (1 + cosine));
  const Turn<T> toward{a / square_root(square), b / square_root(square)};
  Quat<T> twist = no_turn<T>();
  for (int k = 1; k >= 0; --k) {
    const T s = k == 0 ? sine : -sine;
    const Turn<T> angle{toward.cos * cosine - toward.sin * s, toward.sin * cosine + toward.cos * s};
    if (k == 0 && nearest(hinge.range, angle).held != 0) break;
    const Vec<3, T> folded = fixed_part + reach * (angle.cos * hinge.ahead + angle.sin * hinge.left);
    const Vec<3, T> from = across(folded, ball.bone);
    const Vec<3, T> to = across(wanted, ball.bone);
    const T scale = norm(from) * norm(to);
    if (scale < T(0x1p-40)) return swung;
    const T c = dot(from, to) / scale;
    const T si = dot(ball.bone, cross(from, to)) / scale;
    twist = unit(about(ball.bone, larger(T(-1), smaller(T(1), c)), si));
  }
  return swung * twist;
}

// Reads a state off the joints of a pose: every joint as near as its type allows to where the pose has its bone.
template <class T>
inline void read_bones(const LimitedChain<T>& body, const T* pose, Bone<T>* bones) {
  const int32_t count = body.chain.bones;
  for (int32_t i = 0; i < count; ++i) {
    const Joint<T>& joint = body.joint[i];
    const Quat<T> parent = parent_of(body, bones, i);
    const Vec<3, T> rest = polish(rotate(parent, joint.bone));
    const Vec<3, T> direction = direction_or(load<3>(pose, i + 1) - load<3>(pose, i), rest);
    Quat<T> world = between(rest, direction) * parent;
    const bool turns_hinge = joint.kind == JointKind::ball || joint.kind == JointKind::free;
    if (turns_hinge && i + 1 < count && body.joint[i + 1].kind == JointKind::hinge && !body.joint[i + 1].global) {
      const Vec<3, T> next = direction_or(load<3>(pose, i + 2) - load<3>(pose, i + 1), direction);
      world = twist_for_hinge(joint, body.joint[i + 1], world, next);
    }
    set_turn(body, bones, i, unit(inverse(parent) * world));
  }
}

}  // namespace fabrikit
