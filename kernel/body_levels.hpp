// What goes first, and what may only use the freedom that is left: levels of targets, the posture, poles.
//
// A wish of a lower rank is tried as the bias of a round whose least squares are those of the ranks above; then those
// are restored. A pose that costs them their tolerance is not taken.
#pragma once
#include "body_search.hpp"

namespace fabrikit {

// The side to which a joint bends the chain from `from` to an end effector.
template <class T>
struct BodyPole {
  PoleKind kind;
  Vec<3, T> value;  // point (scaled, relative to the base) or direction
  int32_t from;     // joint
  int32_t task;     // its end effector
};

// What the freedom left is for.
template <class T>
struct Preference {
  const T* posture;         // [numbers], or null
  T share;                  // of the way to the posture that the first round goes; 1: all the way
  const BodyPole<T>* pole;  // [poles]; their pulls are the tasks behind the last one
  int32_t poles;
};

// What remains of the way to the posture, in coordinates.
template <class T>
inline void way_to_posture(const BodyPose<T>& s, const T* posture, T* way) {
  for (int32_t i = 0; i < s.mover_count; ++i) {
    const Mover<T>& m = s.movers[i];
    if (m.follows) continue;
    const int32_t at = s.body.joint[m.joint].number;
    T* const own = way + m.column;
    if (is_scalar(m.kind)) {
      own[0] = (posture[at] - s.q[at]) / m.rate;
      continue;
    }
    const bool ball = m.kind == BodyKind::ball;
    const int32_t turned = ball ? at : at + 3;
    const Quat<T> turn = inverse(quat_in(s.q + turned)) * quat_in(posture + turned);
    const Vec<3, T> local = ((turn.w < T(0) ? T(-2) : T(2)) / m.gain) * turn.v;
    store(own, ball ? 0 : 1, rotate(s.stands[m.joint].world, local));
    if (!ball) {
      const Vec<3, T> shift = load<3>(posture + at, 0) - load<3>(s.q + at, 0);
      store(own, 0, (T(1) / m.rate) * rotate(frame_before(s, m.joint), shift));
    }
  }
}

// How a pole wants its joint to move: around the line from the chain's beginning to the end effector.
template <class T>
inline Vec<3, T> pull_of_pole(const BodyPose<T>& s, const BodyPole<T>& pole, const Task<T>& bend) {
  const Vec<3, T> from = s.stands[pole.from].at;
  const Vec<3, T> line = unit_or_zero(s.tasks[pole.task].at - from);
  const Vec<3, T> bulge = across(bend.at - from, line);
  const Vec<3, T> wanted = side_of(unit_or_zero(pole.kind == PoleKind::point ? pole.value - from : pole.value), line);
  if (is_zero(line) || is_zero(wanted) || dot(bulge, bulge) < T(0x1p-40)) return {};
  const T angle = atan2(dot(cross(bulge, wanted), line), dot(bulge, wanted));
  return angle * cross(line, bulge);
}

// Sets the wishes of the pole tasks; returns their square.
template <class T>
inline T measure_poles(BodyPose<T>& s, const Preference<T>& wanted) {
  T score = 0;
  for (int32_t k = 0; k < wanted.poles; ++k) {
    Task<T>& bend = s.tasks[s.task_count + k];
    bend.at = point_of(bend.hand, s.stands);
    bend.wish = {pull_of_pole(s, wanted.pole[k], bend), {}};
    score += dot(bend.wish, bend.wish);
  }
  return score;
}

// Leaves in `bias` the least-squares step toward `tasks` tasks from the `first` on, which must be measured.
template <class T>
inline void bias_toward_tasks(BodyPose<T>& s, int32_t first, int32_t tasks, T damping) {
  BodyPose<T> lower = s;
  lower.tasks += first;
  const Vec<3, T> origin = begin_round(lower, tasks);
  conjugate_gradients(lower, tasks, origin, damping);
  for (int32_t c = 0; c < s.columns; ++c) s.bias[c] = s.step[c];
}

// What the freedom left is used for: tasks of a lower rank, or (`tasks` == 0) poles and the posture.
template <class T>
struct Lower {
  int32_t first;
  int32_t tasks;
  const Preference<T>& wanted;
};

// The square that is to fall.
template <class T>
inline T measure_lower(BodyPose<T>& s, const Lower<T>& lower) {
  T score = 0;
  if (lower.tasks > 0) {
    for (int32_t k = 0; k < lower.tasks; ++k) {
      Task<T>& task = s.tasks[lower.first + k];
      look_at(task, s.stands);
      score += dot(task.wish, task.wish);
    }
    return score;
  }
  score = measure_poles(s, lower.wanted);
  if (lower.wanted.posture == nullptr) return score;
  way_to_posture(s, lower.wanted.posture, s.bias);
  for (int32_t c = 0; c < s.columns; ++c) score += T(0.01) * (s.bias[c] * s.bias[c]);
  return score;
}

// Leaves in `bias` the step that the lower wishes would take; `share` of it.
template <class T>
inline void bias_toward(BodyPose<T>& s, const Lower<T>& lower, T share) {
  const T score = measure_lower(s, lower);
  if (lower.tasks > 0) {
    bias_toward_tasks(s, lower.first, lower.tasks, T(0.05) * score + T(1e-9));
  } else if (lower.wanted.poles > 0) {
    bias_toward_tasks(s, s.task_count, lower.wanted.poles, T(1e-3));
  }
  if (lower.tasks == 0 && lower.wanted.posture != nullptr) {
    const bool also_poles = lower.wanted.poles > 0;
    way_to_posture(s, lower.wanted.posture, s.slope);
    for (int32_t c = 0; c < s.columns; ++c) s.bias[c] = s.slope[c] + (also_poles ? s.bias[c] : T(0));
  }
  // A joint at its end does not go on outward for what is only preferred.
  for (int32_t i = 0; i < s.mover_count; ++i) {
    const Mover<T>& m = s.movers[i];
    if (is_scalar(m.kind) && !m.follows && T(end_of(s, m)) * s.bias[m.column] > T(0)) s.bias[m.column] = 0;
  }
  for (int32_t c = 0; c < s.columns; ++c) s.bias[c] *= share;
}

// Brings the lower wishes nearer while the first `tasks` tasks, which are reached, stay so.
template <class T>
inline void improve(BodySearch<T>& b, int32_t tasks, const Lower<T>& lower, int32_t most) {
  T before = measure_lower(b.s, lower);
  T share = 1;
  for (int32_t k = 0; k < most && share > T(0.02) && before > T(1e-20) && !b.out_of_rounds(); ++k) {
    copy_numbers(b.s, b.s.q, b.trial);
    bias_toward(b.s, lower, share);
    b.score = measure_tasks(b.s, tasks);
    round_toward(b, tasks, T(0.05) * b.score + T(1e-9), smaller(b.most_step, T(0.5)), true);
    const bool held = descend(b, tasks, 8, false);
    const T now = measure_lower(b.s, lower);
    if (held && now < before) {
      const bool crawling = now > before * T(0.99999);
      before = now;
      share = smaller(T(1), 2 * share);
      if (crawling) return;
    } else {
      return_to(b, b.trial, tasks);
      share *= T(0.3);
    }
  }
}

}  // namespace fabrikit
