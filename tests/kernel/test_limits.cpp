// Tests kernel/quat.hpp, kernel/limits.hpp and kernel/joints.hpp: turns made without trigonometry, and limits as pure
// functions: idempotent to the bit, inside, and nothing sampled inside is nearer.
#include <cmath>
#include <initializer_list>

#include "check.hpp"
#include "kernel/prepare_joints.hpp"

namespace {

using namespace fabrikit;
using V = Vec<3, double>;
using Q = Quat<double>;
using Wide = long double;

constexpr double kPi = 3.141592653589793;
const V kAxes[] = {{{1, 0, 0}}, {{-1, 0, 0}}, {{0, 1, 0}},         {{0, -1, 0}},
                   {{0, 0, 1}}, {{0, 0, -1}}, {{0.36, 0.48, 0.8}}, {{-0.6, 0, 0.8}}};
const double kHalves[] = {0, 1e-9, 1e-4, 0.3, 0.79, 0.8, kPi / 2, 2.35, 2.36, 3, kPi - 1e-8, kPi};

V random_direction(check::SplitMix& random) {
  for (;;) {
    const V v{{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}};
    const double square = dot(v, v);
    if (square > 0.01 && square < 1) return unit(v);
  }
}

// A direction at an angle from `axis`, right to the last place for angles near 0 and pi, too.
V direction_at(const V& axis, const V& side, double angle) {
  return unit(std::cos(angle) * axis + std::sin(angle) * side);
}

// The angle between two unit vectors, good near 0 and pi.
double angle_between(const V& a, const V& b) {
  Wide square = 0;
  for (int k = 0; k < 3; ++k) {
    const Wide c = Wide(a[(k + 1) % 3]) * b[(k + 2) % 3] - Wide(a[(k + 2) % 3]) * b[(k + 1) % 3];
    square += c * c;
  }
  const Wide cosine = Wide(a[0]) * b[0] + Wide(a[1]) * b[1] + Wide(a[2]) * b[2];
  return static_cast<double>(std::atan2(std::sqrt(square), cosine));
}

bool same(const V& a, const V& b) {
  return check::bits(a[0]) == check::bits(b[0]) && check::bits(a[1]) == check::bits(b[1]) &&
         check::bits(a[2]) == check::bits(b[2]);
}
bool near(const V& a, const V& b, double slack) { return largest_component(a - b) <= slack; }
bool is_unit(const Q& q) { return std::fabs(q.w * q.w + dot(q.v, q.v) - 1) <= 1e-15; }

// The shortest turn takes one direction into the other to the last places, also a hair from exactly opposite.
void test_between() {
  check::SplitMix random{1};
  int exact = 0, shortest = 0, count = 0;
  for (const V& axis : kAxes) {
    for (int i = 0; i < 40; ++i) {
      const V from = i == 0 ? axis : random_direction(random);
      const V side = perpendicular(from);
      for (double hair : {0.0, 1e-16, 3e-16, 1e-15, 3e-14, 1e-12, 1e-9, 1e-6, 1e-3, 0.5, 1.5, 3.0, kPi}) {
        const V to = direction_at(-1 * from, side, hair);
        const Q turn = between(from, to);
        exact += is_unit(turn) && near(rotate(turn, from), to, 2e-15);
        const double angle = 2 * std::atan2(norm(turn.v), turn.w);
        shortest += std::fabs(angle - angle_between(from, to)) <= 4e-15;
        ++count;
      }
    }
  }
  CHECK(exact == count);
  CHECK(shortest == count);
  // Exactly opposite: half a turn about the stated perpendicular, the same each time.
  for (const V& axis : kAxes) {
    const Q turn = between(axis, -1 * axis);
    CHECK_BITS(turn.w, 0.0);
    CHECK(same(turn.v, perpendicular(axis)));
  }
  CHECK(same(rotate(between(kAxes[0], kAxes[0]), kAxes[2]), kAxes[2]));
}

// The half-angle formulas agree with the trigonometry of the whole circle, near 0 and half a turn as well.
void test_about() {
  const V axis = unit(V{{1, -2, 0.5}});
  int right = 0, count = 0;
  const auto try_angle = [&](double angle) {
    const SinCos<double> r = sin_cos(angle);
    const Q turn = about(axis, r.cos, r.sin);
    const double sign = turn.w * std::cos(angle / 2) + dot(turn.v, axis) * std::sin(angle / 2) < 0 ? -1 : 1;
    right += is_unit(turn) && std::fabs(sign * turn.w - std::cos(angle / 2)) <= 3e-16 &&
             near(sign * turn.v, std::sin(angle / 2) * axis, 3e-16);
    ++count;
  };
  for (double angle : {0.0, 1e-300, 1e-9, kPi / 2, kPi, -kPi, kPi - 1e-9, 1e-9 - kPi, -1e-9, -kPi / 2})
    try_angle(angle);
  for (int i = -400; i <= 400; ++i) try_angle(i * kPi / 400);
  CHECK(right == count);
}

// A vector becomes a turn about it by twice the arctangent of half its length; a huge one half a turn, never NaN.
void test_cayley() {
  check::SplitMix random{2};
  int right = 0, count = 0;
  for (double size : {0.0, 1e-200, 1e-12, 1e-3, 0.5, 1.2, 10.0, 1e8}) {
    for (int i = 0; i < 20; ++i) {
      const V side = random_direction(random);
      const Q turn = cayley(size * side);
      const double half = std::atan(size / 2);
      right +=
          is_unit(turn) && std::fabs(turn.w - std::cos(half)) <= 4e-16 && near(turn.v, std::sin(half) * side, 4e-16);
      ++count;
    }
  }
  CHECK(right == count);
}

// A quaternion without length is the identity; products, inverses and rotated vectors belong together.
void test_quaternions() {
  CHECK_BITS(unit(Q{0, {}}).w, 1.0);
  check::SplitMix random{3};
  int right = 0;
  for (int i = 0; i < 200; ++i) {
    const Q a = unit(Q{random.uniform(-1, 1), random_direction(random)});
    const Q b = unit(Q{random.uniform(-1, 1), random_direction(random)});
    const V v = random_direction(random);
    right += near(rotate(a * b, v), rotate(a, rotate(b, v)), 3e-15) && near(rotate(inverse(a), rotate(a, v)), v, 3e-15);
  }
  CHECK(right == 200);
}

// An angle counts as within a half-angle up to 2^-50 beyond it and not at 1e-14 beyond, whatever the half-angle.
void test_within() {
  int right = 0, count = 0;
  for (double half : kHalves) {
    const Turn<double> limit = turn_by(half);
    for (double off : {-1e-3, -1e-7, -1e-14, 0.0, 1e-14, 1e-7, 1e-3}) {
      const double angle = half + off;
      if (angle < 0 || angle > kPi) continue;
      const SinCos<double> r = sin_cos(angle);
      right += within(r.cos, magnitude(r.sin), limit) == (off <= 0);
      ++count;
    }
    CHECK(within(limit.cos, magnitude(limit.sin), limit));
    CHECK(within(1.0, 0.0, limit));
    CHECK(within(-1.0, 0.0, limit) == (half >= kPi - 1e-15));
  }
  CHECK(right == count);
}

// A range takes what is outside to its nearer end, the upper one on a tie, and leaves what is inside as it is.
void test_ranges() {
  const double ends[][2] = {{0, 0},  {-1e-9, 1e-9}, {-0.3, 0.2}, {0, 2.5},
                            {-3, 3}, {-3.9, -2.3},  {2.3, 3.9},  {-kPi, kPi}};
  int right = 0, idempotent = 0, count = 0;
  for (const auto& end : ends) {
    const Range<double> range = make_range(end[0], end[1]);
    for (int i = -300; i <= 300; ++i) {
      const double angle = i * kPi / 300;
      const HeldTurn<double> found = nearest(range, turn_by(angle));
      const double stands = std::atan2(found.turn.sin, found.turn.cos);
      double least = 10;
      for (int k = 0; k <= 400; ++k) {
        const double sample = end[0] + k * (end[1] - end[0]) / 400;
        least = std::fmin(least, std::fabs(std::remainder(sample - angle, 2 * kPi)));
      }
      const double middle = (end[0] + end[1]) / 2;
      const bool inside = std::fabs(std::remainder(stands - middle, 2 * kPi)) <= (end[1] - end[0]) / 2 + 2e-15;
      right += inside && std::fabs(std::remainder(stands - angle, 2 * kPi)) <= least + 2e-15;
      const HeldTurn<double> again = nearest(range, found.turn);
      idempotent += !again.moved && check::bits(again.turn.cos) == check::bits(found.turn.cos) &&
                    check::bits(again.turn.sin) == check::bits(found.turn.sin);
      ++count;
    }
  }
  CHECK(right == count);
  CHECK(idempotent == count);
  const HeldTurn<double> opposite = nearest(make_range(-0.5, 0.5), Turn<double>{-1, 0});
  CHECK(opposite.held == 1);
  CHECK(opposite.moved);
  CHECK(nearest(make_range(-0.5, 0.5), turn_by(0.5)).held == 1);
  CHECK(nearest(make_range(-0.5, 0.5), turn_by(-0.5)).held == -1);
  CHECK(nearest(make_range(-0.5, 0.5), turn_by(0.499)).held == 0);
}

// A cone brings what is outside to its edge in the plane it had; twice is once, bit for bit.
void test_cones() {
  check::SplitMix random{4};
  int right = 0, idempotent = 0, outward = 0, count = 0;
  for (const V& axis : kAxes) {
    for (double half : kHalves) {
      const Turn<double> limit = turn_by(half);
      for (int i = 0; i < 40; ++i) {
        const double away[] = {random.uniform(0, kPi), std::pow(10, random.uniform(-16, 0)),
                               kPi - std::pow(10, random.uniform(-16, 0)), half};
        const V side = unit(across(random_direction(random), axis));
        const V direction = i == 0 ? -1 * axis : i == 1 ? axis : direction_at(axis, side, away[i % 4]);
        const HeldDirection<double> found = nearest_in_cone(axis, limit, direction);
        const double swing = angle_between(axis, direction);
        right += std::fabs(angle_between(axis, found.direction) - std::fmin(half, swing)) <= 2e-15 &&
                 angle_between(direction, found.direction) <= std::fmax(swing - half, 0) + 2e-15;
        const HeldDirection<double> again = nearest_in_cone(axis, limit, found.direction);
        idempotent += !again.moved && same(again.direction, found.direction);
        outward += is_zero(found.outward) || (std::fabs(norm(found.outward) - 1) <= 1e-15 &&
                                              std::fabs(dot(found.outward, found.direction)) <= 1e-9);
        ++count;
      }
    }
  }
  CHECK(right == count);
  CHECK(idempotent == count);
  CHECK(outward == count);
}

const double kOvals[][4] = {{1, 0.5, 0.3, 0.8},
                            {1, 0, 0.3, 0.8},
                            {0.7, 0, 0, 0.7},
                            {1, 0, 1, 0},
                            {2, 2.5, 1.8, 3},
                            {0.4, 2, 1, 2.8},
                            {kPi / 2, 1, kPi / 2, 2},
                            {kPi, 0.2, 0.1, 0.2},
                            {kPi - 1e-8, 0.2, 0.1, 0.2},
                            {1e-9, 2e-9, 3e-9, 1e-9},
                            {1e-6, 3, 1e-6, 3},
                            {kPi, kPi, 3, kPi}};

// A point of the oval at an azimuth, a share of the way from its axis to its edge.
V inside_oval(const Oval<double>& oval, double azimuth, double share) {
  const double c = std::cos(azimuth), s = std::sin(azimuth);
  const Wide x = Wide(c) * oval.radius[c < 0 ? 2 : 0], y = Wide(s) * oval.radius[s < 0 ? 3 : 1];
  const Wide radius = std::sqrt(x * x + y * y);
  if (radius == 0) return oval.axis;
  const double swing = static_cast<double>(2 * std::atan(radius) * share);
  const V side = static_cast<double>(x / radius) * oval.right + static_cast<double>(y / radius) * oval.up;
  return direction_at(oval.axis, side, swing);
}

// An oval takes what is outside to its nearest point, the exactly opposite direction too; twice is once, bit for bit.
void test_ovals() {
  check::SplitMix random{5};
  for (const auto& cone : kOvals) {
    int nearest_found = 0, idempotent = 0, kept = 0, not_wider = 0, count = 0;
    const double widest = larger(larger(cone[0], cone[1]), larger(cone[2], cone[3]));
    for (const V& axis : kAxes) {
      const Oval<double> oval = make_oval(axis, perpendicular(axis), cone);
      V samples[600];
      for (V& sample : samples) sample = inside_oval(oval, random.uniform(-kPi, kPi), std::sqrt(random.uniform(0, 1)));
      for (int i = 0; i < 30; ++i) {
        const V direction = i == 0 ? -1 * axis : random_direction(random);
        const V found = nearest_in_oval(oval, direction).direction;
        double least = 2;
        for (const V& sample : samples) least = std::fmin(least, norm(sample - direction));
        nearest_found += norm(found - direction) <= least + 1e-14;
        const HeldDirection<double> again = nearest_in_oval(oval, found);
        idempotent += !again.moved && same(again.direction, found);
        not_wider += angle_between(axis, found) <= widest + 1e-14;
        const V within_it = samples[i];
        kept += norm(nearest_in_oval(oval, within_it).direction - within_it) <= 1e-14;
        ++count;
      }
    }
    CHECK(nearest_found == count);
    CHECK(idempotent == count);
    CHECK(kept == count);
    CHECK(not_wider == count);
  }
}

// A point of the edge in one of its quarters, where the tangent of the ellipse's own angle is e^power: some 2^86 to
// both sides reach what lies between the ends of a quarter of 1e-9 by half a turn.
V edge_at(const Oval<double>& oval, int quarter, double power) {
  const Wide a = quarter == 0 || quarter == 3 ? oval.radius[0] : -oval.radius[2];
  const Wide b = quarter < 2 ? oval.radius[1] : -oval.radius[3];
  const Wide tangent = std::exp(Wide(power));
  const Wide scale = 1 / std::sqrt(1 + tangent * tangent);
  const Wide x = a * scale, y = b * tangent * scale, square = x * x + y * y;
  V point;
  for (int k = 0; k < 3; ++k)
    point[k] =
        static_cast<double>(((1 - square) * oval.axis[k] + 2 * x * oval.right[k] + 2 * y * oval.up[k]) / (1 + square));
  return point;
}

// Every mixture of half-angles from nothing to half a turn, slits of 1e-9 and all but a hair included: twice is once,
// bit for bit, and no point of the edge is nearer, wherever the direction stands: beside the edge, beside the axis,
// right opposite.
void test_mixed_ovals() {
  check::SplitMix random{10};
  const double halves[] = {0, 1e-9, 1e-6, 1e-3, 0.1, 0.87, kPi / 2, 2, 3, 3.1, kPi - 1e-4, kPi - 1e-8, kPi};
  int idempotent = 0, nearest_found = 0, count = 0;
  for (int i = 0; i < 1500; ++i) {
    double cone[4];
    for (double& half : cone) half = halves[static_cast<int>(random.uniform(0, 13))];
    // What fuzzing found first.
    const double found_first[] = {0.87, kPi, kPi, 1e-9};
    for (int k = 0; k < 4 && i == 0; ++k) cone[k] = found_first[k];
    const V axis = i % 3 == 0 ? kAxes[4] : random_direction(random);
    const Oval<double> oval = make_oval(axis, perpendicular(axis), cone);
    V edge[600];
    for (V& point : edge) point = edge_at(oval, static_cast<int>(random.uniform(0, 4)), random.uniform(-60, 60));
    for (int j = 0; j < 12; ++j) {
      const double hair = std::pow(10, random.uniform(-15, -1));
      const V near_to[] = {-1 * axis, axis, edge[j]};
      const V beside = unit(near_to[j % 3] + hair * random_direction(random));
      const V direction = j < 3 ? random_direction(random) : j == 3 ? -1 * axis : beside;
      const V found = nearest_in_oval(oval, direction).direction;
      const HeldDirection<double> again = nearest_in_oval(oval, found);
      idempotent += !again.moved && same(again.direction, found);
      double least = 2;
      for (const V& point : edge) least = std::fmin(least, norm(point - direction));
      nearest_found += norm(found - direction) <= least + 1e-15;
      ++count;
    }
  }
  CHECK(idempotent == count);
  CHECK(nearest_found == count);
}

// Of a convex oval one quarter and Newton's method find what a look at every quarter finds; the result stays, and what
// stands a hair outside leaves it square to the edge.
void test_convex_ovals() {
  check::SplitMix random{8};
  int as_near = 0, same_place = 0, idempotent = 0, square = 0, convex = 0;
  while (convex < 600) {
    double cone[4];
    for (double& half : cone) half = random.uniform(0.02, kPi / 2);
    const V axis = random_direction(random);
    const Oval<double> oval = make_oval(axis, perpendicular(axis), cone);
    if (!oval.convex) continue;
    const V edge = inside_oval(oval, random.uniform(-kPi, kPi), 1);
    const V wild = random_direction(random);
    const double hair = random.uniform(0, 1) < 0.5 ? 1e-9 : 0.3;
    const V outside = unit(edge + hair * (edge - dot(edge, axis) * axis));
    const V direction = convex % 2 == 0 && !place_in(oval, wild).inside(0) ? wild : outside;
    if (place_in(oval, direction).inside(1e-13)) continue;
    ++convex;
    const HeldDirection<double> found = nearest_in_oval(oval, direction);
    const V looked = nearest_on_any_quarter(oval, direction);
    as_near += norm(found.direction - direction) <= norm(looked - direction) + 2e-15;
    // A right angle away and farther there may be two places, as near as each other.
    const bool one_place = dot(looked, direction) > 1e-6;
    same_place += !one_place || near(found.direction, looked, 1e-6);
    idempotent += same(nearest_in_oval(oval, found.direction).direction, found.direction);
    // Nearest means that the way there is along the outward normal.
    const V way = across(direction - found.direction, found.direction);
    square += !one_place || norm(way - dot(way, found.outward) * found.outward) <= 4e-15 + 1e-12 * norm(way);
  }
  CHECK(as_near == convex);
  CHECK(same_place == convex);
  CHECK(idempotent == convex);
  CHECK(square == convex);
}

// The bend of an edge that comes with a held direction is how far a step along its tangent leaves it, twice, over the
// step squared.
void test_bend_of_edges() {
  check::SplitMix random{9};
  int right = 0, count = 0;
  for (int i = 0; i < 200; ++i) {
    double cone[4];
    for (double& half : cone) half = random.uniform(0.2, 1.2);
    if (i % 2 == 0) cone[1] = cone[2] = cone[3] = cone[0];
    const V axis = random_direction(random);
    const Oval<double> oval = make_oval(axis, perpendicular(axis), cone);
    if (!oval.convex) continue;
    const V edge = inside_oval(oval, random.uniform(-kPi, kPi), 1);
    const V outside = unit(edge + 0.01 * (edge - dot(edge, axis) * axis));
    const HeldDirection<double> held =
        i % 2 == 0 ? nearest_in_cone(axis, turn_by(cone[0]), outside) : nearest_in_oval(oval, outside);
    const double step = 1e-3;
    const V tangent = cross(held.outward, held.direction);
    const auto left = [&](double way) {
      const V moved = unit(held.direction + way * tangent);
      const V back = i % 2 == 0 ? nearest_in_cone(axis, turn_by(cone[0]), moved).direction
                                : nearest_in_oval(oval, moved).direction;
      return norm(moved - back);
    };
    // Beside the end of a quarter the bend changes.
    const OvalPlace<double> place = place_in(oval, held.direction);
    if (std::fabs(place.x) < 0.05 || std::fabs(place.y) < 0.05) continue;
    ++count;
    right += std::fabs((left(step) + left(-step)) / (step * step) - held.edge) <= 0.02 * held.edge + 0.02;
  }
  CHECK(count > 100);
  CHECK(right == count);
}

// Four equal half-angles in the oval's own test are the circle's.
void test_round_ovals() {
  check::SplitMix random{6};
  int agree = 0;
  for (int i = 0; i < 200; ++i) {
    const double half = random.uniform(0.01, 3);
    const double cone[] = {half, half, half, half};
    const Oval<double> oval = make_oval(kAxes[4], kAxes[0], cone);
    const V direction = random_direction(random);
    agree += near(nearest_in_oval(oval, direction).direction,
                  nearest_in_cone(kAxes[4], turn_by(half), direction).direction, 1e-7);
  }
  CHECK(agree == 200);
}

// Every kind of joint gives back what it gave, as near as a quaternion can, and says that it had not to move it.
void test_settling() {
  check::SplitMix random{7};
  JointSpec<double> spec{};
  spec.axis = unit(V{{0.5, 0.5, -0.9}});
  spec.reference = kAxes[0];
  spec.lower = -0.7;
  spec.upper = 0.4;
  const double cone[] = {1, 0.5, 0.3, 2};
  for (int k = 0; k < 4; ++k) spec.cone[k] = cone[k];
  int same_turn = 0, count = 0;
  for (JointKind kind : {JointKind::free, JointKind::ball, JointKind::hinge, JointKind::fixed}) {
    for (ConeKind shape : {ConeKind::none, ConeKind::circle, ConeKind::oval}) {
      for (bool twist : {false, true}) {
        spec.kind = kind;
        spec.cone_kind = shape;
        spec.has_twist = twist;
        const Joint<double> joint = prepare_joint(spec, kAxes[4]);
        for (int i = 0; i < 50; ++i) {
          const Q once = settle(joint, unit(Q{random.uniform(-1, 1), random_direction(random)})).turn;
          const double size = square_root(once.w * once.w + once.v[2] * once.v[2]);
          if (twist && size < 1e-6) continue;
          const Q twice = settle(joint, once).turn;
          same_turn +=
              is_unit(once) && std::fabs(twice.w - once.w) <= 5e-16 / size && near(twice.v, once.v, 5e-16 / size);
          ++count;
        }
      }
    }
  }
  CHECK(same_turn == count);
}

}  // namespace

int main() {
  test_between();
  test_about();
  test_cayley();
  test_quaternions();
  test_within();
  test_ranges();
  test_cones();
  test_ovals();
  test_mixed_ovals();
  test_convex_ovals();
  test_bend_of_edges();
  test_round_ovals();
  test_settling();
  return check::verdict("test_limits");
}
