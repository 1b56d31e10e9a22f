// Where the time of `auto` goes on the workload W: the same targets with the iterations capped at 1, 2, 3, ...
//
//   phases [--seed 20260] [--milliseconds 1500]
//
// The difference between two caps is what that iteration costs per solve; a cap of 0 is a target that the start
// already reaches (start taken over, judged, nothing solved).
#include <numeric>

#include "numbers.hpp"
#include "solve_all.hpp"

using namespace bench;

namespace {

void measure(int bones, uint64_t seed, double seconds) {
  constexpr int kCaps = 9;
  const int count = bones <= 10 ? 400 : bones <= 30 ? 160 : 40;
  const Numbers targets = workload_targets(bones, count, seed);
  std::vector<Body> bodies;
  std::vector<std::vector<double>> times(kCaps);
  for (int cap = 0; cap < kCaps; ++cap) {
    bodies.push_back(workload_body(bones));
    bodies.back().problem.max_iterations = cap == 0 ? 1 : cap;
    if (cap == 0) bodies.back().problem.tolerance = 1e9;
  }
  for (const double began = now(); now() - began < seconds;)
    for (size_t cap = 0; cap < kCaps; ++cap) {
      const double at = now();
      solve_all(bodies[cap], targets.data(), count, nullptr, nullptr);
      times[cap].push_back(1e9 * (now() - at) / count);
    }
  std::printf("{\"bones\": %d, \"ns_at_cap\": [", bones);
  for (size_t cap = 0; cap < kCaps; ++cap) std::printf("%s%.0f", cap == 0 ? "" : ", ", quantile(times[cap], 0));
  std::printf("], \"still_going_at_cap\": [");
  for (size_t cap = 0; cap < kCaps; ++cap) {
    const Totals totals = solve_all(bodies[cap], targets.data(), count, nullptr, nullptr);
    std::printf("%s%.3f", cap == 0 ? "" : ", ", static_cast<double>(totals.failures) / count);
  }
  std::printf("]}\n");
}

}  // namespace

int main(int count, char** words) {
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 20260L));
  const double seconds = 1e-3 * static_cast<double>(option(count, words, "--milliseconds", 1500L));
  for (const int bones : {10, 30, 100}) measure(bones, seed, seconds);
}
