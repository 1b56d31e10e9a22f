// A prepared chain and its options behind one bound object: memory is allocated here, once.
#pragma once
#include <nanobind/stl/optional.h>

#include <optional>
#include <vector>

#include "arrays.hpp"
#include "kernel/abi.h"

class KernelSolver {
 public:
  // rest [bones + 1][dimension], lengths [bones]; checked by the caller.
  KernelSolver(Input rest, Input lengths, double tolerance, int max_iterations, int method, bool reach_test);

  double outer() const { return chain()->outer; }
  double inner() const { return chain()->inner; }

  void set_pole(int kind, Input pole);

  // Solves from `start`, a float64 array of joints, or from the rest pose when that is None. `target` may be a float64
  // array or a list or tuple of floats. Returns None, having done nothing, for whatever else they are: the caller then
  // finds out, with words.
  std::optional<Answer> solve_quickly(nb::handle target, nb::handle start, nb::handle positions);

  // Solves with a start and a base of its own. Returns (error, tolerance, status, iterations, stage, symmetry_broken).
  Answer solve(Input target, Input start, Input base, Output positions);

  // The same, with every placement: (bytes of fabrikit_placement, answer). `begin` gets the pose before the first one.
  nb::typed<nb::tuple, nb::bytes, Answer> trace(Input target, Input start, Input base, Output begin, Output positions);

 private:
  const fabrikit_chain* chain() const { return reinterpret_cast<const fabrikit_chain*>(chain_.data()); }
  bool read_target(nb::handle target, PyTypeObject* array, double* out) const;
  bool read_buffer(PyObject* given, double* out) const;
  Answer solve_into(const fabrikit_problem& problem, const double* start, void* positions);
  fabrikit_problem ask(Input target, Input base) const;

  int32_t dimension_;
  int32_t bones_;
  std::vector<double> rest_;
  std::vector<double> chain_;
  std::vector<double> workspace_;
  fabrikit_problem problem_;
};
