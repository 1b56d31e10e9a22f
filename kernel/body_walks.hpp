// The two walks along a tree that conjugate gradients need: from the root to the tips, adding up what small motions of
// the joints do (twists), and from the tips to the root, telling every joint how the wishes pull at it (wrenches). The
// cost is one visit of every joint, however many end effectors there are.
#pragma once
#include "body_tasks.hpp"

namespace fabrikit {

// A joint that can move, in the order of the body.
template <class T>
struct Mover {
  Vec<3, T> axis;       // world; of a hinge or slider
  Vec<3, T> at;         // from the origin of the walks
  Vec<3, T> turning;    // twists: angular; wrenches: torque about the origin
  Vec<3, T> moving;     // twists: linear, at the origin; wrenches: force
  Vec<3, T> barred[2];  // of a ball: turning about these is barred this round (unit, perpendicular), or zero
  Vec<3, T> outward;    // of a ball at its cone, in its frame
  T gain;               // motion (radians, scaled lengths) that one unit of the coordinate makes
  T rate;               // the same in units of q
  T firm;               // stiffness along the edge of a cone that the wish presses the bone against
  int32_t held;         // at which end of its range, or of its twist
  int32_t joint;        // in the body
  int32_t parent;       // the next mover toward the root, or -1
  int32_t column;       // first of its coordinates
  BodyKind kind;
  bool follows;  // its coordinate is that of another
};

// Coordinates of a joint: turns before shifts would do as well; a free root has its shift first.
constexpr int32_t columns_of(BodyKind kind) { return kind == BodyKind::ball ? 3 : kind == BodyKind::free ? 6 : 1; }

template <class T>
inline bool is_barred(const Mover<T>& m) {
  return !is_zero(m.barred[0]) || !is_zero(m.barred[1]);
}

// Sets `turning` and `moving` of all movers to what the coordinates x do to the rigid pieces behind them.
template <class T>
inline void walk_twists(int32_t count, Mover<T>* movers, const T* x) {
  for (int32_t i = 0; i < count; ++i) {
    Mover<T>& m = movers[i];
    const T* const own = x + m.column;
    Vec<3, T> turning{};
    Vec<3, T> moving{};
    if (m.parent >= 0) {
      turning = movers[m.parent].turning;
      moving = movers[m.parent].moving;
    }
    if (m.kind == BodyKind::slider) {
      m.turning = turning;
      m.moving = moving + (m.gain * own[0]) * m.axis;
      continue;
    }
    Vec<3, T> turn;
    if (m.kind == BodyKind::hinge) {
      turn = (m.gain * own[0]) * m.axis;
    } else if (m.kind == BodyKind::ball) {
      turn = m.gain * load<3>(own, 0);
    } else {
      turn = m.gain * load<3>(own, 1);
      moving = moving + m.gain * load<3>(own, 0);
    }
    m.turning = turning + turn;
    m.moving = moving + cross(m.at, turn);
  }
}

// What the twists do to a task, weighted.
template <class T>
inline Screw<T> moved_by(const Task<T>& task, const Mover<T>* movers, const Vec<3, T>& origin) {
  Screw<T> moved{};
  const Vec<3, T> at = task.at - origin;
  if (task.hand.mover >= 0) {
    const Mover<T>& m = movers[task.hand.mover];
    moved = {m.moving + cross(m.turning, at), m.turning};
  }
  if (task.goal.mover >= 0) {
    const Mover<T>& m = movers[task.goal.mover];
    moved.linear = moved.linear - (m.moving + cross(m.turning, at));
    moved.angular = moved.angular - m.turning;
  }
  moved.linear = task.place_weight * moved.linear;
  if (task.aim == AimKind::none) {
    moved.angular = {};
  } else {
    if (task.aim == AimKind::direction) moved.angular = across(moved.angular, task.along);
    moved.angular = task.turn_weight * moved.angular;
  }
  return moved;
}

// Adds the wrench of a task's remaining wish to the movers that carry it.
template <class T>
inline void pull_at(const Task<T>& task, Mover<T>* movers, const Vec<3, T>& origin) {
  const Vec<3, T> force = task.place_weight * task.left.linear;
  Vec<3, T> torque = cross(task.at - origin, force);
  if (task.aim != AimKind::none) torque = torque + task.turn_weight * task.left.angular;
  if (task.hand.mover >= 0) {
    Mover<T>& m = movers[task.hand.mover];
    m.moving = m.moving + force;
    m.turning = m.turning + torque;
  }
  if (task.goal.mover >= 0) {
    Mover<T>& m = movers[task.goal.mover];
    m.moving = m.moving - force;
    m.turning = m.turning - torque;
  }
}

// Writes to `slope` how the wrenches of the tasks' remaining wishes pull at every coordinate.
template <class T>
inline void walk_wrenches(int32_t count, Mover<T>* movers, int32_t tasks, const Task<T>* task, const Vec<3, T>& origin,
                          int32_t columns, T* slope) {
  for (int32_t i = 0; i < count; ++i) movers[i].turning = movers[i].moving = {};
  for (int32_t k = 0; k < tasks; ++k) pull_at(task[k], movers, origin);
  for (int32_t c = 0; c < columns; ++c) slope[c] = 0;
  for (int32_t i = count - 1; i >= 0; --i) {
    const Mover<T>& m = movers[i];
    T* const own = slope + m.column;
    if (m.kind == BodyKind::slider) {
      own[0] += m.gain * dot(m.axis, m.moving);
    } else {
      const Vec<3, T> torque = m.turning - cross(m.at, m.moving);
      if (m.kind == BodyKind::hinge) {
        own[0] += m.gain * dot(m.axis, torque);
      } else if (m.kind == BodyKind::ball) {
        store(own, 0, m.gain * torque);
      } else {
        store(own, 0, m.gain * m.moving);
        store(own, 1, m.gain * torque);
      }
    }
    if (m.parent < 0) continue;
    Mover<T>& parent = movers[m.parent];
    parent.turning = parent.turning + m.turning;
    parent.moving = parent.moving + m.moving;
  }
}

}  // namespace fabrikit
