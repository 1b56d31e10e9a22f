// One solve from start to answer: scales in, runs the method, writes the best pose and an honest verdict.
#pragma once
#include "compare.hpp"
#include "methods.hpp"

namespace fabrikit {

// The verdict on a pose in world coordinates. `otherwise` is the status when the target is not reached.
template <int D, class T>
inline Answer<T> judge(const Chain<T>& chain, const Problem<D, T>& problem, const T* positions, Status otherwise) {
  const T largest = largest_of<T>(static_cast<int64_t>(chain.bones + 1) * D, [&](int64_t i) { return positions[i]; });
  const T error = norm(load<D>(positions, chain.bones) - problem.target);
  const T tolerance = larger(problem.tolerance, 4 * spacing(largest));
  return {error, tolerance, error <= tolerance ? Status::reached : otherwise, 0, Stage::start, 0};
}

// Whether the bones of `start` have the chain's lengths, to 8 units in the last place of its largest coordinate.
template <int D, class T>
inline bool has_lengths(const Chain<T>& chain, const T* start) {
  const T largest = largest_of<T>(static_cast<int64_t>(chain.bones + 1) * D, [&](int64_t i) { return start[i]; });
  const T allowed = chain.scale * (8 * spacing(largest));
  const T most = largest_of<T>(chain.bones, [&](int64_t i) {
    return norm(chain.scale * (load<D>(start, i + 1) - load<D>(start, i))) - chain.length[i];
  });
  return most <= allowed;
}

// Direction of the first bone of the start that has one; zero for a start that is a single point.
template <int D, class T>
inline Vec<D, T> first_direction(const Chain<T>& chain, const T* start) {
  Vec<D, T> direction{};
  for (int32_t i = 0; i < chain.bones && is_zero(direction); ++i)
    direction = look(load<D>(start, i), load<D>(start, i + 1)).toward;
  return direction;
}

// Lays the start out again along its directions, with the chain's lengths; a bone that has lost its direction takes
// that of the bone before, the first ones that of the first that has one. Returns whether none had one and +x was
// chosen.
template <int D, class T>
inline bool lay_start(const Chain<T>& chain, const Problem<D, T>& problem, const T* start, T* positions) {
  Vec<D, T> direction = first_direction<D>(chain, start);
  const bool chose = is_zero(direction);
  if (chose) direction = first_axis<D, T>();
  Vec<D, T> at = problem.base;
  store(positions, 0, at);
  for (int32_t i = 0; i < chain.bones; ++i) {
    // Seen at its own scale: a start may be larger than the chain by more than squares can span.
    const Sight<D, T> bone = look(load<D>(start, i), load<D>(start, i + 1));
    if (bone.distance > T(0)) direction = bone.toward;
    at = at + chain.unscale * (chain.length[i] * direction);
    store(positions, i + 1, at);
  }
  return chose;
}

// Moves a pose so that its first joint stands at `base`; one that stands there already keeps its bits.
template <int D, class T>
inline void move_to_base(int32_t bones, const T* pose, const Vec<D, T>& base, T* moved) {
  const Vec<D, T> from = load<D>(pose, 0);
  const bool stays = is_zero(from - base);
  store(moved, 0, base);
  for (int32_t i = 1; i <= bones; ++i) {
    const Vec<D, T> at = load<D>(pose, i);
    store(moved, i, stays ? at : base + (at - from));
  }
}

// Brings the start to the problem's base, its bones to the chain's lengths. Returns whether a side had to be chosen.
template <int D, class T>
inline bool take_start(const Chain<T>& chain, const Problem<D, T>& problem, const T* start, T* positions) {
  const bool point = chain.outer == T(0);  // whatever the start is, there is only one pose
  move_to_base(chain.bones, start, problem.base, positions);
  for (int32_t i = 0; point && i <= chain.bones; ++i) store(positions, i, problem.base);
  // Looked at after the move: what fitted the large coordinates of a far place may be coarse here.
  if (point || problem.start_fits || has_lengths<D>(chain, positions)) return false;
  return lay_start(chain, problem, start, positions);
}

template <int D, class T, class Recorder>
inline Status run_method(Attempt<D, T, Recorder>& a, Method method, T* memory) {
  if (method == Method::automatic) return solve_auto(a);
  if (a.problem.reach_test && straighten_if_too_far(a)) return Status::too_far;
  return method == Method::fabrik ? solve_fabrik(a) : solve_compared(a, method, memory);
}

// Solves one problem. Never fails: the answer says what was reached.
//
// start, positions: [bones + 1][D] in world coordinates; may not overlap.
// workspace: `workspace_size<D>(bones, method)` numbers, any content.
template <int D, class T, class Recorder>
inline Answer<T> solve(const Chain<T>& chain, const Problem<D, T>& problem, Method method, const T* start, T* workspace,
                       T* positions, Recorder& recorder) {
  const bool chose = take_start(chain, problem, start, positions);
  Answer<T> at_start = judge(chain, problem, positions, Status::stalled);
  at_start.symmetry_broken = chose;
  if (at_start.status == Status::reached && problem.pole_kind == PoleKind::none) return at_start;

  const int64_t pose_size = static_cast<int64_t>(chain.bones + 1) * D;
  const int64_t direction_size = static_cast<int64_t>(chain.bones) * D;
  T* const best = workspace + pose_size;
  const T rounding = 8 * spacing(largest_component(problem.base) + chain.outer);
  Attempt<D, T, Recorder> a{chain,
                            problem,
                            recorder,
                            workspace,
                            best,
                            best + pose_size,
                            best + pose_size + direction_size,
                            chain.scale * (problem.target - problem.base),
                            at_start.error,
                            at_start.error,
                            rounding,
                            0,
                            Stage::start,
                            Stage::start,
                            chose};
  for (int32_t i = 0; i <= chain.bones; ++i) store(a.pose, i, chain.scale * (load<D>(positions, i) - problem.base));
  const Status status = run_method(a, method, workspace + common_size<D>(chain.bones));
  const bool last_is_best = a.error < a.best_error;
  const Stage stage = last_is_best ? a.stage : a.best_stage;
  const T* const found = last_is_best ? a.pose : a.best;
  if (stage != Stage::start)
    for (int32_t i = 1; i <= chain.bones; ++i) store(positions, i, a.world(load<D>(found, i)));
  if (!last_is_best) {
    recorder.begin(stage, a.iterations, Pass::none);
    for (int32_t i = 0; i <= chain.bones; ++i) recorder.returned(i, load<D>(positions, i));
  }
  Answer<T> answer = judge(chain, problem, positions, status == Status::reached ? Status::stalled : status);
  answer.iterations = a.iterations;
  answer.stage = stage;
  answer.symmetry_broken = a.symmetry_broken;
  return answer;
}

}  // namespace fabrikit
