// One Gauss-Newton round on a body, without a matrix: least squares by conjugate gradients over the two walks, limits
// by projection. A joint at its limit that is pushed outward is not free in that direction for the round.
#pragma once
#include "body_walks.hpp"

namespace fabrikit {

// A pose under way, what is asked of it, and the memory of a round.
template <class T>
struct BodyPose {
  const Body<T>& body;
  Vec<3, T> base;     // world
  Quat<T> base_turn;  // world
  T scale;
  T unscale;
  T* q;
  Stand<T>* stands;     // [joints]; those of `path` are of the present pose
  const int32_t* path;  // joints that carry a task, parents first
  int32_t path_count;
  Mover<T>* movers;
  int32_t mover_count;
  Task<T>* tasks;  // by level
  int32_t task_count;
  int32_t columns;
  T* step;  // [columns], as the next four
  T* search;
  T* slope;
  T* bias;          // where the round would go if nothing were asked
  T* open;          // 1, or 0 for a coordinate that is barred this round
  bool balls_held;  // some ball is barred this round
};

template <class T>
inline void lay_out(BodyPose<T>& s) {
  for (int32_t k = 0; k < s.path_count; ++k) {
    const int32_t i = s.path[k];
    const int32_t parent = s.body.joint[i].parent;
    s.stands[i] = parent < 0 ? stand(s.body.joint[i], s.q, s.base_turn, Vec<3, T>{}, s.scale)
                             : stand(s.body.joint[i], s.q, s.stands[parent].world, s.stands[parent].at, s.scale);
  }
}

// Measures the first `count` tasks; returns what is minimised: their weighted squared wishes.
template <class T>
inline T measure_tasks(BodyPose<T>& s, int32_t count) {
  T score = 0;
  for (int32_t k = 0; k < count; ++k) {
    look_at(s.tasks[k], s.stands);
    score += dot(s.tasks[k].wish, s.tasks[k].wish);
  }
  return score;
}

// The frame of a joint before its own motion.
template <class T>
inline Quat<T> frame_before(const BodyPose<T>& s, int32_t index) {
  const BodyJoint<T>& joint = s.body.joint[index];
  return (joint.parent < 0 ? s.base_turn : s.stands[joint.parent].world) * joint.rest;
}

// Takes the world axes and places of the movers from the present pose; returns the origin of the walks.
template <class T>
inline Vec<3, T> place_movers(BodyPose<T>& s) {
  if (s.mover_count == 0) return {};
  const Vec<3, T> origin = s.stands[s.movers[0].joint].at;
  for (int32_t i = 0; i < s.mover_count; ++i) {
    Mover<T>& m = s.movers[i];
    const Stand<T>& stand = s.stands[m.joint];
    m.at = stand.at - origin;
    if (is_scalar(m.kind)) m.axis = rotate(stand.world, s.body.joint[m.joint].axis);
    m.barred[0] = m.barred[1] = {};
    m.firm = 0;
  }
  return origin;
}

// At which end of its range a hinge or slider stands: -1, 1, or 0 between.
template <class T>
inline int end_of(const BodyPose<T>& s, const Mover<T>& m) {
  const BodyJoint<T>& joint = s.body.joint[m.joint];
  const T value = s.q[joint.number];
  return joint.winds ? 0 : value <= joint.lower ? -1 : value >= joint.upper ? 1 : 0;
}

// What a ball at its limits may not follow: out of its cone, and on with its twist. A twist beside a swing changes with
// the turn about the line halfway between where the bone rests and where it points.
template <class T>
inline void bar_ball(const BodyPose<T>& s, Mover<T>& m, const Vec<3, T>& wanted) {
  if (is_zero(m.outward) && m.held == 0) return;
  const Stand<T>& stand = s.stands[m.joint];
  const Vec<3, T> bone = s.body.joint[m.joint].axis;
  const Vec<3, T> along = rotate(stand.world, bone);
  const Quat<T> frame = frame_before(s, m.joint);
  const Vec<3, T> rest = rotate(frame, bone);
  const Vec<3, T> outward = is_zero(m.outward) ? m.outward : polish(rotate(frame, m.outward));
  const T pressed = dot(wanted, outward);
  if (pressed > T(0)) {
    // The edge of a cone of half-angle h bends away with cot(h): a bone pressed against it resists going along it.
    const T sine = norm(cross(rest, along));
    m.barred[0] = outward;
    m.firm = m.gain * pressed * larger(T(0), dot(rest, along)) / larger(sine, T(0x1p-20));
  }
  if (m.held == 0) return;
  const Vec<3, T> halfway = along + rest;
  const Vec<3, T> twisting = dot(halfway, halfway) > T(0x1p-40) ? unit(halfway) : polish(along);
  if (!(T(m.held) * dot(wanted, twisting) > T(0))) return;
  m.barred[1] = twisting;
  if (!is_zero(m.barred[0])) m.barred[0] = side_of(m.barred[0], twisting);
}

// Bars what the pull `wanted` presses against a limit.
template <class T>
inline void bar_movers(BodyPose<T>& s, const T* wanted) {
  for (int32_t c = 0; c < s.columns; ++c) s.open[c] = 1;
  s.balls_held = false;
  for (int32_t i = 0; i < s.mover_count; ++i) {
    Mover<T>& m = s.movers[i];
    if (m.kind == BodyKind::ball) {
      bar_ball(s, m, load<3>(wanted + m.column, 0));
      s.balls_held |= !is_zero(m.barred[0]) || !is_zero(m.barred[1]);
    } else if (is_scalar(m.kind) && !m.follows && T(end_of(s, m)) * wanted[m.column] > T(0)) {
      s.open[m.column] = 0;
    }
  }
}

// Leaves of coordinates what limits do not bar.
template <class T>
inline void restrict_to_free(const BodyPose<T>& s, T* x) {
  for (int32_t c = 0; c < s.columns; ++c) x[c] *= s.open[c];
  if (!s.balls_held) return;
  for (int32_t i = 0; i < s.mover_count; ++i) {
    const Mover<T>& m = s.movers[i];
    if (m.kind != BodyKind::ball || (is_zero(m.barred[0]) && is_zero(m.barred[1]))) continue;
    store(x + m.column, 0, across(across(load<3>(x + m.column, 0), m.barred[0]), m.barred[1]));
  }
}

// The work of firm edges against the coordinates x.
template <class T>
inline T firm_work(const BodyPose<T>& s, const T* x) {
  T work = 0;
  for (int32_t i = 0; s.balls_held && i < s.mover_count; ++i) {
    const Vec<3, T> own = load<3>(x + s.movers[i].column, 0);
    if (s.movers[i].firm > T(0)) work += s.movers[i].firm * dot(own, own);
  }
  return work;
}

// How the wishes that are left pull at the free coordinates, what the step has to overcome taken off.
template <class T>
inline void find_slope(BodyPose<T>& s, int32_t tasks, const Vec<3, T>& origin, T damping) {
  walk_wrenches(s.mover_count, s.movers, tasks, s.tasks, origin, s.columns, s.slope);
  for (int32_t c = 0; c < s.columns; ++c) s.slope[c] -= damping * s.step[c];
  for (int32_t i = 0; s.balls_held && i < s.mover_count; ++i) {
    const Mover<T>& m = s.movers[i];
    if (!(m.firm > T(0))) continue;
    T* const own = s.slope + m.column;
    store(own, 0, load<3>(own, 0) - m.firm * load<3>(s.step + m.column, 0));
  }
  restrict_to_free(s, s.slope);
}

// Sum of squares in four strands: one alone would make every number wait for the one before it.
template <class T>
inline T square_of(int32_t count, const T* x) {
  T strand[4] = {};
  int32_t c = 0;
  for (; c + 4 <= count; c += 4) {
    FABRIKIT_UNROLL for (int k = 0; k < 4; ++k) strand[k] += x[c + k] * x[c + k];
  }
  for (; c < count; ++c) strand[0] += x[c] * x[c];
  return (strand[0] + strand[1]) + (strand[2] + strand[3]);
}

// Sets what the coordinates x do to every task; returns its square.
template <class T>
inline T move_tasks(BodyPose<T>& s, int32_t tasks, const Vec<3, T>& origin, const T* x) {
  walk_twists(s.mover_count, s.movers, x);
  T square = 0;
  for (int32_t k = 0; k < tasks; ++k) {
    s.tasks[k].moved = moved_by(s.tasks[k], s.movers, origin);
    square += dot(s.tasks[k].moved, s.tasks[k].moved);
  }
  return square;
}

// Steps of conjugate gradients: exact for one end effector; several share joints and are left at a hundredth.
template <class T>
inline int steps_for(const BodyPose<T>& s, int32_t tasks) {
  int rows = 0;
  for (int32_t k = 0; k < tasks; ++k) rows += rows_of(s.tasks[k]);
  for (int32_t i = 0; s.balls_held && i < s.mover_count; ++i) rows += s.movers[i].firm > T(0);
  if (tasks > 1) rows *= 2;
  return rows < 40 ? rows : 40;
}

// Least squares by conjugate gradients (Hestenes & Stiefel 1952) from `left` of the tasks, whose pull is in `slope`;
// leaves the answer in `step`.
template <class T>
inline void conjugate_gradients(BodyPose<T>& s, int32_t tasks, const Vec<3, T>& origin, T damping) {
  const int32_t columns = s.columns;
  for (int32_t c = 0; c < columns; ++c) s.step[c] = 0;
  for (int32_t c = 0; c < columns; ++c) s.search[c] = s.slope[c];
  T square = square_of(columns, s.slope);
  const int steps = steps_for(s, tasks);
  const T found = larger(Real<T>::negligible_square, square * (tasks > 1 ? T(1e-4) : T(0x1p-90)));
  for (int k = 0; k < steps && square > found; ++k) {
    const T searched = damping * square_of(columns, s.search) + firm_work(s, s.search);
    const T resistance = move_tasks(s, tasks, origin, s.search) + searched;
    if (!(resistance > T(0))) return;  // the search has cancelled out: at the bottom but for rounding
    const T stride = square / resistance;
    for (int32_t i = 0; i < tasks; ++i) s.tasks[i].left = s.tasks[i].left + (-stride) * s.tasks[i].moved;
    for (int32_t c = 0; c < columns; ++c) s.step[c] += stride * s.search[c];
    if (k + 1 == steps) return;
    find_slope(s, tasks, origin, damping);
    const T next = square_of(columns, s.slope);
    const T share = next / square;
    square = next;
    for (int32_t c = 0; c < columns; ++c) s.search[c] = s.slope[c] + share * s.search[c];
  }
}

// Moves the joints by their coordinates, none by more than `most` (radians, scaled lengths), back inside their limits.
template <class T>
inline void take_step(BodyPose<T>& s, const T* x, T most) {
  T largest = 0;
  for (int32_t i = 0; i < s.mover_count; ++i) {
    const Mover<T>& m = s.movers[i];
    for (int32_t k = 0; k < columns_of(m.kind); ++k) largest = larger(largest, magnitude(m.gain * x[m.column + k]));
  }
  const T share = largest > most ? most / largest : T(1);
  for (int32_t i = 0; i < s.mover_count; ++i) {
    Mover<T>& m = s.movers[i];
    if (m.follows) continue;
    const T* const own = x + m.column;
    T* const numbers = s.q + s.body.joint[m.joint].number;
    if (is_scalar(m.kind)) {
      numbers[0] = settle_value(s.body.joint[m.joint], numbers[0] + (share * m.rate) * own[0]);
      continue;
    }
    const Stand<T>& stand = s.stands[m.joint];
    const bool ball = m.kind == BodyKind::ball;
    const Vec<3, T> turn = (share * m.gain) * load<3>(own, ball ? 0 : 1);
    T* const turned = numbers + (ball ? 0 : 3);
    put_quat(turned, unit(quat_in(turned) * cayley(rotate(inverse(stand.world), turn))));
    if (ball) {
      const SettledNumbers<T> settled = settle_joint(s.body, m.joint, s.q);
      m.outward = settled.outward;
      m.held = settled.held;
    } else {
      const Vec<3, T> shift = rotate(inverse(frame_before(s, m.joint)), (share * m.rate) * load<3>(own, 0));
      store(numbers, 0, load<3>(numbers, 0) + shift);
    }
  }
  lay_out(s);
}

// Prepares the movers for a round toward `tasks` measured tasks; leaves the pull at the free coordinates in `slope`.
template <class T>
inline Vec<3, T> begin_round(BodyPose<T>& s, int32_t tasks) {
  const Vec<3, T> origin = place_movers(s);
  for (int32_t k = 0; k < tasks; ++k) s.tasks[k].left = s.tasks[k].wish;
  walk_wrenches(s.mover_count, s.movers, tasks, s.tasks, origin, s.columns, s.slope);
  bar_movers(s, s.slope);
  restrict_to_free(s, s.slope);
  return origin;
}

// What solves the least squares of a round. benchmarks/ specialise this to compare with a dense solver.
template <class T>
struct LeastSquares {
  static void solve(BodyPose<T>& s, int32_t tasks, const Vec<3, T>& origin, T damping) {
    conjugate_gradients(s, tasks, origin, damping);
  }
};

// One round toward the first `tasks` tasks, which must be measured. With `biased`, the freedom that they leave goes
// where `bias` points.
template <class T>
inline void newton_round(BodyPose<T>& s, int32_t tasks, T damping, T most, bool biased) {
  const Vec<3, T> origin = begin_round(s, tasks);
  if (biased) {
    restrict_to_free(s, s.bias);
    move_tasks(s, tasks, origin, s.bias);
    for (int32_t k = 0; k < tasks; ++k) s.tasks[k].left = s.tasks[k].left + T(-1) * s.tasks[k].moved;
    for (int32_t c = 0; c < s.columns; ++c) s.step[c] = 0;
    find_slope(s, tasks, origin, damping);
  }
  LeastSquares<T>::solve(s, tasks, origin, damping);
  for (int32_t c = 0; biased && c < s.columns; ++c) s.step[c] += s.bias[c];
  take_step(s, s.step, most);
}

}  // namespace fabrikit
