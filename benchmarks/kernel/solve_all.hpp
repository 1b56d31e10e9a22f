// Many targets solved one after the other in one call, so that no caller's overhead is in the time.
#pragma once
#include <cmath>

#include "body.hpp"

namespace bench {

struct Totals {
  int64_t iterations = 0;
  int64_t failures = 0;
};

// Solves targets [count][dimension], each from the start. `positions` [count][bones + 1][dimension] and `iterations`
// [count] are written when given.
inline Totals solve_all(Body& body, const double* targets, int64_t count, double* positions, int32_t* iterations) {
  Totals totals;
  const int64_t pose_size = static_cast<int64_t>(body.start().size());
  for (int64_t i = 0; i < count; ++i) {
    double* const out = positions == nullptr ? body.scratch() : positions + i * pose_size;
    const fabrikit_answer answer = body.solve_into(targets + i * body.dimension(), out);
    totals.iterations += answer.iterations;
    totals.failures += answer.status != reached;
    if (iterations != nullptr) iterations[i] = answer.iterations;
  }
  return totals;
}

// The paper's two loops in 3D and nothing else: no verdict, no best pose, no test for a stall or a zero length. What
// a compiler makes of the fewest possible operations, as a floor to measure `fabrik` against.
inline int32_t bare_fabrik(int32_t bones, const double* length, const double* target, double tolerance, int32_t most,
                           double* pose) {
  const double base[3] = {pose[0], pose[1], pose[2]};
  const auto walk = [&](int32_t first, int32_t step, const double* anchor) {
    double x = anchor[0], y = anchor[1], z = anchor[2];
    double* joint = pose + 3 * static_cast<ptrdiff_t>(first);
    joint[0] = x, joint[1] = y, joint[2] = z;
    for (int32_t k = 0, at = first; k < bones; ++k, at += step) {
      joint += 3 * step;
      const double dx = joint[0] - x, dy = joint[1] - y, dz = joint[2] - z;
      const double s = length[step > 0 ? at : at - 1] / std::sqrt(dx * dx + dy * dy + dz * dz);
      x += s * dx, y += s * dy, z += s * dz;
      joint[0] = x, joint[1] = y, joint[2] = z;
    }
  };
  const double* const tip = pose + 3 * static_cast<ptrdiff_t>(bones);
  for (int32_t done = 0;; ++done) {
    const double ex = tip[0] - target[0], ey = tip[1] - target[1], ez = tip[2] - target[2];
    if (std::sqrt(ex * ex + ey * ey + ez * ez) <= tolerance || done == most) return done;
    walk(bones, -1, target);
    walk(0, 1, base);
  }
}

inline Totals bare_all(const Body& body, const double* targets, int64_t count, double* positions, int32_t* iterations) {
  Totals totals;
  const Numbers& start = body.start();
  for (int64_t i = 0; i < count; ++i) {
    double* const pose = positions + i * static_cast<int64_t>(start.size());
    for (size_t j = 0; j < start.size(); ++j) pose[j] = start[j];
    const int32_t done = bare_fabrik(body.bones(), body.lengths().data(), targets + 3 * i, body.problem.tolerance,
                                     body.problem.max_iterations, pose);
    totals.iterations += done;
    if (iterations != nullptr) iterations[i] = done;
  }
  return totals;
}

}  // namespace bench
