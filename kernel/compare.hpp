// The comparison methods, from other papers, by their names. What they share with `fabrik`: the test of the outer
// reach, the best pose kept, honest verdicts.
#pragma once
#include "compare_ccd.hpp"
#include "compare_dense.hpp"
#include "compare_jacobian.hpp"
#if !defined(FABRIKIT_FEW_METHODS)
#include "compare_ftl.hpp"
#include "compare_sdls.hpp"
#include "compare_triangulation.hpp"
#endif

namespace fabrikit {

// Memory that a method works in beside what every solve has.
template <int D>
constexpr int64_t compare_size(int64_t bones, Method method) {
  if (method == Method::dls_dense) return compare::dense_size<D>(bones);
#if !defined(FABRIKIT_FEW_METHODS)
  if (method == Method::ftl) return compare::ftl_size<D>(bones);
#endif
  return 0;
}

// Memory that a solve works in, from the caller: so many numbers.
template <int D>
constexpr int64_t workspace_size(int64_t bones, Method method) {
  return common_size<D>(bones) + compare_size<D>(bones, method);
}

// `memory` has compare_size numbers.
template <int D, class T, class Recorder>
inline Status solve_compared(Attempt<D, T, Recorder>& a, Method method, T* memory) {
  switch (method) {
    case Method::ccd:
      return compare::solve_ccd(a);
    case Method::jacobian_transpose:
      return compare::solve_jacobian_transpose(a);
    case Method::dls:
      return compare::solve_dls(a);
    case Method::dls_dense:
      return compare::solve_dls_dense(a, memory);
#if !defined(FABRIKIT_FEW_METHODS)
    case Method::pseudo_inverse:
      return compare::solve_pseudo_inverse(a);
    case Method::sdls:
      return compare::solve_sdls(a);
    case Method::ftl:
      return compare::solve_ftl(a, memory);
    case Method::triangulation:
      return compare::solve_triangulation(a);
#endif
    default:
      return Status::stalled;  // not in this build; the callers refuse it, with words
  }
}

}  // namespace fabrikit
