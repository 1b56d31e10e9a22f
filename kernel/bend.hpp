// Sides: a straight chain with its target on its own line must choose one to bend to, and a pole chooses it for
// any chain. Always deterministic, never random.
#pragma once
#include "reach.hpp"

namespace fabrikit {

// Unit vector from the base-target axis toward the pole; zero without a pole, or with one on the axis.
template <int D, class T>
inline Vec<D, T> pole_side(const Problem<D, T>& problem, const Vec<D, T>& axis) {
  if (problem.pole_kind == PoleKind::none) return {};
  const Vec<D, T> to_pole = problem.pole_kind == PoleKind::point ? problem.pole - problem.base : problem.pole;
  const Sight<D, T> sight = look(Vec<D, T>{}, to_pole);
  return side_of(sight.toward, axis);
}

// The axis that a chain bends away from: toward the target, or along the chain when the target is on the base.
template <int D, class T, class Recorder>
inline Vec<D, T> bend_axis(const Attempt<D, T, Recorder>& a, const Sight<D, T>& sight) {
  return sight.distance > T(0) ? sight.toward : bone_direction<D>(a.pose, a.chain.longest);
}

// The pole's side, or else the stated perpendicular, which is remembered as a broken symmetry.
template <int D, class T, class Recorder>
inline Vec<D, T> choose_side(Attempt<D, T, Recorder>& a, const Vec<D, T>& axis) {
  const Vec<D, T> side = pole_side(a.problem, axis);
  if (!is_zero(side)) return side;
  a.symmetry_broken = true;
  return perpendicular(axis);
}

// A chain is straight when no joint is farther than this, squared, from the line through base and target.
template <class T>
inline constexpr T straight_square = T(0x1p-40);

// Bows the chain off the line through base and target when all of it lies there (within 2^-20 of the reach): on that
// line FABRIK never leaves it and Newton has no slope. The bow is as high as the way that the tip has to go calls for
// (a shallow arc of chord c is longer by 8 h^2 / 3 c); the next pass restores the lengths.
template <int D, class T, class Recorder>
inline void bend_if_straight(Attempt<D, T, Recorder>& a, const Sight<D, T>& sight) {
  const Vec<D, T> axis = bend_axis(a, sight);
  Vec<D, T> widest{};
  T widest_square = 0;
  for (int32_t i = 1; i <= a.chain.bones; ++i) {
    const Vec<D, T> off = across(load<D>(a.pose, i), axis);
    const T square = dot(off, off);
    if (square > straight_square<T>) return;
    if (square > widest_square) {
      widest = off;
      widest_square = square;
    }
  }
  // A bend that is there, though too small to use, keeps its side; below 2^-40 it is rounding.
  const bool bent = widest_square > T(0x1p-80) && a.problem.pole_kind == PoleKind::none;
  const Vec<D, T> side = bent ? unit(across(unit(widest), axis)) : choose_side(a, axis);
  const T gap = norm(a.target - a.tip());
  a.begin(Stage::bend, Pass::none);
  const T height = smaller(T(0.25), square_root(T(0.375) * gap));
  for (int32_t i = 1; i < a.chain.bones; ++i) {
    const T s = a.chain.along[i] / a.chain.outer;
    a.set_joint(i, load<D>(a.pose, i) + (4 * height * s * (1 - s)) * side);
  }
}

// Turns the whole pose about the line from base to tip until it bulges toward the pole. Keeps every length and the
// tip; does nothing without a pole, or when pose or pole leave no side to turn to.
template <int D, class T, class Recorder>
inline void turn_to_pole(Attempt<D, T, Recorder>& a) {
  const Sight<D, T> line = look(Vec<D, T>{}, a.tip());
  if (line.distance == T(0)) return;
  const Vec<D, T> axis = line.toward;
  const Vec<D, T> wanted = pole_side(a.problem, axis);
  if (is_zero(wanted)) return;
  Vec<D, T> bulge{};
  for (int32_t i = 1; i < a.chain.bones; ++i) bulge = bulge + across(load<D>(a.pose, i), axis);
  const Vec<D, T> from = side_of(direction_or(bulge, Vec<D, T>{}), axis);
  if (dot(bulge, bulge) < T(0x1p-60) || is_zero(from)) return;
  if (D == 2 && dot(from, wanted) > T(0)) return;
  a.begin(Stage::pole, Pass::none);
  if constexpr (D == 2) {
    for (int32_t i = 1; i < a.chain.bones; ++i) {
      const Vec<D, T> joint = load<D>(a.pose, i);
      store(a.pose, i, joint - T(2) * across(joint, axis));
    }
  } else {
    const Vec<D, T> third = cross(axis, from);
    const Vec<D, T> turned_third = cross(axis, wanted);
    for (int32_t i = 1; i < a.chain.bones; ++i) {
      const Vec<D, T> joint = load<D>(a.pose, i);
      store(a.pose, i, dot(joint, axis) * axis + dot(joint, from) * wanted + dot(joint, third) * turned_third);
    }
  }
  // Turning rounds every joint on its own; a walk along the chain makes the lengths exact again.
  const Vec<D, T> base{};
  pass_from_base<D, 1>(a.chain.bones, a.chain.length, base.v, a.pose, a.recorder);
}

}  // namespace fabrikit
