// libFuzzer target: chains whose joints have types, in 3D. Any question that the callers let through; whatever the
// status of its answer, the pose is finite, of the right lengths, inside the limits, and the words on it are true.
#include "kernel/limited_abi.h"
#include "laws.hpp"

namespace {

using namespace fuzz;

constexpr double kPi = 3.141592653589793;

struct V {
  Wide x, y, z;
};
V operator+(const V& a, const V& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
V operator*(Wide s, const V& a) { return {s * a.x, s * a.y, s * a.z}; }
Wide dot(const V& a, const V& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
V cross(const V& a, const V& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Wide norm(const V& a) { return std::sqrt(dot(a, a)); }
V unit(const V& a) { return (1 / norm(a)) * a; }
V at(const double* p) { return {p[0], p[1], p[2]}; }
void put(double* p, const V& a) {
  p[0] = static_cast<double>(a.x);
  p[1] = static_cast<double>(a.y);
  p[2] = static_cast<double>(a.z);
}

// Turns a vector by a unit quaternion w, x, y, z.
V rotate(const double* q, const V& a) {
  const V v = at(q + 1);
  const V t = 2 * cross(v, a);
  return a + Wide(q[0]) * t + cross(v, t);
}
Wide angle_between(const V& a, const V& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

struct Limited {
  Question q;
  std::vector<fabrikit_joint> specs;
  std::vector<V> bone;  // rest directions
  std::vector<double> joints;
  fabrikit_aim aim{};
};

double angle(Bytes& bytes) {
  const double stated[] = {0, 1e-9, 1e-4, kPi / 2, kPi - 1e-8, kPi};
  const int which = bytes.below(8);
  return which < 6 ? stated[which] : kPi * bytes.byte() / 255;
}

// A joint type that the callers let through: unit vectors, perpendicular where they must be.
fabrikit_joint read_spec(Bytes& bytes, const V& bone) {
  fabrikit_joint spec{};
  spec.kind = bytes.below(4);
  spec.cone_kind = spec.kind == 1 ? bytes.below(3) : 0;
  spec.has_twist = spec.kind == 1 && bytes.below(2) == 1;
  spec.global = spec.kind == 2 && bytes.below(4) == 1;
  spec.stiffness = bytes.below(8) == 1 ? 0.5 : bytes.below(16) == 1 ? 1 : 0;
  for (double& half : spec.cone) half = angle(bytes);
  if (spec.cone_kind == 1) spec.cone[1] = spec.cone[2] = spec.cone[3] = spec.cone[0];
  spec.lower = -angle(bytes);
  spec.upper = angle(bytes);
  const V other = std::fabs(bone.x) < 0.5L ? V{1, 0, 0} : V{0, 1, 0};
  const V side = unit(cross(bone, other));
  put(spec.reference, side);
  put(spec.axis, unit(side + (Wide(bytes.below(4)) - 1.5L) * bone));
  return spec;
}

Limited read_limited(const uint8_t* data, size_t size) {
  const size_t types = size < 64 ? size : 64;
  std::vector<uint8_t> rest(data + types, data + size);
  if (!rest.empty()) rest[0] |= 1;  // 3D
  Limited l;
  l.q = read_question(rest.data(), rest.size());
  if (l.q.dimension != 3 || !l.q.allowed()) return l;
  Bytes bytes(data, types);
  V bone{1, 0, 0};
  const int32_t bones = l.q.bones();
  for (int32_t i = 0; i < bones; ++i) {
    const V step = at(&l.q.rest[static_cast<size_t>(3 * i + 3)]) + -1 * at(&l.q.rest[static_cast<size_t>(3 * i)]);
    if (l.q.lengths[static_cast<size_t>(i)] > 0) bone = unit(step);
    l.bone.push_back(bone);
    l.specs.push_back(read_spec(bytes, bone));
  }
  l.aim.kind = bytes.below(3);
  l.aim.clamp = bytes.below(2);
  l.aim.tolerance = 1e-6;
  put(l.aim.direction, unit({Wide(bytes.byte()) - 99.5L, Wide(bytes.byte()) - 99.5L, Wide(bytes.byte()) - 99.5L}));
  l.aim.rotation[1 + bytes.below(3)] = 0.6;
  l.aim.rotation[0] = 0.8;
  if (l.q.problem.max_iterations > 60) l.q.problem.max_iterations = 60;
  l.joints.resize(static_cast<size_t>(fabrikit_joints_bytes(bones)) / sizeof(double));
  fabrikit_prepare_joints(bones, l.q.rest.data(), l.specs.data(), l.joints.data());
  return l;
}

struct Rotated : Answered {
  std::vector<double> turns;
  std::vector<double> frames;
  double rotation_error = 0;
};

Rotated solve(const Limited& l, unsigned char garbage, int64_t room) {
  const auto bones = static_cast<size_t>(l.q.bones());
  Rotated a;
  a.positions.resize(l.q.start.size());
  a.turns.resize(4 * bones);
  a.frames.resize(4 * bones);
  std::vector<double> memory((static_cast<size_t>(fabrikit_limited_workspace_bytes(l.q.bones())) + 7) / sizeof(double));
  for (std::vector<double>* each : {&memory, &a.positions, &a.turns, &a.frames})
    std::memset(each->data(), garbage, each->size() * sizeof(double));
  a.trace.resize(static_cast<size_t>(room));
  a.placements = fabrikit_solve_limited(l.q.chain(), l.joints.data(), &l.q.problem, &l.aim, l.q.start.data(), nullptr,
                                        memory.data(), a.positions.data(), a.turns.data(), a.frames.data(),
                                        &a.rotation_error, &a.answer, room == 0 ? nullptr : a.trace.data(), room);
  return a;
}

void check_words(const Limited& l, const Rotated& a) {
  Wide largest = 0;
  for (const double x : a.positions) {
    FUZZ_LAW(std::isfinite(x), "the pose is finite");
    largest = std::fmax(largest, std::fabs(Wide(x)));
  }
  for (int k = 0; k < 3; ++k)
    FUZZ_LAW(same_bits(a.positions[static_cast<size_t>(k)], l.q.problem.base[k]), "joint 0 is the base");
  const double* const tip = &a.positions[a.positions.size() - 3];
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    const double off = tip[k] - l.q.problem.target[k];
    square = k == 0 ? off * off : square + off * off;
  }
  FUZZ_LAW(same_bits(a.answer.error, std::sqrt(square)), "error is the distance of the returned tip");
  const bool within = a.answer.error <= a.answer.tolerance && a.rotation_error <= l.aim.tolerance;
  FUZZ_LAW((a.answer.status == reached) == within, "reached exactly when both errors are within tolerance");
  FUZZ_LAW(a.answer.iterations <= l.q.problem.max_iterations, "iterations are bounded");
}

// What a rotation is made of: the angle about a unit vector, and what is left beside it.
void check_limit(const Limited& l, size_t i, const double* turn) {
  const fabrikit_joint& spec = l.specs[i];
  const V bone = l.bone[i];
  const Wide slack = 1e-9L;
  const V v = at(turn + 1);
  if (spec.kind == 3 || spec.stiffness == 1)
    FUZZ_LAW(norm(v) <= (spec.kind == 0 ? 2 : 1e-12L), "a fixed joint does not turn");
  if (spec.kind == 1 && spec.cone_kind != 0) {
    const double widest = std::fmax(std::fmax(spec.cone[0], spec.cone[1]), std::fmax(spec.cone[2], spec.cone[3]));
    FUZZ_LAW(angle_between(bone, rotate(turn, bone)) <= widest + slack, "the swing is inside its cone");
  }
  const bool turns_about = spec.kind == 2 || spec.has_twist != 0;
  if (turns_about) {
    const V axis = spec.kind == 2 ? unit(at(spec.axis)) : bone;
    const Wide along = dot(v, axis);
    const Wide size = std::sqrt(Wide(turn[0]) * turn[0] + along * along);
    if (spec.kind == 2) FUZZ_LAW(norm(v + -along * axis) <= 1e-12L, "a hinge turns about its axis alone");
    const Wide middle = (Wide(spec.lower) + spec.upper) / 2;
    const Wide off = std::fabs(std::remainder(2 * std::atan2(along, Wide(turn[0])) - middle, 2 * std::acos(Wide(-1))));
    if (size > 1e-6L)
      FUZZ_LAW(off <= (Wide(spec.upper) - spec.lower) / 2 + slack + 1e-14L / size, "the angle is inside its range");
  }
  // Brought inside once more, nothing moves: this judges ovals, too.
  double again[4];
  fabrikit_settle(l.joints.data(), static_cast<int32_t>(i), turn, again);
  const Wide size = std::sqrt(Wide(turn[0]) * turn[0] + dot(v, bone) * dot(v, bone));
  if (size < 1e-4L) return;
  Wide together = 0;  // q and -q are the same turn
  for (int k = 0; k < 4; ++k) together += Wide(again[k]) * turn[k];
  const double sign = together < 0 ? -1 : 1;
  for (int k = 0; k < 4; ++k) FUZZ_LAW(std::fabs(sign * again[k] - turn[k]) <= 1e-9, "every joint is inside its limit");
}

void check_pose(const Limited& l, const Rotated& a) {
  const auto bones = static_cast<size_t>(l.q.bones());
  Wide largest = 0;
  for (const double x : a.positions) largest = std::fmax(largest, std::fabs(Wide(x)));
  const Wide u = std::nextafter(static_cast<double>(largest), INFINITY) - static_cast<double>(largest);
  V foot = at(a.positions.data());
  for (size_t i = 0; i < bones; ++i) {
    const double* const turn = &a.turns[4 * i];
    const double* const frame = &a.frames[4 * i];
    for (const double* q : {turn, frame}) {
      Wide square = 0;
      for (int k = 0; k < 4; ++k) square += Wide(q[k]) * q[k];
      FUZZ_LAW(std::fabs(square - 1) <= 1e-12L, "rotations are unit quaternions");
    }
    const V bone = at(&a.positions[3 * i + 3]) + -1 * at(&a.positions[3 * i]);
    FUZZ_LAW(std::fabs(norm(bone) - l.q.lengths[i]) <= 8 * u, "bones keep their lengths");
    foot = foot + Wide(l.q.lengths[i]) * rotate(frame, l.bone[i]);
    const V off = foot + -1 * at(&a.positions[3 * i + 3]);
    FUZZ_LAW(norm(off) <= 1e-9L * l.q.chain()->outer + 8 * Wide(i + 1) * u, "rotations give the pose");
    check_limit(l, i, turn);
  }
}

bool same_rotated(const Rotated& a, const Rotated& b) {
  const size_t bytes = a.turns.size() * sizeof(double);
  return same_answer(a, b) && same_bits(a.rotation_error, b.rotation_error) &&
         std::memcmp(a.turns.data(), b.turns.data(), bytes) == 0 &&
         std::memcmp(a.frames.data(), b.frames.data(), bytes) == 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Limited l = read_limited(data, size);
  if (l.specs.empty()) return 0;
  const Rotated a = solve(l, 0xff, 0);
  check_words(l, a);
  check_pose(l, a);
  FUZZ_LAW(same_rotated(a, solve(l, 0x00, 0)), "same call, same bits, whatever the memory held");
  const Rotated traced = solve(l, 0x00, 40);
  FUZZ_LAW(same_rotated(a, traced), "a trace changes no bit");
  for (int64_t k = 0; k < traced.placements && k < 40; ++k)
    for (const double x : traced.trace[static_cast<size_t>(k)].at) FUZZ_LAW(std::isfinite(x), "a trace is finite");
  return 0;
}
