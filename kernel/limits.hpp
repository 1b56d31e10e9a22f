// Limits as pure functions: given any direction or turn, the nearest allowed one.
//
// Angles are compared through cosines only where those are steep; near 0 and pi the sine decides, so that half-angles
// of 1e-9 and pi - 1e-8 hold as well as 90 degrees. A limit that was just applied counts as kept (2^-50): applying it
// twice is applying it once.
#pragma once
#include "quat.hpp"
#include "trig.hpp"

namespace fabrikit {

template <class T>
inline constexpr T limit_slack = T(0x1p-50);
template <>
inline constexpr float limit_slack<float> = 0x1p-20f;

// An angle in (-pi, pi] as a point on the circle.
template <class T>
struct Turn {
  T cos;
  T sin;
};

template <class T>
inline Turn<T> turn_by(T angle) {
  const SinCos<T> r = sin_cos(angle);
  return {r.cos, r.sin};
}

// `a` seen from `b`: the angle a - b.
template <class T>
inline Turn<T> relative(const Turn<T>& a, const Turn<T>& b) {
  return {a.cos * b.cos + a.sin * b.sin, a.sin * b.cos - a.cos * b.sin};
}

// Whether an angle in [0, pi], given by cosine and sine, is at most the one whose cosine and sine are the limit's.
template <class T>
inline bool within(T cosine, T sine, const Turn<T>& limit, T slack = limit_slack<T>) {
  if (limit.cos > T(0.7)) return cosine > T(0) && sine <= limit.sin + slack;
  if (limit.cos < T(-0.7)) return cosine > T(0) || sine >= limit.sin - slack;
  return cosine >= limit.cos - slack;
}

// A range of angles about one axis, up to the whole circle.
template <class T>
struct Range {
  Turn<T> middle;
  Turn<T> half;
  Turn<T> low;
  Turn<T> high;
  T lower;
  T upper;
  bool whole;  // everything is allowed

  Turn<T> at(T share) const { return turn_by(lower + share * (upper - lower)); }
};

template <class T>
inline Range<T> make_range(T lower, T upper) {
  const T two_pi = T(6.283185307179586);
  return {turn_by((lower + upper) / 2), turn_by((upper - lower) / 2), turn_by(lower), turn_by(upper), lower, upper,
          upper - lower >= two_pi};
}

template <class T>
struct HeldTurn {
  Turn<T> turn;
  int held;    // -1 at the lower end, 1 at the upper end, 0 between
  bool moved;  // the turn was outside
};

// The nearest turn inside the range; the upper end when both are as near.
template <class T>
inline HeldTurn<T> nearest(const Range<T>& range, const Turn<T>& turn) {
  if (range.whole) return {turn, 0, false};
  const Turn<T> off = relative(turn, range.middle);
  const T sine = magnitude(off.sin);
  const int side = off.sin < T(0) ? -1 : 1;
  if (!within(off.cos, sine, range.half)) return {side < 0 ? range.low : range.high, side, true};
  // On the very edge a turn stays as it is, but is held: a joint that was just brought there must not count as free.
  return {turn, within(off.cos, sine, range.half, -limit_slack<T>) ? 0 : side, false};
}

template <class T>
struct HeldDirection {
  Vec<3, T> direction;
  Vec<3, T> outward;  // unit, perpendicular to direction: where the limit forbids to go on; zero inside
  bool moved;         // the direction was outside
  T edge;             // at the edge: how much it bends (its geodesic curvature, positive around the inside)
};

// The nearest direction within a circular cone about `axis`; exactly opposite ones take the stated perpendicular.
template <class T>
inline HeldDirection<T> nearest_in_cone(const Vec<3, T>& axis, const Turn<T>& half, const Vec<3, T>& direction) {
  const T cosine = dot(direction, axis);
  const Vec<3, T> off = direction - cosine * axis;
  const T sine = norm(off);
  if (within(cosine, sine, half)) {
    const bool inner = within(cosine, sine, half, -limit_slack<T>) || !(sine > T(0x1p-40));
    return {direction, inner ? Vec<3, T>{} : side_of(off, direction), false, cosine / larger(sine, T(0x1p-40))};
  }
  const Vec<3, T> side = sine > T(0x1p-50) ? unit(across(unit(off), axis)) : perpendicular(axis);
  return {half.cos * axis + half.sin * side, half.cos * side - half.sin * axis, true,
          half.cos / larger(half.sin, T(0x1p-40))};
}

// Four half-angles in the directions right, up, left, down about an axis, joined by quarter ellipses. The ellipses are
// drawn in the stereographic plane, where a direction at angle a stands at tan(a / 2): one picture for angles below and
// above 90 degrees and for any mixture (the paper needs three conics for that), and without trigonometry.
template <class T>
struct Oval {
  Vec<3, T> axis;
  Vec<3, T> right;
  Vec<3, T> up;
  T radius[4];  // tan(half / 2): right, up, left, down
  bool convex;  // the edge nowhere bends inward, and lies in the half of the sphere about the axis
};

// Whether a quarter ellipse with half-axes a, b bends outward everywhere on the sphere: at both of its ends.
template <class T>
inline bool is_convex_quarter(T a, T b) {
  return a > T(0) && b > T(0) && a <= T(1) && b <= T(1) && 1 + a * a >= 2 * b * b && 1 + b * b >= 2 * a * a;
}

// A point of the stereographic plane as a unit direction.
template <class T>
inline Vec<3, T> from_plane(const Oval<T>& oval, T x, T y) {
  const T square = x * x + y * y;
  const T scale = T(1) / (1 + square);
  return ((1 - square) * scale) * oval.axis + (2 * x * scale) * oval.right + (2 * y * scale) * oval.up;
}

// Where a direction stands to the oval: its quarter, and how far out.
template <class T>
struct OvalPlace {
  T a;  // half-axes of the quarter, positive
  T b;
  T x;  // in the stereographic plane, times 1 + cosine
  T y;
  T cosine;

  // Whether less than `slack` of arc outside, to first order where the edge is smooth and to second at its tips.
  // Multiplied out, so that neither flat quarters nor the direction opposite to the axis need a division.
  bool inside(T slack) const {
    const T square = x * x + y * y;
    // One plus the cosine, with all of its digits near the direction opposite to the axis, too.
    const T height = cosine < T(0) ? square / (1 - cosine) : 1 + cosine;
    // Near the direction opposite to the axis everything below vanishes. There the sine decides: no point of the
    // quarter is farther out than its longer half-axis.
    const T longer = larger(a, b);
    const T edge = 2 * longer / (1 + longer * longer) - slack;
    if (cosine < -magnitude(slack) && (longer < T(1) || (edge > T(0) && square < edge * edge))) return false;
    const T reach = height * (1 + slack) + slack;
    const T across = magnitude(x);
    const T upward = magnitude(y);
    if (across > a * reach + slack || upward > b * reach + slack) return false;
    const T xb = across * b;
    const T ya = upward * a;
    const T most = a * b * height;
    const T sine = square_root(square);
    const T slope = 2 * (xb * b + ya * a + most * (a * b) * sine);
    const T bend = longer * longer + (a * b) * (a * b) * square;
    return xb * xb + ya * ya <= most * most + slack * (slope + magnitude(slack) * bend);
  }
};

template <class T>
inline OvalPlace<T> place_in(const Oval<T>& oval, const Vec<3, T>& direction) {
  const T x = dot(direction, oval.right);
  const T y = dot(direction, oval.up);
  const T cosine = dot(direction, oval.axis);
  // Exactly opposite to the axis all quarters meet, and the last places of x and y choose none: the widest decides.
  if (cosine < T(0) && x * x + y * y <= limit_slack<T> * limit_slack<T>)
    return {larger(oval.radius[0], oval.radius[2]), larger(oval.radius[1], oval.radius[3]), x, y, cosine};
  return {oval.radius[x < T(0) ? 2 : 0], oval.radius[y < T(0) ? 3 : 1], x, y, cosine};
}

// The point of a quarter ellipse (half-axes a, b with signs) at m in [0, 1], the rational form of sine and cosine.
template <class T>
inline Vec<3, T> on_quarter(const Oval<T>& oval, T a, T b, T m) {
  const T scale = T(1) / (1 + m * m);
  return from_plane(oval, a * ((1 - m * m) * scale), b * (2 * m * scale));
}

template <class T>
struct PlanePoint {
  T x;
  T y;
};

// The half of a quarter ellipse beside the end of its half-axis a (positive, as b): up to where x / a = y / b. On the
// sphere it is nearly the picture of the line x = a, whose arc is the arc tangent of y / sqrt(1 + a^2): walked by that,
// a step is as long on the sphere everywhere, from slits of 1e-9 to half-angles of pi.
template <class T>
struct HalfQuarter {
  T a;
  T b;
  T stretch;
  T end;  // tangent of a quarter of the whole arc

  PlanePoint<T> at(T share) const {
    const T m = share * end;
    const T most = b * T(0.7071067811865476);
    const T rest = 1 - m * m;
    const T y = rest > T(0) ? smaller(stretch * (2 * m) / rest, most) : most;
    const T part = y / b;
    return {a * square_root(1 - part * part), y};
  }
};

template <class T>
inline HalfQuarter<T> half_quarter(T a, T b) {
  const T stretch = square_root(1 + a * a);
  const T tangent = b * T(0.7071067811865476) / stretch;
  return {a, b, stretch, tangent / (1 + square_root(1 + tangent * tangent))};
}

// How a direction lies to a quarter ellipse with half-axes a, b (with signs), and the walk along it to the point
// nearest.
template <class T>
struct QuarterSearch {
  T a;
  T b;
  T ahead;  // components of the direction along the axis, right and up
  T right;
  T up;

  // Where Newton's method would go on from m, and the slope there: positive where the nearest point is farther on. The
  // cosine to the direction is 2 sigma h - ahead.
  T slope_at(T m, T& next) const {
    const T scale = T(1) / (1 + m * m);
    const T c = (1 - m * m) * scale;
    const T s = 2 * m * scale;
    const T x = a * c;
    const T y = b * s;
    const T dx = -a * s;
    const T dy = b * c;
    const T sigma = T(1) / (1 + (x * x + y * y));
    const T turned = x * right + y * up;
    const T h = ahead + turned;
    const T dh = dx * right + dy * up;
    const T dw = 2 * (x * dx + y * dy);
    const T ddw = 2 * ((dx * dx + dy * dy) - (x * x + y * y));
    const T slope = dh - sigma * dw * h;
    const T bend = (sigma * sigma * dw * dw - sigma * ddw) * h - turned - sigma * dw * dh;
    next = bend < T(0) ? m - (slope / bend) * (1 + m * m) / 2 : T(-1);
    return slope;
  }

  // The nearest point between low and high, where there is one valley: by halving where Newton would leave the bracket.
  T nearest(T low, T high, T m) const {
    for (int k = 0; k < 60; ++k) {
      T next;
      const T slope = slope_at(m, next);
      if (slope > T(0)) low = m;
      else high = m;
      if (!(next > low && next < high)) next = (low + high) / 2;
      if (slope == T(0) || magnitude(next - m) <= T(0x1p-53)) break;
      m = next;
    }
    return m;
  }
};

template <class T>
struct Bracket {
  T low;
  T high;
  T middle;
};

// Where `gap` is least on [0, 1], between two neighbours of a coarse look: above 90 degrees there can be two valleys.
template <class T, class Gap>
inline Bracket<T> deepest_valley(int looks, const Gap& gap) {
  int best = 0;
  T least = T(8);
  for (int k = 0; k <= looks; ++k) {
    const T here = gap(T(k) / T(looks));
    if (here < least) {
      least = here;
      best = k;
    }
  }
  return {T(best > 0 ? best - 1 : 0) / T(looks), T(best < looks ? best + 1 : looks) / T(looks), T(best) / T(looks)};
}

// The bottom of a valley by golden section, to the last place of a share.
template <class T, class Gap>
inline T golden_section(const Bracket<T>& valley, const Gap& gap) {
  const T golden = T(0.6180339887498949);
  T low = valley.low;
  T high = valley.high;
  T left = high - golden * (high - low);
  T right = low + golden * (high - low);
  T at_left = gap(left);
  T at_right = gap(right);
  for (int k = 0; k < 70; ++k) {
    if (at_left <= at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = gap(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = gap(right);
    }
  }
  return at_left <= at_right ? left : right;
}

// The point of a quarter ellipse (half-axes a, b with signs, not beyond 90 degrees) nearest to `direction`. Compared by
// distance and not by cosine: a cosine near 1 has lost half of its digits.
template <class T>
inline Vec<3, T> nearest_on_narrow_quarter(const Oval<T>& oval, T a, T b, const Vec<3, T>& direction) {
  const auto gap = [&](T m) {
    const Vec<3, T> off = on_quarter(oval, a, b, m) - direction;
    return dot(off, off);
  };
  const Bracket<T> valley = deepest_valley<T>(oval.convex ? 8 : 16, gap);
  const QuarterSearch<T> search{a, b, dot(direction, oval.axis), dot(direction, oval.right), dot(direction, oval.up)};
  T unused;
  if (!(search.slope_at(valley.low, unused) > T(0))) return unit(on_quarter(oval, a, b, valley.low));
  if (search.slope_at(valley.high, unused) > T(0)) return unit(on_quarter(oval, a, b, valley.high));
  return unit(on_quarter(oval, a, b, search.nearest(valley.low, valley.high, valley.middle)));
}

// The same beyond 90 degrees, where slopes have lost their last places: half by half.
template <class T>
inline Vec<3, T> nearest_on_wide_quarter(const Oval<T>& oval, T a, T b, const Vec<3, T>& direction) {
  Vec<3, T> found = oval.axis;
  T least = T(8);
  for (int k = 0; k < 2; ++k) {
    const HalfQuarter<T> half =
        k == 0 ? half_quarter(magnitude(a), magnitude(b)) : half_quarter(magnitude(b), magnitude(a));
    const auto at = [&](T share) {
      const PlanePoint<T> place = half.at(share);
      const T x = k == 0 ? place.x : place.y;
      const T y = k == 0 ? place.y : place.x;
      return from_plane(oval, a < T(0) ? -x : x, b < T(0) ? -y : y);
    };
    const auto gap = [&](T share) {
      const Vec<3, T> off = at(share) - direction;
      return dot(off, off);
    };
    const T share = golden_section(deepest_valley<T>(16, gap), gap);
    const T here = gap(share);
    if (here >= least) continue;
    least = here;
    found = at(share);
  }
  return unit(found);
}

// The point of a quarter of a convex oval nearest to a direction of that quarter: there is one valley, and the slope
// along the edge has opposite signs at its ends.
template <class T>
inline Vec<3, T> nearest_on_convex_quarter(const Oval<T>& oval, const OvalPlace<T>& place) {
  const T right = magnitude(place.x);
  const T up = magnitude(place.y);
  const T along = right * place.b;
  const T aside = up * place.a;
  const QuarterSearch<T> search{place.a, place.b, place.cosine, right, up};
  const T m = search.nearest(T(0), T(1), aside / (along + square_root(along * along + aside * aside)));
  const T scale = T(1) / (1 + m * m);
  const T x = place.a * ((1 - m * m) * scale);
  const T y = place.b * (2 * m * scale);
  return unit(from_plane(oval, place.x < T(0) ? -x : x, place.y < T(0) ? -y : y));
}

// The point of a flat quarter nearest to `direction`: an arc from the axis toward the unit vector `way` whose end
// stands at `radius` in the stereographic plane.
template <class T>
inline Vec<3, T> nearest_on_arc(const Vec<3, T>& axis, const Vec<3, T>& way, T radius, const Vec<3, T>& direction) {
  const T scale = T(1) / (1 + radius * radius);
  const T end_cosine = (1 - radius * radius) * scale;
  const Vec<3, T> end = end_cosine * axis + (2 * radius * scale) * way;
  const Vec<3, T> in_plane = unit_or_zero(dot(direction, axis) * axis + dot(direction, way) * way);
  // By the tangent of half the angle: cosines near 1 and -1 tell neither ends of 1e-9 nor of pi - 1e-8.
  const T sine = dot(in_plane, way);
  const T cosine = dot(in_plane, axis);
  const bool on_arc = cosine < T(0) ? 1 - cosine <= radius * sine : sine <= radius * (1 + cosine);
  if (sine > T(0) && on_arc) return in_plane;
  const Vec<3, T> to_axis = axis - direction;
  const Vec<3, T> to_end = end - direction;
  return dot(to_axis, to_axis) <= dot(to_end, to_end) ? axis : unit(end);
}

// The direction, perpendicular to the bone, that leaves the oval across its edge: the normal of the ellipse, carried to
// the sphere (the stereographic plane keeps angles).
template <class T>
inline Vec<3, T> out_of(const Oval<T>& oval, const OvalPlace<T>& place, const Vec<3, T>& direction) {
  const T nx = place.x * place.b * place.b;
  const T ny = place.y * place.a * place.a;
  const T inward = (place.x * nx + place.y * ny) / (1 + place.cosine);
  return side_of(unit_or_zero(nx * oval.right + ny * oval.up - inward * oval.axis), direction);
}

// How much the edge of the oval bends where a direction stands on it: the bend of the ellipse, carried to the sphere. A
// flat quarter is a point across and has none.
template <class T>
inline T edge_of(const OvalPlace<T>& place) {
  const T a = place.a * place.a;
  const T b = place.b * place.b;
  const T scale = T(1) / larger(1 + place.cosine, T(0x1p-40));
  const T nx = scale * place.x * b;
  const T ny = scale * place.y * a;
  const T normal = square_root(nx * nx + ny * ny);
  if (!(normal > T(0x1p-100))) return 0;
  return scale * (a * b / normal) * (a * b / normal) / normal - a * b / normal;
}

// The point of the edge nearest to a direction, wherever: every quarter.
template <class T>
inline Vec<3, T> nearest_on_any_quarter(const Oval<T>& oval, const Vec<3, T>& direction) {
  Vec<3, T> found = oval.axis;
  T least = T(8);
  for (int k = 0; k < 4; ++k) {
    const T a = k == 0 || k == 3 ? oval.radius[0] : -oval.radius[2];
    const T b = k < 2 ? oval.radius[1] : -oval.radius[3];
    Vec<3, T> candidate;
    if (b == T(0))
      candidate = nearest_on_arc(oval.axis, (a < T(0) ? T(-1) : T(1)) * oval.right, magnitude(a), direction);
    else if (a == T(0))
      candidate = nearest_on_arc(oval.axis, (b < T(0) ? T(-1) : T(1)) * oval.up, magnitude(b), direction);
    else if (larger(magnitude(a), magnitude(b)) > T(1)) candidate = nearest_on_wide_quarter(oval, a, b, direction);
    else candidate = nearest_on_narrow_quarter(oval, a, b, direction);
    const Vec<3, T> off = candidate - direction;
    if (dot(off, off) < least) {
      least = dot(off, off);
      found = candidate;
    }
  }
  return found;
}

// What is held at a point of the edge. Where two quarters of a flat oval meet the edge has a corner, and no direction
// of its own.
template <class T>
inline HeldDirection<T> held_at(const Oval<T>& oval, const Vec<3, T>& found, const Vec<3, T>& direction) {
  const OvalPlace<T> at = place_in(oval, found);
  const bool smooth = at.a > T(0) && at.b > T(0) && at.cosine > T(-0.999);
  return {found, smooth ? out_of(oval, at, found) : side_of(direction, found), true, edge_of(at)};
}

// The nearest direction within the oval.
template <class T>
inline HeldDirection<T> nearest_in_oval(const Oval<T>& oval, const Vec<3, T>& direction) {
  const OvalPlace<T> place = place_in(oval, direction);
  const T slack = 16 * limit_slack<T>;  // the edge is computed in more steps than a cone's
  if (place.inside(slack)) {
    const bool inner = place.inside(-slack) || !(place.cosine > T(-0.999));
    return {direction, inner ? Vec<3, T>{} : out_of(oval, place, direction), false, edge_of(place)};
  }
  if (oval.convex && place.x * place.x + place.y * place.y > T(0x1p-80)) {
    const HeldDirection<T> found = held_at(oval, nearest_on_convex_quarter(oval, place), direction);
    // Of a convex set only one point has the direction on its outward side, where that is less than a right angle away.
    const bool is_nearest = dot(found.direction, direction) > T(0x1p-20) && dot(found.outward, direction) >= T(0);
    if (is_nearest || place.cosine > T(0)) return found;
  }
  return held_at(oval, nearest_on_any_quarter(oval, direction), direction);
}

}  // namespace fabrikit
