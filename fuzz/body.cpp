// libFuzzer target: bodies. Any tree of joints and any question that the callers let through; whatever the status of
// its answer, the pose is finite, of the right shape, inside the limits, and the words on it are true.
#include "kernel/body_abi.h"
#include "laws.hpp"

namespace {

using namespace fuzz;

constexpr double kPi = 3.141592653589793;

struct BodyQuestion {
  std::vector<fabrikit_body_joint> joints;
  std::vector<fabrikit_body_effector> effectors;
  std::vector<fabrikit_body_loop> loops;
  std::vector<int32_t> use;
  std::vector<double> prepared, start, drive, posture;
  fabrikit_body_question asked{};

  const fabrikit_body* body() const { return reinterpret_cast<const fabrikit_body*>(prepared.data()); }
  int32_t count() const { return static_cast<int32_t>(joints.size()); }
};

double small(Bytes& bytes) { return static_cast<int8_t>(bytes.byte()) / 32.0; }

// One of the stated angles, or any.
double angle(Bytes& bytes) {
  const double stated[] = {0, 1e-9, kPi / 2, kPi, 2 * kPi};
  const int which = bytes.below(9);
  return which < 5 ? stated[which] : kPi * bytes.byte() / 255;
}

void unit_vector(Bytes& bytes, double* to) {
  const double v[] = {small(bytes), small(bytes), small(bytes) + 1.0 / 64};
  const double size = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int k = 0; k < 3; ++k) to[k] = v[k] / size;
}

void unit_quaternion(Bytes& bytes, double* to) {
  to[0] = 1;
  to[1] = to[2] = to[3] = 0;
  if (bytes.below(2) == 0) return;
  const double q[] = {small(bytes) + 1.0 / 64, small(bytes), small(bytes), small(bytes)};
  const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; ++k) to[k] = q[k] / size;
}

bool is_value(const fabrikit_body_joint& joint) { return joint.kind == 1 || joint.kind == 2; }

fabrikit_body_joint read_joint(Bytes& bytes, const std::vector<fabrikit_body_joint>& before) {
  fabrikit_body_joint joint{};
  const auto index = static_cast<int>(before.size());
  joint.parent = index == 0 ? -1 : index - 1 - bytes.below(index < 3 ? index : 3);
  joint.kind = bytes.below(index == 0 ? 5 : 4);
  for (double& x : joint.offset) x = small(bytes);
  unit_quaternion(bytes, joint.rest);
  unit_vector(bytes, joint.axis);
  // Perpendicular to the bone, as callers make it.
  const double* const a = joint.axis;
  const double side[] = {0, a[2], -a[1]};
  const double size = std::sqrt(side[1] * side[1] + side[2] * side[2]);
  joint.reference[1] = size > 0.1 ? side[1] / size : 1;
  joint.reference[2] = size > 0.1 ? side[2] / size : 0;
  joint.has_range = bytes.below(4) != 0;
  joint.has_twist = joint.kind == 3 && bytes.below(2) == 1;
  joint.cone_kind = joint.kind == 3 ? bytes.below(size > 0.1 ? 3 : 2) : 0;
  joint.lower = -angle(bytes);
  joint.upper = angle(bytes);
  if (joint.has_twist && joint.lower < -kPi) joint.lower = -kPi;
  if (joint.has_twist && joint.upper > kPi) joint.upper = kPi;
  for (double& half : joint.cone) half = std::fmin(angle(bytes), kPi);
  if (joint.cone_kind == 1) joint.cone[1] = joint.cone[2] = joint.cone[3] = joint.cone[0];
  joint.stiffness = bytes.below(8) == 1 ? 0.5 : bytes.below(16) == 1 ? 1 : 0;
  joint.ratio = 1;
  joint.mimic = -1;
  if (index == 0 || bytes.below(6) != 1 || !is_value(joint)) return joint;
  const int followed = bytes.below(index);
  const fabrikit_body_joint& leader = before[static_cast<size_t>(followed)];
  if (leader.mimic < 0 && leader.kind == joint.kind) {
    joint.mimic = followed;
    joint.ratio = small(bytes);
    joint.shift = small(bytes) / 8;
  }
  return joint;
}

fabrikit_body_effector read_effector(Bytes& bytes, int joints) {
  fabrikit_body_effector hand{};
  hand.joint = bytes.below(joints);
  for (double& x : hand.offset) x = small(bytes) / 2;
  unit_quaternion(bytes, hand.frame);
  unit_quaternion(bytes, hand.rotation);
  unit_vector(bytes, hand.axis);
  unit_vector(bytes, hand.direction);
  const double far = bytes.below(4) == 0 ? 8 : 1;
  for (double& x : hand.position) x = far * small(bytes);
  for (double& x : hand.pole) x = small(bytes);
  hand.aim = bytes.below(3);
  hand.level = bytes.below(3);
  hand.position_weight = bytes.below(8) == 1 ? 0 : 1 + bytes.below(3);
  hand.rotation_weight = bytes.below(8) == 1 ? 0 : 0.5 + bytes.below(2);
  hand.pole_kind = bytes.below(8) == 1 ? 1 + bytes.below(2) : 0;
  hand.pole_joint = hand.joint;
  return hand;
}

void read_loop(Bytes& bytes, BodyQuestion& q) {
  fabrikit_body_loop loop{};
  loop.joint_a = bytes.below(q.count());
  loop.joint_b = bytes.below(q.count());
  unit_quaternion(bytes, loop.frame_a);
  unit_quaternion(bytes, loop.frame_b);
  unit_vector(bytes, loop.axis);
  for (double& x : loop.offset_a) x = small(bytes) / 2;
  for (double& x : loop.offset_b) x = small(bytes) / 2;
  loop.aim = bytes.below(3);
  if (loop.joint_a != loop.joint_b) q.loops.push_back(loop);
}

BodyQuestion read_body(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  BodyQuestion q;
  const int joints = 1 + bytes.below(9);
  for (int i = 0; i < joints; ++i) q.joints.push_back(read_joint(bytes, q.joints));
  q.prepared.resize(static_cast<size_t>(fabrikit_body_bytes(q.count())) / sizeof(double) + 1);
  fabrikit_prepare_body(q.count(), q.joints.data(), reinterpret_cast<fabrikit_body*>(q.prepared.data()));
  const int hands = bytes.below(4);
  for (int k = 0; k < hands; ++k) q.effectors.push_back(read_effector(bytes, joints));
  if (bytes.below(4) == 1) read_loop(bytes, q);
  q.start.resize(static_cast<size_t>(q.body()->numbers) + 1);
  for (double& x : q.start) x = small(bytes);
  q.drive = q.posture = q.start;
  for (double& x : q.drive) x += small(bytes) / 8;
  fabrikit_body_settle(q.body(), 1, q.posture.data());
  q.use.resize(static_cast<size_t>(joints));
  for (int32_t& use : q.use) use = bytes.below(6) == 1 ? 1 + bytes.below(2) : 0;
  unit_quaternion(bytes, q.asked.base + 3);
  for (int k = 0; k < 3; ++k) {
    const double at = 100 * small(bytes);
    q.asked.base[k] = at * bytes.below(2);
  }
  q.asked.tolerance = bytes.below(4) == 0 ? 0 : 1e-6;
  q.asked.rotation_tolerance = 1e-6;
  q.asked.posture_weight = bytes.below(4) == 1 ? 1 : bytes.below(4) == 1 ? 0.01 : 0;
  q.asked.effectors = static_cast<int32_t>(q.effectors.size());
  q.asked.loops = static_cast<int32_t>(q.loops.size());
  q.asked.max_iterations = 1 + bytes.below(60);
  q.asked.mode = bytes.below(2);
  q.asked.solutions = 1 + bytes.below(3);
  bool only_balls = q.loops.empty();
  for (const fabrikit_body_joint& joint : q.joints) only_balls &= joint.kind == 3 || joint.kind == 0;
  for (const fabrikit_body_effector& hand : q.effectors) only_balls &= hand.aim == 0;
  q.asked.method = only_balls ? bytes.below(2) : 0;
  return q;
}

struct BodyAnswered {
  std::vector<double> q, positions, rotations, errors;
  fabrikit_body_answer answer{};
};

BodyAnswered solve(const BodyQuestion& q, unsigned char garbage) {
  BodyAnswered a;
  const auto joints = q.joints.size();
  a.q.resize(static_cast<size_t>(q.body()->numbers) * static_cast<size_t>(q.asked.solutions) + 1);
  a.positions.resize(3 * joints);
  a.rotations.resize(4 * joints);
  a.errors.resize(2 * q.effectors.size() + 1);
  std::vector<double> memory(static_cast<size_t>(fabrikit_body_workspace_bytes(q.body(), q.asked.effectors,
                                                                               q.asked.loops, q.asked.solutions)) /
                                 sizeof(double) +
                             1);
  for (std::vector<double>* each : {&memory, &a.q, &a.positions, &a.rotations, &a.errors})
    std::memset(each->data(), garbage, each->size() * sizeof(double));
  fabrikit_solve_body(q.body(), &q.asked, q.effectors.data(), q.loops.data(), q.use.data(), q.start.data(),
                      q.drive.data(), q.posture.data(), memory.data(), a.q.data(), a.positions.data(),
                      a.rotations.data(), a.errors.data(), &a.answer);
  a.q.resize(static_cast<size_t>(q.body()->numbers) * static_cast<size_t>(a.answer.found));
  a.errors.resize(2 * q.effectors.size());
  return a;
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void check_words(const BodyQuestion& q, const BodyAnswered& a) {
  FUZZ_LAW(a.answer.iterations <= q.asked.max_iterations, "iterations are bounded");
  FUZZ_LAW(a.answer.found >= 1 && a.answer.found <= q.asked.solutions, "one to as many solutions as were asked for");
  const bool within = a.answer.error <= a.answer.tolerance && a.answer.rotation_error <= q.asked.rotation_tolerance;
  if (a.answer.status == reached) FUZZ_LAW(within, "reached only when all errors are within tolerance");
  if (within && q.loops.empty()) FUZZ_LAW(a.answer.status == reached, "within tolerance is reached");
  double largest = 0;
  for (size_t k = 0; k < q.effectors.size(); ++k) {
    FUZZ_LAW(std::isfinite(a.errors[2 * k]) && std::isfinite(a.errors[2 * k + 1]), "errors are finite");
    largest = std::fmax(largest, a.errors[2 * k]);
  }
  FUZZ_LAW(same_bits(largest, a.answer.error), "error is the largest of the end effectors");
}

// Brought inside its limits once more, a ball does not turn. Half a turn of swing leaves the twist open: not judged.
void check_ball(const fabrikit_body_joint& joint, const double* q, const double* again) {
  const Wide along = Wide(q[1]) * joint.axis[0] + Wide(q[2]) * joint.axis[1] + Wide(q[3]) * joint.axis[2];
  if (std::sqrt(Wide(q[0]) * q[0] + along * along) < 1e-4L) return;
  Wide together = 0;  // q and -q are the same turn
  for (int k = 0; k < 4; ++k) together += Wide(again[k]) * q[k];
  const double sign = together < 0 ? -1 : 1;
  for (int k = 0; k < 4; ++k) FUZZ_LAW(std::fabs(sign * again[k] - q[k]) <= 1e-9, "balls are inside their limits");
}

void check_pose(const BodyQuestion& q, const BodyAnswered& a) {
  for (const double x : a.q) FUZZ_LAW(std::isfinite(x), "q is finite");
  std::vector<double> positions(a.positions.size()), rotations(a.rotations.size());
  fabrikit_body_forward(q.body(), q.asked.base, 1, a.q.data(), positions.data(), rotations.data());
  FUZZ_LAW(same_numbers(positions, a.positions) && same_numbers(rotations, a.rotations), "forward(q) is the pose");
  for (const double x : a.positions) FUZZ_LAW(std::isfinite(x), "the pose is finite");
  for (size_t i = 0; i < q.joints.size(); ++i) {
    Wide square = 0;
    for (size_t k = 0; k < 4; ++k) square += Wide(a.rotations[4 * i + k]) * a.rotations[4 * i + k];
    FUZZ_LAW(std::fabs(square - 1) <= 1e-12L, "rotations are unit quaternions");
  }
  const auto numbers = static_cast<size_t>(q.body()->numbers);
  for (int32_t row = 0; row < a.answer.found; ++row) {
    const double* const own = a.q.data() + static_cast<size_t>(row) * numbers;
    std::vector<double> again(own, own + numbers);
    fabrikit_body_settle(q.body(), 1, again.data());
    size_t at = 0;
    for (const fabrikit_body_joint& joint : q.joints) {
      if (joint.mimic >= 0) continue;
      if (joint.kind == 3) check_ball(joint, own + at, again.data() + at);
      if (is_value(joint) && joint.has_range != 0)
        FUZZ_LAW(joint.lower <= own[at] && own[at] <= joint.upper,
                 "hinges and sliders are inside their ranges exactly");
      at += joint.kind == 0 ? 0 : joint.kind == 3 ? 4 : joint.kind == 4 ? 7 : 1;
    }
  }
}

// Locked joints keep the numbers of the settled start.
void check_locked(const BodyQuestion& q, const BodyAnswered& a) {
  std::vector<double> settled = q.start;
  fabrikit_body_settle(q.body(), 1, settled.data());
  size_t at = 0;
  for (size_t i = 0; i < q.joints.size(); ++i) {
    const fabrikit_body_joint& joint = q.joints[i];
    if (joint.mimic >= 0) continue;
    const size_t count = joint.kind == 0 ? 0 : joint.kind == 3 ? 4 : joint.kind == 4 ? 7 : 1;
    for (size_t k = at; k < at + count && q.use[i] == 1; ++k)
      FUZZ_LAW(std::fabs(a.q[k] - settled[k]) <= 1e-14, "a locked joint does not move");
    at += count;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const BodyQuestion q = read_body(data, size);
  const BodyAnswered a = solve(q, 0xff);
  check_words(q, a);
  check_pose(q, a);
  check_locked(q, a);
  const BodyAnswered b = solve(q, 0x00);
  FUZZ_LAW(same_numbers(a.q, b.q) && same_numbers(a.positions, b.positions) && same_numbers(a.errors, b.errors) &&
               a.answer.iterations == b.answer.iterations && a.answer.status == b.answer.status,
           "same call, same bits, whatever the memory held");
  return 0;
}
