// The laws of every answer (DESIGN, tests/invariants.py), for the fuzz targets. Judged in wider arithmetic where the
// machine has it.
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "question.hpp"

// Ends the program, with the law's words, when `holds` is false: to the fuzzer that is a crash.
#define FUZZ_LAW(holds, words)                                                              \
  do {                                                                                      \
    if (!(holds)) {                                                                         \
      std::fprintf(stderr, "%s:%d: broken: %s\n  %s\n", __FILE__, __LINE__, words, #holds); \
      std::abort();                                                                         \
    }                                                                                       \
  } while (false)

namespace fuzz {

using Wide = long double;
enum Status { reached, too_far, too_near, limited, stalled, iteration_limit };

struct Answered {
  std::vector<double> positions;
  std::vector<fabrikit_placement> trace;
  fabrikit_answer answer{};
  int64_t placements = 0;
};

inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

inline bool same_answer(const Answered& a, const Answered& b) {
  const size_t bytes = a.positions.size() * sizeof(double);
  return std::memcmp(a.positions.data(), b.positions.data(), bytes) == 0 && same_bits(a.answer.error, b.answer.error) &&
         same_bits(a.answer.tolerance, b.answer.tolerance) && a.answer.status == b.answer.status &&
         a.answer.iterations == b.answer.iterations && a.answer.stage == b.answer.stage &&
         a.answer.symmetry_broken == b.answer.symmetry_broken;
}

inline double spacing(double x) { return std::nextafter(std::fabs(x), INFINITY) - std::fabs(x); }

inline Wide distance(int dimension, const double* a, const double* b) {
  Wide square = 0;
  for (int k = 0; k < dimension; ++k) square += (Wide(a[k]) - b[k]) * (Wide(a[k]) - b[k]);
  return std::sqrt(square);
}

inline double unit(const std::vector<double>& positions) {
  double largest = 0;
  for (const double x : positions) largest = std::max(largest, std::fabs(x));
  return spacing(largest);
}

// The error as it is promised: in double, left to right.
inline double promised_error(const Question& q, const std::vector<double>& positions) {
  const double* const tip = &positions[positions.size() - static_cast<size_t>(q.dimension)];
  double square = 0;
  for (int k = 0; k < q.dimension; ++k) {
    const double gap = tip[k] - q.problem.target[k];
    square += gap * gap;
  }
  return std::sqrt(square);
}

inline void check_every_result(const Question& q, const Answered& a) {
  const fabrikit_answer& answer = a.answer;
  for (const double x : a.positions) FUZZ_LAW(std::isfinite(x), "the pose is finite");
  for (int k = 0; k < q.dimension; ++k)
    FUZZ_LAW(same_bits(a.positions[static_cast<size_t>(k)], q.problem.base[k]), "joint 0 is copied");
  FUZZ_LAW(same_bits(answer.error, promised_error(q, a.positions)), "the error is the returned tip's");
  const double u = unit(a.positions);
  FUZZ_LAW(answer.tolerance == std::max(q.problem.tolerance, 4 * u), "tolerance = max(asked, 4 u)");
  FUZZ_LAW((answer.status == reached) == (answer.error <= answer.tolerance), "REACHED means error <= tolerance");
  FUZZ_LAW(answer.status >= reached && answer.status <= iteration_limit && answer.status != limited,
           "a free chain's status");
  FUZZ_LAW(answer.iterations >= 0 && answer.iterations <= q.problem.max_iterations, "iterations are bounded");
  FUZZ_LAW(answer.status != iteration_limit || answer.iterations == q.problem.max_iterations, "the limit was used up");
  if (q.problem.method == kFtl) return;
  for (int32_t i = 0; i < q.bones(); ++i) {
    const double* const joint = &a.positions[static_cast<size_t>(i * q.dimension)];
    const Wide off = distance(q.dimension, joint, joint + q.dimension) - q.lengths[static_cast<size_t>(i)];
    FUZZ_LAW(std::fabs(off) <= 8 * Wide(u), "bones keep their lengths to 8 u");
  }
}

// Squares of smaller distances vanish, and with them the error as it is promised: no verdict below.
inline constexpr double kVanishing = 0x1p-511;

// What geometry says about the target: the verdict and the least error.
inline void check_verdict(const Question& q, const Answered& a) {
  const Wide d = distance(q.dimension, q.problem.base, q.problem.target);
  const Wide outer = q.chain()->outer;
  const Wide inner = q.chain()->inner;
  const fabrikit_answer& answer = a.answer;
  const Wide slack = 8 * Wide(std::max(unit(a.positions), spacing(answer.error))) + kVanishing;
  if (q.problem.method != kFtl)
    FUZZ_LAW(answer.error >= std::max(d - outer, inner - d) - slack, "nothing is nearer than geometry allows");
  if (answer.status == too_far) FUZZ_LAW(d >= outer - slack, "TOO_FAR is proven");
  if (answer.status == too_near) FUZZ_LAW(d <= inner + slack, "TOO_NEAR is proven");
  if (q.problem.reach_test && d - outer > answer.tolerance + slack) {
    FUZZ_LAW(answer.status == too_far && answer.iterations == 0, "too far is named at once");
    FUZZ_LAW(std::fabs(answer.error - (d - outer)) <= slack, "too far by distance - outer");
  }
  if (q.problem.method != 0) return;
  if (inner - d > answer.tolerance + slack) {
    FUZZ_LAW(answer.status == too_near && answer.iterations == 0, "too near is named at once");
    FUZZ_LAW(std::fabs(answer.error - (inner - d)) <= slack, "too near by inner - distance");
  }
  if (q.problem.max_iterations >= 1000 && inner <= d && d <= outer)
    FUZZ_LAW(answer.status == reached, "what can be reached is reached");
}

// The start, brought to its base with the chain's lengths: never worse than that, and kept where it is good enough.
inline void check_start(const Question& q, const Answered& a) {
  Answered start;
  start.positions.resize(q.start.size());
  fabrikit_take_start(q.dimension, q.chain(), &q.problem, q.start.data(), start.positions.data());
  const double before = promised_error(q, start.positions);
  if (q.problem.pole_kind != 0) return;
  const bool closed_form = a.answer.status == too_far || a.answer.status == too_near;
  const Wide slack = closed_form ? 8 * Wide(std::max(unit(a.positions), spacing(a.answer.error))) : 0;
  FUZZ_LAW(a.answer.error <= before + slack, "never worse than the start");
  if (before > std::max(q.problem.tolerance, 4 * unit(start.positions))) return;
  FUZZ_LAW(a.answer.iterations == 0, "already there: no iterations");
  FUZZ_LAW(a.positions == start.positions, "already there: the start is copied");
}

inline void check_answer(const Question& q, const Answered& a) {
  const fabrikit_chain* const chain = q.chain();
  FUZZ_LAW(std::isfinite(chain->outer) && chain->inner >= 0 && chain->inner <= chain->outer, "0 <= inner <= outer");
  FUZZ_LAW(chain->scale * chain->unscale == 1, "the scale is a power of two");
  check_every_result(q, a);
  check_verdict(q, a);
  check_start(q, a);
}

// Replays a trace from the start: it ends in the answer.
inline void check_trace(const Question& q, const Answered& a) {
  std::vector<double> joints(q.start.size());
  fabrikit_take_start(q.dimension, q.chain(), &q.problem, q.start.data(), joints.data());
  for (int64_t k = 0; k < a.placements; ++k) {
    const fabrikit_placement& p = a.trace[static_cast<size_t>(k)];
    FUZZ_LAW(p.joint >= 0 && p.joint <= q.bones(), "placements are of joints");
    FUZZ_LAW(p.iteration >= 0 && p.iteration <= a.answer.iterations,
             "placements count no more iterations than the answer");
    FUZZ_LAW(p.pass >= 0 && p.pass <= 2 && p.stage >= 0, "placements name stage and pass");
    std::copy(p.at, p.at + q.dimension, &joints[static_cast<size_t>(p.joint * q.dimension)]);
  }
  FUZZ_LAW(joints == a.positions, "a trace ends in the answer");
}

}  // namespace fuzz
