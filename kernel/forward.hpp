// Forward kinematics of a chain: joints from the turn of every bone, and in 2D the turns back from the joints.
//
// Turns are measured from the rest pose, each relative to its parent bone; all zero gives the rest pose.
#pragma once
#include "reach.hpp"
#include "trig.hpp"

namespace fabrikit {

// joints [bones + 1][2] of `turns` [bones] in radians, counter-clockwise.
template <class T>
inline void forward(int32_t bones, const Vec<2, T>* rest, const T* turns, Vec<2, T>* joints) {
  T total = 0;
  joints[0] = rest[0];
  for (int32_t i = 0; i < bones; ++i) {
    total += turns[i];
    const SinCos<T> t = sin_cos(total);
    const Vec<2, T> bone = rest[i + 1] - rest[i];
    const Vec<2, T> turned{{t.cos * bone.v[0] - t.sin * bone.v[1], t.sin * bone.v[0] + t.cos * bone.v[1]}};
    joints[i + 1] = joints[i] + turned;
  }
}

// joints [bones + 1][3] of `turns` [bones][2] in radians: about the bone's own z axis, then about its own y axis.
// Every bone's axes are the world's in the rest pose and turn with the bone.
template <class T>
inline void forward(int32_t bones, const Vec<3, T>* rest, const T* turns, Vec<3, T>* joints) {
  Vec<3, T> x{{1, 0, 0}};
  Vec<3, T> y{{0, 1, 0}};
  Vec<3, T> z{{0, 0, 1}};
  joints[0] = rest[0];
  for (int64_t i = 0; i < bones; ++i) {
    const SinCos<T> yaw = sin_cos(turns[2 * i]);
    const SinCos<T> pitch = sin_cos(turns[2 * i + 1]);
    const Vec<3, T> ahead = yaw.cos * x + yaw.sin * y;
    y = direction_or(yaw.cos * y - yaw.sin * x, y);
    x = direction_or(pitch.cos * ahead - pitch.sin * z, x);
    z = cross(x, y);
    const Vec<3, T> bone = rest[i + 1] - rest[i];
    joints[i + 1] = joints[i] + (bone.v[0] * x + bone.v[1] * y + bone.v[2] * z);
  }
}

// The turns [bones] in (-pi, pi] that bring the rest pose to `joints`. A bone of no length turns with its parent.
template <class T>
inline void turns_of(int32_t bones, const Vec<2, T>* rest, const Vec<2, T>* joints, T* turns) {
  Vec<2, T> parent{{1, 0}};
  for (int32_t i = 0; i < bones; ++i) {
    const Vec<2, T> rested = look(rest[i], rest[i + 1]).toward;
    const Vec<2, T> was = is_zero(rested) ? first_axis<2, T>() : rested;
    const Vec<2, T> is = look(joints[i], joints[i + 1]).toward;
    // The bone's turn as a unit complex number: is * conj(was).
    const Vec<2, T> turned{{is.v[0] * was.v[0] + is.v[1] * was.v[1], is.v[1] * was.v[0] - is.v[0] * was.v[1]}};
    const Vec<2, T> turn = is_zero(is) ? parent : turned;
    turns[i] =
        atan2(turn.v[1] * parent.v[0] - turn.v[0] * parent.v[1], turn.v[0] * parent.v[0] + turn.v[1] * parent.v[1]);
    parent = unit(turn);
  }
}

}  // namespace fabrikit
