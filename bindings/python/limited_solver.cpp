#include "limited_solver.hpp"

#include <cstring>

namespace {

size_t doubles(int64_t bytes) { return (static_cast<size_t>(bytes) + sizeof(double) - 1) / sizeof(double); }

}  // namespace

LimitedKernelSolver::LimitedKernelSolver(Input rest, Input lengths, nb::bytes joints, double tolerance,
                                         int max_iterations, int method, int clamp)
    : bones_(static_cast<int32_t>(lengths.shape(0))),
      chain_(doubles(fabrikit_chain_bytes(bones_))),
      joints_(doubles(fabrikit_joints_bytes(bones_))),
      workspace_(doubles(fabrikit_limited_workspace_bytes(bones_))),
      problem_{},
      answer_{},
      rotation_error_(0),
      clamp_(clamp) {
  if (joints.size() != sizeof(fabrikit_joint) * static_cast<size_t>(bones_))
    throw nb::value_error("joints: not one fabrikit_joint for each bone");
  fabrikit_prepare(bones_, lengths.data(), reinterpret_cast<fabrikit_chain*>(chain_.data()));
  std::vector<fabrikit_joint> specs(static_cast<size_t>(bones_));
  std::memcpy(specs.data(), joints.c_str(), joints.size());
  fabrikit_prepare_joints(bones_, rest.data(), specs.data(), joints_.data());
  problem_.tolerance = tolerance;
  problem_.max_iterations = max_iterations;
  problem_.method = method;
  problem_.reach_test = 1;
}

void LimitedKernelSolver::set_pole(int kind, Input pole) {
  problem_.pole_kind = kind;
  std::memcpy(problem_.pole, pole.data(), sizeof(double) * pole.size());
}

int64_t LimitedKernelSolver::run(Input target, int aim, Input aim_value, double rotation_tolerance, Input start,
                                 Input start_turns, Input base, Output positions, Output turns, Output frames,
                                 fabrikit_placement* trace, int64_t room) {
  fabrikit_problem problem = problem_;
  std::memcpy(problem.target, target.data(), sizeof problem.target);
  std::memcpy(problem.base, base.data(), sizeof problem.base);
  fabrikit_aim wanted{};
  wanted.kind = aim;
  wanted.clamp = clamp_;
  wanted.tolerance = rotation_tolerance;
  if (aim == 1) std::memcpy(wanted.direction, aim_value.data(), sizeof wanted.direction);
  if (aim == 2) std::memcpy(wanted.rotation, aim_value.data(), sizeof wanted.rotation);
  return fabrikit_solve_limited(chain(), joints_.data(), &problem, &wanted, start.data(),
                                start_turns.size() == 0 ? nullptr : start_turns.data(), workspace_.data(),
                                positions.data(), turns.data(), frames.data(), &rotation_error_, &answer_, trace, room);
}

LimitedAnswer LimitedKernelSolver::answer() const {
  return nb::make_tuple(answer_.error, answer_.tolerance, answer_.status, answer_.iterations, answer_.stage,
                        answer_.symmetry_broken != 0, rotation_error_);
}

LimitedAnswer LimitedKernelSolver::solve(Input target, int aim, Input aim_value, double rotation_tolerance, Input start,
                                         Input start_turns, Input base, Output positions, Output turns, Output frames) {
  run(target, aim, aim_value, rotation_tolerance, start, start_turns, base, positions, turns, frames, nullptr, 0);
  return answer();
}

nb::typed<nb::tuple, nb::bytes, LimitedAnswer> LimitedKernelSolver::trace(Input target, int aim, Input aim_value,
                                                                          double rotation_tolerance, Input start,
                                                                          Input start_turns, Input base,
                                                                          Output positions, Output turns,
                                                                          Output frames) {
  fabrikit_placement probe;
  const auto again = [&](fabrikit_placement* trace, int64_t room) {
    return run(target, aim, aim_value, rotation_tolerance, start, start_turns, base, positions, turns, frames, trace,
               room);
  };
  // A solve has no memory, so the first run tells how much room the second one needs.
  const auto count = static_cast<size_t>(again(&probe, 0));
  std::vector<fabrikit_placement> trace(count + 1);
  again(trace.data(), static_cast<int64_t>(count));
  return nb::make_tuple(nb::bytes(trace.data(), count * sizeof(fabrikit_placement)), answer());
}

void LimitedKernelSolver::read_turns(Input pose, Output turns, Output frames) {
  fabrikit_read_turns(chain(), joints_.data(), pose.data(), workspace_.data(), turns.data(), frames.data());
}

void LimitedKernelSolver::settle(int index, Input turn, Output settled) {
  fabrikit_settle(joints_.data(), index, turn.data(), settled.data());
}
