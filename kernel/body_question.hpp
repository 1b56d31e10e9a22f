// From a question about a body to the tasks, movers and memory of its solve.
#pragma once
#include "body_abi.h"
#include "solve_body.hpp"

namespace fabrikit {

// The memory of one solve, cut from what the caller gives.
struct BodyMemory {
  Stand<double>* stands;
  Mover<double>* movers;
  Task<double>* tasks;
  BodyPole<double>* poles;
  double* numbers[3];  // q, start, trial
  double* kept;
  Moments<double>* moments;
  SubBase<double>* bases;
  double* columns[5];  // step, search, slope, bias, open
  double* found;
  double* motion;
  int32_t* row;
  int32_t* path;
  int32_t* mover_of;  // [joints]
  int32_t* column_of;
};

// Hands out pieces of a block of bytes, or only counts them.
struct Cutter {
  char* at;
  int64_t size = 0;

  template <class U>
  U* cut(int64_t count) {
    // Only counted, there is no block: nothing may be added to a null pointer.
    U* const piece = at == nullptr ? nullptr : reinterpret_cast<U*>(at + size);
    size += (count * static_cast<int64_t>(sizeof(U)) + 7) / 8 * 8;
    return piece;
  }
};

inline int64_t cut_memory(int32_t joints, int32_t numbers, int32_t effectors, int32_t loops, int32_t solutions,
                          char* bytes, BodyMemory& memory) {
  Cutter cutter{bytes};
  memory.stands = cutter.cut<Stand<double>>(joints);
  memory.movers = cutter.cut<Mover<double>>(joints);
  memory.tasks = cutter.cut<Task<double>>(int64_t{2} * effectors + loops);
  memory.poles = cutter.cut<BodyPole<double>>(effectors);
  for (double*& piece : memory.numbers) piece = cutter.cut<double>(numbers);
  for (double*& piece : memory.columns) piece = cutter.cut<double>(numbers);
  memory.kept = cutter.cut<double>(int64_t{Candidates<double>::most} * numbers);
  memory.moments = cutter.cut<Moments<double>>(joints);
  memory.bases = cutter.cut<SubBase<double>>(joints);
  memory.found = cutter.cut<double>(static_cast<int64_t>(numbers) * solutions);
  memory.motion = cutter.cut<double>(solutions);
  memory.row = cutter.cut<int32_t>(solutions);
  memory.path = cutter.cut<int32_t>(joints);
  memory.mover_of = cutter.cut<int32_t>(joints);
  memory.column_of = cutter.cut<int32_t>(joints);
  return cutter.size;
}

// Metres (scaled) that one radian counts for.
inline constexpr double turn_counts = 0.18;

// The order of two effectors is that of their numbers, not that in which they were written.
inline int compare_numbers(const double* a, const double* b, int count) {
  for (int k = 0; k < count; ++k)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}
inline bool comes_before(const fabrikit_body_effector& a, const fabrikit_body_effector& b) {
  if (a.level != b.level) return a.level < b.level;
  if (a.joint != b.joint) return a.joint < b.joint;
  if (a.aim != b.aim) return a.aim < b.aim;
  constexpr int numbers = static_cast<int>(offsetof(fabrikit_body_effector, joint) / sizeof(double));
  const int order = compare_numbers(a.offset, b.offset, numbers);
  if (order != 0) return order < 0;
  if (a.pole_kind != b.pole_kind) return a.pole_kind < b.pole_kind;
  return a.pole_joint != b.pole_joint ? a.pole_joint < b.pole_joint : a.pole_from < b.pole_from;
}
inline bool comes_before(const fabrikit_body_loop& a, const fabrikit_body_loop& b) {
  if (a.joint_a != b.joint_a) return a.joint_a < b.joint_a;
  if (a.joint_b != b.joint_b) return a.joint_b < b.joint_b;
  if (a.aim != b.aim) return a.aim < b.aim;
  return compare_numbers(a.offset_a, b.offset_a, 17) < 0;
}

// Indices of `count` things in their own order, by insertion.
template <class Thing>
inline void sort_by_itself(int32_t count, const Thing* things, Task<double>* tasks) {
  for (int32_t k = 0; k < count; ++k) {
    int32_t at = k;
    for (; at > 0 && comes_before(things[k], things[tasks[at - 1].source]); --at)
      tasks[at].source = tasks[at - 1].source;
    tasks[at].source = k;
  }
}

inline double largest_weight(int32_t count, const fabrikit_body_effector* effectors) {
  double most = 0;
  for (int32_t k = 0; k < count; ++k) {
    most = larger(most, effectors[k].position_weight);
    if (effectors[k].aim != 0) most = larger(most, effectors[k].rotation_weight);
  }
  return most > 0 ? most : 1;
}

inline Task<double> task_of_loop(const fabrikit_body_loop& loop, double scale, int32_t source) {
  Task<double> task{};
  task.hand = {loop.joint_a, -1, scale * load<3>(loop.offset_a, 0), unit(quat_in(loop.frame_a))};
  task.goal = {loop.joint_b, -1, scale * load<3>(loop.offset_b, 0), unit(quat_in(loop.frame_b))};
  task.aim = static_cast<AimKind>(loop.aim);
  task.axis = task.way = unit_or_zero(load<3>(loop.axis, 0));
  task.place_weight = 1;
  task.turn_weight = turn_counts;
  task.source = source;
  task.loop = true;
  return task;
}

inline Task<double> task_of_effector(const fabrikit_body_effector& asked, double scale, const Vec<3, double>& base,
                                     double most_weight, int32_t source) {
  Task<double> task{};
  task.hand = {asked.joint, -1, scale * load<3>(asked.offset, 0), unit(quat_in(asked.frame))};
  task.goal = {-1, -1, scale * (load<3>(asked.position, 0) - base), no_turn<double>()};
  task.aim = asked.rotation_weight > 0 ? static_cast<AimKind>(asked.aim) : AimKind::none;
  if (task.aim == AimKind::rotation) task.goal.frame = unit(quat_in(asked.rotation));
  task.axis = unit_or_zero(load<3>(asked.axis, 0));
  task.way = unit_or_zero(load<3>(asked.direction, 0));
  task.place_weight = square_root(asked.position_weight / most_weight);
  task.turn_weight = turn_counts * square_root(asked.rotation_weight / most_weight);
  task.source = source;
  return task;
}

// Ranks from 0 upward, and what is lower weighs a hundredth of what is above it.
inline void rank_tasks(int32_t count, Task<double>* tasks, const fabrikit_body_effector* effectors) {
  int32_t rank = 0;
  double weight = 1;
  for (int32_t k = 0; k < count; ++k) {
    const bool new_level =
        k > 0 && (tasks[k].loop != tasks[k - 1].loop ||
                  (!tasks[k].loop && effectors[tasks[k].source].level != effectors[tasks[k - 1].source].level));
    if (new_level) {
      ++rank;
      weight /= 10;
    }
    tasks[k].level = rank;
    tasks[k].place_weight *= weight;
    tasks[k].turn_weight *= weight;
  }
}

inline void mark(const Body<double>& body, int32_t joint, int32_t* marked) {
  for (int32_t i = joint; i >= 0 && marked[i] == 0; i = body.joint[i].parent) {
    marked[i] = 1;
    if (body.joint[i].mimic >= 0) mark(body, body.joint[i].mimic, marked);
  }
}

// Whether a joint can move, given what may be used; one that follows moves as the followed does.
inline bool can_move(const Body<double>& body, int32_t index, const int32_t* use) {
  const int32_t leader = body.joint[index].mimic < 0 ? index : body.joint[index].mimic;
  const BodyJoint<double>& joint = body.joint[leader];
  if (joint.kind == BodyKind::fixed || !(joint.willing > 0)) return false;
  if (is_scalar(joint.kind) && !(joint.lower < joint.upper)) return false;
  return use == nullptr || use[leader] == 0;
}

// Fills path, movers and columns of the joints that carry a task.
inline void mark_path(BodyPose<double>& s, BodyMemory& memory, const BodyPole<double>* poles, int32_t pole_count) {
  const Body<double>& body = s.body;
  int32_t* const marked = memory.mover_of;
  for (int32_t i = 0; i < body.joints; ++i) marked[i] = 0;
  // The tasks of poles stand behind the others.
  for (int32_t k = 0; k < s.task_count + pole_count; ++k) {
    mark(body, s.tasks[k].hand.joint, marked);
    mark(body, s.tasks[k].goal.joint, marked);
  }
  for (int32_t k = 0; k < pole_count; ++k) mark(body, poles[k].from, marked);
  for (int32_t i = 0; i < body.joints; ++i)
    if (marked[i] != 0) memory.path[s.path_count++] = i;
}

inline Mover<double> mover_of_joint(const BodyPose<double>& s, int32_t index, int32_t parent, int32_t column) {
  const BodyJoint<double>& joint = s.body.joint[index];
  const BodyJoint<double>& leader = joint.mimic < 0 ? joint : s.body.joint[joint.mimic];
  Mover<double> m{};
  m.joint = index;
  m.parent = parent;
  m.column = column;
  m.kind = joint.kind;
  m.follows = joint.mimic >= 0;
  const bool long_way = leader.kind == BodyKind::slider || leader.kind == BodyKind::free;
  m.rate = (m.follows ? joint.ratio : 1) * (long_way ? s.unscale * leader.willing : leader.willing);
  m.gain = joint.kind == BodyKind::slider ? s.scale * m.rate : joint.kind == BodyKind::free ? joint.willing : m.rate;
  return m;
}

// Fills path, movers and columns of the joints that carry a task, and tells the tasks which mover carries them.
inline void find_movers(BodyPose<double>& s, BodyMemory& memory, const int32_t* use, const BodyPole<double>* poles,
                        int32_t pole_count) {
  const Body<double>& body = s.body;
  mark_path(s, memory, poles, pole_count);
  for (int32_t k = 0; k < s.path_count; ++k) {
    const int32_t i = memory.path[k];
    if (body.joint[i].mimic >= 0 || !can_move(body, i, use)) continue;
    memory.column_of[i] = s.columns;
    s.columns += columns_of(body.joint[i].kind);
  }
  for (int32_t k = 0; k < s.path_count; ++k) {
    const int32_t i = memory.path[k];
    const BodyJoint<double>& joint = body.joint[i];
    const int32_t parent = joint.parent < 0 ? -1 : memory.mover_of[joint.parent];
    memory.mover_of[i] = parent;
    if (!can_move(body, i, use)) continue;
    const int32_t leader = joint.mimic < 0 ? i : joint.mimic;
    s.movers[s.mover_count] = mover_of_joint(s, i, parent, memory.column_of[leader]);
    memory.mover_of[i] = s.mover_count++;
  }
  for (int32_t k = 0; k < s.task_count + pole_count; ++k) {
    Place<double>& hand = s.tasks[k].hand;
    Place<double>& goal = s.tasks[k].goal;
    hand.mover = memory.mover_of[hand.joint];
    if (goal.joint >= 0) goal.mover = memory.mover_of[goal.joint];
  }
}

// The power of two nearest the reach of what is asked.
inline int exponent_of_question(const Body<double>& body, int32_t effectors, const fabrikit_body_effector* effector) {
  double reach = body.reach;
  for (int32_t k = 0; k < effectors; ++k)
    reach = larger(reach, body.span[effector[k].joint] + norm(load<3>(effector[k].offset, 0)));
  return scale_exponent(reach);
}

// Whether the way to a target is longer than the body's own, whatever its joints do.
inline bool is_too_far(const BodyPose<double>& s, const Task<double>& task, double tolerance) {
  if (task.loop || !(task.place_weight > 0)) return false;
  int32_t root = task.hand.joint;
  while (s.body.joint[root].parent >= 0) root = s.body.joint[root].parent;
  if (s.body.joint[root].kind == BodyKind::free) return false;
  const Vec<3, double> from = rotate(s.base_turn, s.scale * s.body.joint[root].offset);
  const double longest = s.scale * s.body.path[task.hand.joint] + norm(task.hand.offset);
  return norm(task.goal.offset - from) > longest * (1 + 0x1p-40) + tolerance;
}

}  // namespace fabrikit
