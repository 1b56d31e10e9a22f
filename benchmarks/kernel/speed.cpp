// `auto` beside `fabrik` on the workload W, side by side.
//
//   speed [--seed 20260] [--milliseconds 4000] [--bones N]
//
// The targets are cut into blocks of well under a millisecond; every round runs all blocks, each with every variant
// in turn. A variant's time is the sum over blocks of its fastest run, so that other work on the machine drops out;
// the median over rounds of the ratio of sums stands beside it.
#include <numeric>

#include "numbers.hpp"
#include "solve_all.hpp"

using namespace bench;

namespace {

constexpr int kVariants = 3;
const char* const kNames[kVariants] = {"fabrik", "auto", "bare"};

struct Workload {
  int bones;
  int count;
  Numbers targets;
  Body fabrik_body;
  Body auto_body;
  Numbers positions;

  Workload(int n, uint64_t seed)
      : bones(n),
        count(workload_count(n)),
        targets(workload_targets(n, count, seed)),
        fabrik_body(workload_body(n)),
        auto_body(workload_body(n)),
        positions(static_cast<size_t>(count) * fabrik_body.start().size()) {
    fabrik_body.problem.method = fabrik;
    fabrik_body.problem.max_iterations = auto_body.problem.max_iterations = 10000;
  }

  Totals run(int variant, int first, int size, int32_t* iterations = nullptr) {
    const double* const from = &targets[3 * static_cast<size_t>(first)];
    double* const to = &positions[static_cast<size_t>(first) * fabrik_body.start().size()];
    if (variant == 0) return solve_all(fabrik_body, from, size, to, iterations);
    if (variant == 1) return solve_all(auto_body, from, size, to, iterations);
    return bare_all(fabrik_body, from, size, to, iterations);
  }
};

void print_iterations(Workload& work, int variant) {
  std::vector<int32_t> iterations(static_cast<size_t>(work.count));
  const Totals totals = work.run(variant, 0, work.count, iterations.data());
  std::printf("{\"bones\": %d, \"method\": \"%s\", \"targets\": %d, \"failures\": %ld, %s}\n", work.bones,
              kNames[variant], work.count, static_cast<long>(totals.failures), iterations_json(iterations).c_str());
}

void time_workload(int bones, uint64_t seed, double seconds) {
  Workload work(bones, seed);
  print_iterations(work, 0);
  print_iterations(work, 1);
  const int block = bones <= 10 ? 100 : bones <= 30 ? 20 : 2;
  const int blocks = work.count / block;
  std::vector<double> fastest[kVariants];
  for (auto& times : fastest) times.assign(static_cast<size_t>(blocks), 1e9);
  std::vector<double> auto_ratios, bare_ratios;
  for (const double began = now(); now() - began < seconds || auto_ratios.size() < 5;) {
    double sums[kVariants] = {};
    for (int b = 0; b < blocks; ++b)
      for (int v = 0; v < kVariants; ++v) {
        const double at = now();
        work.run(v, b * block, block);
        const double spent = now() - at;
        sums[v] += spent;
        double& best = fastest[v][static_cast<size_t>(b)];
        best = std::min(best, spent);
      }
    auto_ratios.push_back(sums[0] / sums[1]);
    bare_ratios.push_back(sums[2] / sums[0]);
  }
  double ns[kVariants];
  for (int v = 0; v < kVariants; ++v)
    ns[v] = 1e9 * std::accumulate(fastest[v].begin(), fastest[v].end(), 0.0) / work.count;
  std::printf(
      "{\"bones\": %d, \"rounds\": %zu, \"fabrik_ns\": %.1f, \"auto_ns\": %.1f, \"bare_ns\": %.1f, "
      "\"auto_ratio\": %.3f, \"auto_ratio_median\": %.3f, \"bare_ratio\": %.3f, \"bare_ratio_median\": %.3f}\n",
      bones, auto_ratios.size(), ns[0], ns[1], ns[2], ns[0] / ns[1], quantile(auto_ratios, 0.5), ns[2] / ns[0],
      quantile(bare_ratios, 0.5));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 20260L));
  const double seconds = 1e-3 * static_cast<double>(option(count, words, "--milliseconds", 4000L));
  const long only = option(count, words, "--bones", 0L);
  for (const int bones : {10, 30, 100})
    if (only == 0 || only == bones) time_workload(bones, seed, seconds);
}
