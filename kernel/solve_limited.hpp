// One solve of a chain with limits, from start to answer.
#pragma once
#include "limited_pole.hpp"
#include "solve.hpp"

namespace fabrikit {

// Memory that a solve of a chain with limits works in.
template <class T>
struct LimitedWorkspace {
  T* poses;          // [2][bones + 1][3]
  Bone<T>* bones;    // [3][bones]
  Freedom<T>* free;  // [bones]
};

template <class T>
constexpr int64_t limited_workspace_bytes(int64_t bones) {
  return int64_t{6} * (bones + 1) * static_cast<int64_t>(sizeof(T)) +
         bones * static_cast<int64_t>(3 * sizeof(Bone<T>) + sizeof(Freedom<T>));
}

// Where a solve begins: joints, and with them the rotations where they are known.
template <class T>
struct LimitedStart {
  const T* joints;       // [bones + 1][3], world
  const Quat<T>* turns;  // [bones], each relative to the parent; null: read off the joints
};

// The angle [rad] of the turn that is left for the end effector, 0 without an aim.
template <class T, class Recorder>
inline T angle_left(const LimitedAttempt<T, Recorder>& s) {
  if (s.aim.kind == AimKind::none) return 0;
  const Quat<T> turn = s.aim.kind == AimKind::rotation ? s.aim.rotation * inverse(s.tip_frame())
                                                       : between(s.tip_direction(), s.aim.direction);
  return 2 * atan2(norm(turn.v), magnitude(turn.w));
}

template <class T, class Recorder>
inline void take_limited_start(LimitedAttempt<T, Recorder>& s, const LimitedStart<T>& start) {
  const Chain<T>& chain = s.body.chain;
  const Vec<3, T> from = load<3>(start.joints, 0);
  for (int32_t i = 0; i <= chain.bones; ++i) store(s.a.pose, i, chain.scale * (load<3>(start.joints, i) - from));
  if (start.turns == nullptr) {
    read_bones(s.body, s.a.pose, s.bones);
  } else {
    for (int32_t i = 0; i < chain.bones; ++i) set_turn(s.body, s.bones, i, unit(start.turns[i]));
  }
}

// Whether the start, as given, stands inside its limits with the chain's lengths: as the pose laid out from its
// rotations, up to what reading rotations off joints may round.
template <class T, class Recorder>
inline bool start_is_allowed(const LimitedAttempt<T, Recorder>& s, const T* joints) {
  const Chain<T>& chain = s.body.chain;
  if (!has_lengths<3>(chain, joints)) return false;
  const T largest = largest_of<T>(3 * static_cast<int64_t>(chain.bones + 1), [&](int64_t i) { return joints[i]; });
  bool same = true;
  for (int32_t i = 0; i < chain.bones; ++i) {
    const Vec<3, T> given = chain.scale * (load<3>(joints, i + 1) - load<3>(joints, i));
    const Vec<3, T> off = given - (load<3>(s.a.pose, i + 1) - load<3>(s.a.pose, i));
    same &= largest_component(off) <= T(0x1p-34) * chain.length[i] + 8 * chain.scale * spacing(largest);
  }
  return same;
}

// What is asked of a chain with limits.
template <class T>
struct LimitedRequest {
  const Problem<3, T>& problem;
  Method method;
  Clamp clamp;  // of method fabrik
  const Aim<T>& aim;
  T rotation_tolerance;
  LimitedStart<T> start;
};

// Where the answer goes.
template <class T>
struct LimitedOutput {
  T* positions;    // [bones + 1][3], world
  Bone<T>* bones;  // [bones]
  T* rotation_error;
};

// Runs the method; ends with the pose that is returned.
template <class T, class Recorder>
inline Status find_pose(LimitedAttempt<T, Recorder>& s, const LimitedRequest<T>& request, bool untouched) {
  const T start_score = s.score;
  if (request.method == Method::fabrik) {
    const Status status = solve_limited_fabrik(s, request.clamp);
    s.return_to_best();
    if (s.a.stage == Stage::fabrik) leave_passes(s);
    return status;
  }
  const Status status = solve_limited_auto(s);
  s.return_to_best();
  if (untouched && !s.settled() && is_good_enough(start_score, s.score)) {
    take_limited_start(s, request.start);
    s.a.stage = Stage::start;
    s.measure();
  }
  if (request.problem.pole_kind == PoleKind::none) return status;
  face_pole(s);
  return status;
}

// Writes the pose: the start's own bits where it was not touched.
template <class T, class Recorder>
inline void write_pose(const LimitedAttempt<T, Recorder>& s, const LimitedRequest<T>& request, bool untouched,
                       const LimitedOutput<T>& output) {
  const int32_t bones = s.body.chain.bones;
  for (int32_t i = 0; i < bones; ++i) output.bones[i] = s.bones[i];
  *output.rotation_error = angle_left(s);
  if (untouched && s.a.stage == Stage::start) {
    move_to_base(bones, request.start.joints, request.problem.base, output.positions);
  } else {
    store(output.positions, 0, request.problem.base);
    for (int32_t i = 1; i <= bones; ++i) store(output.positions, i, s.a.world(load<3>(s.a.pose, i)));
  }
  s.a.recorder.begin(s.a.stage, s.a.iterations, Pass::none);
  for (int32_t i = 0; i <= bones; ++i) s.a.recorder.returned(i, load<3>(output.positions, i));
}

// Solves one problem for a chain with limits. Never fails: the answer says what was reached.
template <class T, class Recorder>
inline Answer<T> solve_limited(const LimitedChain<T>& body, const LimitedRequest<T>& request,
                               const LimitedWorkspace<T>& memory, const LimitedOutput<T>& output, Recorder& recorder) {
  const Chain<T>& chain = body.chain;
  const Problem<3, T>& problem = request.problem;
  const int64_t pose_size = static_cast<int64_t>(chain.bones + 1) * 3;
  const T rounding = 8 * spacing(largest_component(problem.base) + chain.outer);
  const Vec<3, T> target = chain.scale * (problem.target - problem.base);
  T* const best = memory.poses + pose_size;
  Bone<T>* const bones = memory.bones;
  Attempt<3, T, Recorder> a{chain, problem,  recorder, memory.poses, best,         nullptr, nullptr, target, 0,
                            0,     rounding, 0,        Stage::start, Stage::start, false};
  LimitedAttempt<T, Recorder> s{a,
                                body,
                                request.aim,
                                request.rotation_tolerance,
                                bones,
                                bones + chain.bones,
                                bones + 2 * static_cast<int64_t>(chain.bones),
                                memory.free,
                                0,
                                0,
                                0,
                                0};
  take_limited_start(s, request.start);
  s.measure();
  s.keep();
  const bool untouched = start_is_allowed(s, request.start.joints);
  const Status status = find_pose(s, request, untouched);
  write_pose(s, request, untouched, output);
  Answer<T> answer = judge(chain, problem, output.positions, status == Status::reached ? Status::stalled : status);
  if (answer.status == Status::reached && *output.rotation_error > request.rotation_tolerance)
    answer.status = Status::limited;
  answer.iterations = a.iterations;
  answer.stage = a.stage;
  answer.symmetry_broken = a.symmetry_broken;
  return answer;
}

}  // namespace fabrikit
