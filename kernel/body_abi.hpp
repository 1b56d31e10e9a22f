// Bodies behind plain C functions; included once, by abi.cpp.
#pragma once
#include "body_abi.h"
#include "body_question.hpp"
#include "limited_abi.hpp"
#include "prepare_body.hpp"

namespace fabrikit {
namespace {

struct PreparedArrays {
  BodyJoint<double>* joint;
  Joint<double>* limit;
  double* path;
  double* span;
};

// The arrays behind the header of a prepared body.
PreparedArrays behind(const fabrikit_body* body, int32_t joints) {
  auto* const joint = reinterpret_cast<BodyJoint<double>*>(const_cast<fabrikit_body*>(body) + 1);
  auto* const limit = reinterpret_cast<Joint<double>*>(joint + joints);
  auto* const path = reinterpret_cast<double*>(limit + joints);
  return {joint, limit, path, path + joints};
}

Body<double> body_view(const fabrikit_body* body) {
  const PreparedArrays memory = behind(body, body->joints);
  return {body->joints, body->numbers, body->reach, memory.joint, memory.limit, memory.path, memory.span};
}

struct BaseFrame {
  Vec<3, double> at;
  Quat<double> turn;
};

BaseFrame base_view(const double* base) { return {load<3>(base, 0), unit(quat_in(base + 3))}; }

// Where one q puts all joints; the arrays may be null.
void forward_body(const Body<double>& body, const BaseFrame& base, const double* q, double* positions,
                  double* rotations) {
  for (int32_t i = 0; i < body.joints; ++i) {
    const int32_t parent = body.joint[i].parent;
    const Quat<double> turn = parent < 0 ? base.turn : quat_in(rotations + quat_at(parent));
    const Vec<3, double> from = parent < 0 ? Vec<3, double>{} : load<3>(positions, parent);
    const Stand<double> s = stand(body.joint[i], q, turn, from, 1.0);
    store(positions, i, s.at);
    put_quat(rotations + quat_at(i), s.world);
  }
  // Relative to the base until here: a body far from the origin is laid out as exactly as one at it.
  for (int32_t i = 0; i < body.joints; ++i) store(positions, i, base.at + load<3>(positions, i));
}

// What a solve of a body is made of.
struct BodyCase {
  const Body<double>& body;
  const fabrikit_body_question& asked;
  const fabrikit_body_effector* effectors;
  const fabrikit_body_loop* loops;
  const int32_t* use;
  const double* drive;
  const double* posture;
};

// Fills the tasks, by rank and then by themselves, and the poles behind them.
void fill_tasks(const BodyCase& given, BodyPose<double>& s, BodyPole<double>* poles, int32_t& pole_count) {
  const int32_t loops = given.asked.loops;
  const int32_t effectors = given.asked.effectors;
  sort_by_itself(loops, given.loops, s.tasks);
  sort_by_itself(effectors, given.effectors, s.tasks + loops);
  const double most = largest_weight(effectors, given.effectors);
  for (int32_t k = 0; k < loops; ++k)
    s.tasks[k] = task_of_loop(given.loops[s.tasks[k].source], s.scale, s.tasks[k].source);
  for (int32_t k = loops; k < loops + effectors; ++k) {
    const int32_t source = s.tasks[k].source;
    s.tasks[k] = task_of_effector(given.effectors[source], s.scale, s.base, most, source);
  }
  s.task_count = loops + effectors;
  rank_tasks(s.task_count, s.tasks, given.effectors);
  for (int32_t k = loops; k < s.task_count; ++k) {
    const fabrikit_body_effector& asked = given.effectors[s.tasks[k].source];
    if (asked.pole_kind == 0) continue;
    const auto kind = static_cast<PoleKind>(asked.pole_kind);
    const Vec<3, double> value = load<3>(asked.pole, 0);
    poles[pole_count] = {kind, kind == PoleKind::point ? s.scale * (value - s.base) : value, asked.pole_from, k};
    Task<double> bend{};
    bend.hand = {asked.pole_joint, -1, {}, no_turn<double>()};
    bend.goal.joint = -1;
    bend.goal.mover = -1;
    bend.place_weight = 1;
    s.tasks[s.task_count + pole_count++] = bend;
  }
}

// Writes the joints of `q`, the errors of the end effectors in it, and the verdict.
void judge_body(const BodyCase& given, BodySearch<double>& b, const double* q, double* positions, double* rotations,
                double* errors, fabrikit_body_answer* answer) {
  const BaseFrame base{b.s.base, b.s.base_turn};
  forward_body(given.body, base, q, positions, rotations);
  double largest = largest_of<double>(int64_t{3} * given.body.joints, [&](int64_t i) { return positions[i]; });
  answer->error = answer->rotation_error = answer->loop_error = 0;
  return_to(b, q, b.s.task_count);
  for (int32_t k = 0; k < b.s.task_count; ++k) {
    const Task<double>& task = b.s.tasks[k];
    const double turn = angle_left(task, b.s.stands);
    if (task.loop) {
      answer->loop_error = larger(answer->loop_error, b.s.unscale * task.gap);
      continue;
    }
    const fabrikit_body_effector& asked = given.effectors[task.source];
    const Quat<double> world = quat_in(rotations + quat_at(asked.joint));
    const Vec<3, double> hand = load<3>(positions, asked.joint) + rotate(world, load<3>(asked.offset, 0));
    const double error = asked.position_weight > 0 ? norm(hand - load<3>(asked.position, 0)) : 0;
    largest = larger(largest, largest_component(hand));
    double* const own = errors + int64_t{2} * task.source;
    own[0] = error;
    own[1] = turn;
    answer->error = larger(answer->error, error);
    answer->rotation_error = larger(answer->rotation_error, turn);
  }
  answer->tolerance = larger(given.asked.tolerance, 4 * spacing(largest));
}

bool loops_hold(const BodySearch<double>& b, int32_t loops) {
  for (int32_t k = 0; k < loops; ++k)
    if (b.s.tasks[k].gap > 4 * b.loop_tolerance || b.s.tasks[k].turn > 4 * b.loop_tolerance) return false;
  return true;
}

// Finds the pose that is returned; leaves it in the first row of `found`, whose count says whether it is reached.
Status find_body_pose(const BodyCase& given, BodySearch<double>& b, double* settled, BodyRequest<double>& request,
                      SubBase<double>* bases, Found<double>& found) {
  const int32_t loops = given.asked.loops;
  const int32_t tasks = b.s.task_count;
  copy_numbers(b.s, settled, b.s.q);
  if (!drive_joints(b, given.use, given.drive, loops) || (loops > 0 && !close_loops(b, loops))) {
    copy_numbers(b.s, settled, found.q);
    return Status::loop_open;
  }
  // From here on the start is the driven one, closed.
  copy_numbers(b.s, b.s.q, settled);
  return_to(b, settled, tasks);
  const double start_score = b.score;
  if (given.asked.method == 1) {
    const Status status = solve_body_fabrik(b, bases);
    copy_numbers(b.s, b.s.q, found.q);
    return status;
  }
  run_restarts(b, request, found, tasks);
  if (found.count > 0) return Status::reached;
  compromise(b, request);
  b.score = measure_tasks(b.s, tasks);
  const bool open = loops > 0 && !loops_hold(b, loops);
  // A start that cannot be bettered by a thousandth of what is minimised stays: asked again, the body does not wander
  // along a flat valley.
  if (open || b.score > start_score * (1 - 1e-3)) copy_numbers(b.s, settled, found.q);
  else copy_numbers(b.s, b.s.q, found.q);
  return open ? Status::loop_open : request.too_far ? Status::too_far : Status::limited;
}

// A pose of `body` in `memory`, with neither movers nor tasks yet.
BodyPose<double> resting_pose(const Body<double>& body, const BaseFrame& base, int exponent, const BodyMemory& memory) {
  return {body,
          base.at,
          base.turn,
          power_of_two<double>(-exponent),
          power_of_two<double>(exponent),
          memory.numbers[0],
          memory.stands,
          memory.path,
          0,
          memory.movers,
          0,
          memory.tasks,
          0,
          0,
          memory.columns[0],
          memory.columns[1],
          memory.columns[2],
          memory.columns[3],
          memory.columns[4],
          false};
}

}  // namespace
}  // namespace fabrikit

int64_t fabrikit_body_workspace_bytes(const fabrikit_body* body, int32_t effectors, int32_t loops, int32_t solutions) {
  fabrikit::BodyMemory memory{};
  return fabrikit::cut_memory(body->joints, body->numbers, effectors, loops, solutions, nullptr, memory);
}

void fabrikit_solve_body(const fabrikit_body* prepared, const fabrikit_body_question* question,
                         const fabrikit_body_effector* effectors, const fabrikit_body_loop* loops, const int32_t* use,
                         const double* start, const double* drive, const double* posture, void* workspace, double* q,
                         double* positions, double* rotations, double* errors, fabrikit_body_answer* answer) {
  using namespace fabrikit;
  const Body<double> body = body_view(prepared);
  const fabrikit_body_question& asked = *question;
  const BodyCase given{body, asked, effectors, loops, use, drive, posture};
  BodyMemory memory{};
  cut_memory(body.joints, body.numbers, asked.effectors, asked.loops, asked.solutions, static_cast<char*>(workspace),
             memory);
  const BaseFrame base = base_view(asked.base);
  const int exponent = exponent_of_question(body, asked.effectors, effectors);
  const double scale = power_of_two<double>(-exponent);
  BodyPose<double> s = resting_pose(body, base, exponent, memory);
  int32_t poles = 0;
  fill_tasks(given, s, memory.poles, poles);
  find_movers(s, memory, use, memory.poles, poles);
  const double rounding = spacing(largest_component(base.at) + power_of_two<double>(exponent));
  const double tolerance = scale * larger(asked.tolerance * (1 - 0x1p-40), 2 * rounding);
  BodySearch<double> b{s,
                       tolerance,
                       2 * sin(smaller(asked.rotation_tolerance, 3.14) / 2) * (1 - 0x1p-40),
                       0x1p-36,
                       asked.loops > 0 ? 0.3 : 1.2,
                       0,
                       asked.max_iterations,
                       asked.first_restart,
                       memory.numbers[1],
                       memory.numbers[2],
                       {memory.kept, {}, 0},
                       asked.loops > 0 ? nullptr : memory.moments,
                       0,
                       0};
  double* const settled = memory.numbers[1];
  for (int32_t k = 0; k < body.numbers; ++k) settled[k] = start[k];
  answer->start_moved = settle_all(body, settled) ? 1 : 0;
  BodyRequest<double> request{{asked.posture_weight > 0 ? posture : nullptr,
                               asked.posture_weight > 0 ? asked.posture_weight : 1, memory.poles, poles},
                              asked.loops,
                              asked.solutions,
                              asked.mode == 1,
                              false};
  for (int32_t k = 0; k < s.task_count; ++k) request.too_far |= is_too_far(s, s.tasks[k], tolerance);
  Found<double> found{memory.found, memory.motion, memory.row, asked.solutions, 0};
  Status status = find_body_pose(given, b, settled, request, memory.bases, found);
  answer->iterations = b.rounds;
  answer->found = found.count > 0 ? found.count : 1;
  answer->restarts = found.count > 0 ? found.row[0] : 0;
  for (int64_t k = 0; k < int64_t{answer->found} * body.numbers; ++k) q[k] = found.q[k];
  judge_body(given, b, q, positions, rotations, errors, answer);
  const bool reached = answer->error <= answer->tolerance && answer->rotation_error <= asked.rotation_tolerance &&
                       loops_hold(b, asked.loops) && status != Status::loop_open;
  if (reached) status = Status::reached;
  else if (status == Status::reached) status = Status::stalled;
  answer->status = static_cast<int32_t>(status);
}

int64_t fabrikit_body_bytes(int32_t joints) {
  using namespace fabrikit;
  return static_cast<int64_t>(sizeof(fabrikit_body)) +
         static_cast<int64_t>(sizeof(BodyJoint<double>) + sizeof(Joint<double>) + 2 * sizeof(double)) * joints;
}

void fabrikit_prepare_body(int32_t joints, const fabrikit_body_joint* specs, fabrikit_body* body) {
  using namespace fabrikit;
  const PreparedArrays memory = behind(body, joints);
  const Body<double> prepared = prepare_body(joints, specs, memory.joint, memory.limit, memory.path, memory.span);
  *body = {prepared.joints, prepared.numbers, prepared.reach};
}

void fabrikit_body_rest(const fabrikit_body* body, double* q) { fabrikit::rest_of(fabrikit::body_view(body), q); }

void fabrikit_body_settle(const fabrikit_body* body, int64_t count, double* q) {
  const fabrikit::Body<double> prepared = fabrikit::body_view(body);
  for (int64_t k = 0; k < count; ++k) fabrikit::settle_all(prepared, q + k * prepared.numbers);
}

void fabrikit_body_forward(const fabrikit_body* body, const double* base, int64_t count, const double* q,
                           double* positions, double* rotations) {
  using namespace fabrikit;
  const Body<double> prepared = body_view(body);
  const BaseFrame frame = base_view(base);
  for (int64_t k = 0; k < count; ++k)
    forward_body(prepared, frame, q + k * prepared.numbers, positions + k * 3 * prepared.joints,
                 rotations + k * 4 * prepared.joints);
}
