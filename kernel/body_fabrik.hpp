// FABRIK on a tree of ball joints, as the paper has it for several end effectors: where chains branch, the sub-base
// goes to the centroid of what they ask, weighted; then every chain follows from its base.
//
// A joint with several bones is one rigid piece: on the way from the base it turns to fit all of them best. Limits: the
// textbook clamp, on the way from the base. Joints of other types turn with their parents.
#pragma once
#include "body_search.hpp"

namespace fabrikit {

// What the bones of a joint ask of it, its frame's arms and the places where they should end.
template <class T>
struct SubBase {
  Vec<3, T> sum;     // of weight times the place asked for
  T weight;          // of the targets behind it
  Vec<3, T> row[3];  // rows of the sum of weight times end times arm
  Vec<3, T> arms;    // sum of weight times arm
  Vec<3, T> end;     // of the last bone that asked, and its arm: all there is when there is one
  Vec<3, T> arm;
  int32_t bones;  // that have a length

  Vec<3, T> wished() const { return (T(1) / weight) * sum; }

  // A bone should end at `to`; the joint is at `at`.
  void ask(T w, const Vec<3, T>& to, const Vec<3, T>& bone, const Vec<3, T>& at) {
    const T length = norm(bone);
    const Vec<3, T> back = unit_or_zero(at - to);
    sum = sum + w * (to + length * back);
    weight += w;
    if (!(length > T(0))) return;
    for (int k = 0; k < 3; ++k) row[k] = row[k] + (w * to.v[k]) * bone;
    arms = arms + w * bone;
    end = to;
    arm = bone;
    ++bones;
  }
};

// From the tips: every joint learns where its bones want it.
template <class T>
inline void pass_from_tips(BodyPose<T>& s, SubBase<T>* joints) {
  for (int32_t k = 0; k < s.path_count; ++k) joints[s.path[k]] = {};
  for (int32_t k = 0; k < s.task_count; ++k) {
    const Task<T>& task = s.tasks[k];
    const T w = task.place_weight * task.place_weight;
    if (w > T(0)) joints[task.hand.joint].ask(w, task.goal.offset, task.hand.offset, s.stands[task.hand.joint].at);
  }
  for (int32_t k = s.path_count - 1; k >= 0; --k) {
    const int32_t i = s.path[k];
    const int32_t parent = s.body.joint[i].parent;
    if (parent < 0 || !(joints[i].weight > T(0))) continue;
    joints[parent].ask(joints[i].weight, joints[i].wished(), s.scale * s.body.joint[i].offset, s.stands[parent].at);
  }
}

// The turn that brings a joint's bones, carried along as they stand, nearest to where they should end.
template <class T>
inline Quat<T> turn_to_bones(const SubBase<T>& joint, const Stand<T>& carried) {
  if (joint.bones == 0) return no_turn<T>();
  if (joint.bones == 1) {
    const Vec<3, T> from = unit_or_zero(rotate(carried.world, joint.arm));
    const Vec<3, T> to = unit_or_zero(joint.end - carried.at);
    return is_zero(from) || is_zero(to) ? no_turn<T>() : between(from, to);
  }
  Pulls<T> pulls;
  for (int k = 0; k < 3; ++k) pulls.row[k] = rotate(carried.world, joint.row[k] - carried.at.v[k] * joint.arms);
  return best_turn(pulls);
}

// From the base: every joint stands where its parent puts it and turns its bones toward what they asked.
template <class T>
inline void pass_from_root(BodyPose<T>& s, const SubBase<T>* joints) {
  for (int32_t k = 0; k < s.path_count; ++k) {
    const int32_t i = s.path[k];
    const BodyJoint<T>& joint = s.body.joint[i];
    const bool at_root = joint.parent < 0;
    const Quat<T> parent = at_root ? s.base_turn : s.stands[joint.parent].world;
    const Vec<3, T> from = at_root ? Vec<3, T>{} : s.stands[joint.parent].at;
    s.stands[i] = stand(joint, s.q, parent, from, s.scale);
    if (joint.kind != BodyKind::ball) continue;
    T* const own = s.q + joint.number;
    const Quat<T> turned = turn_to_bones(joints[i], s.stands[i]) * s.stands[i].world;
    put_quat(own, unit(inverse(parent * joint.rest) * turned));
    settle_joint(s.body, i, s.q);
    s.stands[i] = stand(joint, s.q, parent, from, s.scale);
  }
}

// Iterations until every target is reached, nothing moves any more, or there are no more. Leaves the best pose.
template <class T>
inline Status solve_body_fabrik(BodySearch<T>& b, SubBase<T>* joints) {
  T best = b.score;
  copy_numbers(b.s, b.s.q, b.trial);
  Status status = Status::reached;
  while (!are_reached(b, b.s.task_count)) {
    if (b.out_of_rounds()) {
      status = Status::iteration_limit;
      break;
    }
    const T before = b.score;
    pass_from_tips(b.s, joints);
    pass_from_root(b.s, joints);
    ++b.rounds;
    b.score = measure_tasks(b.s, b.s.task_count);
    if (b.score < best) {
      best = b.score;
      copy_numbers(b.s, b.s.q, b.trial);
    }
    if (magnitude(b.score - before) <= T(0x1p-48) * before) {
      status = Status::stalled;
      break;
    }
  }
  return_to(b, b.trial, b.s.task_count);
  return are_reached(b, b.s.task_count) ? Status::reached : status;
}

}  // namespace fabrikit
