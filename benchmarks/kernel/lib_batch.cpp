// Loops over many targets as a shared library, for processes that compare the kernel with something else.
#include <algorithm>

#include "solve_all.hpp"

extern "C" {

// The workload W: joints [bones + 1][3], and as many targets [count][3] as its count says.
int64_t batch_count(int32_t bones) { return bench::workload_count(bones); }
void batch_workload(int32_t bones, uint64_t seed, double* joints, double* targets) {
  const bench::Numbers start = bench::workload_body(bones).start();
  std::copy(start.begin(), start.end(), joints);
  const bench::Numbers chosen = bench::workload_targets(bones, bench::workload_count(bones), seed);
  std::copy(chosen.begin(), chosen.end(), targets);
}

// A body of 3D joints [bones + 1][3] and its options; freed by nobody: a benchmark makes a handful.
void* batch_body(int32_t bones, const double* joints, double tolerance, int32_t max_iterations, int32_t method) {
  auto* const body = new bench::Body(3, bench::Numbers(joints, joints + 3 * (bones + 1)));
  body->problem.tolerance = tolerance;
  body->problem.max_iterations = max_iterations;
  body->problem.method = method;
  return body;
}

// Returns the sum of iterations; `failures` gets how many targets were not reached.
int64_t batch_solve(void* body, const double* targets, int64_t count, double* positions, int32_t* iterations,
                    int64_t* failures) {
  const bench::Totals totals =
      bench::solve_all(*static_cast<bench::Body*>(body), targets, count, positions, iterations);
  *failures = totals.failures;
  return totals.iterations;
}

// The paper's two loops and nothing else.
int64_t batch_bare(void* body, const double* targets, int64_t count, double* positions, int32_t* iterations) {
  return bench::bare_all(*static_cast<bench::Body*>(body), targets, count, positions, iterations).iterations;
}

}  // extern "C"
