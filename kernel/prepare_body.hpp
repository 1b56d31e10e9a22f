// From the joints as described to a prepared body.
#pragma once
#include "body.hpp"
#include "body_abi.h"

namespace fabrikit {

inline BodyJoint<double> prepare_body_joint(const fabrikit_body_joint& spec, int32_t number) {
  constexpr double infinity = __builtin_huge_val();
  BodyJoint<double> joint{};
  joint.kind = static_cast<BodyKind>(spec.kind);
  joint.offset = load<3>(spec.offset, 0);
  joint.rest = unit(quat_in(spec.rest));
  joint.upright = same(joint.rest, no_turn<double>());
  joint.axis = unit_or_zero(load<3>(spec.axis, 0));
  const bool ranged = is_scalar(joint.kind) && spec.has_range != 0;
  joint.lower = ranged ? spec.lower : -infinity;
  joint.upper = ranged ? spec.upper : infinity;
  joint.winds = joint.kind == BodyKind::hinge && ranged && spec.upper - spec.lower >= 6.283185307179586;
  joint.willing = 1 - spec.stiffness;
  joint.ratio = spec.ratio;
  joint.shift = spec.shift;
  joint.parent = spec.parent;
  joint.mimic = is_scalar(joint.kind) ? spec.mimic : -1;
  joint.number = number;
  return joint;
}

inline Joint<double> prepare_limit(const fabrikit_body_joint& spec) {
  JointSpec<double> limit{JointKind::ball,
                          static_cast<ConeKind>(spec.cone_kind),
                          spec.has_twist != 0,
                          false,
                          {},
                          load<3>(spec.reference, 0),
                          spec.lower,
                          spec.upper,
                          {},
                          0};
  for (int k = 0; k < 4; ++k) limit.cone[k] = spec.cone[k];
  return prepare_joint(limit, unit_or_zero(load<3>(spec.axis, 0)));
}

// How far a slider goes at most; infinitely without a range.
inline double longest_way(const fabrikit_body_joint* specs, const BodyJoint<double>* joint, int32_t index) {
  if (joint[index].kind != BodyKind::slider) return 0;
  const int32_t followed = joint[index].mimic;
  const fabrikit_body_joint& own = specs[followed < 0 ? index : followed];
  if (own.has_range == 0) return __builtin_huge_val();
  const double way = larger(magnitude(own.lower), magnitude(own.upper));
  return followed < 0 ? way : magnitude(joint[index].ratio) * way + magnitude(joint[index].shift);
}

// Fills joint [count] and limit [count]; `path` [count] gets the longest way from the root to each joint, `span` the
// same without sliders that have no end.
inline Body<double> prepare_body(int32_t count, const fabrikit_body_joint* specs, BodyJoint<double>* joint,
                                 Joint<double>* limit, double* path, double* span) {
  int32_t numbers = 0;
  double reach = 0;
  for (int32_t i = 0; i < count; ++i) {
    joint[i] = prepare_body_joint(specs[i], numbers);
    limit[i] = prepare_limit(specs[i]);
    joint[i].depth = joint[i].parent < 0 ? 0 : joint[joint[i].parent].depth + 1;
    joint[i].renews = joint[i].depth % 8 == 0;
    if (joint[i].mimic < 0) numbers += numbers_of(joint[i].kind);
  }
  for (int32_t i = 0; i < count; ++i) {
    if (joint[i].mimic >= 0) {
      joint[i].number = joint[joint[i].mimic].number;
      joint[joint[i].mimic].winds = false;  // a whole turn of it is not one of those that follow
      joint[joint[i].mimic].followed = true;
    }
    const double before = joint[i].parent < 0 ? 0 : path[joint[i].parent];
    const double bone = joint[i].parent < 0 ? 0 : norm(joint[i].offset);
    const double way = longest_way(specs, joint, i);
    path[i] = before + bone + way;
    // What has no end counts nothing for the scale.
    span[i] = (joint[i].parent < 0 ? 0 : span[joint[i].parent]) + bone + (way < 0x1p500 ? way : 0);
    reach = larger(reach, span[i]);
  }
  return {count, numbers, reach, joint, limit, path, span};
}

}  // namespace fabrikit
