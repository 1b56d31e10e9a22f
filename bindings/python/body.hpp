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

 private:
  const fabrikit_body* body() const { return reinterpret_cast<const fabrikit_body*>(body_.data()); }

  std::vector<double> body_;
};
