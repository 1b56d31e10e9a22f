// What a solve allocates (nothing), and how much memory a long chain takes.
//
//   memory allocations          counts malloc, calloc, realloc and operator new over solves that use every stage
//   memory peak BONES METHOD    peak resident memory [bytes] that one body and its solves add to the process
#include <fstream>

#include "malloc_count.hpp"
#include "numbers.hpp"
#include "solve_all.hpp"

using namespace bench;

namespace {

// Targets of every kind: within, at and beyond both ends of the reach, on the chain's own line, on the base.
void solve_every_kind(Body& body, uint64_t seed, int (&stages)[8]) {
  Random random(seed);
  const double ratios[] = {0, 1e-3, 0.3, 0.9, 0.999, 1, 1.5};
  for (int i = 0; i < 700; ++i) {
    double target[3];
    random.direction(body.dimension(), target);
    if (i % 3 == 0) target[0] = 1, target[1] = target[2] = 0;
    const double distance = body.inner() + ratios[i % 7] * (body.outer() - body.inner());
    for (int k = 0; k < body.dimension(); ++k) target[k] *= distance * (i % 5 == 0 ? 0.7 : 1);
    ++stages[body.solve(target).stage];
  }
}

int count_allocations() {
  int64_t counted = 0;
  int64_t solves = 0;
  int stages[8] = {};
  for (int dimension = 2; dimension <= 3; ++dimension)
    for (const int method : {automatic, fabrik})
      for (int kind = 0; kind < 4; ++kind) {
        Numbers lengths(kind == 0 ? 3 : 12, 1.0);
        if (kind >= 2) lengths[5] = 20;
        Numbers joints = bent_chain(dimension, lengths);
        if (kind == 1)
          for (size_t i = 0; i < joints.size(); ++i)
            joints[i] = i % static_cast<size_t>(dimension) == 0 ? joints[i] : 0;
        Body body(dimension, joints);
        body.problem.tolerance = 1e-6 * body.outer();
        body.problem.method = method;
        if (kind == 3) body.problem.pole_kind = 1, body.problem.pole[1] = 5;
        const int64_t before = allocation_count.load();
        solve_every_kind(body, static_cast<uint64_t>(kind), stages);
        counted += allocation_count.load() - before;
        solves += 700;
      }
  // That the counter counts at all.
  const int64_t before = allocation_count.load();
  void* volatile kept = std::malloc(10);  // volatile: or the compiler leaves out what nobody uses
  std::free(kept);
  Numbers* volatile numbers = new Numbers(10);
  delete numbers;
  const bool works = allocation_count.load() - before == 3;
  std::printf(
      "{\"solves\": %ld, \"allocations\": %ld, \"counter_works\": %s, \"by_stage\": [%d, %d, %d, %d, %d, %d, %d, "
      "%d]}\n",
      static_cast<long>(solves), static_cast<long>(counted), works ? "true" : "false", stages[0], stages[1], stages[2],
      stages[3], stages[4], stages[5], stages[6], stages[7]);
  return counted == 0 && works ? 0 : 1;
}

// A line of /proc/self/status in bytes; 0 where there is no such file.
long status_bytes(const char* name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.rfind(name, 0) == 0) return 1024 * std::strtol(line.c_str() + std::strlen(name), nullptr, 10);
  return 0;
}

int peak(int bones, int method) {
  const long before = status_bytes("VmHWM:");
  const double began = now();
  Body body = workload_body(bones);
  body.problem.method = method;
  body.problem.max_iterations = method == fabrik ? 20 : 1000;
  const Numbers targets = workload_targets(bones, 3, 1);
  const Totals totals = solve_all(body, targets.data(), 3, nullptr, nullptr);
  const long after = status_bytes("VmHWM:");
  std::printf(
      "{\"bones\": %d, \"method\": \"%s\", \"chain_and_workspace_bytes\": %ld, \"peak_bytes\": %ld, "
      "\"iterations\": %ld, \"failures\": %ld, \"seconds\": %.4f}\n",
      bones, kMethods[method], static_cast<long>(body.bytes()), after - before, static_cast<long>(totals.iterations),
      static_cast<long>(totals.failures), now() - began);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (what == "allocations" && counts_allocations) return count_allocations();
  if (what == "peak" && count == 4) return peak(std::atoi(words[2]), std::atoi(words[3]));
  return 2;
}
