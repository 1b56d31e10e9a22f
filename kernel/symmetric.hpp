// Symmetric D x D matrices: solving, multiplying, principal axes.
#pragma once
#include "vec.hpp"

namespace fabrikit {

// A symmetric D x D matrix, lower triangle by rows.
template <int D, class T>
struct Symmetric {
  T v[D * (D + 1) / 2];
  FABRIKIT_INLINE T& at(int row, int column) { return v[row * (row + 1) / 2 + column]; }
};

// Solves (A + damping I) x = b by LDL'. The damping keeps every pivot positive. Loops have the same number of turns
// everywhere: so a compiler can spell them out.
template <int D, class T>
FABRIKIT_INLINE Vec<D, T> solve_symmetric(Symmetric<D, T> a, T damping, Vec<D, T> b) {
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) a.at(k, k) += damping;
  T inverse[D];
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) {
    inverse[k] = T(1) / a.at(k, k);
    FABRIKIT_UNROLL for (int row = 1; row < D; ++row) {
      if (row <= k) continue;
      const T factor = a.at(row, k) * inverse[k];
      FABRIKIT_UNROLL for (int column = 1; column < D; ++column) {
        if (column > k && column <= row) a.at(row, column) -= factor * a.at(column, k);
      }
      b.v[row] -= factor * b.v[k];
    }
  }
  FABRIKIT_UNROLL for (int k = D - 1; k >= 0; --k) {
    FABRIKIT_UNROLL for (int row = 1; row < D; ++row) {
      if (row > k) b.v[k] -= a.at(row, k) * b.v[row];
    }
    b.v[k] *= inverse[k];
  }
  return b;
}

template <int D, class T>
inline Vec<D, T> product(Symmetric<D, T> a, const Vec<D, T>& b) {
  Vec<D, T> r{};
  for (int row = 0; row < D; ++row)
    for (int column = 0; column < D; ++column)
      r.v[row] += (column <= row ? a.at(row, column) : a.at(column, row)) * b.v[column];
  return r;
}

// Principal axes of a symmetric matrix: unit vectors, in no order.
template <int D, class T>
struct Eigen {
  T value[D];
  Vec<D, T> vector[D];

  T largest() const {
    T most = value[0];
    for (int k = 1; k < D; ++k) most = larger(most, value[k]);
    return most;
  }
};

// An eigenvalue below this share of the largest one is rounding.
template <class T>
inline constexpr T negligible_share = T(64) * Real<T>::epsilon;

// Turns rows and columns p < q so that their common entry vanishes; the axes turn along.
template <int D, class T>
inline void jacobi_turn(T (&m)[D][D], Eigen<D, T>& axes, int p, int q) {
  if (m[p][q] == T(0)) return;
  const T slope = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const T root = magnitude(slope) + square_root(slope * slope + 1);
  const T tangent = (slope < T(0) ? T(-1) : T(1)) / root;
  const T cosine = T(1) / square_root(tangent * tangent + 1);
  const T sine = tangent * cosine;
  for (int k = 0; k < D; ++k) {
    const T a = m[k][p];
    const T b = m[k][q];
    m[k][p] = cosine * a - sine * b;
    m[k][q] = sine * a + cosine * b;
  }
  for (int k = 0; k < D; ++k) {
    const T a = m[p][k];
    const T b = m[q][k];
    m[p][k] = cosine * a - sine * b;
    m[q][k] = sine * a + cosine * b;
    const T x = axes.vector[p].v[k];
    const T y = axes.vector[q].v[k];
    axes.vector[p].v[k] = cosine * x - sine * y;
    axes.vector[q].v[k] = sine * x + cosine * y;
  }
}

// Principal axes by Jacobi's rotations (1846), a fixed number of sweeps: 3 x 3 matrices are done after four, the last
// two change nothing.
template <int D, class T>
inline Eigen<D, T> eigen(Symmetric<D, T> a) {
  T m[D][D];
  Eigen<D, T> axes{};
  for (int row = 0; row < D; ++row) {
    axes.vector[row].v[row] = 1;
    for (int column = 0; column <= row; ++column) m[row][column] = m[column][row] = a.at(row, column);
  }
  for (int sweep = 0; sweep < 6; ++sweep)
    for (int p = 0; p < D - 1; ++p)
      for (int q = p + 1; q < D; ++q) jacobi_turn(m, axes, p, q);
  for (int k = 0; k < D; ++k) axes.value[k] = m[k][k];
  return axes;
}

}  // namespace fabrikit
