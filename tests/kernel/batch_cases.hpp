// Batches of random questions, and the answer that each row has alone.
#pragma once
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "check.hpp"
#include "kernel/batch_abi.h"
#include "kernel/solve.hpp"

namespace batch_cases {

constexpr int kRows = 140;  // more than two blocks of single precision, and some

template <class T>
using Numbers = std::vector<T>;

// The arrays of a question: what is empty is not given.
template <class T>
struct Question {
  int dimension;
  int bones;
  int method;
  int max_iterations;
  bool many_starts;
  bool many_lengths;
  Numbers<T> targets;
  Numbers<T> starts;
  Numbers<T> bases;
  Numbers<T> lengths;
  Numbers<T> tolerances;

  int64_t pose_size() const { return static_cast<int64_t>(bones + 1) * dimension; }
};

template <class T>
struct Answers {
  Numbers<T> positions, error, tolerance;
  std::vector<int32_t> iterations;
  std::vector<int8_t> status, stage, broken;

  Answers(const Question<T>& q, int64_t rows)
      : positions(static_cast<size_t>(rows * q.pose_size())),
        error(static_cast<size_t>(rows)),
        tolerance(error.size()),
        iterations(error.size()),
        status(error.size()),
        stage(error.size()),
        broken(error.size()) {}

  // Whether row `i` here and row `j` there are the same bits.
  bool same(int64_t i, const Answers& other, int64_t j) const {
    const size_t size = positions.size() / error.size(), a = static_cast<size_t>(i), b = static_cast<size_t>(j);
    return std::memcmp(&positions[a * size], &other.positions[b * size], size * sizeof(T)) == 0 &&
           std::memcmp(&error[a], &other.error[b], sizeof(T)) == 0 &&
           std::memcmp(&tolerance[a], &other.tolerance[b], sizeof(T)) == 0 && iterations[a] == other.iterations[b] &&
           status[a] == other.status[b] && stage[a] == other.stage[b] && broken[a] == other.broken[b];
  }
};

template <class T>
fabrikit_array view(const Numbers<T>& numbers, int64_t row, int64_t joint, int64_t component) {
  return {numbers.empty() ? nullptr : numbers.data(), {row, joint, component}, sizeof(T) == sizeof(float)};
}

template <class T>
fabrikit_batch bind(const Question<T>& q, Answers<T>& a) {
  fabrikit_batch batch{};
  const int64_t d = q.dimension;
  batch.shared.max_iterations = q.max_iterations;
  batch.shared.method = q.method;
  batch.shared.reach_test = 1;
  batch.targets = view(q.targets, d, 0, 1);
  batch.starts = view(q.starts, q.many_starts ? q.pose_size() : 0, d, 1);
  batch.bases = view(q.bases, d, 0, 1);
  batch.lengths = view(q.lengths, q.many_lengths ? q.bones : 0, 1, 0);
  batch.tolerances = view(q.tolerances, 1, 0, 0);
  batch.relative_tolerance = 1e-6;
  batch.dimension = q.dimension;
  batch.bones = q.bones;
  batch.is_single = sizeof(T) == sizeof(float);
  batch.positions = a.positions.data();
  batch.error = a.error.data();
  batch.tolerance = a.tolerance.data();
  batch.iterations = a.iterations.data();
  batch.status = a.status.data();
  batch.stage = a.stage.data();
  batch.symmetry_broken = a.broken.data();
  return batch;
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, Free>;

inline Memory open(const fabrikit_batch& batch) {
  const auto bytes = static_cast<size_t>(fabrikit_rows_workspace_bytes(&batch) + 63) / 64 * 64;
  Memory memory(std::aligned_alloc(64, bytes));
  std::memset(memory.get(), 0xff, bytes);  // whatever is read before it is written is not a number
  fabrikit_open_rows(&batch, memory.get());
  return memory;
}

// One row alone, by the templates themselves.
template <int D, class T>
void solve_alone(const Question<T>& q, int64_t row, Answers<T>& a) {
  using namespace fabrikit;
  const auto bones = static_cast<size_t>(q.bones), i = static_cast<size_t>(row);
  const T* const length = q.lengths.data() + (q.many_lengths ? i * bones : 0);
  const T* const start = q.starts.data() + (q.many_starts ? row * q.pose_size() : 0);
  Numbers<T> scaled(bones), inverse(bones), along(bones + 1),
      memory(static_cast<size_t>(workspace_size<D>(q.bones, Method::automatic)));
  const Chain<T> chain = prepare(q.bones, length, scaled.data(), inverse.data(), along.data());
  Problem<D, T> problem{};
  problem.base = q.bases.empty() ? load<D>(start, 0) : load<D>(q.bases.data(), row);
  problem.target = load<D>(q.targets.data(), row);
  problem.tolerance = q.tolerances.empty() ? T(1e-6) * chain.outer : q.tolerances[i];
  problem.max_iterations = q.max_iterations;
  problem.reach_test = true;
  NoRecorder none;
  const Answer<T> said = solve(chain, problem, static_cast<Method>(q.method), start, memory.data(),
                               a.positions.data() + row * q.pose_size(), none);
  a.error[i] = said.error;
  a.tolerance[i] = said.tolerance;
  a.iterations[i] = said.iterations;
  a.status[i] = static_cast<int8_t>(said.status);
  a.stage[i] = static_cast<int8_t>(said.stage);
  a.broken[i] = static_cast<int8_t>(said.symmetry_broken);
}

// A direction, not uniform.
template <class T>
void random_direction(int dimension, check::SplitMix& random, T* direction) {
  double square = 0, d[3];
  do {
    square = 0;
    for (int k = 0; k < dimension; ++k) {
      d[k] = random.uniform(-1, 1);
      square += d[k] * d[k];
    }
  } while (square < 0.01 || square > 1);
  for (int k = 0; k < dimension; ++k) direction[k] = static_cast<T>(d[k] / std::sqrt(square));
}

template <class T>
Numbers<T> random_pose(const Question<T>& q, const T* length, bool straight, check::SplitMix& random) {
  Numbers<T> pose;
  for (int k = 0; k < q.dimension; ++k) pose.push_back(static_cast<T>(random.uniform(-1, 1)));
  T direction[3] = {1, 0, 0};
  for (int i = 0; i < q.bones; ++i) {
    if (!straight || i == 0) random_direction(q.dimension, random, direction);
    for (int k = 0; k < q.dimension; ++k)
      pose.push_back(pose[pose.size() - static_cast<size_t>(q.dimension)] + length[i] * direction[k]);
  }
  return pose;
}

// Targets of every kind: anywhere within 1.2 of the reach, on the start's tip, on the base, on the line of the start,
// within a hair of both ends of the reach.
template <class T>
void add_target(Question<T>& q, int row, check::SplitMix& random) {
  const T* const length = q.lengths.data() + (q.many_lengths ? row * q.bones : 0);
  const T* const start = q.starts.data() + (q.many_starts ? row * q.pose_size() : 0);
  const T* const base = q.bases.empty() ? start : q.bases.data() + row * q.dimension;
  T outer = 0, longest = 0, direction[3];
  for (int i = 0; i < q.bones; ++i) outer += length[i], longest = length[i] > longest ? length[i] : longest;
  const T inner = 2 * longest > outer ? 2 * longest - outer : 0;
  random_direction(q.dimension, random, direction);
  const int kind = row % 16;
  T distance = static_cast<T>(random.uniform(0, 1.2)) * outer;
  if (kind == 1) distance = outer * (1 - static_cast<T>(random.uniform(0, 1e-3)));
  if (kind == 2) distance = inner * (1 + static_cast<T>(random.uniform(0, 1e-3)));
  if (kind == 3) distance = 0;
  for (int k = 0; k < q.dimension; ++k) {
    const T tip = start[q.pose_size() - q.dimension + k] - start[k];
    T way = distance * direction[k];
    if (kind == 4) way = tip;
    if (kind == 5) way = static_cast<T>(0.5) * tip;
    if (kind == 6) way = tip + static_cast<T>(1e-3) * outer * direction[k];
    q.targets.push_back(base[k] + way);
  }
}

// What varies from question to question, as bits of `kind`.
enum Kind { many_starts = 1, many_lengths = 2, bases = 4, tolerances = 8, straight = 16, point_bone = 32, kinds = 64 };

template <class T>
Question<T> random_question(int dimension, int bones, int method, int kind, uint64_t seed) {
  check::SplitMix random{seed};
  Question<T> q{dimension, bones, method, 60, (kind & many_starts) != 0, (kind & many_lengths) != 0, {},
                {},        {},    {},     {}};
  const int chains = q.many_lengths ? kRows : 1, starts = q.many_starts ? kRows : 1;
  for (int i = 0; i < chains * bones; ++i) q.lengths.push_back(static_cast<T>(std::exp(random.uniform(-1.5, 1.5))));
  if ((kind & point_bone) != 0) q.lengths[static_cast<size_t>(bones / 2)] = 0;
  for (int i = 0; i < starts; ++i) {
    const T* const length = q.lengths.data() + (q.many_lengths ? (i % chains) * bones : 0);
    const Numbers<T> pose = random_pose(q, length, (kind & straight) != 0, random);
    q.starts.insert(q.starts.end(), pose.begin(), pose.end());
  }
  for (int i = 0; (kind & bases) != 0 && i < kRows * dimension; ++i)
    q.bases.push_back(static_cast<T>(random.uniform(-3, 3)));
  for (int i = 0; (kind & tolerances) != 0 && i < kRows; ++i)
    q.tolerances.push_back(i % 5 == 0 ? 0 : static_cast<T>(std::exp(random.uniform(-14, -2))));
  for (int i = 0; i < kRows; ++i) add_target(q, i, random);
  return q;
}

template <class T>
Answers<T> alone(const Question<T>& q) {
  Answers<T> answers(q, kRows);
  for (int64_t row = 0; row < kRows; ++row) {
    if (q.dimension == 2) solve_alone<2>(q, row, answers);
    else solve_alone<3>(q, row, answers);
  }
  return answers;
}

}  // namespace batch_cases
