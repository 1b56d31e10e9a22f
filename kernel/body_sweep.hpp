// Closed-form sweeps: every joint in turn goes where it is best for all end effectors behind it, the others held.
//
// What is behind a joint enters as moments, sums over its end effectors, so that a sweep visits every joint once
// whatever their number, from the tips to the root. A sweep never makes the weighted squares larger. It knows neither
// stiffness nor loops nor joints that follow others; those it leaves as they are.
#pragma once
#include "body_newton.hpp"

namespace fabrikit {

// Sums over the end effectors behind a joint; e the hand's place, t its goal, w its squared weight, in the world.
template <class T>
struct Moments {
  T weight;            // sum of w
  Vec<3, T> hand;      // sum of w e
  Vec<3, T> goal;      // sum of w t
  Vec<3, T> place[3];  // rows of the sum of w t e^T
  Vec<3, T> turn[3];   // the same of what should be parallel: goal directions and hand directions

  void add(const Moments& other) {
    weight += other.weight;
    hand = hand + other.hand;
    goal = goal + other.goal;
    for (int k = 0; k < 3; ++k) {
      place[k] = place[k] + other.place[k];
      turn[k] = turn[k] + other.turn[k];
    }
  }
  void add_parallel(T w, const Vec<3, T>& wanted, const Vec<3, T>& is) {
    for (int k = 0; k < 3; ++k) turn[k] = turn[k] + (w * wanted.v[k]) * is;
  }
  // The hands turn about `centre`.
  void rotate_about(const Vec<3, T>& centre, const Quat<T>& by) {
    hand = weight * centre + rotate(by, hand - weight * centre);
    for (int k = 0; k < 3; ++k) {
      const Vec<3, T> fixed = goal.v[k] * centre;
      place[k] = fixed + rotate(by, place[k] - fixed);
      turn[k] = rotate(by, turn[k]);
    }
  }
  void shift_by(const Vec<3, T>& way) {
    hand = hand + weight * way;
    for (int k = 0; k < 3; ++k) place[k] = place[k] + goal.v[k] * way;
  }
};

// Rows of the matrix M for which a turn R about `centre` is the better the larger trace(R^T M) is.
template <class T>
struct Pulls {
  Vec<3, T> row[3];

  // The part that a turn by an angle about the unit vector `axis` sees: M's share in its cosine and in its sine.
  Turn<T> about_axis(const Vec<3, T>& axis) const {
    const T trace = row[0].v[0] + row[1].v[1] + row[2].v[2];
    const Vec<3, T> along{{dot(row[0], axis), dot(row[1], axis), dot(row[2], axis)}};
    return {trace - dot(axis, along), dot(axis, curl())};
  }
  Vec<3, T> curl() const { return {{row[2].v[1] - row[1].v[2], row[0].v[2] - row[2].v[0], row[1].v[0] - row[0].v[1]}}; }
  // trace(R^T M).
  T with(const Quat<T>& turn) const {
    T sum = 0;
    for (int k = 0; k < 3; ++k) {
      Vec<3, T> unit_k{};
      unit_k.v[k] = 1;
      const Vec<3, T> column = rotate(turn, unit_k);
      sum += column.v[0] * row[0].v[k] + column.v[1] * row[1].v[k] + column.v[2] * row[2].v[k];
    }
    return sum;
  }
};

template <class T>
inline Pulls<T> pulls_about(const Moments<T>& m, const Vec<3, T>& centre) {
  Pulls<T> pulls;
  const Vec<3, T> arm = m.hand - m.weight * centre;
  for (int k = 0; k < 3; ++k) pulls.row[k] = m.place[k] - m.goal.v[k] * centre - centre.v[k] * arm + m.turn[k];
  return pulls;
}

// The turn R that makes trace(R^T M) largest, by Newton steps from none; short ones where it curves the wrong way.
template <class T>
inline Quat<T> best_turn(Pulls<T> pulls) {
  Quat<T> turn = no_turn<T>();
  for (int k = 0; k < 4; ++k) {
    // Seen from the turn so far: M R^T, whose rows are the rotated ones.
    Pulls<T> left;
    for (int i = 0; i < 3; ++i) left.row[i] = rotate(turn, pulls.row[i]);
    const Vec<3, T> slope = left.curl();
    const T trace = left.row[0].v[0] + left.row[1].v[1] + left.row[2].v[2];
    T curve[3][3];
    T least = T(1e-3) * magnitude(trace) + Real<T>::negligible_square;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        curve[i][j] = (i == j ? trace : T(0)) - T(0.5) * (left.row[i].v[j] + left.row[j].v[i]);
    T lift = 0;
    for (int i = 0; i < 3; ++i) {
      const T bound = curve[i][i] - magnitude(curve[i][(i + 1) % 3]) - magnitude(curve[i][(i + 2) % 3]);
      lift = larger(lift, least - bound);
    }
    for (int i = 0; i < 3; ++i) curve[i][i] += lift;
    const Vec<3, T> a{{curve[0][0], curve[0][1], curve[0][2]}};
    const Vec<3, T> b{{curve[1][0], curve[1][1], curve[1][2]}};
    const Vec<3, T> c{{curve[2][0], curve[2][1], curve[2][2]}};
    const T volume = dot(a, cross(b, c));
    if (!(volume > Real<T>::negligible_square)) return turn;
    const Vec<3, T> step =
        (T(1) / volume) * (slope.v[0] * cross(b, c) + slope.v[1] * cross(c, a) + slope.v[2] * cross(a, b));
    const T size = norm(step);
    turn = unit(cayley(size > T(1) ? (T(1) / size) * step : step) * turn);
    if (size < T(1e-7)) return turn;
  }
  return turn;
}

// Takes a hinge or slider to its best value; returns how far it went.
template <class T>
inline T sweep_value(const BodyJoint<T>& joint, const Vec<3, T>& axis, const Vec<3, T>& at, const Moments<T>& m,
                     T scale, T unscale, T* value) {
  const T was = *value;
  if (joint.kind == BodyKind::slider) {
    if (!(m.weight > T(0))) return 0;
    const T way = dot(axis, m.goal - m.hand) / m.weight;
    *value = settle_value(joint, was + unscale * way);
    return scale * (*value - was);
  }
  const Turn<T> pull = pulls_about(m, at).about_axis(axis);
  if (pull.cos * pull.cos + pull.sin * pull.sin < Real<T>::negligible_square) return 0;
  const T wanted = was + atan2(pull.sin, pull.cos);
  T best = settle_value(joint, wanted);
  if (!joint.winds && (wanted < joint.lower || wanted > joint.upper)) {
    // Outside: the better end of the range.
    const SinCos<T> low = sin_cos(joint.lower - was);
    const SinCos<T> high = sin_cos(joint.upper - was);
    const bool lower = pull.cos * low.cos + pull.sin * low.sin > pull.cos * high.cos + pull.sin * high.sin;
    best = lower ? joint.lower : joint.upper;
  }
  *value = best;
  return best - was;
}

// Takes a ball to its best turn inside its limits, if that is better than where it is; returns the turn in the world.
template <class T>
inline Quat<T> sweep_ball(const Body<T>& body, int32_t index, const Stand<T>& stand, const Moments<T>& m, T* q) {
  const Pulls<T> pulls = pulls_about(m, stand.at);
  const Quat<T> wanted = best_turn(pulls);
  T* const own = q + body.joint[index].number;
  const Quat<T> was = quat_in(own);
  // World to the joint's own frame and back: the frame before its motion is world * was^-1.
  const Quat<T> frame = stand.world * inverse(was);
  const Quat<T> settled = settle(body.limit[index], unit(inverse(frame) * wanted * stand.world)).turn;
  const Quat<T> turn = unit(frame * settled * inverse(stand.world));
  if (!(pulls.with(turn) > pulls.with(no_turn<T>()))) return no_turn<T>();
  put_quat(own, settled);
  return turn;
}

// Brings one joint to its best and its moments along.
template <class T>
inline void sweep_joint(BodyPose<T>& s, const Mover<T>& m, const Stand<T>& stand, Moments<T>& moments) {
  const BodyJoint<T>& joint = s.body.joint[m.joint];
  if (m.kind == BodyKind::ball) {
    moments.rotate_about(stand.at, sweep_ball(s.body, m.joint, stand, moments, s.q));
    return;
  }
  const Vec<3, T> axis = polish(rotate(stand.world, joint.axis));
  const T moved = sweep_value(joint, axis, stand.at, moments, s.scale, s.unscale, s.q + joint.number);
  if (m.kind == BodyKind::slider) {
    moments.shift_by(moved * axis);
  } else {
    const SinCos<T> half = sin_cos(moved / 2);
    moments.rotate_about(stand.at, Quat<T>{half.cos, half.sin * axis});
  }
}

// Whether a sweep may move a mover.
template <class T>
inline bool is_swept(const BodyPose<T>& s, const Mover<T>& m) {
  return !m.follows && m.kind != BodyKind::free && !(s.body.joint[m.joint].willing < T(1)) &&
         !s.body.joint[m.joint].followed;
}

template <class T>
inline void gather_moments(const BodyPose<T>& s, int32_t tasks, Moments<T>* moments) {
  for (int32_t i = 0; i < s.mover_count; ++i) moments[i] = {};
  for (int32_t k = 0; k < tasks; ++k) {
    const Task<T>& task = s.tasks[k];
    if (task.hand.mover < 0) continue;
    Moments<T>& m = moments[task.hand.mover];
    const T w = task.place_weight * task.place_weight;
    const Vec<3, T> goal = task.goal.offset;
    m.weight += w;
    m.hand = m.hand + w * task.at;
    m.goal = m.goal + w * goal;
    for (int i = 0; i < 3; ++i) m.place[i] = m.place[i] + (w * goal.v[i]) * task.at;
    const T turning = task.turn_weight * task.turn_weight;
    if (task.aim == AimKind::direction) m.add_parallel(turning, rotate(task.goal.frame, task.way), task.along);
    if (task.aim != AimKind::rotation) continue;
    const Quat<T> hand = frame_of(task.hand, s.stands);
    for (int i = 0; i < 3; ++i) {
      Vec<3, T> axis{};
      axis.v[i] = 1;
      m.add_parallel(turning / 2, rotate(task.goal.frame, axis), rotate(hand, axis));
    }
  }
}

// One sweep toward the first `tasks` tasks, which must be measured and have no loop. Leaves the pose laid out.
template <class T>
inline void sweep(BodyPose<T>& s, int32_t tasks, Moments<T>* moments) {
  gather_moments(s, tasks, moments);
  for (int32_t i = s.mover_count - 1; i >= 0; --i) {
    const Mover<T>& m = s.movers[i];
    if (is_swept(s, m)) sweep_joint(s, m, s.stands[m.joint], moments[i]);
    if (m.parent >= 0) moments[m.parent].add(moments[i]);
  }
  lay_out(s);
}

}  // namespace fabrikit
