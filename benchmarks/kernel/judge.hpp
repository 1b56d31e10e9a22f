// An independent verdict on a returned pose: what must hold is recomputed here, nothing is taken from the answer.
#pragma once
#include <cmath>

#include "body.hpp"

namespace bench {

// One unit in the last place of the largest coordinate returned.
template <class AnyBody>
double unit_of(const AnyBody& body) {
  double largest = 0;
  for (const double x : body.positions()) largest = std::fmax(largest, std::fabs(x));
  return std::nextafter(largest, INFINITY) - largest;
}

// The largest difference between a returned bone and its length, in units in the last place of the largest coordinate.
template <class AnyBody>
double length_fault(const AnyBody& body) {
  const int dimension = body.dimension();
  const Numbers& joints = body.positions();
  long double worst = 0;
  for (int i = 0; i < body.bones(); ++i) {
    long double square = 0;
    for (int k = 0; k < dimension; ++k) {
      const size_t at = static_cast<size_t>(i * dimension + k);
      const long double d = static_cast<long double>(joints[at + static_cast<size_t>(dimension)]) - joints[at];
      square += d * d;
    }
    worst = std::fmax(worst, std::fabs(std::sqrt(square) - body.lengths()[static_cast<size_t>(i)]));
  }
  return static_cast<double>(worst / unit_of(body));
}

// Returns nullptr when the target was reached by a legal pose, else the first thing that is wrong.
template <class AnyBody>
const char* fault(const AnyBody& body, const double* target, const fabrikit_answer& answer) {
  const int dimension = body.dimension();
  const Numbers& joints = body.positions();
  for (const double x : joints)
    if (!std::isfinite(x)) return "not finite";
  const double unit = unit_of(body);
  for (int k = 0; k < dimension; ++k)
    if (joints[static_cast<size_t>(k)] != body.problem.base[k]) return "base moved";
  if (length_fault(body) > 8) return "bone length";
  double square = 0;
  for (int k = 0; k < dimension; ++k) {
    const double d = joints[joints.size() - static_cast<size_t>(dimension - k)] - target[k];
    square += d * d;
  }
  if (std::sqrt(square) != answer.error) return "error is not the distance";
  if (!(answer.error <= std::fmax(body.problem.tolerance, 4 * unit))) return kStatuses[answer.status];
  return answer.status == reached ? nullptr : "reached, but says otherwise";
}

}  // namespace bench
