// An independent verdict on a pose with limits: every angle is measured anew, on the returned joints and rotations.
#pragma once
#include <algorithm>

#include "judge.hpp"
#include "limited_body.hpp"
#include "rotations.hpp"

namespace bench {

// An angle as the one nearest to the middle of the range among those that differ by whole turns.
inline double beyond_range(double angle, double lower, double upper) {
  const double middle = (lower + upper) / 2;
  const double nearest = angle - 2 * kPi * std::round((angle - middle) / (2 * kPi));
  return std::max(lower - nearest, nearest - upper);
}

// The half-angle of an oval cone in the direction (right, up): quarter ellipses in the plane of tan(angle / 2).
inline double oval_half_angle(const double* cone, double right, double up) {
  const double a = std::tan(cone[right < 0 ? 2 : 0] / 2), b = std::tan(cone[up < 0 ? 3 : 1] / 2);
  const double size = std::hypot(right, up);
  if (size == 0) return kPi;
  return 2 * std::atan(size / std::hypot(right / a, up / b));
}

// By how much the turn of a bone from its rest direction `bone` leaves its limit [rad]; at most 0 inside.
inline double beyond_limit(const fabrikit_joint& joint, const Vector& bone, const Rotation& turn) {
  double beyond = -kPi;
  const Vector pointed = turn(bone);
  if (joint.kind == hinge_joint) {
    const Vector axis = vector_at(joint.axis);
    const Vector ahead = perpendicular_to(axis);
    const Vector turned = turn(ahead);
    beyond = angle_between(axis, turn(axis));
    const double angle = std::atan2(dot(turned, cross(axis, ahead)), dot(turned, ahead));
    if (joint.upper - joint.lower < 2 * kPi) beyond = std::max(beyond, beyond_range(angle, joint.lower, joint.upper));
  }
  if (joint.kind == ball_joint && joint.cone_kind == circle) beyond = angle_between(bone, pointed) - joint.cone[0];
  if (joint.kind == ball_joint && joint.cone_kind == oval_cone) {
    const Vector reference = vector_at(joint.reference);
    const Vector right = unit(reference - dot(reference, bone) * bone);
    const Vector up = cross(bone, right);
    beyond = angle_between(bone, pointed) - oval_half_angle(joint.cone, dot(pointed, right), dot(pointed, up));
  }
  if (joint.kind == ball_joint && joint.has_twist != 0) {
    const double twist = 2 * std::atan2(dot(turn.v, bone), turn.w);
    beyond = std::max(beyond, beyond_range(twist, joint.lower, joint.upper));
  }
  return beyond;
}

// What is wrong with the limits of a returned pose [rad].
struct LimitVerdict {
  double beyond = -kPi;     // the most that a limit is left by
  double disagreement = 0;  // the most that rotations and joints, or rotations among themselves, differ by
  double allowed = 1e-9;    // what rounding may add: 1e-9 + 4 units in the last place over the shortest bone

  bool holds() const { return beyond <= allowed && disagreement <= allowed; }
};

inline LimitVerdict judge_limits(const LimitedBody& body) {
  LimitVerdict verdict;
  Rotation parent{1, {}};
  const double shortest = *std::min_element(body.lengths().begin(), body.lengths().end());
  verdict.allowed += 4 * unit_of(body) / shortest;
  for (size_t i = 0; i < body.joints().size(); ++i) {
    const Vector bone = unit(vector_at(&body.rest()[3 * i + 3]) - vector_at(&body.rest()[3 * i]));
    const Vector laid = vector_at(&body.positions()[3 * i + 3]) - vector_at(&body.positions()[3 * i]);
    const Rotation frame = rotation_at(&body.frames()[4 * i]), turn = rotation_at(&body.turns()[4 * i]);
    const Rotation measured = inverse(parent) * frame;
    verdict.disagreement = std::max({verdict.disagreement, angle_between(frame(bone), laid),
                                     2 * norm((inverse(turn) * measured).v), std::fabs(norm(turn(bone)) - 1)});
    verdict.beyond = std::max(verdict.beyond, beyond_limit(body.joints()[i], bone, measured));
    parent = frame;
  }
  return verdict;
}

}  // namespace bench
