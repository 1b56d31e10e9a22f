// Targets at 0.9, 0.99, 0.999 and 1.0 of the reach, tolerance 1e-6 of the reach: reached or not, and in how many steps.
//
//   near_reach [--count 2000] [--seed 20260]
#include "judge.hpp"
#include "numbers.hpp"

using namespace bench;

namespace {

void run(int dimension, int bones, double share, int count, uint64_t seed) {
  Body body(dimension, bent_chain(dimension, Numbers(static_cast<size_t>(bones), 1.0)));
  body.problem.tolerance = 1e-6 * body.outer();
  Random random(seed, static_cast<uint64_t>(10 * bones + dimension));
  std::vector<int> iterations;
  int failures = 0;
  double seconds = 0;
  for (int i = 0; i < count; ++i) {
    double target[3];
    random.direction(dimension, target);
    for (int k = 0; k < dimension; ++k) target[k] *= share * body.outer();
    const double began = now();
    const fabrikit_answer answer = body.solve(target);
    seconds += now() - began;
    iterations.push_back(answer.iterations);
    const char* const why = fault(body, target, answer);
    if (why == nullptr) continue;
    if (failures++ < 5)
      std::printf("{\"failure\": \"%d bones, %dD, %.3f of reach\", \"index\": %d, \"why\": \"%s\"}\n", bones, dimension,
                  share, i, why);
  }
  std::printf(
      "{\"dimension\": %d, \"bones\": %d, \"share\": %.3f, \"cases\": %d, \"failures\": %d, %s, \"ns\": %.0f}\n",
      dimension, bones, share, count, failures, iterations_json(iterations).c_str(), 1e9 * seconds / count);
}

}  // namespace

int main(int count, char** words) {
  const int cases = static_cast<int>(option(count, words, "--count", 2000L));
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 20260L));
  for (int dimension = 3; dimension >= 2; --dimension)
    for (const int bones : {3, 10, 30, 100})
      for (const double share : {0.9, 0.99, 0.999, 1.0}) run(dimension, bones, share, cases, seed);
}
