// The finish: what closes the last gap of a free chain, in a handful of steps where FABRIK alone would crawl.
//
// Newton works on the bone directions u: the tip is the sum of length * u, a small turn of every bone by the part of
// one shared vector m perpendicular to it moves the tip by A m, A = sum length (I - u u'). That is one symmetric
// D x D system whatever the number of bones; lengths stay exact because only directions change.
#pragma once
#include "attempt.hpp"
#include "reach.hpp"
#include "symmetric.hpp"

namespace fabrikit {

template <int D, class T>
struct TipAndSlope {
  Vec<D, T> tip;
  Symmetric<D, T> slope;  // A, without damping
};

// Adds a bone of this length and direction to the sums.
template <int D, class T>
FABRIKIT_INLINE void add_bone(TipAndSlope<D, T>& sums, T length, const Vec<D, T>& direction) {
  T along[D];
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) {
    along[k] = length * direction.v[k];
    sums.tip.v[k] += along[k];
  }
  FABRIKIT_UNROLL for (int row = 0; row < D; ++row) {
    FABRIKIT_UNROLL for (int column = 0; column <= row; ++column) {
      sums.slope.at(row, column) -= along[row] * direction.v[column];
    }
  }
}

// Sums bone by bone in order, so that the tip has the bits of the joints laid out one after the other.
template <int D, class T>
inline TipAndSlope<D, T> sum_bones(int32_t bones, const T* length, T total, const T* directions) {
  TipAndSlope<D, T> r{};
  for (int32_t i = 0; i < bones; ++i) {
    Vec<D, T> direction;
    for (int k = 0; k < D; ++k) direction.v[k] = directions[k * bones + i];
    add_bone(r, length[i], direction);
  }
  for (int k = 0; k < D; ++k) r.slope.at(k, k) += total;
  return r;
}

// Writes the direction of every bone [D][bones]: a unit vector up to rounding, which the next turn makes good. A bone
// of no length gets the zero vector: it weighs nothing, and the first turn gives it a direction.
template <int D, class T>
inline void read_directions(const Chain<T>& chain, const T* __restrict pose, T* __restrict directions) {
  const int32_t bones = chain.bones;
  const T* __restrict inverse = chain.inverse;
  for (int32_t i = 0; i < bones; ++i) {
    const Vec<D, T> bone = load<D>(pose, i + 1) - load<D>(pose, i);
    for (int k = 0; k < D; ++k) directions[k * bones + i] = inverse[i] * bone.v[k];
  }
}

// The direction of a bone after its share of `turn`; longer than 1.
template <int D, class T>
FABRIKIT_INLINE Vec<D, T> turned(const Vec<D, T>& direction, const Vec<D, T>& turn) {
  return direction + across(turn, direction);
}

// Turns every bone by its share of `turn` and makes it a unit vector again.
template <int D, class T>
inline void turn_directions(int32_t bones, const T* __restrict directions, const Vec<D, T>& turn, T* __restrict next) {
  for (int32_t i = 0; i < bones; ++i) {
    Vec<D, T> bone;
    for (int k = 0; k < D; ++k) bone.v[k] = directions[k * bones + i];
    const Vec<D, T> after = unit(turned(bone, turn));
    for (int k = 0; k < D; ++k) next[k * bones + i] = after.v[k];
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

// The damped Newton turn that should bring the tip to the target.
template <int D, class T>
FABRIKIT_INLINE Vec<D, T> damped_turn(const Vec<D, T>& target, const TipAndSlope<D, T>& now, T damping) {
  T trace = 0;
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) trace += now.slope.v[k * (k + 1) / 2 + k];
  return solve_symmetric(now.slope, (Real<T>::newton_damping + damping) * trace, target - now.tip);
}

// The same, no longer than 1.
template <int D, class T>
inline Vec<D, T> newton_turn(const Vec<D, T>& target, const TipAndSlope<D, T>& now, T damping) {
  const Vec<D, T> turn = damped_turn(target, now, damping);
  const T square = dot(turn, turn);
  return square > T(1) ? (T(1) / square_root(square)) * turn : turn;
}

// At most `most` Newton steps from a pose that is not settled; a step that does not come nearer is taken back and
// damped (Levenberg-Marquardt), so that the end is never worse than the beginning.
template <int D, class T, class Recorder>
inline void newton(Attempt<D, T, Recorder>& a, int32_t most) {
  const int32_t bones = a.chain.bones;
  const T total = a.chain.scale * a.chain.outer;
  const T enough = a.surely_settled();
  read_directions<D>(a.chain, a.pose, a.directions);
  TipAndSlope<D, T> now = sum_bones<D>(bones, a.chain.length, total, a.directions);
  T damping = 0;
  bool moved = false;
  for (int32_t k = 0; k < most && !(a.error <= enough) && !a.out_of_iterations(); ++k) {
    ++a.iterations;
    turn_directions<D>(bones, a.directions, newton_turn(a.target, now, damping), a.next);
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
    moved = true;
    if constexpr (Recorder::active) lay_directions(a);
  }
  if (moved) lay_directions(a);
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
