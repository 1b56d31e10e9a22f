// The two passes of FABRIK with joint limits, as the textbook has them: every placement is followed by the nearest one
// that the joint allows (Aristidou & Lasenby 2011, section 6: in both passes; many codes: only from the base).
//
// Two forms. Where every limit is a circular cone about the parent bone itself, directions are all that is needed. Else
// every bone carries a frame: it follows its bone by the shortest turn, which depends on that bone alone, so that the
// frames of a chain do not wait for each other.
#pragma once
#include "limited_chain.hpp"
#include "passes.hpp"

namespace fabrikit {

// Which pass applies the limits.
enum class Clamp : int32_t { both, from_base };

// As `within`, from the square of the sine: no root for a bone that is inside.
template <class T>
inline bool inside_cone(T cosine, T square_of_sine, const Turn<T>& half) {
  if (half.cos > T(0.7)) {
    const T most = half.sin + limit_slack<T>;
    return cosine > T(0) && square_of_sine <= most * most;
  }
  if (half.cos < T(-0.7)) {
    const T least = half.sin - limit_slack<T>;
    return cosine > T(0) || square_of_sine >= least * least;
  }
  return cosine >= half.cos - limit_slack<T>;
}

template <class T>
inline Vec<3, T> clamp_to_cone(const Vec<3, T>& axis, const Turn<T>& half, const Vec<3, T>& direction) {
  const T cosine = dot(direction, axis);
  const Vec<3, T> off = direction - cosine * axis;
  if (inside_cone(cosine, dot(off, off), half)) [[likely]]
    return direction;
  return nearest_in_cone(axis, half, direction).direction;
}

// One walk along a chain of cones about parent bones; see `walk`. `previous` is the direction of the bone placed
// before, from base to tip, or what the first joint's cone is about; null when nothing limits the first bone of the
// walk.
template <class T, class Recorder>
inline void cone_walk(const LimitedChain<T>& body, int32_t step, const Vec<3, T>& anchor, bool clamped, T* pose,
                      Recorder& recorder) {
  const int32_t count = body.chain.bones;
  const bool to_tip = step > 0;
  int32_t joint = to_tip ? 0 : count;
  Vec<3, T> left = load<3>(pose, joint);
  Vec<3, T> at = anchor;
  Vec<3, T> axis = body.joint[0].bone;
  store(pose, joint, at);
  recorder.placed(joint, at);
  for (int32_t k = 0; k < count; ++k) {
    const int32_t bone_index = to_tip ? joint : joint - 1;
    const Vec<3, T> old = load<3>(pose, joint + step);
    Vec<3, T> bone = to_tip ? old - at : at - old;
    T square = dot(bone, bone);
    if (square < Real<T>::negligible_square) [[unlikely]] {
      bone = to_tip ? old - left : left - old;
      square = dot(bone, bone);
      if (square < Real<T>::negligible_square) {
        bone = axis;
        square = 1;
      }
    }
    // The joint between this bone and the one placed before: its own when walking to the tip, the next one's else.
    const int32_t limiting = to_tip ? bone_index : bone_index + 1;
    const bool limited = clamped && limiting < count && body.joint[limiting].cone_kind == ConeKind::circle;
    const T size = square_root(square);
    Vec<3, T> direction = (T(1) / size) * bone;
    Vec<3, T> reached = (body.chain.length[bone_index] / size) * bone;
    if (limited) {
      const T cosine = dot(direction, axis);
      const Vec<3, T> off = direction - cosine * axis;
      if (!inside_cone(cosine, dot(off, off), body.joint[limiting].half)) {
        direction = nearest_in_cone(axis, body.joint[limiting].half, direction).direction;
        reached = body.chain.length[bone_index] * direction;
      }
    }
    at = to_tip ? at + reached : at - reached;
    axis = direction;
    left = old;
    joint += step;
    store(pose, joint, at);
    recorder.placed(joint, at);
  }
}

// A frame that follows its bone from one unit direction to another by the shortest turn.
template <class T>
inline Quat<T> follow(const Quat<T>& frame, const Vec<3, T>& from, const Vec<3, T>& to) {
  const T cosine = dot(from, to);
  if (cosine < T(-0.99)) return unit(between(from, to) * frame);
  const T scale = T(1) / square_root(2 * (1 + cosine));
  const Quat<T> moved = Quat<T>{scale * (1 + cosine), scale * cross(from, to)} * frame;
  const T correction = T(1.5) - T(0.5) * (moved.w * moved.w + dot(moved.v, moved.v));
  return {correction * moved.w, correction * moved.v};
}

// Whether the joint's limit is a matter of its bone's direction alone.
template <class T>
inline bool is_plain(const Joint<T>& joint) {
  return joint.kind == JointKind::free ||
         (joint.kind == JointKind::ball && joint.cone_kind != ConeKind::oval && !joint.has_twist);
}

// The limited walks of a chain with frames.
template <class T, class Recorder>
struct FrameWalk {
  const LimitedChain<T>& body;
  Bone<T>* bones;
  T* pose;
  Recorder& recorder;

  void place_joint(int32_t joint, const Vec<3, T>& at) {
    store(pose, joint, at);
    recorder.placed(joint, at);
  }

  // Where bone `index` pointed before, and where it would like to point from its new anchor.
  struct Wish {
    Vec<3, T> before;
    Vec<3, T> now;
  };
  Wish wish(int32_t index, const Vec<3, T>& old_bone, const Vec<3, T>& new_bone) const {
    if (body.chain.inverse[index] == T(0)) {
      const Vec<3, T> kept = direction_of(body, bones, index);
      return {kept, kept};
    }
    const Vec<3, T> before = body.chain.inverse[index] * old_bone;
    const T square = dot(new_bone, new_bone);
    if (square < Real<T>::negligible_square) return {before, before};
    return {before, (T(1) / square_root(square)) * new_bone};
  }

  // Tip to target, then joint by joint to the base. A bone is turned so that the bone after it stays allowed.
  void from_tip(const Vec<3, T>& target, Clamp clamp) {
    const int32_t count = body.chain.bones;
    Vec<3, T> left = load<3>(pose, count);
    Vec<3, T> next{};
    place_joint(count, target);
    for (int32_t i = count - 1; i >= 0; --i) {
      const Vec<3, T> old = load<3>(pose, i);
      const Vec<3, T> at = load<3>(pose, i + 1);
      const Wish wanted = wish(i, left - old, at - old);
      Vec<3, T> direction = wanted.now;
      Quat<T> frame = follow(bones[i].world, wanted.before, direction);
      if (clamp == Clamp::both && i + 1 < count && !body.joint[i + 1].global)
        direction = yield_to_child(i, next, direction, frame);
      bones[i].world = frame;
      place_joint(i, at - body.chain.length[i] * direction);
      left = old;
      next = direction;
    }
  }

  // Turns the frame of bone `index`, and with it its direction, until the bone after it (which points along `next`) is
  // allowed again.
  Vec<3, T> yield_to_child(int32_t index, const Vec<3, T>& next, const Vec<3, T>& direction, Quat<T>& frame) {
    const Joint<T>& child = body.joint[index + 1];
    if (is_plain(child)) {
      if (child.cone_kind == ConeKind::none) return direction;
      const Vec<3, T> axis = rotate(frame, child.bone);
      const Vec<3, T> allowed = clamp_to_cone(next, child.half, axis);
      if (is_zero(allowed - axis)) return direction;
      frame = unit(between(axis, allowed) * frame);
    } else {
      const Quat<T>& held = bones[index + 1].world;
      frame = unit(held * inverse(settle(child, inverse(frame) * held).turn));
    }
    return polish(rotate(frame, body.joint[index].bone));
  }

  // Base back to its place, then joint by joint to the tip, every joint inside its limits.
  void from_base() {
    Vec<3, T> left = load<3>(pose, 0);
    place_joint(0, Vec<3, T>{});
    for (int32_t i = 0; i < body.chain.bones; ++i) {
      const Joint<T>& joint = body.joint[i];
      const Vec<3, T> old = load<3>(pose, i + 1);
      const Vec<3, T> at = load<3>(pose, i);
      const Wish wanted = wish(i, old - left, old - at);
      const Quat<T> parent = parent_of(body, bones, i);
      Vec<3, T> direction = wanted.now;
      if (is_plain(joint)) {
        if (joint.cone_kind == ConeKind::circle)
          direction = clamp_to_cone(rotate(parent, joint.bone), joint.half, direction);
        bones[i].world = follow(bones[i].world, wanted.before, direction);
      } else {
        const Quat<T> frame = follow(bones[i].world, wanted.before, direction);
        bones[i].world = unit(parent * settle(joint, inverse(parent) * frame).turn);
        direction = polish(rotate(bones[i].world, joint.bone));
      }
      place_joint(i + 1, at + body.chain.length[i] * direction);
      left = old;
    }
  }
};

}  // namespace fabrikit
