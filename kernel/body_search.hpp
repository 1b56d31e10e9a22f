// Going down from a pose, and starting again elsewhere: numbered restarts for bodies.
#pragma once
#include "body_sweep.hpp"
#include "limited.hpp"

namespace fabrikit {

// Poses that did not reach, to settle down from when none does: that of restart 0 first, then the best others.
template <class T>
struct Candidates {
  static constexpr int32_t most = 4;
  T* q;  // [most][numbers]
  T score[most];
  int32_t count;
};

// One solve of a body under way.
template <class T>
struct BodySearch {
  BodyPose<T>& s;
  T tolerance;            // of place, scaled
  T turn_tolerance;       // 2 sin(angle / 2)
  T loop_tolerance;       // of place, scaled; of turn
  T most_step;            // of one round
  int32_t rounds;         // done so far
  int32_t most_rounds;    // all restarts together
  int32_t first_restart;  // row of the table before that of restart 1
  const T* start;         // [numbers], inside the limits
  T* trial;               // [numbers]
  Candidates<T> kept;
  Moments<T>* moments;  // [movers]; null where sweeps are not possible
  T score;              // of the present pose
  T lowest;             // score of the last descent

  bool out_of_rounds() const { return rounds >= most_rounds; }
};

template <class T>
inline void copy_numbers(const BodyPose<T>& s, const T* from, T* to) {
  for (int32_t k = 0; k < s.body.numbers; ++k) to[k] = from[k];
}

// Takes q as it is in `s`: lays it out, finds which balls stand at their limits, measures the first `tasks` tasks.
template <class T>
inline void take_pose(BodySearch<T>& b, int32_t tasks) {
  for (int32_t i = 0; i < b.s.mover_count; ++i) {
    Mover<T>& m = b.s.movers[i];
    if (m.kind != BodyKind::ball) continue;
    const SettledNumbers<T> settled = settle_joint(b.s.body, m.joint, b.s.q);
    m.outward = settled.outward;
    m.held = settled.held;
  }
  lay_out(b.s);
  b.score = measure_tasks(b.s, tasks);
}

template <class T>
inline void return_to(BodySearch<T>& b, const T* q, int32_t tasks) {
  copy_numbers(b.s, q, b.s.q);
  take_pose(b, tasks);
}

template <class T>
inline bool is_reached(const BodySearch<T>& b, const Task<T>& task) {
  if (task.loop) return task.gap <= b.loop_tolerance && task.turn <= b.loop_tolerance;
  return task.gap <= b.tolerance && task.turn <= b.turn_tolerance;
}

template <class T>
inline bool are_reached(const BodySearch<T>& b, int32_t tasks) {
  for (int32_t k = 0; k < tasks; ++k)
    if (!is_reached(b, b.s.tasks[k])) return false;
  return true;
}

template <class T>
inline T* candidate(BodySearch<T>& b, int32_t index) {
  return b.kept.q + static_cast<int64_t>(index) * b.s.body.numbers;
}

// Takes the present pose among the candidates, that of restart 0 in its own place.
template <class T>
inline void keep_candidate(BodySearch<T>& b, bool first) {
  int32_t at = first ? 0 : 1;
  while (at > 0 && at < b.kept.count && b.kept.score[at] <= b.score) ++at;
  if (at >= Candidates<T>::most) return;
  if (b.kept.count < Candidates<T>::most) ++b.kept.count;
  for (int32_t k = b.kept.count - 1; k > at; --k) {
    b.kept.score[k] = b.kept.score[k - 1];
    copy_numbers(b.s, candidate(b, k - 1), candidate(b, k));
  }
  b.kept.score[at] = b.score;
  copy_numbers(b.s, b.s.q, candidate(b, at));
}

template <class T>
inline void round_toward(BodySearch<T>& b, int32_t tasks, T damping, T most, bool biased) {
  newton_round(b.s, tasks, damping, most, biased);
  ++b.rounds;
  b.score = measure_tasks(b.s, tasks);
}

// Rounds of one restart, and how many of them may pass without the error falling by a fifth.
inline constexpr int32_t rounds_of_body = 40;
inline constexpr int32_t patience_of_body = 5;

// Rounds from the present pose until the first `tasks` tasks are reached, or the error stops falling.
template <class T>
inline bool descend(BodySearch<T>& b, int32_t tasks, int32_t most, bool biased) {
  T earlier[patience_of_body];
  b.lowest = b.score;
  for (int32_t k = 0;; ++k) {
    b.lowest = smaller(b.lowest, b.score);
    if (are_reached(b, tasks) && !biased) return true;
    if (k == most || b.out_of_rounds()) return false;
    const T before = k < patience_of_body ? b.score * 2 : earlier[k % patience_of_body];
    if (k >= patience_of_body && b.score > T(0.8) * before) return false;
    earlier[k % patience_of_body] = b.score;
    round_toward(b, tasks, T(0.05) * b.score + T(1e-9), b.most_step, biased);
    biased = false;
  }
}

// A closed-form sweep; what it makes worse in the last digits is taken back.
template <class T>
inline void sweep_once(BodySearch<T>& b, int32_t tasks) {
  const T before = b.score;
  copy_numbers(b.s, b.s.q, b.trial);
  sweep(b.s, tasks, b.moments);
  ++b.rounds;
  take_pose(b, tasks);
  if (!(b.score < before)) return_to(b, b.trial, tasks);
}

// Levenberg-Marquardt from the present pose, only ever downhill: what is left when the targets cannot be reached.
template <class T>
inline void settle_down(BodySearch<T>& b, int32_t tasks, int32_t most) {
  T damping = T(0.05);
  for (int32_t k = 0; k < most && damping < T(1e4) && !b.out_of_rounds() && !are_reached(b, tasks); ++k) {
    const T before = b.score;
    copy_numbers(b.s, b.s.q, b.trial);
    round_toward(b, tasks, damping, b.most_step, false);
    if (b.score < before) {
      damping = larger(T(1e-6), damping * T(0.3));
      if (b.score > before * (1 - T(0x1p-50))) return;
    } else {
      damping *= 4;
      return_to(b, b.trial, tasks);
    }
    if (b.moments != nullptr && k % 2 == 1 && !b.out_of_rounds()) sweep_once(b, tasks);
  }
}

// How strongly the tasks pull at the free coordinates of the present pose, squared.
template <class T>
inline T pull_of(BodySearch<T>& b, int32_t tasks) {
  begin_round(b.s, tasks);
  return square_of(b.s.columns, b.s.slope);
}

// Goes on where the score has no digits left to tell better from worse: until the pull no longer falls.
template <class T>
inline void come_to_rest(BodySearch<T>& b, int32_t tasks, int32_t most) {
  T damping = T(1e-3);
  T before = pull_of(b, tasks);
  for (int32_t k = 0; k < most && damping < T(1e2) && before > T(0x1p-100) * b.score && !b.out_of_rounds(); ++k) {
    const T score = b.score;
    copy_numbers(b.s, b.s.q, b.trial);
    round_toward(b, tasks, damping, b.most_step, false);
    const T now = pull_of(b, tasks);
    if (now < before && b.score < score * (1 + T(0x1p-40))) {
      before = now;
    } else {
      damping *= 4;
      return_to(b, b.trial, tasks);
    }
  }
}

// Whether no joint can bring the tasks nearer at first order: all on one line, or all at their limits.
template <class T>
inline bool has_no_slope(BodySearch<T>& b, int32_t tasks) {
  return pull_of(b, tasks) < T(0x1p-40) * b.score;
}

// Three numbers in [0, 1) of row `row` for one joint, whatever else is asked.
template <class T>
struct Draw {
  T u[3];
};
template <class T>
inline Draw<T> draw(int32_t row, int32_t joint) {
  Draw<T> d;
  for (uint64_t k = 0; k < 3; ++k)
    d.u[k] = restart_number<T>(static_cast<uint64_t>(row), 3 * static_cast<uint64_t>(joint) + k);
  return d;
}

// Where restart `row` puts a hinge or slider that stands at `now`.
template <class T>
inline T value_somewhere(const BodySearch<T>& b, const BodyJoint<T>& joint, T now, T u) {
  const T pi = T(3.141592653589793);
  const T width = joint.upper - joint.lower;
  if (joint.kind == BodyKind::hinge && (joint.winds || !(width < 4 * pi)))
    return settle_value(joint, (joint.winds ? (joint.lower + joint.upper) / 2 : now) + (2 * u - 1) * pi);
  if (width < T(0x1p500)) return joint.lower + u * width;
  return settle_value(joint, now + (2 * u - 1) * b.s.unscale);
}

// Puts every joint that moves at restart number `row`; a free root stays.
template <class T>
inline void scatter(BodySearch<T>& b, int32_t row, int32_t tasks) {
  copy_numbers(b.s, b.start, b.s.q);
  for (int32_t i = 0; i < b.s.mover_count; ++i) {
    const Mover<T>& m = b.s.movers[i];
    if (m.follows || m.kind == BodyKind::free) continue;
    const BodyJoint<T>& joint = b.s.body.joint[m.joint];
    const Draw<T> d = draw<T>(row + b.first_restart, m.joint);
    T* const own = b.s.q + joint.number;
    if (m.kind == BodyKind::ball) {
      put_quat(own, somewhere(b.s.body.limit[m.joint], d.u[0], d.u[1], d.u[2]));
      settle_joint(b.s.body, m.joint, b.s.q);
    } else {
      own[0] = value_somewhere(b, joint, own[0], d.u[0]);
    }
  }
  take_pose(b, tasks);
}

// Moves every joint from the start by up to `radius`, as row `row` says: near solutions, and out of poses without
// slope.
template <class T>
inline void jitter(BodySearch<T>& b, int32_t row, T radius, int32_t tasks) {
  copy_numbers(b.s, b.start, b.s.q);
  lay_out(b.s);
  for (int32_t c = 0; c < b.s.columns; ++c) b.s.step[c] = 0;
  for (int32_t i = 0; i < b.s.mover_count; ++i) {
    const Mover<T>& m = b.s.movers[i];
    if (m.follows) continue;
    const Draw<T> d = draw<T>(row, m.joint);
    const int32_t first = m.kind == BodyKind::free ? 3 : 0;
    for (int32_t k = first; k < columns_of(m.kind); ++k) b.s.step[m.column + k] = radius * (2 * d.u[k - first] - 1);
  }
  take_step(b.s, b.s.step, T(0x1p500));
  take_pose(b, tasks);
}

// Squared joint motion between two poses: radians, and lengths in reaches.
template <class T>
inline T motion_between(const BodyPose<T>& s, const T* a, const T* b) {
  T sum = 0;
  for (int32_t i = 0; i < s.mover_count; ++i) {
    const Mover<T>& m = s.movers[i];
    if (m.follows) continue;
    const int32_t at = s.body.joint[m.joint].number;
    if (is_scalar(m.kind)) {
      const T off = (m.kind == BodyKind::slider ? s.scale : T(1)) * (a[at] - b[at]);
      sum += off * off;
      continue;
    }
    const int32_t turned = m.kind == BodyKind::ball ? at : at + 3;
    const Quat<T> turn = quat_in(a + turned) * inverse(quat_in(b + turned));
    const T angle = 2 * atan2(norm(turn.v), magnitude(turn.w));
    sum += angle * angle;
    if (m.kind != BodyKind::free) continue;
    const Vec<3, T> shift = s.scale * (load<3>(a + at, 0) - load<3>(b + at, 0));
    sum += dot(shift, shift);
  }
  return sum;
}

}  // namespace fabrikit
