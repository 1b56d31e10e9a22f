// The two passes of FABRIK with joint limits, as the textbook has them: every placement is followed by the nearest one
// that the joint allows (Aristidou & Lasenby 2011, section 6: in both passes; many codes: only from the base).
//
// Two forms. Where every limit is a circular cone and no bone's twist is limited, directions are all that is needed
// (swing_walk), and frames are found from them when the walks are over. Else every bone carries a frame: it follows its
// bone by the shortest turn, which depends on that bone alone, so that the frames of a chain do not wait for each
// other.
#pragma once
#include "limited_chain.hpp"
#include "passes.hpp"

namespace fabrikit {

// Which pass applies the limits.
enum class Clamp : int32_t { both, from_base };

// As `within`, for a vector of any length `size`, whose part along the cone's axis is `along`. The part across is asked
// for, by calling `across`, only where the cosine does not decide.
template <class T, class Across>
inline bool inside_cone(T along, Across across, T size, const Turn<T>& half) {
  if (half.cos > T(0.7)) return along > T(0) && across() <= size * (half.sin + limit_slack<T>);
  if (half.cos < T(-0.7)) return along > T(0) || across() >= size * (half.sin - limit_slack<T>);
  return along >= size * (half.cos - limit_slack<T>);
}

template <class T>
inline Vec<3, T> clamp_to_cone(const Vec<3, T>& axis, const Turn<T>& half, const Vec<3, T>& direction) {
  const auto across_axis = [&] { return norm(cross(direction, axis)); };
  if (inside_cone(dot(direction, axis), across_axis, T(1), half)) return direction;
  return nearest_in_cone(axis, half, direction).direction;
}

// The angle between two bones at rest.
template <class T>
inline Turn<T> rest_angle(const Joint<T>& joint, const Joint<T>& child) {
  return {dot(joint.bone, child.bone), norm(cross(joint.bone, child.bone))};
}

// The direction at the angle `edge` from an axis toward a bone that is almost along it or opposite; toward a stated
// side where it is exactly so.
template <class T>
[[gnu::noinline, gnu::cold]] Vec<3, T> turn_from(Vec<3, T> axis, Turn<T> edge, Vec<3, T> bone) {
  const Vec<3, T> exact = unit(axis);
  const Vec<3, T> side = side_of(unit(bone), exact);
  return edge.cos * exact + edge.sin * (is_zero(side) ? perpendicular(exact) : side);
}

// What a bone points along whose ends coincide: where it did, or where the one before it does.
template <class T>
[[gnu::noinline, gnu::cold]] Vec<3, T> kept_direction(Vec<3, T> old, Vec<3, T> otherwise) {
  return direction_or(old, otherwise);
}

// A bone beside the one placed before it, which points along `axis`, and their angle at rest: zero, unless the rest
// pose is bent (`Bent`). The bone has any length. Numbers are asked for and not kept: what the test of a bone inside
// its limit does not need must not be in the way of its placement.
template <bool Bent, class T>
struct Beside {
  const Vec<3, T>& bone;
  const Vec<3, T>& axis;
  const Turn<T>& rest;

  T along() const { return dot(bone, axis); }
  T across() const { return norm(cross(bone, axis)); }
  // The same, seen from the angle at rest; `beyond` is negative where the angle is smaller.
  T along_rest() const { return Bent ? along() * rest.cos + across() * rest.sin : along(); }
  T beyond_rest() const { return Bent ? across() * rest.cos - along() * rest.sin : across(); }

  bool is_inside(const Turn<T>& half, T size) const {
    return inside_cone(along_rest(), [this] { return Bent ? magnitude(beyond_rest()) : across(); }, size, half);
  }
  // The nearest angle that is allowed to a bone that is not inside.
  Turn<T> edge(const Turn<T>& half) const {
    const T sine = Bent && beyond_rest() < T(0) ? -half.sin : half.sin;
    return Bent ? Turn<T>{rest.cos * half.cos - rest.sin * sine, rest.sin * half.cos + rest.cos * sine} : half;
  }
};

// The walk to the tip or to the base of a chain whose limits are circular cones and whose bones may twist. A cone then
// goes around the bone before it: the angle between the two bones may differ by the half-angle from what it is at rest,
// and directions alone decide. `clamped` is false where nothing limits the walk.
template <bool ToTip, bool Bent, class T, class Recorder>
[[gnu::flatten]] inline void swing_walk(const LimitedChain<T>& body, const Vec<3, T>& anchor, bool clamped, T* pose,
                                        Recorder& recorder) {
  const int32_t count = body.chain.bones;
  int32_t joint = ToTip ? 0 : count;
  Vec<3, T> left = load<3>(pose, joint);
  Vec<3, T> at = anchor;
  // Direction of the bone placed before; before the first one, what the cone of the base is about.
  Vec<3, T> axis = body.joint[0].bone;
  const auto place = [&] {
    store(pose, joint, at);
    recorder.placed(joint, at);
  };
  place();
  for (int32_t k = 0; k < count; ++k) {
    const int32_t index = ToTip ? joint : joint - 1;
    const T length = ToTip ? body.chain.length[index] : -body.chain.length[index];
    joint += ToTip ? 1 : -1;
    const Vec<3, T> old = load<3>(pose, joint);
    Vec<3, T> bone = ToTip ? old - at : at - old;
    T square = dot(bone, bone);
    if (square < Real<T>::negligible_square) [[unlikely]] {
      bone = kept_direction(ToTip ? old - left : left - old, axis);
      square = 1;
    }
    left = old;
    const T size = square_root(square);
    // The joint between this bone and the one placed before: its own when walking to the tip, the next one's else.
    const int32_t limiting = ToTip ? index : index + 1;
    if (clamped && limiting < count && body.joint[limiting].cone_kind == ConeKind::circle) {
      const Turn<T> rest =
          Bent && limiting > 0 ? rest_angle(body.joint[limiting - 1], body.joint[limiting]) : Turn<T>{1, 0};
      const Beside<Bent, T> beside{bone, axis, rest};
      const Turn<T>& half = body.joint[limiting].half;
      if (!beside.is_inside(half, size)) {
        const Turn<T> edge = beside.edge(half);
        if (2 * beside.across() > edge.sin * size) [[likely]] {
          // Only `scale` waits for a root and a division; the rest of the sums is ready by then. The axis comes from
          // the step before: made a unit vector here, its roundings do not add up along the chain.
          const T scale = Bent ? edge.sin * (T(1) / beside.across()) : edge.sin / beside.across();
          const Vec<3, T> exact = polish(axis);
          const Vec<3, T> off = bone - dot(bone, exact) * exact;
          at = (at + (length * edge.cos) * exact) + (length * scale) * off;
          axis = edge.cos * exact + scale * off;
        } else {
          axis = turn_from(axis, edge, bone);
          at = at + length * axis;
        }
        place();
        continue;
      }
    }
    at = at + (length / size) * bone;
    axis = (T(1) / size) * bone;
    place();
  }
}

// One walk along a chain of cones about parent bones, `step` +1 from the base or -1 from the tip.
template <class T, class Recorder>
inline void cone_walk(const LimitedChain<T>& body, int32_t step, const Vec<3, T>& anchor, bool clamped, T* pose,
                      Recorder& recorder) {
  if (step > 0) swing_walk<true, false>(body, anchor, clamped, pose, recorder);
  else swing_walk<false, false>(body, anchor, clamped, pose, recorder);
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

// Whether swing_walk does for a chain: it does not know where a bone of no length points.
template <class T>
inline bool is_plain_only(const LimitedChain<T>& body) {
  for (int32_t i = 0; i < body.chain.bones; ++i)
    if (!is_plain(body.joint[i]) || body.chain.inverse[i] == T(0)) return false;
  return true;
}

// Twists the frame of a bone along `along` so that `axis`, which it carries, comes within the half-angle of `next`, or
// as near as twisting can bring it.
template <class T>
inline Quat<T> twist_toward(const Quat<T>& frame, const Vec<3, T>& along, const Vec<3, T>& axis, const Turn<T>& half,
                            const Vec<3, T>& next) {
  const T rest = dot(axis, along);
  const T now = dot(next, along);
  const Vec<3, T> from = axis - rest * along;
  const Vec<3, T> to = next - now * along;
  const T cosine = dot(from, to);
  const T sine = dot(along, cross(from, to));
  const T square = cosine * cosine + sine * sine;
  if (square < Real<T>::negligible_square) return frame;
  const T scale = T(1) / square_root(square);
  const Turn<T> whole{scale * cosine, scale * sine};
  // How much of the whole twist may be left out: that much lets the angle between axis and next be the half-angle. None
  // of it for a narrow cone, where cosines have no digits to tell.
  const T spared = half.cos > T(0.9999) ? T(1) : larger(T(-1), smaller(T(1), scale * (half.cos - rest * now)));
  const T spared_sine = square_root((1 - spared) * (1 + spared));
  const Turn<T> twist = relative(whole, Turn<T>{spared, sine < T(0) ? -spared_sine : spared_sine});
  return unit(about(along, twist.cos, twist.sin) * frame);
}

// The limited walks of a chain with frames.
template <class T, class Recorder>
struct FrameWalk {
  const LimitedChain<T>& body;
  Bone<T>* bones;
  T* pose;
  Recorder& recorder;
  const bool plain_only = is_plain_only(body);

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
    if (plain_only) return swing_walk<false, true>(body, target, clamp == Clamp::both, pose, recorder);
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
    if (plain_only) {
      swing_walk<true, true>(body, Vec<3, T>{}, true, pose, recorder);
      follow_pose(body.chain.bones - 1);  // that one an aim asks about; leave_passes finds the others
      return;
    }
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

  // Lets the frame of bone `index` follow to where the pose has it. Returns that direction.
  Vec<3, T> follow_pose(int32_t index) {
    const Vec<3, T> before = direction_of(body, bones, index);
    const Vec<3, T> direction = direction_or(load<3>(pose, index + 1) - load<3>(pose, index), before);
    bones[index].world = follow(bones[index].world, before, direction);
    return direction;
  }

  // Finds the frames of a chain that was walked without: each follows its bone from where it was, and twists as far as
  // the cone of the bone after it asks.
  [[gnu::flatten]] void find_frames() {
    if (!plain_only) return;
    for (int32_t i = 0; i < body.chain.bones; ++i) {
      const Vec<3, T> direction = follow_pose(i);
      const Joint<T>& joint = body.joint[i];
      if (i == 0 || joint.cone_kind != ConeKind::circle) continue;
      Quat<T>& parent = bones[i - 1].world;
      const Vec<3, T> axis = rotate(parent, joint.bone);
      const auto across_axis = [&] { return norm(cross(direction, axis)); };
      if (!inside_cone(dot(direction, axis), across_axis, T(1), joint.half))
        parent = twist_toward(parent, direction_of(body, bones, i - 1), axis, joint.half, direction);
    }
  }
};

}  // namespace fabrikit
