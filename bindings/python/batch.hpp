// Many problems in one call: a prepared question for all rows, and the threads that answer it.
#pragma once
#include <nanobind/stl/optional.h>

#include <memory>
#include <optional>
#include <vector>

#include "arrays.hpp"
#include "kernel/batch_abi.h"

// Numbers in memory, of any layout, float32 or float64.
using Numbers = nb::ndarray<nb::ro, nb::device::cpu>;
using Whole = nb::ndarray<int32_t, nb::c_contig, nb::device::cpu>;
using Small = nb::ndarray<int8_t, nb::c_contig, nb::device::cpu>;
using AnyOutput = nb::ndarray<nb::c_contig, nb::device::cpu>;

class KernelBatch {
 public:
  // rest [bones + 1][dimension], lengths [bones]; is_single: solve and answer in float32.
  KernelBatch(int dimension, int bones, bool is_single, int max_iterations, int method, bool reach_test,
              bool start_fits);

  void set_pole(int kind, Input pole);

  // Joints with limits: specs as LimitedKernelSolver takes them, reference [bones + 1][3]. `start_turns` [bones][4], or
  // empty: read off the starts.
  void set_joints(Input reference, nb::bytes specs, int clamp, Input start_turns);

  // The arrays of question and answer are not copied: the caller keeps them.
  // Arrays of rows, a stride of 0 where all rows share one. Tolerances may be missing: then it is a share of each row's
  // reach.
  void set_question(Numbers targets, Numbers starts, std::optional<Numbers> bases, Numbers lengths,
                    std::optional<Numbers> tolerances, double relative_tolerance);

  // Where the answers go: float32 or float64 as the batch is.
  void set_answer(AnyOutput positions, AnyOutput error, AnyOutput tolerance, Whole iterations, Small status,
                  Small stage, Small symmetry_broken, std::optional<Output> turns, std::optional<Output> frames);

  // The first rows, at most `most`, that are not numbers within range, and how many there are in all.
  nb::typed<nb::tuple, nb::typed<nb::list, int64_t>, int64_t> invalid_rows(int64_t most) const;

  // Solves all rows with the GIL released. `progress` is called with the number of rows done; an exception from it, or
  // a signal's, ends the work and is raised.
  void solve(int threads, int level, nb::object progress) const;

 private:
  fabrikit_batch batch_{};
  int64_t rows_ = 0;
  std::vector<double> joints_;
  std::vector<double> start_turns_;
};
