// The finish: what closes the last gap of a free chain, in a handful of steps where FABRIK alone would crawl.
//
// Newton works on the bone directions u: the tip is the sum of length * u, a small turn of every bone by the part of
// one shared vector m perpendicular to it moves the tip by A m, A = sum length (I - u u'). That is one symmetric
// D x D system whatever the number of bones; lengths stay exact because only directions change.
#pragma once
#include "attempt.hpp"
#include "reach.hpp"

namespace fabrikit {

// A symmetric D x D matrix, lower triangle by rows.
template <int D, class T>
struct Symmetric {
  T v[D * (D + 1) / 2];
  T& at(int row, int column) { return v[row * (row + 1) / 2 + column]; }
};

template <int D, class T>
struct TipAndSlope {
  Vec<D, T> tip;
  Symmetric<D, T> slope;  // A, without damping
};

// Sums bone by bone in order, so that the tip has the bits of the joints laid out one after the other.
template <int D, class T>
inline TipAndSlope<D, T> sum_bones(int32_t bones, const T* length, T total, const T* directions) {
  TipAndSlope<D, T> r{};
  for (int32_t i = 0; i < bones; ++i) {
    T along[D];
    for (int k = 0; k < D; ++k) {
      along[k] = length[i] * directions[k * bones + i];
      r.tip.v[k] += along[k];
    }
    for (int row = 0; row < D; ++row)
      for (int column = 0; column <= row; ++column) r.slope.at(row, column) -= along[row] * directions[column * bones + i];
  }
  for (int k = 0; k < D; ++k) r.slope.at(k, k) += total;
  return r;
}

// Solves (A + damping I) x = b by LDL'. The damping keeps every pivot positive.
template <int D, class T>
inline Vec<D, T> solve_symmetric(Symmetric<D, T> a, T damping, Vec<D, T> b) {
  for (int k = 0; k < D; ++k) a.at(k, k) += damping;
  T inverse[D];
  for (int k = 0; k < D; ++k) {
    inverse[k] = T(1) / a.at(k, k);
    for (int row = k + 1; row < D; ++row) {
      const T factor = a.at(row, k) * inverse[k];
      for (int column = k + 1; column <= row; ++column) a.at(row, column) -= factor * a.at(column, k);
      b.v[row] -= factor * b.v[k];
    }
  }
  for (int k = D - 1; k >= 0; --k) {
    for (int row = k + 1; row < D; ++row) b.v[k] -= a.at(row, k) * b.v[row];
    b.v[k] *= inverse[k];
  }
  return b;
}

// Writes the unit direction of every bone [D][bones]; a bone of no length takes the one before it.
template <int D, class T>
inline void read_directions(int32_t bones, const T* pose, T* directions) {
  bool all_have_length = true;
  for (int32_t i = 0; i < bones; ++i) {
    T bone[D];
    T square = 0;
    for (int k = 0; k < D; ++k) {
      bone[k] = pose[(i + 1) * D + k] - pose[i * D + k];
      square += bone[k] * bone[k];
    }
    all_have_length &= square >= Real<T>::negligible_square;
    const T inverse = T(1) / square_root(square);
    for (int k = 0; k < D; ++k) directions[k * bones + i] = inverse * bone[k];
  }
  if (all_have_length) [[likely]] return;
  Vec<D, T> direction = first_axis<D, T>();
  for (int32_t i = 0; i < bones; ++i) {
    direction = direction_or(load<D>(pose, i + 1) - load<D>(pose, i), direction);
    for (int k = 0; k < D; ++k) directions[k * bones + i] = direction.v[k];
  }
}

// Turns every bone by its share of `turn` and makes it a unit vector again.
template <int D, class T>
inline void turn_directions(int32_t bones, const T* directions, const Vec<D, T>& turn, T* turned) {
  for (int32_t i = 0; i < bones; ++i) {
    T part = 0;
    for (int k = 0; k < D; ++k) part += directions[k * bones + i] * turn.v[k];
    T square = 0;
    T next[D];
    for (int k = 0; k < D; ++k) {
      const T u = directions[k * bones + i];
      next[k] = u + (turn.v[k] - part * u);
      square += next[k] * next[k];
    }
    const T inverse = T(1) / square_root(square);
    for (int k = 0; k < D; ++k) turned[k * bones + i] = inverse * next[k];
  }
}

// Lays the joints out along the directions.
template <int D, class T, class Recorder>
inline void lay_directions(Attempt<D, T, Recorder>& a) {
  const int32_t bones = a.chain.bones;
  Vec<D, T> at{};
  a.begin(Stage::newton, Pass::none);
  a.set_joint(0, at);
  for (int32_t i = 0; i < bones; ++i) {
    for (int k = 0; k < D; ++k) at.v[k] += a.chain.length[i] * a.directions[k * bones + i];
    a.set_joint(i + 1, at);
  }
}

// At most `most` Newton steps from the pose; a step that does not come nearer is taken back and damped
// (Levenberg-Marquardt). Ends settled or at a limit, with the joints laid out.
template <int D, class T, class Recorder>
inline void newton(Attempt<D, T, Recorder>& a, int32_t most) {
  const int32_t bones = a.chain.bones;
  const T total = a.chain.scale * a.chain.outer;
  read_directions<D>(bones, a.pose, a.directions);
  TipAndSlope<D, T> now = sum_bones<D>(bones, a.chain.length, total, a.directions);
  a.error = a.error_at(now.tip);
  const T enough = a.surely_settled();
  T damping = 0;
  for (int32_t k = 0; k < most && !(a.error <= enough) && !a.out_of_iterations(); ++k) {
    ++a.iterations;
    T trace = 0;
    for (int c = 0; c < D; ++c) trace += now.slope.at(c, c);
    Vec<D, T> turn = solve_symmetric(now.slope, (Real<T>::newton_damping + damping) * trace, a.target - now.tip);
    const T size = norm(turn);
    if (size > T(1)) turn = (T(1) / size) * turn;
    turn_directions<D>(bones, a.directions, turn, a.next);
    const TipAndSlope<D, T> then = sum_bones<D>(bones, a.chain.length, total, a.next);
    const T error = a.error_at(then.tip);
    if (!(error < a.error)) {
      damping = damping == T(0) ? T(1e-3) : damping * 10;
      if (damping > T(1e6)) break;
      continue;
    }
    damping = damping > T(1e-6) ? damping * T(0.2) : T(0);
    T* spent = a.directions;
    a.directions = a.next;
    a.next = spent;
    now = then;
    a.error = error;
    if constexpr (Recorder::active) lay_directions(a);
  }
  lay_directions(a);
}

// How much of the error one FABRIK iteration leaves along the last bone, near convergence: the product of the squared
// cosines of all bends (derived to first order, facts of this project: within 1e-4 of what is measured).
template <int D, class T>
inline T remaining_share(int32_t bones, const T* pose) {
  T share = 1;
  Vec<D, T> before = bone_direction<D>(pose, 0);
  for (int32_t i = 1; i < bones; ++i) {
    const Vec<D, T> bone = direction_or(load<D>(pose, i + 1) - load<D>(pose, i), before);
    const T cosine = dot(before, bone);
    share *= cosine * cosine;
    before = bone;
  }
  return share;
}

// `most` FABRIK iterations that aim past the target, by what the share says they would fall short, within a trust
// radius that shrinks when the error grows.
template <int D, class T, class Recorder>
inline void over_relax(Attempt<D, T, Recorder>& a, int32_t most) {
  T radius = T(0.05) * a.chain.scale * a.chain.outer;
  for (int32_t k = 0; k < most && !a.settled(a.error, a.pose) && !a.out_of_iterations(); ++k) {
    const T share = remaining_share<D>(a.chain.bones, a.pose);
    const Vec<D, T> last = bone_direction<D>(a.pose, a.chain.bones - 1);
    const T gain = share < T(0.999) ? share / (1 - share) : T(999);
    const T wanted = gain * dot(a.target - a.tip(), last);
    const T past = larger(-radius, smaller(radius, wanted));
    const T before = a.error;
    iterate(a, a.target + past * last, Stage::over_relaxed);
    a.keep_if_better();
    if (!(a.error < before)) radius *= T(0.25);
    else if (a.error < before / 2) radius *= 2;
  }
}

}  // namespace fabrikit
