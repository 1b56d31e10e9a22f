// What is asked of a body: places of it that should be somewhere, or on each other.
//
// Lengths are scaled (reach near 1) and stand relative to the base; weights are already square roots.
#pragma once
#include "body.hpp"
#include "gauss_newton.hpp"

namespace fabrikit {

// A place on a joint: where it is in the joint's frame, and how it is turned there.
template <class T>
struct Place {
  int32_t joint;  // -1: in the world
  int32_t mover;  // the last of the joints that move it, or -1
  Vec<3, T> offset;
  Quat<T> frame;
};

// One place that should be where another is.
template <class T>
struct Task {
  Place<T> hand;
  Place<T> goal;
  Vec<3, T> axis;  // of aim `direction`: in the hand's frame
  Vec<3, T> way;   // what it should point along, in the goal's frame
  T place_weight;
  T turn_weight;  // includes what one radian counts for
  AimKind aim;
  int32_t level;   // rank of its level, 0 first
  int32_t source;  // which effector or loop it was
  bool loop;
  // Of the present pose:
  Vec<3, T> at;     // of the hand
  Vec<3, T> along;  // world direction of the axis
  T gap;            // distance, scaled
  T turn;           // |2 sin(angle / 2)| of the turn that is left
  Screw<T> wish;    // weighted
  Screw<T> left;    // of the wish, inside the conjugate gradients
  Screw<T> moved;   // what a search does to it
};

template <class T>
inline Vec<3, T> point_of(const Place<T>& place, const Stand<T>* stands) {
  if (place.joint < 0) return place.offset;
  const Stand<T>& s = stands[place.joint];
  return s.at + rotate(s.world, place.offset);
}

template <class T>
inline Quat<T> frame_of(const Place<T>& place, const Stand<T>* stands) {
  return place.joint < 0 ? place.frame : stands[place.joint].world * place.frame;
}

// Measures one task: what is left of it in the present pose.
template <class T>
inline void look_at(Task<T>& task, const Stand<T>* stands) {
  task.at = point_of(task.hand, stands);
  const Vec<3, T> gap = point_of(task.goal, stands) - task.at;
  task.gap = task.place_weight > T(0) ? norm(gap) : T(0);
  task.wish = {task.place_weight * gap, {}};
  task.turn = 0;
  if (task.aim == AimKind::none) return;
  const Quat<T> hand = frame_of(task.hand, stands);
  const Quat<T> goal = frame_of(task.goal, stands);
  Quat<T> turn;
  if (task.aim == AimKind::rotation) {
    turn = goal * inverse(hand);
  } else {
    task.along = polish(rotate(hand, task.axis));
    turn = between(task.along, polish(rotate(goal, task.way)));
  }
  const Vec<3, T> left = (turn.w < T(0) ? T(-2) : T(2)) * turn.v;
  task.turn = norm(left);
  task.wish.angular = task.turn_weight * left;
}

// The angle [rad] that is left of a task's turn.
template <class T>
inline T angle_left(const Task<T>& task, const Stand<T>* stands) {
  if (task.aim == AimKind::none) return 0;
  const Quat<T> hand = frame_of(task.hand, stands);
  const Quat<T> goal = frame_of(task.goal, stands);
  const Quat<T> turn = task.aim == AimKind::rotation
                           ? goal * inverse(hand)
                           : between(unit(rotate(hand, task.axis)), unit(rotate(goal, task.way)));
  return 2 * atan2(norm(turn.v), magnitude(turn.w));
}

// Rows that a task adds to the least squares: steps of conjugate gradients that make it exact.
template <class T>
inline int rows_of(const Task<T>& task) {
  const int turns = task.aim == AimKind::none ? 0 : task.aim == AimKind::direction ? 2 : 3;
  return (task.place_weight > T(0) ? 3 : 0) + turns;
}

}  // namespace fabrikit
