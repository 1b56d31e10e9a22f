// Vectors of 2 or 3 components. Sums run left to right: their order is part of the bits.
#pragma once
#include "scalar.hpp"

namespace fabrikit {

template <int D, class T>
struct Vec {
  T v[D];

  FABRIKIT_INLINE T& operator[](int k) { return v[k]; }
  FABRIKIT_INLINE const T& operator[](int k) const { return v[k]; }

  FABRIKIT_INLINE friend Vec operator+(const Vec& a, const Vec& b) {
    Vec r;
    FABRIKIT_UNROLL for (int k = 0; k < D; ++k) r.v[k] = a.v[k] + b.v[k];
    return r;
  }
  FABRIKIT_INLINE friend Vec operator-(const Vec& a, const Vec& b) {
    Vec r;
    FABRIKIT_UNROLL for (int k = 0; k < D; ++k) r.v[k] = a.v[k] - b.v[k];
    return r;
  }
  FABRIKIT_INLINE friend Vec operator*(T s, const Vec& a) {
    Vec r;
    FABRIKIT_UNROLL for (int k = 0; k < D; ++k) r.v[k] = s * a.v[k];
    return r;
  }
};

template <int D, class T>
FABRIKIT_INLINE T dot(const Vec<D, T>& a, const Vec<D, T>& b) {
  // Spelled out: a loop of one turn, in 2D, may stay a loop.
  static_assert(D == 2 || D == 3);
  const T flat = a.v[0] * b.v[0] + a.v[1] * b.v[1];
  return D == 2 ? flat : flat + a.v[D - 1] * b.v[D - 1];
}

template <int D, class T>
FABRIKIT_INLINE T norm(const Vec<D, T>& a) {
  return square_root(dot(a, a));
}

// max over i < count of |at(i)|. Eight maxima side by side: their order does not matter to the result, and one alone
// would make every number wait for the one before it.
template <class T, class At>
inline T largest_of(int64_t count, At at) {
  constexpr int ways = 8;
  T most[ways] = {};
  int64_t i = 0;
  for (; i + ways <= count; i += ways)
    for (int k = 0; k < ways; ++k) most[k] = larger(most[k], magnitude(at(i + k)));
  for (; i < count; ++i) most[0] = larger(most[0], magnitude(at(i)));
  for (int k = 1; k < ways; ++k) most[0] = larger(most[0], most[k]);
  return most[0];
}

template <class T>
inline Vec<3, T> cross(const Vec<3, T>& a, const Vec<3, T>& b) {
  return {{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}

template <int D, class T>
FABRIKIT_INLINE T largest_component(const Vec<D, T>& a) {
  const T flat = larger(magnitude(a.v[0]), magnitude(a.v[1]));
  return D == 2 ? flat : larger(flat, magnitude(a.v[D - 1]));
}

template <int D, class T>
inline bool is_zero(const Vec<D, T>& a) {
  for (int k = 0; k < D; ++k)
    if (a.v[k] != T(0)) return false;
  return true;
}

// Joint `index` of a pose stored as [joint][component].
template <int D, class T>
inline Vec<D, T> load(const T* pose, ptrdiff_t index) {
  Vec<D, T> r;
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) r.v[k] = pose[index * D + k];
  return r;
}
template <int D, class T>
inline void store(T* pose, ptrdiff_t index, const Vec<D, T>& a) {
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) pose[index * D + k] = a.v[k];
}

// The part of `a` perpendicular to the unit vector `axis`.
template <int D, class T>
FABRIKIT_INLINE Vec<D, T> across(const Vec<D, T>& a, const Vec<D, T>& axis) {
  return a - dot(a, axis) * axis;
}

// Makes a vector whose length is 1 up to a few roundings one of length 1 to the last place (a Newton step of the
// inverse square root): a bone is as exact as its direction.
template <int D, class T>
FABRIKIT_INLINE Vec<D, T> polish(const Vec<D, T>& nearly_unit) {
  return (T(1.5) - T(0.5) * dot(nearly_unit, nearly_unit)) * nearly_unit;
}

// The unit vector along `a`, which has a length.
template <int D, class T>
FABRIKIT_INLINE Vec<D, T> unit(const Vec<D, T>& a) {
  return polish((T(1) / norm(a)) * a);
}

template <int D, class T>
inline Vec<D, T> unit_or_zero(const Vec<D, T>& a) {
  return dot(a, a) < Real<T>::negligible_square ? Vec<D, T>{} : unit(a);
}

// The unit vector along the part of `a` perpendicular to the unit vector `axis`, or zero when that part is shorter
// than 2^-20. Made perpendicular twice: the first time leaves what cancellation lost.
template <int D, class T>
inline Vec<D, T> side_of(const Vec<D, T>& a, const Vec<D, T>& axis) {
  const Vec<D, T> once = across(a, axis);
  if (!(dot(once, once) > T(0x1p-40))) return {};
  return unit(across(unit(once), axis));
}

// A stated unit vector perpendicular to the unit vector `axis`: in 2D its left, in 3D the coordinate axis least
// aligned with it (the first one on a tie), made perpendicular.
template <class T>
inline Vec<2, T> perpendicular(const Vec<2, T>& axis) {
  return {{-axis.v[1], axis.v[0]}};
}
template <class T>
inline Vec<3, T> perpendicular(const Vec<3, T>& axis) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (magnitude(axis.v[k]) < magnitude(axis.v[least])) least = k;
  Vec<3, T> least_aligned{{0, 0, 0}};
  least_aligned.v[least] = 1;
  return side_of(least_aligned, axis);
}

}  // namespace fabrikit
