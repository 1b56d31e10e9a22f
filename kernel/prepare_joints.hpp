// From what a user says about a joint to what the solver reads.
#pragma once
#include "joints.hpp"
#include "reach.hpp"

namespace fabrikit {

// A joint as described: angles in radians, vectors in the world of the rest pose. Checked by the caller.
template <class T>
struct JointSpec {
  JointKind kind;
  ConeKind cone_kind;
  bool has_twist;
  bool global;
  Vec<3, T> axis;       // of a hinge, unit
  Vec<3, T> reference;  // of an oval: the direction of its first half-angle
  T lower;              // of the hinge's angle from the rest pose, or of the twist
  T upper;
  T cone[4];
  T stiffness;
};

template <class T>
inline T half_tangent(T angle) {
  const Turn<T> half = turn_by(angle / 2);
  return half.sin / half.cos;
}

template <class T>
inline Oval<T> make_oval(const Vec<3, T>& bone, const Vec<3, T>& reference, const T* cone) {
  const Vec<3, T> right = side_of(reference, bone);
  Oval<T> oval{bone, right, cross(bone, right), {}, true};
  for (int k = 0; k < 4; ++k) oval.radius[k] = half_tangent(cone[k]);
  for (int k = 0; k < 4; ++k) oval.convex &= is_convex_quarter(oval.radius[k], oval.radius[(k + 1) % 4]);
  return oval;
}

template <class T>
inline Joint<T> prepare_joint(const JointSpec<T>& spec, const Vec<3, T>& bone) {
  Joint<T> joint{};
  joint.kind = spec.stiffness < T(1) ? spec.kind : JointKind::fixed;
  joint.cone_kind = spec.cone_kind;
  joint.has_twist = spec.has_twist;
  joint.global = spec.global;
  joint.willing = joint.kind == JointKind::fixed ? T(1) : 1 - spec.stiffness;
  joint.bone = bone;
  joint.axis = spec.axis;
  joint.range = make_range(spec.lower, spec.upper);
  joint.half = turn_by(spec.cone[0]);
  joint.widest = spec.cone[0];
  for (int k = 1; k < 4; ++k) joint.widest = larger(joint.widest, spec.cone[k]);
  if (spec.cone_kind == ConeKind::none) joint.widest = T(3.141592653589793);
  if (spec.cone_kind == ConeKind::oval) joint.oval = make_oval(bone, spec.reference, spec.cone);
  if (spec.kind == JointKind::hinge) {
    joint.ahead = side_of(bone, spec.axis);
    joint.left = cross(spec.axis, joint.ahead);
  }
  return joint;
}

}  // namespace fabrikit
