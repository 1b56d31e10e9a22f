// The pole of a chain with limits: it gives way to them.
#pragma once
#include "limited.hpp"

namespace fabrikit {

// Turns the whole chain about the line from base to tip toward the pole, as far as the first joint allows: only that
// joint's rotation changes, so nothing else can leave its limits.
template <class T, class Recorder>
inline void turn_limited_to_pole(LimitedAttempt<T, Recorder>& s) {
  const Sight<3, T> line = look(Vec<3, T>{}, s.a.tip());
  if (line.distance == T(0)) return;
  const Vec<3, T> wanted = pole_side(s.a.problem, line.toward);
  Vec<3, T> bulge{};
  for (int32_t i = 1; i < s.body.chain.bones; ++i) bulge = bulge + across(load<3>(s.a.pose, i), line.toward);
  const Vec<3, T> from = side_of(direction_or(bulge, Vec<3, T>{}), line.toward);
  if (is_zero(wanted) || is_zero(from) || dot(bulge, bulge) < T(0x1p-60)) return;
  const Joint<T>& joint = s.body.joint[0];
  const Quat<T> whole =
      about(line.toward, larger(T(-1), smaller(T(1), dot(from, wanted))), dot(cross(line.toward, from), wanted));
  // The largest share of the turn that the joint allows, by halving; the whole turn when that is allowed.
  T share = 1;
  T step = 1;
  Quat<T> turn = whole;
  for (int k = 0; k < 40; ++k) {
    const Quat<T> target = unit(turn * s.bones[0].turn);
    const Quat<T> settled = settle(joint, target).turn;
    const bool allowed = is_zero(settled.v - target.v) && settled.w == target.w;
    if (k == 0 && allowed) break;
    step /= 2;
    share += allowed ? step : -step;
    turn = unit(Quat<T>{1 - share + share * whole.w, share * whole.v});
  }
  const Quat<T> target = unit(turn * s.bones[0].turn);
  const Settled<T> settled = settle(joint, target);
  if (!is_zero(settled.turn.v - target.v)) return;
  set_turn(s.body, s.bones, 0, target);
  for (int32_t i = 1; i < s.body.chain.bones; ++i) set_turn(s.body, s.bones, i, s.bones[i].turn);
  s.a.stage = Stage::pole;
  s.measure();
}

// The least that a joint between base and tip stands toward the pole's side of their line; 0 where there is no side.
template <class T, class Recorder>
inline T least_toward_pole(const LimitedAttempt<T, Recorder>& s) {
  const Sight<3, T> line = look(Vec<3, T>{}, s.a.tip());
  const Vec<3, T> wanted = line.distance > T(0) ? pole_side(s.a.problem, line.toward) : Vec<3, T>{};
  T least = 0;
  for (int32_t i = 1; i < s.body.chain.bones; ++i) least = smaller(least, dot(load<3>(s.a.pose, i), wanted));
  return least;
}

// Lays the chain out as an arc toward the pole whose chord is about the way to the target, as near to it as limits
// allow. (An arc of half-angle A is sin A / A times as long between its ends, nearly 1 - A^2 / 6.)
template <class T, class Recorder>
inline void bow_to_pole(LimitedAttempt<T, Recorder>& s) {
  const Chain<T>& chain = s.body.chain;
  const Sight<3, T> sight = look(s.a.problem.base, s.a.problem.target);
  const Vec<3, T> wanted = pole_side(s.a.problem, sight.toward);
  const T half = square_root(6 * larger(T(0), 1 - sight.distance / chain.outer));
  Vec<3, T> at{};
  for (int32_t i = 0; i < chain.bones; ++i) {
    const T middle = (chain.along[i] + chain.along[i + 1]) / (2 * chain.outer);
    const Turn<T> angle = turn_by(half * (1 - 2 * middle));
    at = at + chain.length[i] * (angle.cos * sight.toward + angle.sin * wanted);
    store(s.a.pose, i + 1, at);
  }
  read_bones(s.body, s.a.pose, s.bones);
  s.a.stage = Stage::bend;
  s.measure();
}

// Turns the chain; the turn is rounded like everything else, and a round more is made where that cost the tolerance.
template <class T, class Recorder>
inline void turn_and_mend(LimitedAttempt<T, Recorder>& s) {
  const bool reached = s.settled();
  turn_limited_to_pole(s);
  if (reached && !s.settled()) descend(s);
}

// Brings the chain to its pole's side. One that has reached its target in a zigzag across the line tries the arc, too,
// and keeps it where that reaches with less of it on the other side.
template <class T, class Recorder>
inline void face_pole(LimitedAttempt<T, Recorder>& s) {
  const int32_t bones = s.body.chain.bones;
  const Stage made_by = s.a.stage;
  turn_and_mend(s);
  s.a.stage = made_by == Stage::start && s.a.stage != Stage::start ? Stage::pole : made_by;
  const T across = least_toward_pole(s);
  if (!s.settled() || !(across < T(-0x1p-30)) || s.aim.kind != AimKind::none) return;
  const Stage before = s.a.stage;
  for (int32_t i = 0; i < bones; ++i) s.trial[i] = s.bones[i];
  bow_to_pole(s);
  descend(s);
  if (s.settled()) turn_and_mend(s);
  s.a.stage = Stage::gauss_newton;
  if (s.settled() && least_toward_pole(s) > across) return;
  for (int32_t i = 0; i < bones; ++i) s.bones[i] = s.trial[i];
  s.a.stage = before;
  s.measure();
}

}  // namespace fabrikit
