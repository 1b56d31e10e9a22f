// Damped least squares in the form that gave matrices their name: (J'J + d^2 I) w = J'e, one equation for every axis
// of every joint, O(n^3) an iteration and O(n^2) memory. Here to be measured beside the D x D form, which has the same
// answer: J'(J J' + d^2 I)^-1 = (J'J + d^2 I)^-1 J'.
#pragma once
#include "compare_jacobian.hpp"

namespace fabrikit::compare {

// Axes of a chain: three for each ball joint, one for each joint in the plane.
template <int D>
constexpr int64_t axes_of(int64_t bones) {
  return D == 3 ? 3 * bones : bones;
}

// Memory beside that of the other methods: J by columns, the lower triangle, a column of it, the turns.
template <int D>
constexpr int64_t dense_size(int64_t bones) {
  const int64_t axes = axes_of<D>(bones);
  return D * axes + axes * (axes + 1) / 2 + 2 * axes;
}

template <int D, class T>
struct Dense {
  int64_t axes;
  T* jacobian;  // [axes][D]
  T* triangle;  // [axes (axes + 1) / 2], rows of the lower triangle
  T* column;    // [axes]
  T* turns;     // [axes]

  Dense(int32_t bones, T* memory)
      : axes(axes_of<D>(bones)),
        jacobian(memory),
        triangle(jacobian + D * axes),
        column(triangle + axes * (axes + 1) / 2),
        turns(column + axes) {}

  T* row(int64_t i) { return triangle + i * (i + 1) / 2; }
};

// How the tip moves when a joint turns about coordinate axis `axis`.
template <class T>
inline Vec<3, T> swept(const Vec<3, T>& lever, int axis) {
  Vec<3, T> about{};
  about.v[axis] = 1;
  return cross(about, lever);
}
template <class T>
inline Vec<2, T> swept(const Vec<2, T>& lever, int) {
  return {{-lever.v[1], lever.v[0]}};
}

// Writes J, J'J + damping I and J'e.
template <int D, class T, class Recorder>
inline void fill(const Attempt<D, T, Recorder>& a, Dense<D, T>& dense, T damping) {
  const Vec<D, T> tip = a.tip();
  const Vec<D, T> error = clamped_error(a);
  constexpr int each = D == 3 ? 3 : 1;
  for (int64_t i = 0; i < dense.axes; ++i)
    store(dense.jacobian, i, swept(tip - load<D>(a.pose, i / each), static_cast<int>(i % each)));
  for (int64_t i = 0; i < dense.axes; ++i) {
    const Vec<D, T> moves = load<D>(dense.jacobian, i);
    for (int64_t k = 0; k <= i; ++k) dense.row(i)[k] = dot(moves, load<D>(dense.jacobian, k));
    dense.row(i)[i] += damping;
    dense.turns[i] = dot(moves, error);
  }
}

// Solves in place by LDL'; the damping keeps every pivot positive. Row by row outward, so that the inner loop has no
// sum to wait for.
template <int D, class T>
inline void eliminate(Dense<D, T>& dense) {
  const int64_t axes = dense.axes;
  for (int64_t k = 0; k < axes; ++k) {
    for (int64_t i = k; i < axes; ++i) dense.column[i] = dense.row(i)[k];
    const T inverse = T(1) / dense.column[k];
    const T* __restrict column = dense.column;
    for (int64_t i = k + 1; i < axes; ++i) {
      const T factor = column[i] * inverse;
      T* __restrict row = dense.row(i);
      for (int64_t j = k + 1; j <= i; ++j) row[j] -= factor * column[j];
      dense.turns[i] -= factor * dense.turns[k];
    }
  }
  for (int64_t k = axes - 1; k >= 0; --k) {
    T value = dense.turns[k];
    for (int64_t i = k + 1; i < axes; ++i) value -= dense.row(i)[k] * dense.turns[i];
    dense.turns[k] = value / dense.row(k)[k];
  }
}

template <class T>
inline T turn_of_joint(const Dense<2, T>& dense, int32_t joint) {
  return dense.turns[joint];
}
template <class T>
inline Vec<3, T> turn_of_joint(const Dense<3, T>& dense, int32_t joint) {
  return load<3>(dense.turns, joint);
}

template <int D, class T, class Recorder>
inline Status solve_dls_dense(Attempt<D, T, Recorder>& a, T* memory) {
  Dense<D, T> dense(a.chain.bones, memory);
  return repeat(a, [&] {
    fill(a, dense, damping_square(a));
    eliminate(dense);
    return turn_joints(a, [&](int32_t i, const Vec<D, T>&) { return cayley(turn_of_joint(dense, i)); });
  });
}

}  // namespace fabrikit::compare
