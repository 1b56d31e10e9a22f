// Loops over many targets as a shared library, for processes that compare the kernel with something else.
#include "solve_all.hpp"

extern "C" {

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
  const bench::Totals totals = bench::solve_all(*static_cast<bench::Body*>(body), targets, count, positions, iterations);
  *failures = totals.failures;
  return totals.iterations;
}

// The paper's two loops and nothing else.
int64_t batch_bare(void* body, const double* targets, int64_t count, double* positions, int32_t* iterations) {
  return bench::bare_all(*static_cast<bench::Body*>(body), targets, count, positions, iterations).iterations;
}

}  // extern "C"
