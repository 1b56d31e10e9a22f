// Rotations for building and judging poses. Nothing here comes from the kernel: sines and square roots are the
// library's.
#pragma once
#include <cmath>

namespace bench {

struct Vector {
  double x, y, z;

  friend Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vector operator*(double s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
};

inline double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vector& a) { return std::sqrt(dot(a, a)); }
inline Vector unit(const Vector& a) { return (1 / norm(a)) * a; }
inline Vector vector_at(const double* numbers) { return {numbers[0], numbers[1], numbers[2]}; }

// The angle between two vectors [rad]; exact near 0 and pi, too.
inline double angle_between(const Vector& a, const Vector& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// Some unit vector perpendicular to the unit vector `a`.
inline Vector perpendicular_to(const Vector& a) {
  return unit(cross(a, std::fabs(a.x) < 0.7 ? Vector{1, 0, 0} : Vector{0, 1, 0}));
}

// A unit quaternion.
struct Rotation {
  double w;
  Vector v;

  friend Rotation operator*(const Rotation& a, const Rotation& b) {
    return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
  }
  Vector operator()(const Vector& a) const {
    const Vector t = 2 * cross(v, a);
    return a + w * t + cross(v, t);
  }
};

inline Rotation inverse(const Rotation& q) { return {q.w, -1 * q.v}; }
inline Rotation about_axis(const Vector& axis, double angle) {
  return {std::cos(angle / 2), std::sin(angle / 2) * axis};
}
inline Rotation rotation_at(const double* wxyz) { return {wxyz[0], vector_at(wxyz + 1)}; }

}  // namespace bench
