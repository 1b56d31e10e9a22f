// The two passes of FABRIK with joint limits, as the textbook has them: after every placement the bone is brought to the
// nearest rotation that its joint allows (Aristidou & Lasenby 2011, section 6: in both passes; many codes: only from the
// base). Frames travel with the bones by the shortest turn, so that limits have axes to be measured in.
#pragma once
#include "limited_chain.hpp"
#include "passes.hpp"

namespace fabrikit {

// Which pass applies the limits.
enum class Clamp : int32_t { both, from_base };

template <class T>
struct LimitedWalk {
  const LimitedChain<T>& body;
  Bone<T>* bones;
  T* pose;

  // World direction in which bone `index` would like to point.
  Vec<3, T> wish(int32_t index) const {
    const Vec<3, T> bone = load<3>(pose, index + 1) - load<3>(pose, index);
    return direction_or(bone, direction_of(body, bones, index));
  }
};

// Tip to target, then joint by joint to the base. A bone is clamped so that the bone after it stays allowed.
template <class T, class Recorder>
inline void limited_pass_from_tip(LimitedWalk<T> walk, const Vec<3, T>& target, Clamp clamp, Recorder& recorder) {
  const int32_t count = walk.body.chain.bones;
  const auto place_joint = [&](int32_t joint, const Vec<3, T>& at) {
    store(walk.pose, joint, at);
    recorder.placed(joint, at);
  };
  place_joint(count, target);
  for (int32_t i = count - 1; i >= 0; --i) {
    Bone<T>& bone = walk.bones[i];
    bone.world = unit(point_at(bone.world, walk.body.joint[i].bone, walk.wish(i)));
    if (clamp == Clamp::both && i + 1 < count && !walk.body.joint[i + 1].global) {
      const Quat<T>& child = walk.bones[i + 1].world;
      bone.world = unit(child * inverse(settle(walk.body.joint[i + 1], inverse(bone.world) * child).turn));
    }
    place_joint(i, load<3>(walk.pose, i + 1) - walk.body.chain.length[i] * direction_of(walk.body, walk.bones, i));
  }
}

// Base back to its place, then joint by joint to the tip, every joint inside its limits.
template <class T, class Recorder>
inline void limited_pass_from_base(LimitedWalk<T> walk, Recorder& recorder) {
  const int32_t count = walk.body.chain.bones;
  const auto place_joint = [&](int32_t joint, const Vec<3, T>& at) {
    store(walk.pose, joint, at);
    recorder.placed(joint, at);
  };
  place_joint(0, Vec<3, T>{});
  for (int32_t i = 0; i < count; ++i) {
    const Quat<T> world = point_at(walk.bones[i].world, walk.body.joint[i].bone, walk.wish(i));
    set_turn(walk.body, walk.bones, i, unit(inverse(parent_of(walk.body, walk.bones, i)) * world));
    place_joint(i + 1, load<3>(walk.pose, i) + walk.body.chain.length[i] * direction_of(walk.body, walk.bones, i));
  }
}

}  // namespace fabrikit
