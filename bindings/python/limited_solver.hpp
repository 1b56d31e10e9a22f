// A prepared chain with joint types and its options behind one bound object.
#pragma once
#include <vector>

#include "arrays.hpp"
#include "kernel/limited_abi.h"

class LimitedKernelSolver {
 public:
  // rest [bones + 1][3], lengths [bones]; `joints` are bones fabrikit_joint structs; all checked by the caller.
  LimitedKernelSolver(Input rest, Input lengths, nb::bytes joints, double tolerance, int max_iterations, int method,
                      int clamp);

  void set_pole(int kind, Input pole);

  // aim: 0 nothing, 1 direction [3], 2 rotation [4]. start_turns: [bones][4], or empty to read them off the start.
  // Writes positions [bones + 1][3], turns and frames [bones][4].
  // Returns (error, tolerance, status, iterations, stage, symmetry_broken, rotation_error).
  LimitedAnswer solve(Input target, int aim, Input aim_value, double rotation_tolerance, Input start, Input start_turns,
                      Input base, Output positions, Output turns, Output frames);

  // The same with (bytes of fabrikit_placement, answer).
  nb::typed<nb::tuple, nb::bytes, LimitedAnswer> trace(Input target, int aim, Input aim_value,
                                                       double rotation_tolerance, Input start, Input start_turns,
                                                       Input base, Output positions, Output turns, Output frames);

  // Reads the rotations off a pose.
  void read_turns(Input pose, Output turns, Output frames);

  // The nearest rotation [4] that one joint allows.
  void settle(int index, Input turn, Output settled);

 private:
  const fabrikit_chain* chain() const { return reinterpret_cast<const fabrikit_chain*>(chain_.data()); }
  int64_t run(Input target, int aim, Input aim_value, double rotation_tolerance, Input start, Input start_turns,
              Input base, Output positions, Output turns, Output frames, fabrikit_placement* trace, int64_t room);
  LimitedAnswer answer() const;

  int32_t bones_;
  std::vector<double> chain_;
  std::vector<double> joints_;
  std::vector<double> workspace_;
  fabrikit_problem problem_;
  fabrikit_answer answer_;
  double rotation_error_;
  int32_t clamp_;
};
