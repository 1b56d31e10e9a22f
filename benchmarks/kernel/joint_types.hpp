// Joint types as the kernel's C interface wants them. Angles are given in degrees: these are all round numbers.
#pragma once
#include <vector>

#include "kernel/limited_abi.h"

namespace bench {

using Joints = std::vector<fabrikit_joint>;

enum JointNumber { free_joint = 0, ball_joint = 1, hinge_joint = 2, fixed_joint = 3 };
enum ConeNumber { no_cone = 0, circle = 1, oval_cone = 2 };

inline constexpr double kDegree = 0.017453292519943295;
inline constexpr double kPi = 3.141592653589793;

inline fabrikit_joint free_ball() {
  fabrikit_joint joint{};
  joint.axis[2] = 1;
  joint.reference[1] = 1;
  return joint;
}

inline fabrikit_joint cone(double half_angle) {
  fabrikit_joint joint = free_ball();
  joint.kind = ball_joint;
  joint.cone_kind = circle;
  for (double& half : joint.cone) half = half_angle * kDegree;
  return joint;
}

inline fabrikit_joint with_twist(fabrikit_joint joint, double lower, double upper) {
  joint.has_twist = 1;
  joint.lower = lower * kDegree;
  joint.upper = upper * kDegree;
  return joint;
}

// Half-angles toward y, then counter-clockwise about a bone along x: z, -y, -z.
inline fabrikit_joint oval(double first, double second, double third, double fourth) {
  fabrikit_joint joint = free_ball();
  joint.kind = ball_joint;
  joint.cone_kind = oval_cone;
  const double halves[4] = {first, second, third, fourth};
  for (int k = 0; k < 4; ++k) joint.cone[k] = halves[k] * kDegree;
  return joint;
}

// About the coordinate axis number `axis`.
inline fabrikit_joint hinge(int axis, double lower, double upper) {
  fabrikit_joint joint = free_ball();
  joint.kind = hinge_joint;
  for (int k = 0; k < 3; ++k) joint.axis[k] = k == axis ? 1 : 0;
  joint.lower = lower * kDegree;
  joint.upper = upper * kDegree;
  return joint;
}

}  // namespace bench
