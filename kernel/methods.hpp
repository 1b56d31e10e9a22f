// The methods: the paper's algorithm to the letter, and `auto`, which reaches whatever can be reached.
#pragma once
#include "bend.hpp"
#include "finish.hpp"
#include "stall.hpp"

namespace fabrikit {

// Whether no coordinate of the pose is farther from the best pose than rounding explains.
template <int D, class T, class Recorder>
inline bool nothing_moved(const Attempt<D, T, Recorder>& a) {
  const T moved =
      largest_of<T>(static_cast<int64_t>(a.chain.bones + 1) * D, [&](int64_t i) { return a.pose[i] - a.best[i]; });
  return moved <= stall_distance<T>(a.chain.bones);
}

// The test that every method but `auto` begins with: beyond the outer reach the chain is laid out straight.
template <int D, class T, class Recorder>
inline bool straighten_if_too_far(Attempt<D, T, Recorder>& a) {
  const Sight<D, T> sight = look(a.problem.base, a.problem.target);
  if (!(sight.distance > a.chain.outer)) return false;
  straighten(a, sight);
  a.keep();
  return true;
}

// Aristidou & Lasenby 2011, Algorithm 1, after the test of the outer end of the reach, the only one there; a chain that
// cannot bend or a target that is too near ends when nothing moves.
template <int D, class T, class Recorder>
inline Status solve_fabrik(Attempt<D, T, Recorder>& a) {
  a.keep();
  while (!a.settled(a.error, a.pose)) {
    if (a.out_of_iterations()) return Status::iteration_limit;
    iterate(a, a.target, Stage::fabrik);
    if (nothing_moved(a)) return Status::stalled;
    a.keep_if_better();
  }
  return Status::reached;
}

// Two FABRIK iterations, then Newton and over-relaxed FABRIK in turn, as long as a round at least halves the error:
// what closes nearly every chain.
template <int D, class T, class Recorder>
inline void approach(Attempt<D, T, Recorder>& a) {
  for (int k = 0; k < 2 && !a.settled(a.error, a.pose) && !a.out_of_iterations(); ++k) {
    iterate(a, a.target, Stage::fabrik);
  }
  for (int round = 0; round < 3 && !a.settled(a.error, a.pose) && !a.out_of_iterations(); ++round) {
    const T before = a.error;
    if (round > 0) over_relax(a, 3);
    newton(a, 8);  // never ends worse than it began
    if (a.settled(a.error, a.pose)) return;
    a.keep_if_better();
    if (!(a.error < before / 2)) return;
  }
}

// The last resort: a closed-form pose that reaches the target, polished by Newton.
template <int D, class T, class Recorder>
inline void lay_out(Attempt<D, T, Recorder>& a, const Sight<D, T>& sight) {
  const Vec<D, T> axis = bend_axis(a, sight);
  const Vec<D, T> side = choose_side(a, axis);
  ++a.iterations;
  lay_runs(a, sight, axis, side);
  a.keep_if_better();
  if (!a.settled(a.error, a.pose)) newton(a, 30);
}

// Everything the chain can do for its tip; the side it bends to comes after.
template <int D, class T, class Recorder>
inline Status reach_target(Attempt<D, T, Recorder>& a) {
  if (a.settled(a.error, a.pose)) return Status::reached;
  const Sight<D, T> sight = look(a.problem.base, a.problem.target);
  if (sight.distance >= a.chain.outer) {
    straighten(a, sight);
    a.keep();
    return Status::too_far;
  }
  if (sight.distance <= a.chain.inner && a.chain.inner > T(0)) {
    fold(a, sight);
    a.keep();
    return Status::too_near;
  }
  bend_if_straight(a, sight);
  approach(a);
  if (!a.settled(a.error, a.pose) && !a.out_of_iterations()) lay_out(a, sight);
  return a.out_of_iterations() ? Status::iteration_limit : Status::stalled;
}

template <int D, class T, class Recorder>
inline Status solve_auto(Attempt<D, T, Recorder>& a) {
  const bool pole = a.problem.pole_kind != PoleKind::none;
  if (pole) a.keep();
  const Status status = reach_target(a);
  if (!pole || status == Status::too_far) return status;
  a.keep_if_better();
  a.return_to_best();
  const Stage made_by = a.stage;
  turn_to_pole(a);
  if (made_by != Stage::start) a.stage = made_by;  // the turn did not reach, it chose a side
  a.error = a.error_at(a.tip());
  // The turn is rounded like everything else; one more step where that cost the tolerance.
  if (!a.settled(a.error, a.pose) && a.settled(a.best_error, a.best)) newton(a, 2);
  a.keep();
  return status;
}

}  // namespace fabrikit
