// Long chains: bones of length 10, straight along +x, targets in a cube of half the chain's length (case C50).
//
//   scaling [--targets 50] [--seed 123]
//
// Prints the time of one iteration of `fabrik`, and whole solves of `auto`, by the number of bones.
#include "judge.hpp"
#include "numbers.hpp"

using namespace bench;

namespace {

Body straight_body(int bones, int method, int max_iterations) {
  Numbers joints;
  for (int i = 0; i <= bones; ++i) joints.insert(joints.end(), {10.0 * i, 0.0, 0.0});
  Body body(3, joints);
  body.problem.tolerance = 1;
  body.problem.method = method;
  body.problem.max_iterations = max_iterations;
  return body;
}

struct Timing {
  long iterations = 0;
  int failures = 0;
  double fastest = 1e9;  // [s] per iteration
  double seconds = 0;
  std::vector<int> each;
};

// Solves targets in the cube of half-width `half`; every solve `repeats` times, the fastest counts.
Timing solve_cube(Body& body, double half, int targets, int repeats, uint64_t seed) {
  Timing timing;
  Random random(seed);
  for (int i = 0; i < targets; ++i) {
    const double target[3] = {random.between(-half, half), random.between(-half, half), random.between(-half, half)};
    double fastest = 1e9;
    fabrikit_answer answer;
    for (int r = 0; r < repeats; ++r) {
      const double began = now();
      answer = body.solve(target);
      fastest = std::min(fastest, now() - began);
    }
    timing.seconds += fastest;
    timing.iterations += answer.iterations;
    timing.each.push_back(answer.iterations);
    timing.failures += fault(body, target, answer) != nullptr;
    if (answer.iterations > 0) timing.fastest = std::min(timing.fastest, fastest / answer.iterations);
  }
  return timing;
}

void run(int bones, int targets, uint64_t seed) {
  // A fixed number of iterations of `fabrik` that cannot reach: bursts of a millisecond or two, the fastest counts.
  Body fixed = straight_body(bones, fabrik, std::max(4, 40000 / bones));
  fixed.problem.tolerance = 0;
  const Timing one = solve_cube(fixed, 5.0 * bones, 6, 30, seed);
  Body whole = straight_body(bones, automatic, 1000);
  const Timing solved = solve_cube(whole, 5.0 * bones, targets, bones <= 2000 ? 3 : 2, seed);
  std::printf(
      "{\"bones\": %d, \"fabrik_ns_per_iteration\": %.0f, \"auto_us\": %.2f, \"auto_ns_per_iteration\": %.0f, "
      "\"targets\": %d, \"failures\": %d, %s}\n",
      bones, 1e9 * one.fastest, 1e6 * solved.seconds / targets,
      1e9 * solved.seconds / static_cast<double>(solved.iterations), targets, solved.failures,
      iterations_json(solved.each).c_str());
}

// A target on the chain's own line: 9000 of 20,000.
void run_on_line() {
  Body body = straight_body(2000, automatic, 1000);
  const double target[3] = {9000, 0, 0};
  const fabrikit_answer answer = body.solve(target);
  const char* const why = fault(body, target, answer);
  std::printf("{\"on_line\": true, \"bones\": 2000, \"reached\": %s, \"iterations\": %d, \"why\": \"%s\"}\n",
              why == nullptr ? "true" : "false", answer.iterations, why == nullptr ? "" : why);
}

}  // namespace

int main(int count, char** words) {
  const int targets = static_cast<int>(option(count, words, "--targets", 50L));
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 123L));
  for (const int bones : {100, 1000, 2000, 10000}) run(bones, targets, seed);
  run_on_line();
}
