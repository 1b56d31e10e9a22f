// Closed forms: the best pose for targets that are too far or too near, and a pose for every target in between.
#pragma once
#include "attempt.hpp"

namespace fabrikit {

// A target seen from the base.
template <int D, class T>
struct Sight {
  Vec<D, T> toward;  // unit vector to the target; zero when the target stands on the base
  T distance;
};

template <int D, class T>
inline Sight<D, T> look(const Vec<D, T>& base, const Vec<D, T>& target) {
  const Vec<D, T> difference = target - base;
  const T size = largest_component(difference);
  if (size == T(0)) return {Vec<D, T>{}, T(0)};
  // At the difference's own scale no square can overflow or vanish.
  const int exponent = exponent_of(size);
  const Vec<D, T> scaled = power_of_two<T>(-exponent) * difference;
  const T length = norm(scaled);
  return {polish((T(1) / length) * scaled), power_of_two<T>(exponent) * length};
}

// The unit vector along `bone`, or `otherwise` when it has no length.
template <int D, class T>
inline Vec<D, T> direction_or(const Vec<D, T>& bone, const Vec<D, T>& otherwise) {
  const T square = dot(bone, bone);
  return square < Real<T>::negligible_square ? otherwise : polish((T(1) / square_root(square)) * bone);
}

template <int D, class T>
inline Vec<D, T> first_axis() {
  Vec<D, T> x{};
  x.v[0] = 1;
  return x;
}

// Direction of the bone that leaves joint `index` of a pose; the nearest earlier bone's where it has no length.
template <int D, class T>
inline Vec<D, T> bone_direction(const T* pose, int32_t index) {
  int32_t i = index;
  while (i > 0 && is_zero(load<D>(pose, i + 1) - load<D>(pose, i))) --i;
  return direction_or(load<D>(pose, i + 1) - load<D>(pose, i), first_axis<D, T>());
}

// Lays joints `first + 1` to `last` straight from joint `first`, each at the sum of the lengths up to it, so that
// nothing drifts.
template <int D, class T, class Recorder>
inline void lay_straight(Attempt<D, T, Recorder>& a, int32_t first, int32_t last, const Vec<D, T>& direction) {
  const Vec<D, T> from = load<D>(a.pose, first);
  ExactSum<T> way;
  for (int32_t i = first; i < last; ++i) {
    way.add(a.chain.length[i]);
    a.set_joint(i + 1, from + way.value() * direction);
  }
}

// Too far: all bones in one line toward the target.
template <int D, class T, class Recorder>
inline void straighten(Attempt<D, T, Recorder>& a, const Sight<D, T>& sight) {
  a.begin(Stage::closed_form, Pass::none);
  a.set_joint(0, Vec<D, T>{});
  lay_straight(a, 0, a.chain.bones, sight.toward);
  a.error = a.error_at(a.tip());
}

// Too near: the longest bone points at the target, all others back. With the target on the base the longest bone
// keeps its direction.
template <int D, class T, class Recorder>
inline void fold(Attempt<D, T, Recorder>& a, const Sight<D, T>& sight) {
  const int32_t longest = a.chain.longest;
  const bool on_base = sight.distance == T(0);
  const Vec<D, T> out = on_base ? bone_direction<D>(a.pose, longest) : sight.toward;
  const Vec<D, T> back = T(-1) * out;
  a.begin(Stage::closed_form, Pass::none);
  a.set_joint(0, Vec<D, T>{});
  lay_straight(a, 0, longest, back);
  lay_straight(a, longest, longest + 1, out);
  lay_straight(a, longest + 1, a.chain.bones, back);
  a.error = a.error_at(a.tip());
}

// Third corner of a triangle over a side of length `c` from the origin along `axis`: at `a` from the origin and `b`
// from the far end, on the side of `up`.
template <int D, class T>
inline Vec<D, T> apex(T a, T b, T c, const Vec<D, T>& axis, const Vec<D, T>& up) {
  const T along = c > T(0) ? (c + (a - b) * ((a + b) / c)) / 2 : T(0);
  const T clamped = larger(-a, smaller(a, along));
  return clamped * axis + square_root((a - clamped) * (a + clamped)) * up;
}

// Where a chain can be cut so that two straight runs close the triangle with the target: the joint that splits the
// length most evenly among those with |2 along - outer| <= distance; -1 when one bone jumps across all of them.
template <class T>
inline int32_t even_split(const Chain<T>& chain, T distance) {
  int32_t split = -1;
  T least = distance;
  for (int32_t i = 0; i <= chain.bones; ++i) {
    const T uneven = magnitude(2 * chain.along[i] - chain.outer);
    if (uneven <= least && (split < 0 || uneven < least)) {
      split = i;
      least = uneven;
    }
  }
  return split;
}

// The bone that crosses the middle of the chain's length.
template <class T>
inline int32_t middle_bone(const Chain<T>& chain) {
  int32_t i = 0;
  while (i + 1 < chain.bones && 2 * chain.along[i + 1] < chain.outer) ++i;
  return i;
}

// Reaches any target within the annulus by at most three straight runs, bent to the side `up` (unit, perpendicular
// to `toward`). Every reachable target has such a pose: either a joint splits the chain into two sides of a triangle,
// or one bone is so long that it forms a quadrilateral with the runs before and after it.
template <int D, class T, class Recorder>
inline void lay_runs(Attempt<D, T, Recorder>& a, const Sight<D, T>& sight, const Vec<D, T>& toward,
                     const Vec<D, T>& up) {
  const Chain<T>& chain = a.chain;
  const T distance = chain.scale * sight.distance;
  const int32_t split = even_split(chain, sight.distance);
  a.begin(Stage::straight_runs, Pass::none);
  a.set_joint(0, Vec<D, T>{});
  int32_t last_corner = split;
  if (split < 0) {
    const int32_t bone = middle_bone(chain);
    const T before = chain.scale * chain.along[bone];
    const T after = chain.scale * (chain.outer - chain.along[bone + 1]);
    const T middle = chain.length[bone];
    // The end of the middle bone stands at a distance from the base that closes both triangles.
    const T least = larger(magnitude(middle - before), magnitude(distance - after));
    const T most = smaller(middle + before, distance + after);
    const T away = (least + most) / 2;
    const Vec<D, T> corner = apex(away, after, distance, toward, up);
    const Vec<D, T> axis = direction_or(corner, toward);
    Vec<D, T> side = side_of(up, axis);
    if (is_zero(side)) side = side_of(T(-1) * toward, axis);
    lay_straight(a, 0, bone, direction_or(apex(before, middle, away, axis, side), toward));
    lay_straight(a, bone, bone + 1, direction_or(corner - load<D>(a.pose, bone), toward));
    last_corner = bone + 1;
  } else if (split > 0) {
    const T first = chain.scale * chain.along[split];
    const T second = chain.scale * (chain.outer - chain.along[split]);
    lay_straight(a, 0, split, direction_or(apex(first, second, distance, toward, up), toward));
  }
  lay_straight(a, last_corner, chain.bones, direction_or(a.target - load<D>(a.pose, last_corner), toward));
  a.error = a.error_at(a.tip());
}

}  // namespace fabrikit
