// A prepared body behind one bound object.
#pragma once
#include <vector>

#include "arrays.hpp"
#include "kernel/body_abi.h"

class KernelBody {
 public:
  // `joints`: fabrikit_body_joint structs, checked by the caller.
  explicit KernelBody(nb::bytes joints);

  int joints() const { return body()->joints; }
  int numbers() const { return body()->numbers; }
  double reach() const { return body()->reach; }

  // q [numbers] of the rest pose.
  void rest(Output q) const;

  // Brings q [count][numbers] inside the limits, in place.
  void settle(Output q) const;

  // base [7], q [count][numbers], positions [count][joints][3], rotations [count][joints][4].
  void forward(Input base, Input q, Output positions, Output rotations) const;

  // Solves `rows` problems that differ in effectors, bases and starts, on up to `threads` threads. bases is [1 or
  // rows][7], start, drive and posture are [1 or rows][numbers], or empty; q [rows][solutions][numbers]; positions
  // [rows][joints][3], rotations [rows][joints][4], errors [rows][effectors][2]. Returns rows fabrikit_body_answer.
  nb::bytes solve(int64_t rows, nb::bytes question, nb::bytes effectors, nb::bytes loops, nb::bytes use, Input bases,
                  Input start, Input drive, Input posture, Output q, Output positions, Output rotations, Output errors,
                  int threads) const;

 private:
  const fabrikit_body* body() const { return reinterpret_cast<const fabrikit_body*>(body_.data()); }

  std::vector<double> body_;
};
