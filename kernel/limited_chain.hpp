// A chain whose joints have types: its state is one rotation for each joint, its pose what they lay out.
#pragma once
#include "joints.hpp"
#include "problem.hpp"
#include "reach.hpp"

namespace fabrikit {

// State of one joint and its bone.
template <class T>
struct Bone {
  Quat<T> turn;       // relative to the parent (a global hinge: to the world)
  Quat<T> world;      // of the bone
  Vec<3, T> outward;  // world: turning about it leaves the cone; zero inside
  T edge;             // as in Settled
  int32_t held;       // as in Settled
  int32_t unused;
};

template <class T>
struct LimitedChain {
  Chain<T> chain;
  const Joint<T>* joint;  // [bones]
  bool cones_only;        // every limit is a circular cone about the parent bone: directions alone decide
  bool stiff;             // some joint turns less willingly than others
};

template <class T>
inline bool is_stiff(int32_t bones, const Joint<T>* joint) {
  bool stiff = false;
  for (int32_t i = 0; i < bones; ++i) stiff |= joint[i].willing < T(1);
  return stiff;
}

// Whether every joint is free or a circular cone about its parent bone (the first one about its own rest direction).
template <class T>
inline bool is_cones_only(int32_t bones, const Joint<T>* joint) {
  for (int32_t i = 0; i < bones; ++i) {
    const bool plain =
        joint[i].kind == JointKind::free ||
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
  bone.edge = settled.edge;
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

// One way to fold a hinge, and the twist of the ball before it that this asks for.
template <class T>
struct Fold {
  bool possible;
  int faults;  // limits that it breaks: the hinge's range, the ball's twist
  Turn<T> twist;
};

template <class T>
inline Fold<T> fold_hinge(const Joint<T>& ball, const Joint<T>& hinge, const Turn<T>& angle, const Vec<3, T>& wanted) {
  const T along = dot(hinge.bone, hinge.axis);
  const T reach = dot(hinge.bone, hinge.ahead);
  const Vec<3, T> folded = along * hinge.axis + reach * (angle.cos * hinge.ahead + angle.sin * hinge.left);
  const Vec<3, T> from = across(folded, ball.bone);
  const Vec<3, T> to = across(wanted, ball.bone);
  const T scale = norm(from) * norm(to);
  if (scale < T(0x1p-40)) return {false, 0, {1, 0}};
  const Turn<T> twist{dot(from, to) / scale, dot(ball.bone, cross(from, to)) / scale};
  const int folds_too_far = nearest(hinge.range, angle).moved;
  const int twists_too_far = ball.has_twist && nearest(ball.range, twist).moved;
  return {true, folds_too_far + twists_too_far, twist};
}

// Twists a ball so that the hinge after it can point its bone along `next` (world). `swung` is the ball's bone without
// twist. Of the two ways to fold the hinge the one that breaks fewer limits is taken, then the one with less twist.
template <class T>
inline Quat<T> twist_for_hinge(const Joint<T>& ball, const Joint<T>& hinge, const Quat<T>& swung,
                               const Vec<3, T>& next) {
  const Vec<3, T> wanted = rotate(inverse(swung), next);
  const Quat<T> untwisted = settle(hinge, about_hinge(hinge, wanted)).turn;
  const Vec<3, T> miss = rotate(untwisted, hinge.bone) - wanted;
  if (dot(miss, miss) < T(0x1p-80)) return swung;
  // bone . folded(angle) = k + a cos + b sin must equal bone . wanted.
  const T reach = dot(hinge.bone, hinge.ahead);
  const T a = reach * dot(ball.bone, hinge.ahead);
  const T b = reach * dot(ball.bone, hinge.left);
  const T size = square_root(a * a + b * b);
  if (size < T(0x1p-30)) return swung;
  const T k = dot(hinge.bone, hinge.axis) * dot(ball.bone, hinge.axis);
  const T cosine = larger(T(-1), smaller(T(1), (dot(ball.bone, wanted) - k) / size));
  const T sine = square_root((1 - cosine) * (1 + cosine));
  const Turn<T> toward{a / size, b / size};
  const Fold<T> one = fold_hinge(ball, hinge, relative(toward, Turn<T>{cosine, -sine}), wanted);
  const Fold<T> other = fold_hinge(ball, hinge, relative(toward, Turn<T>{cosine, sine}), wanted);
  if (!one.possible || !other.possible) return swung;
  const bool better = one.faults < other.faults || (one.faults == other.faults && one.twist.cos >= other.twist.cos);
  const Turn<T> twist = better ? one.twist : other.twist;
  return swung * unit(about(ball.bone, larger(T(-1), smaller(T(1), twist.cos)), twist.sin));
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
