// A chain with its memory, prepared once through the kernel's C interface as the Python binding does it.
#pragma once
#include <cstdint>
#include <vector>

#include "kernel/abi.h"
#include "random.hpp"

namespace bench {

enum Method { automatic = 0, fabrik = 1 };
inline const char* const kMethods[] = {"auto", "fabrik"};
enum StatusNumber { reached = 0, too_far = 1, too_near = 2, limited, stalled, iteration_limit };
inline const char* const kStatuses[] = {"REACHED", "TOO_FAR",         "TOO_NEAR",  "LIMITED",
                                        "STALLED", "ITERATION_LIMIT", "LOOP_OPEN", "INVALID"};

using Numbers = std::vector<double>;

class Body {
 public:
  // joints [bones + 1][dimension]: the rest pose, and where every solve starts.
  Body(int dimension, Numbers joints, int method = automatic)
      : dimension_(dimension),
        bones_(static_cast<int>(joints.size()) / dimension - 1),
        start_(std::move(joints)),
        lengths_(static_cast<size_t>(bones_)),
        chain_(static_cast<size_t>(fabrikit_chain_bytes(bones_)) / sizeof(double)),
        workspace_(static_cast<size_t>(fabrikit_workspace_bytes(dimension, bones_, method)) / sizeof(double)),
        positions_(start_.size()) {
    fabrikit_measure(dimension, bones_, start_.data(), lengths_.data());
    fabrikit_prepare(bones_, lengths_.data(), chain());
    problem.method = method;
    problem.max_iterations = 1000;
    problem.reach_test = 1;
    problem.start_fits = 1;  // the chain was measured from it
    for (int k = 0; k < dimension; ++k) problem.base[k] = start_[static_cast<size_t>(k)];
  }

  fabrikit_answer solve(const double* target) { return solve_into(target, positions_.data()); }

  fabrikit_answer solve_into(const double* target, double* positions) {
    for (int k = 0; k < dimension_; ++k) problem.target[k] = target[k];
    fabrikit_answer answer;
    fabrikit_solve(dimension_, chain(), &problem, start_.data(), workspace_.data(), positions, &answer, nullptr, 0);
    return answer;
  }

  // The same, with its placements: as many as fit in `trace`. Returns how many there were.
  int64_t trace(const double* target, std::vector<fabrikit_placement>& trace, fabrikit_answer& answer) {
    for (int k = 0; k < dimension_; ++k) problem.target[k] = target[k];
    return fabrikit_solve(dimension_, chain(), &problem, start_.data(), workspace_.data(), positions_.data(), &answer,
                          trace.data(), static_cast<int64_t>(trace.size()));
  }

  double* scratch() { return positions_.data(); }
  int dimension() const { return dimension_; }
  int bones() const { return bones_; }
  double outer() const { return chain()->outer; }
  double inner() const { return chain()->inner; }
  const Numbers& start() const { return start_; }
  const Numbers& lengths() const { return lengths_; }
  const Numbers& positions() const { return positions_; }
  int64_t bytes() const {
    return fabrikit_chain_bytes(bones_) + fabrikit_workspace_bytes(dimension_, bones_, problem.method);
  }

  fabrikit_problem problem{};  // options; the target is set by every solve

 private:
  fabrikit_chain* chain() { return reinterpret_cast<fabrikit_chain*>(chain_.data()); }
  const fabrikit_chain* chain() const { return reinterpret_cast<const fabrikit_chain*>(chain_.data()); }

  int dimension_;
  int bones_;
  Numbers start_;
  Numbers lengths_;
  Numbers chain_;
  Numbers workspace_;
  Numbers positions_;
};

// Appends to `joints` the end of a bone of this length and direction (unit).
inline void append_bone(int dimension, double length, const double* direction, Numbers& joints) {
  const size_t from = joints.size() - static_cast<size_t>(dimension);
  for (int k = 0; k < dimension; ++k) joints.push_back(joints[from + static_cast<size_t>(k)] + length * direction[k]);
}

// Unit bones along +x.
inline Numbers straight_chain(int bones) {
  Numbers joints(3 * static_cast<size_t>(bones + 1));
  for (int i = 0; i <= bones; ++i) joints[3 * static_cast<size_t>(i)] = i;
  return joints;
}

// A nearly straight chain along +x: bone i leans `lean` sin(1.3 i) rad, in 3D toward the angle 0.7 i about x.
inline Numbers bent_chain(int dimension, const Numbers& lengths, double lean = 0.05) {
  Numbers joints(static_cast<size_t>(dimension), 0.0);
  for (size_t i = 0; i < lengths.size(); ++i) {
    double angle[3] = {1.3 * static_cast<double>(i + 1), 0.7 * static_cast<double>(i + 1), 0};
    double sine[3], cosine[3];
    fabrikit_sin_cos(2, angle, sine, cosine);
    angle[2] = lean * sine[0];
    fabrikit_sin_cos(1, angle + 2, sine + 2, cosine + 2);
    const double flat[2] = {cosine[2], sine[2]};
    const double spatial[3] = {cosine[2], sine[2] * cosine[1], sine[2] * sine[1]};
    append_bone(dimension, lengths[i], dimension == 2 ? flat : spatial, joints);
  }
  return joints;
}

// Every bone in a random direction.
inline Numbers random_walk(int dimension, const Numbers& lengths, Random& random) {
  Numbers joints(static_cast<size_t>(dimension), 0.0);
  for (const double length : lengths) {
    double direction[3];
    random.direction(dimension, direction);
    append_bone(dimension, length, direction, joints);
  }
  return joints;
}

// The workload W(n): unit bones, nearly straight, tolerance 1e-3 bone; targets uniform in the ball of 0.9 reach.
inline Body workload_body(int bones) {
  Body body(3, bent_chain(3, Numbers(static_cast<size_t>(bones), 1.0)));
  body.problem.tolerance = 1e-3;
  return body;
}
inline Numbers workload_targets(int bones, int count, uint64_t seed) {
  Numbers targets(3 * static_cast<size_t>(count));
  Random random(seed, static_cast<uint64_t>(bones));
  for (int i = 0; i < count; ++i) {
    double* const target = &targets[3 * static_cast<size_t>(i)];
    random.in_ball(3, target);
    for (int k = 0; k < 3; ++k) target[k] *= 0.9 * bones;
  }
  return targets;
}
inline int workload_count(int bones) { return bones <= 10 ? 2000 : 400; }

}  // namespace bench
