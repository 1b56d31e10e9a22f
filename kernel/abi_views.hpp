// What the C structs hold, as the kernel's own types; included once, by abi.cpp.
#pragma once
#include "abi.h"
#include "solve.hpp"

namespace fabrikit {
namespace {

// The page's build records every solve: one instantiation instead of two makes the module a third smaller.
#ifdef FABRIKIT_ALWAYS_TRACED
constexpr bool always_traced = true;
#else
constexpr bool always_traced = false;
#endif

// Keeps the placements of a solve, in world coordinates, and counts those that find no room.
template <int D>
struct TraceRecorder {
  static constexpr bool active = true;
  Vec<D, double> base;
  double unscale;
  fabrikit_placement* trace;
  int64_t room;
  int64_t count = 0;
  int32_t stage = 0;
  int32_t iteration = 0;
  int32_t pass = 0;

  void begin(Stage now, int32_t iterations, Pass direction) {
    stage = static_cast<int32_t>(now);
    iteration = iterations;
    pass = static_cast<int32_t>(direction);
  }
  void placed(int32_t joint, const Vec<D, double>& local) { returned(joint, base + unscale * local); }
  void returned(int32_t joint, const Vec<D, double>& world) {
    if (count < room)
      trace[count] = {{world.v[0], world.v[1], D == 3 ? world.v[D - 1] : 0.0}, stage, iteration, pass, joint};
    ++count;
  }
};

const double* chain_lengths(const fabrikit_chain* chain) { return reinterpret_cast<const double*>(chain + 1); }

Chain<double> view(const fabrikit_chain* chain) {
  const double* length = chain_lengths(chain);
  const double* inverse = length + chain->bones;
  return {chain->bones,   chain->longest, chain->outer, chain->inner,          chain->scale,
          chain->unscale, length,         inverse,      inverse + chain->bones};
}

template <int D>
Problem<D, double> view(const fabrikit_problem* problem) {
  return {load<D>(problem->base, 0), load<D>(problem->target, 0), load<D>(problem->pole, 0),
          problem->tolerance,        problem->max_iterations,     static_cast<PoleKind>(problem->pole_kind),
          problem->reach_test != 0,  problem->start_fits != 0};
}

void write(fabrikit_answer* out, const Answer<double>& answer) {
  *out = {answer.error,
          answer.tolerance,
          static_cast<int32_t>(answer.status),
          answer.iterations,
          static_cast<int32_t>(answer.stage),
          answer.symmetry_broken};
}

}  // namespace
}  // namespace fabrikit
