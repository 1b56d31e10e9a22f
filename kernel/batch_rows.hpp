// The rows of a batch: what each asks, in the precision that it is solved in, and what it is answered.
#pragma once
#include "batch_abi.h"
#include "solve.hpp"

namespace fabrikit {

// What a precision can hold: beyond `largest` squares overflow, below `smallest_reach` they vanish.
template <class T>
struct Range;
template <>
struct Range<double> {
  static constexpr double largest = 0x1p500;
  static constexpr double smallest_reach = 0x1p-450;
};
template <>
struct Range<float> {
  static constexpr float largest = 0x1p60f;
  static constexpr float smallest_reach = 0x1p-50f;
};

// False also for NaN.
template <class T>
inline bool within_range(T x) {
  return magnitude(x) <= Range<T>::largest;
}

inline bool is_given(const fabrikit_array& array) { return array.data != nullptr; }
inline bool is_shared(const fabrikit_array& array) { return array.stride[0] == 0; }

template <class T>
inline T number_at(const fabrikit_array& array, int64_t index) {
  return array.is_single ? static_cast<T>(static_cast<const float*>(array.data)[index])
                         : static_cast<T>(static_cast<const double*>(array.data)[index]);
}

// Reads `count` numbers of a row that are `stride` apart. Returns whether all are numbers within range.
template <class T>
inline bool read_numbers(const fabrikit_array& array, int64_t at, int64_t stride, int32_t count, T* numbers) {
  bool good = true;
  for (int32_t k = 0; k < count; ++k) {
    numbers[k] = number_at<T>(array, at + k * stride);
    good &= within_range(numbers[k]);
  }
  return good;
}

// The problem of one row at a time. Lives in the memory of a thread.
template <int D, class T>
struct Rows {
  const fabrikit_batch* batch;
  Problem<D, T> problem;
  Chain<T> chain;
  T* length;   // [bones]
  T* scaled;   // [bones]
  T* inverse;  // [bones]
  T* along;    // [bones + 1]
  T* start;    // [bones + 1][D]
  T* begin;    // [bones + 1][D], the start as a solve takes it
  T* memory;   // workspace_size<D>(bones, method)
  bool good_chain;
  bool good_start;
  bool lanes;       // whether lanes may be tried
  bool same_chain;  // for all rows
  bool same_start;
  bool same_base;
  bool same_tolerance;
  bool good_tolerance;
  bool test_outer;  // whether the method knows closed forms for targets out of reach
  bool test_inner;

  bool all_begin_alike() const { return same_chain && same_start && same_base; }
  int64_t pose_size() const { return static_cast<int64_t>(batch->bones + 1) * D; }
};

template <int D>
constexpr int64_t rows_numbers(int64_t bones, Method method) {
  return 4 * bones + 1 + 2 * (bones + 1) * D + workspace_size<D>(bones, method);
}

template <int D, class T>
inline void read_chain(Rows<D, T>& rows, int64_t row) {
  const fabrikit_array& lengths = rows.batch->lengths;
  const int32_t bones = rows.batch->bones;
  bool good = read_numbers(lengths, row * lengths.stride[0], lengths.stride[1], bones, rows.length);
  for (int32_t i = 0; i < bones; ++i) good &= rows.length[i] >= T(0);
  if (good) {
    rows.chain = prepare(bones, rows.length, rows.scaled, rows.inverse, rows.along);
    good = rows.chain.outer == T(0) || rows.chain.outer >= Range<T>::smallest_reach;
  }
  rows.good_chain = good && within_range(rows.chain.outer);
}

template <int D, class T>
inline void read_start(Rows<D, T>& rows, int64_t row) {
  const fabrikit_array& starts = rows.batch->starts;
  rows.good_start = true;
  for (int32_t i = 0; i <= rows.batch->bones; ++i)
    rows.good_start &= read_numbers(starts, row * starts.stride[0] + i * starts.stride[1], starts.stride[2], D,
                                    rows.start + static_cast<int64_t>(i) * D);
}

template <int D, class T>
inline bool read_base(Rows<D, T>& rows, int64_t row) {
  const fabrikit_array& bases = rows.batch->bases;
  rows.problem.base = load<D>(rows.start, 0);
  return !is_given(bases) || read_numbers(bases, row * bases.stride[0], bases.stride[2], D, rows.problem.base.v);
}

template <int D, class T>
inline bool read_tolerance(Rows<D, T>& rows, int64_t row) {
  const fabrikit_array& tolerances = rows.batch->tolerances;
  if (!is_given(tolerances)) {
    rows.problem.tolerance = static_cast<T>(rows.batch->relative_tolerance) * rows.chain.outer;
    return true;
  }
  return read_numbers(tolerances, row * tolerances.stride[0], 0, 1, &rows.problem.tolerance) &&
         rows.problem.tolerance >= T(0);
}

template <int D, class T>
inline bool read_target(Rows<D, T>& rows, int64_t row) {
  const fabrikit_array& targets = rows.batch->targets;
  return read_numbers(targets, row * targets.stride[0], targets.stride[2], D, rows.problem.target.v);
}

// Reads everything that a row asks. Returns whether it is made of numbers within range.
template <int D, class T>
inline bool read_row(Rows<D, T>& rows, int64_t row) {
  if (!rows.same_chain) read_chain(rows, row);
  if (!rows.same_start) read_start(rows, row);
  const bool good_base = read_base(rows, row);
  const bool good_target = read_target(rows, row);
  const bool good_tolerance = rows.same_tolerance ? rows.good_tolerance : read_tolerance(rows, row);
  return rows.good_chain && rows.good_start && good_base && good_target && good_tolerance;
}

template <int D, class T>
inline void open_rows(Rows<D, T>& rows, const fabrikit_batch* batch, T* numbers) {
  const int64_t bones = batch->bones;
  const fabrikit_problem& shared = batch->shared;
  rows.batch = batch;
  rows.length = numbers;
  rows.scaled = rows.length + bones;
  rows.inverse = rows.scaled + bones;
  rows.along = rows.inverse + bones;
  rows.start = rows.along + bones + 1;
  rows.begin = rows.start + rows.pose_size();
  rows.memory = rows.begin + rows.pose_size();
  rows.same_chain = is_shared(batch->lengths);
  rows.same_tolerance = rows.same_chain && is_shared(batch->tolerances);
  rows.same_start = is_shared(batch->starts);
  rows.same_base = is_given(batch->bases) ? is_shared(batch->bases) : rows.same_start;
  rows.test_inner = shared.method == static_cast<int32_t>(Method::automatic);
  rows.test_outer = rows.test_inner || shared.reach_test != 0;
  rows.problem = {};
  for (int k = 0; k < D; ++k) rows.problem.pole.v[k] = static_cast<T>(shared.pole[k]);
  rows.problem.max_iterations = shared.max_iterations;
  rows.problem.pole_kind = static_cast<PoleKind>(shared.pole_kind);
  rows.problem.reach_test = shared.reach_test != 0;
  rows.problem.start_fits = shared.start_fits != 0;
  if (rows.same_chain) read_chain(rows, 0);
  if (rows.same_start) read_start(rows, 0);
  if (rows.same_tolerance) rows.good_tolerance = read_tolerance(rows, 0);
}

template <int D, class T>
inline T* positions_of(const fabrikit_batch* batch, int64_t row) {
  return static_cast<T*>(batch->positions) + row * (static_cast<int64_t>(batch->bones + 1) * D);
}

template <class T>
inline void write_answer(const fabrikit_batch* batch, int64_t row, const Answer<T>& answer) {
  static_cast<T*>(batch->error)[row] = answer.error;
  static_cast<T*>(batch->tolerance)[row] = answer.tolerance;
  batch->iterations[row] = answer.iterations;
  batch->status[row] = static_cast<int8_t>(answer.status);
  batch->stage[row] = static_cast<int8_t>(answer.stage);
  batch->symmetry_broken[row] = static_cast<int8_t>(answer.symmetry_broken);
}

}  // namespace fabrikit
