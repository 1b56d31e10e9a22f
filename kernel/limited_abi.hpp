// Chains with limits behind plain C functions; included once, by abi.cpp.
#pragma once
#include "abi_views.hpp"
#include "limited_abi.h"
#include "prepare_joints.hpp"
#include "solve_limited.hpp"

namespace fabrikit {
namespace {

LimitedChain<double> limited_view(const fabrikit_chain* chain, const void* joints) {
  const auto* const prepared = static_cast<const Joint<double>*>(joints);
  return {view(chain), prepared, is_cones_only(chain->bones, prepared), is_stiff(chain->bones, prepared)};
}

Quat<double> load_quat(const double* q) { return {q[0], {{q[1], q[2], q[3]}}}; }

// Where quaternion `index` of an array begins.
int64_t quat_at(int32_t index) { return int64_t{4} * index; }

void store_quat(double* out, const Quat<double>& q) {
  out[0] = q.w;
  for (int k = 0; k < 3; ++k) out[k + 1] = q.v.v[k];
}

JointSpec<double> spec_view(const fabrikit_joint& joint) {
  JointSpec<double> spec{static_cast<JointKind>(joint.kind),
                         static_cast<ConeKind>(joint.cone_kind),
                         joint.has_twist != 0,
                         joint.global != 0,
                         load<3>(joint.axis, 0),
                         load<3>(joint.reference, 0),
                         joint.lower,
                         joint.upper,
                         {},
                         joint.stiffness};
  for (int k = 0; k < 4; ++k) spec.cone[k] = joint.cone[k];
  return spec;
}

LimitedWorkspace<double> workspace_view(void* memory, int32_t bones) {
  double* const poses = static_cast<double*>(memory);
  auto* const states = reinterpret_cast<Bone<double>*>(poses + int64_t{6} * (static_cast<int64_t>(bones) + 1));
  return {poses, states, reinterpret_cast<Freedom<double>*>(states + 3 * static_cast<int64_t>(bones))};
}

Aim<double> aim_view(const fabrikit_aim* aim) {
  // In scaled coordinates the reach is near 1; one radian of the hand counts like an eighth of it.
  return {static_cast<AimKind>(aim->kind), load_quat(aim->rotation), load<3>(aim->direction, 0), 0.125};
}

void store_bones(int32_t count, const Bone<double>* bones, double* turns, double* frames) {
  for (int32_t i = 0; i < count; ++i) {
    store_quat(turns + quat_at(i), bones[i].turn);
    store_quat(frames + quat_at(i), bones[i].world);
  }
}

}  // namespace
}  // namespace fabrikit

int64_t fabrikit_joints_bytes(int32_t bones) { return static_cast<int64_t>(sizeof(fabrikit::Joint<double>)) * bones; }

// One state more than the solve needs: the turns of the start are unpacked behind it.
int64_t fabrikit_limited_workspace_bytes(int32_t bones) {
  return fabrikit::limited_workspace_bytes<double>(bones) +
         static_cast<int64_t>(sizeof(fabrikit::Bone<double>) + sizeof(fabrikit::Quat<double>)) * bones;
}

void fabrikit_prepare_joints(int32_t bones, const double* rest, const fabrikit_joint* specs, void* joints) {
  using namespace fabrikit;
  auto* const prepared = static_cast<Joint<double>*>(joints);
  Vec<3, double> direction = first_axis<3, double>();
  for (int32_t i = 0; i < bones; ++i) {
    const Sight<3, double> bone = look(load<3>(rest, i), load<3>(rest, i + 1));
    if (bone.distance > 0) direction = bone.toward;
    prepared[i] = prepare_joint(spec_view(specs[i]), direction);
  }
}

int64_t fabrikit_solve_limited(const fabrikit_chain* chain, const void* joints, const fabrikit_problem* asked,
                               const fabrikit_aim* asked_aim, const double* start, const double* start_turns,
                               void* memory, double* positions, double* turns, double* frames, double* rotation_error,
                               fabrikit_answer* answer, fabrikit_placement* trace, int64_t trace_room) {
  using namespace fabrikit;
  const LimitedChain<double> body = limited_view(chain, joints);
  const int32_t bones = chain->bones;
  const LimitedWorkspace<double> workspace = workspace_view(memory, bones);
  auto* const result = reinterpret_cast<Bone<double>*>(workspace.free + bones);
  auto* const given = reinterpret_cast<Quat<double>*>(result + bones);
  for (int32_t i = 0; start_turns != nullptr && i < bones; ++i) given[i] = load_quat(start_turns + quat_at(i));
  const LimitedStart<double> begin{start, start_turns == nullptr ? nullptr : given};
  const Problem<3, double> problem = view<3>(asked);
  const Aim<double> aim = aim_view(asked_aim);
  const LimitedRequest<double> request{
      problem, static_cast<Method>(asked->method), static_cast<Clamp>(asked_aim->clamp), aim, asked_aim->tolerance,
      begin};
  const LimitedOutput<double> output{positions, result, rotation_error};
  const auto run = [&](auto& recorder) {
    write(answer, solve_limited(body, request, workspace, output, recorder));
    store_bones(bones, result, turns, frames);
  };
  if constexpr (!always_traced) {
    if (trace == nullptr) {
      NoRecorder none;
      run(none);
      return 0;
    }
  }
  TraceRecorder<3> recorder{problem.base, chain->unscale, trace, trace_room};
  run(recorder);
  return recorder.count;
}

void fabrikit_read_turns(const fabrikit_chain* chain, const void* joints, const double* pose, void* memory,
                         double* turns, double* frames) {
  using namespace fabrikit;
  const LimitedWorkspace<double> workspace = workspace_view(memory, chain->bones);
  read_bones(limited_view(chain, joints), pose, workspace.bones);
  store_bones(chain->bones, workspace.bones, turns, frames);
}

void fabrikit_settle(const void* joints, int32_t index, const double* turn, double* settled) {
  using namespace fabrikit;
  const Joint<double>& joint = static_cast<const Joint<double>*>(joints)[index];
  store_quat(settled, settle(joint, unit(load_quat(turn))).turn);
}
