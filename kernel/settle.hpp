// Down to the best pose when the target cannot be reached: Newton's method, without a matrix.
//
// Gauss-Newton leaves out how the end effector's way bends. Where a gap stays, that is what decides between joints, and
// without it the last of the way takes hundreds of rounds. The bend is one more product of the same two walks: turning
// joint i carries the lever of every joint after it. It may be negative: conjugate gradients then stop where they are
// (Steihaug 1983). Limits bend, too: the edge of a cone, along which a bone is pressed (`firm`).
#pragma once
#include "gauss_newton.hpp"

namespace fabrikit {

// What the edge adds to the slope when a bone pressed against it turns by `turn`: it leaves the edge as that bends, and
// as a twist bends the way along it.
template <class T>
inline Vec<3, T> edge_of(const Freedom<T>& joint, const Vec<3, T>& turn) {
  const T twist = dot(turn, joint.edge.along);
  const T way = dot(turn, joint.edge.out);
  const T bend = smaller(joint.edge.bend, T(0x1p20));
  return joint.pressed * (T(0.5) * way * joint.edge.along + (T(0.5) * twist + bend * way) * joint.edge.out);
}

// The second-order part of what turning all joints by their `search` vectors does to half the squared gap, as the slope
// that it adds to each: leaves it in `bent`. `moved` is the motion of the tip that the turns make.
template <class T>
inline void bend_of(int32_t count, Freedom<T>* joints, const Vec<3, T>& gap, const Vec<3, T>& moved) {
  Vec<3, T> turned{};  // by the joints before
  Vec<3, T> left = moved;
  for (int32_t i = 0; i < count; ++i) {
    const Vec<3, T> turn = joints[i].willing * joints[i].search;
    const Vec<3, T> own = cross(turn, joints[i].lever);
    left = left - own;
    const Vec<3, T> before = turned + T(0.5) * turn;
    const Vec<3, T> after = left + T(0.5) * own;
    const Vec<3, T> bent = cross(cross(gap, before), joints[i].lever) + cross(gap, after);
    joints[i].bent = allowed(joints[i], joints[i].pressed > T(0) ? bent + edge_of(joints[i], turn) : bent);
    turned = turned + turn;
  }
}

// Conjugate gradients on the Newton step: leaves the turn of every joint in `step`.
template <class T>
inline void newton_step(int32_t count, Freedom<T>* joints, const Aim<T>& aim, const Vec<3, T>& tip_direction,
                        const Screw<T>& wish, T damping) {
  constexpr int steps = 12;
  T square = 0;
  for (int32_t i = 0; i < count; ++i) {
    joints[i].step = {};
    joints[i].slope = allowed(joints[i], pull(joints[i], aim, wish));
    joints[i].search = joints[i].slope;
    square += dot(joints[i].slope, joints[i].slope);
  }
  const T found = larger(Real<T>::negligible_square, square * T(0x1p-60));
  for (int k = 0; k < steps && square > found; ++k) {
    Screw<T> moved{};
    for (int32_t i = 0; i < count; ++i) {
      const Vec<3, T> turn = joints[i].willing * joints[i].search;
      moved.linear = moved.linear + cross(turn, joints[i].lever);
      moved.angular = moved.angular + joints[i].turns_tip * turn;
    }
    bend_of(count, joints, wish.linear, moved.linear);
    if (aim.kind == AimKind::direction) moved.angular = across(moved.angular, tip_direction);
    moved.angular = (aim.kind == AimKind::none ? T(0) : aim.weight) * moved.angular;
    T resistance = dot(moved, moved);
    T searched = 0;
    for (int32_t i = 0; i < count; ++i) {
      const T size = dot(joints[i].search, joints[i].search);
      searched += size;
      resistance += damping * size + dot(joints[i].search, joints[i].bent);
    }
    if (!(resistance > T(0x1p-40) * searched)) {
      // No bottom this way: as far as a step may go, when there is none yet.
      for (int32_t i = 0; k == 0 && i < count; ++i) joints[i].step = (T(0.5) / square_root(square)) * joints[i].search;
      return;
    }
    const T stride = square / resistance;
    T next = 0;
    for (int32_t i = 0; i < count; ++i) {
      joints[i].step = joints[i].step + stride * joints[i].search;
      const Vec<3, T> pulled = allowed(joints[i], pull(joints[i], aim, moved)) + joints[i].bent;
      const Vec<3, T> risen = pulled + damping * joints[i].search;
      joints[i].slope = joints[i].slope - stride * risen;
      next += dot(joints[i].slope, joints[i].slope);
    }
    const T share = next / square;
    square = next;
    for (int32_t i = 0; i < count; ++i) joints[i].search = joints[i].slope + share * joints[i].search;
  }
}

}  // namespace fabrikit
