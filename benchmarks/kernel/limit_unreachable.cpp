// Targets that limits keep out of reach: how near `auto` comes, and what that costs.
//
//   limit_unreachable [--count 200] [--seed 20260]
//
// Case C33: seven bones of 10, six joints with cones of 15° about the bone before. Bent as far as it goes such a chain
// is an arc of constant turn, and no point within its chord of the base can be reached: the best error is known. Beside
// the four targets of the case, as many random ones as --count says, uniform in the ball of 0.9 of the chord; and
// targets behind the base of ten bones with cones of 15°, where the best error is not known.
#include "limit_judge.hpp"
#include "numbers.hpp"

using namespace bench;

namespace {

constexpr double kCaseTargets[4][3] = {{5, 5, -40}, {20, 0, 30}, {30, 40, -20}, {25, 25, -45}};
const double kChord = 10 * std::sin(52.5 * kDegree) / std::sin(7.5 * kDegree);

LimitedBody case_body() {
  Joints joints(7, cone(15));
  joints[0] = free_ball();
  Numbers rest(24);
  for (size_t i = 0; i <= 7; ++i) rest[3 * i + 2] = -10.0 * static_cast<double>(i);
  LimitedBody body(rest, joints);
  body.problem.tolerance = 1e-6 * body.outer();
  return body;
}

struct Outcome {
  fabrikit_answer answer;
  double microseconds;
  double moved;  // the most that a joint moves when the same is asked again from the answer
  bool limits_hold;
};

Outcome solve_twice(LimitedBody& body, const double* target) {
  Outcome outcome;
  const double began = processor_time();
  outcome.answer = body.solve(target);
  outcome.microseconds = 1e6 * (processor_time() - began);
  outcome.limits_hold = judge_limits(body).holds();
  const Numbers first = body.positions(), turns = body.turns();
  body.solve_from(first.data(), turns.data(), target);
  outcome.moved = 0;
  for (size_t k = 0; k < first.size(); ++k)
    outcome.moved = std::max(outcome.moved, std::fabs(body.positions()[k] - first[k]));
  outcome.limits_hold &= judge_limits(body).holds();
  return outcome;
}

struct Tally {
  std::vector<int> iterations;
  std::vector<double> microseconds;
  std::vector<double> shares;  // error over the best possible one, where that is known
  int reached = 0;
  int broken_limits = 0;
  int moved = 0;

  void add(const Outcome& outcome, double best) {
    iterations.push_back(outcome.answer.iterations);
    microseconds.push_back(outcome.microseconds);
    if (best > 0) shares.push_back(outcome.answer.error / best);
    reached += outcome.answer.status == StatusNumber::reached;
    broken_limits += !outcome.limits_hold;
    moved += outcome.moved > 1e-9;
  }
  void print(const char* name) const {
    std::printf(
        "{\"group\": \"%s\", \"targets\": %zu, \"reached\": %d, \"broken_limits\": %d, \"moved_when_asked_again\": %d, "
        "\"share_p50\": %.9f, \"share_max\": %.9f, %s, \"us\": %.1f, \"us_p50\": %.1f, \"us_p99\": %.1f}\n",
        name, iterations.size(), reached, broken_limits, moved, quantile(shares, 0.5), quantile(shares, 1.0),
        iterations_json(iterations).c_str(), mean(microseconds), quantile(microseconds, 0.5),
        quantile(microseconds, 0.99));
  }
};

double distance(const double* point) { return std::hypot(point[0], point[1], point[2]); }

void case_targets(LimitedBody& body) {
  for (const auto& target : kCaseTargets) {
    const Outcome outcome = solve_twice(body, target);
    std::printf(
        "{\"case\": \"%g, %g, %g\", \"error\": %.6f, \"best\": %.6f, \"status\": \"%s\", \"iterations\": %d, \"us\": "
        "%.1f, \"moved\": %.3g, \"limits_hold\": %s}\n",
        target[0], target[1], target[2], outcome.answer.error, kChord - distance(target),
        kStatuses[outcome.answer.status], outcome.answer.iterations, outcome.microseconds, outcome.moved,
        outcome.limits_hold ? "true" : "false");
  }
}

void random_targets(LimitedBody& body, int count, uint64_t seed) {
  Tally tally;
  for (int i = 0; i < count; ++i) {
    Random random(seed, 33, static_cast<uint64_t>(i));
    double target[3];
    random.in_ball(3, target);
    for (double& component : target) component *= 0.9 * kChord;
    tally.add(solve_twice(body, target), kChord - distance(target));
  }
  tally.print("within the chord");
}

void targets_behind(int count, uint64_t seed) {
  LimitedBody body(straight_chain(10), Joints(10, cone(15)));
  body.problem.tolerance = 1e-6 * body.outer();
  Tally tally;
  for (int i = 0; i < count; ++i) {
    Random random(seed, 34, static_cast<uint64_t>(i));
    double target[3];
    random.in_ball(3, target);
    for (double& component : target) component *= 0.9 * body.outer();
    target[0] = -std::fabs(target[0]);
    tally.add(solve_twice(body, target), 0);
  }
  tally.print("behind the base");
}

}  // namespace

int main(int count, char** words) {
  const int cases = static_cast<int>(option(count, words, "--count", 200L));
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 20260L));
  LimitedBody body = case_body();
  case_targets(body);
  random_targets(body, cases, seed);
  targets_behind(cases, seed);
}
