// Rotations in 3D as unit quaternions (w, x, y, z), made and used without trigonometry.
#pragma once
#include "vec.hpp"

namespace fabrikit {

template <class T>
struct Quat {
  T w;
  Vec<3, T> v;

  friend Quat operator*(const Quat& a, const Quat& b) {
    return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
  }
};

template <class T>
inline Quat<T> no_turn() {
  return {1, {}};
}

template <class T>
inline Quat<T> inverse(const Quat<T>& q) {
  return {q.w, T(-1) * q.v};
}

template <class T>
inline Vec<3, T> rotate(const Quat<T>& q, const Vec<3, T>& a) {
  const Vec<3, T> t = T(2) * cross(q.v, a);
  return a + q.w * t + cross(q.v, t);
}

// Scales a quaternion to length 1; the identity when it has none.
template <class T>
inline Quat<T> unit(const Quat<T>& q) {
  const T square = q.w * q.w + dot(q.v, q.v);
  if (square < Real<T>::negligible_square) return no_turn<T>();
  const T inverse_norm = T(1) / square_root(square);
  return {inverse_norm * q.w, inverse_norm * q.v};
}

// The shortest turn from one unit vector to another. Exactly opposite ones turn about the stated perpendicular; near
// there a + b, which is exact, still has the digits that a.b and a x b have lost.
template <class T>
inline Quat<T> between(const Vec<3, T>& from, const Vec<3, T>& to) {
  const Vec<3, T> sum = from + to;
  const T size = norm(sum);
  if (size < T(0x1p-50)) return {0, perpendicular(from)};
  return unit(Quat<T>{size / 2, (T(1) / size) * cross(from, sum)});
}

// A turn about `vector` by twice the arctangent of half its length: for small vectors a rotation vector, for large ones
// less than half a turn (Cayley). No trigonometry.
template <class T>
inline Quat<T> cayley(const Vec<3, T>& vector) {
  return unit(Quat<T>{1, T(0.5) * vector});
}

// The turn about the unit vector `axis` whose cosine and sine are given, from the half-angle formulas that do not
// cancel.
template <class T>
inline Quat<T> about(const Vec<3, T>& axis, T cosine, T sine) {
  if (cosine >= T(0)) {
    const T w = square_root((1 + cosine) / 2);
    return {w, (sine / (2 * w)) * axis};
  }
  const T s = square_root((1 - cosine) / 2);
  const T signed_s = sine < T(0) ? -s : s;
  return {sine / (2 * signed_s), signed_s * axis};
}

}  // namespace fabrikit
