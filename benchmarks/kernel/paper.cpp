// The set-up of Aristidou & Lasenby 2011, Table 1: 10 unconstrained bones, 900 mm, the target 600 mm from the end
// effector.
//
//   paper [--runs 2000] [--seed 2011]
//
// Starts: random walks, and nearly straight ones. A target in a random direction, 600 mm from the tip of the start, is
// "reachable" within 900 mm of the base and "unreachable" beyond. Tolerance 1e-3 mm (the paper's Fig. 11).
#include <cmath>

#include "numbers.hpp"
#include "solve_all.hpp"

using namespace bench;

namespace {

constexpr int kBones = 10;
constexpr double kTolerance = 1e-3;
constexpr int kMost = 20000;
constexpr int kMostUnreachable = 2000;  // without a reach test: it creeps toward the straight line for ever

struct Setup {
  const char* name;
  bool reachable;
  bool straight;
  int method;
  int reach_test;
};

Body start_body(bool straight, Random& random) {
  const Numbers lengths(kBones, 90.0);
  return Body(3, straight ? bent_chain(3, lengths) : random_walk(3, lengths, random));
}

// A target 600 mm from the tip, within reach or beyond it.
void choose_target(const Body& body, bool reachable, Random& random, double* target) {
  const double* const tip = &body.start()[3 * kBones];
  do {
    random.direction(3, target);
    for (int k = 0; k < 3; ++k) target[k] = tip[k] + 600 * target[k];
  } while ((std::hypot(target[0], target[1], target[2]) <= body.outer()) != reachable);
}

// The first iteration after which the end effector moved less than the tolerance: the paper's other way to stop.
int iterations_until_still(Body& body, const double* target, std::vector<fabrikit_placement>& trace) {
  fabrikit_answer answer;
  const int64_t count = std::min<int64_t>(body.trace(target, trace, answer), static_cast<int64_t>(trace.size()));
  double before[3] = {};
  for (int k = 0; k < 3; ++k) before[k] = body.start()[static_cast<size_t>(3 * kBones + k)];
  for (int64_t i = 0; i < count; ++i) {
    const fabrikit_placement& at = trace[static_cast<size_t>(i)];
    if (at.pass != 2 || at.joint != kBones) continue;
    if (std::hypot(at.at[0] - before[0], at.at[1] - before[1], at.at[2] - before[2]) < kTolerance) return at.iteration;
    for (int k = 0; k < 3; ++k) before[k] = at.at[k];
  }
  return answer.iterations;
}

void run(const Setup& setup, int runs, uint64_t seed) {
  std::vector<int> iterations, still;
  std::vector<double> times;
  std::vector<fabrikit_placement> trace(static_cast<size_t>(kMostUnreachable) * 2 * (kBones + 1));
  int reached_count = 0, capped = 0;
  for (int i = 0; i < runs; ++i) {
    Random random(seed, setup.straight, static_cast<uint64_t>(i));
    // The rest of a random walk that cannot have such a target is drawn again.
    Body body = start_body(setup.straight, random);
    while (!setup.reachable && std::hypot(body.start()[30], body.start()[31], body.start()[32]) < 320)
      body = start_body(setup.straight, random);
    double target[3];
    choose_target(body, setup.reachable, random, target);
    body.problem.tolerance = kTolerance;
    body.problem.max_iterations = setup.reach_test ? kMost : kMostUnreachable;
    body.problem.method = setup.method;
    body.problem.reach_test = setup.reach_test;
    double fastest = 1e9;
    fabrikit_answer answer;
    for (int r = 0; r < 3; ++r) {
      const double began = now();
      answer = body.solve(target);
      fastest = std::min(fastest, now() - began);
    }
    times.push_back(1e6 * fastest);
    iterations.push_back(answer.iterations);
    reached_count += answer.status == reached;
    capped += answer.status == iteration_limit;
    if (!setup.reach_test) still.push_back(iterations_until_still(body, target, trace));
  }
  std::printf(
      "{\"setup\": \"%s\", \"start\": \"%s\", \"method\": \"%s\", \"runs\": %d, \"reached\": %d, \"capped\": %d, %s, "
      "\"us_mean\": %.3f, \"us_p50\": %.3f, \"us_p95\": %.3f, \"still_mean\": %.1f, \"still_p50\": %d}\n",
      setup.name, setup.straight ? "nearly straight" : "random walk", kMethods[setup.method], runs, reached_count,
      capped, iterations_json(iterations).c_str(), mean(times), quantile(times, 0.5), quantile(times, 0.95),
      mean(still), quantile(still, 0.5));
}

}  // namespace

int main(int count, char** words) {
  const int runs = static_cast<int>(option(count, words, "--runs", 2000L));
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 2011L));
  for (const bool straight : {false, true}) {
    run({"reachable", true, straight, fabrik, 1}, runs, seed);
    run({"reachable", true, straight, automatic, 1}, runs, seed);
    run({"unreachable", false, straight, fabrik, 1}, runs, seed);
    run({"unreachable", false, straight, automatic, 1}, runs, seed);
    run({"unreachable, no reach test", false, straight, fabrik, 0}, std::min(runs, 200), seed);
  }
}
