// Bytes to questions: every byte string is one, and small changes of bytes are small changes of the question.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kernel/abi.h"

namespace fuzz {

// Reads numbers from the fuzzer's bytes; zeros once they are used up.
class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  uint8_t byte() {
    if (at_ == size_) return 0;
    return data_[at_++];
  }
  int below(int count) { return byte() % count; }

  // A number in the manner that the question is written in.
  double number(int manner) {
    const double whole = static_cast<int8_t>(byte());
    if (manner == 0) return whole;  // a lattice: everything degenerate
    if (manner == 1) return whole + std::ldexp(static_cast<int8_t>(byte()), -byte() / 4);  // near the lattice
    if (manner == 2) return std::ldexp(whole, 2 * static_cast<int8_t>(byte()));            // any scale
    return raw();
  }

 private:
  // Any double that the callers let through.
  double raw() {
    uint64_t bits = 0;
    for (int k = 0; k < 8; ++k) bits = bits << 8 | byte();
    double x;
    std::memcpy(&x, &bits, sizeof x);
    return std::fabs(x) <= 0x1p500 ? x : 0;
  }

  const uint8_t* data_;
  size_t size_;
  size_t at_ = 0;
};

// Methods from here on are there to compare with; the last but one, FTL, changes the lengths of bones.
inline constexpr int32_t kFirstCompared = 2;
inline constexpr int32_t kFtl = 8;

struct Question {
  int dimension = 2;
  std::vector<double> rest;      // [bones + 1][dimension]
  std::vector<double> start;     // [bones + 1][dimension]
  std::vector<double> lengths;   // [bones]
  std::vector<double> prepared;  // a fabrikit_chain
  fabrikit_problem problem{};

  int32_t bones() const { return static_cast<int32_t>(lengths.size()); }
  const fabrikit_chain* chain() const { return reinterpret_cast<const fabrikit_chain*>(prepared.data()); }
  bool allowed() const { return chain()->outer == 0 || chain()->outer >= 0x1p-450; }
};

inline void read_target(Question& q, Bytes& bytes, int manner) {
  const int kind = bytes.below(5);
  const int joint = bytes.below(q.bones() + 1);
  double* const target = q.problem.target;
  for (int k = 0; k < q.dimension; ++k) {
    if (kind == 0) target[k] = bytes.number(manner);
    if (kind == 1) target[k] = q.rest[static_cast<size_t>(joint * q.dimension + k)];
    if (kind == 2) target[k] = q.problem.base[k];
    if (kind >= 3) target[k] = q.problem.base[k];
  }
  // Along an axis, exactly at the end of the reach.
  if (kind >= 3) target[joint % q.dimension] += kind == 3 ? q.chain()->outer : -q.chain()->inner;
}

inline void prepare(Question& q) {
  q.prepared.resize(static_cast<size_t>(fabrikit_chain_bytes(q.bones())) / sizeof(double));
  fabrikit_measure(q.dimension, q.bones(), q.rest.data(), q.lengths.data());
  fabrikit_prepare(q.bones(), q.lengths.data(), reinterpret_cast<fabrikit_chain*>(q.prepared.data()));
}

inline Question read_question(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  Question q;
  q.dimension = 2 + bytes.below(2);
  const int manner = bytes.below(4);
  const auto joints = static_cast<size_t>(2 + bytes.below(12));
  q.rest.resize(joints * static_cast<size_t>(q.dimension));
  q.lengths.resize(joints - 1);
  for (double& x : q.rest) x = bytes.number(manner);
  prepare(q);

  q.problem.method = bytes.below(2);
  q.problem.max_iterations = bytes.below(4) == 0 ? 1 + bytes.below(16) : 1000;
  q.problem.reach_test = q.problem.method == 0 || bytes.below(4) != 0;
  const double tolerances[] = {1e-6 * q.chain()->outer, 0, std::fabs(bytes.number(manner)), 1e-3 * q.chain()->outer};
  q.problem.tolerance = tolerances[bytes.below(4)];
  q.start = q.rest;
  if (bytes.below(3) == 0)
    for (double& x : q.start) x = bytes.number(manner);
  const bool moved = bytes.below(4) == 0;
  for (int k = 0; k < q.dimension; ++k)
    q.problem.base[k] = moved ? bytes.number(manner) : q.start[static_cast<size_t>(k)];
  read_target(q, bytes, manner);
  q.problem.pole_kind = bytes.below(3);
  bool points = false;
  for (int k = 0; k < q.dimension; ++k) {
    q.problem.pole[k] = q.problem.pole_kind == 0 ? 0 : bytes.number(manner);
    points |= q.problem.pole[k] != 0;
  }
  if (!points && q.problem.pole_kind == 2) q.problem.pole_kind = 0;  // the callers refuse a direction of no length
  // Last, so that bytes kept from before there were more methods still mean what they meant.
  const int compared = bytes.below(16);
  if (compared >= 8) {
    q.problem.method = kFirstCompared + compared - 8;
    q.problem.reach_test = bytes.below(2);
  }
  return q;
}

}  // namespace fuzz
