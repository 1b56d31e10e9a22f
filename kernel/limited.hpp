// Solving chains whose joints have types and limits: the textbook clamp for `fabrik`; for `auto` a few clamped
// iterations of FABRIK, Gauss-Newton from there, and numbered restarts when that ends in a corner.
#pragma once
#include "attempt.hpp"
#include "bend.hpp"
#include "gauss_newton.hpp"
#include "limited_passes.hpp"
#include "settle.hpp"

namespace fabrikit {

// Rounds of one restart, and how many of them may pass without the error falling by a fifth.
inline constexpr int32_t rounds_of_restart = 24;
inline constexpr int32_t patience = 4;

template <class T, class Recorder>
struct LimitedAttempt {
  Attempt<3, T, Recorder>& a;
  const LimitedChain<T>& body;
  const Aim<T>& aim;
  T rotation_tolerance;
  Bone<T>* bones;
  Bone<T>* best_bones;
  Bone<T>* trial;
  Freedom<T>* joints;
  T rotation_error;
  T best_rotation_error;
  T score;  // what is minimised: squared error and weighted squared rotation error
  T best_score;

  // Passes over directions alone: the rotations are read off the joints when the passes are left.
  bool walks_cones() const { return body.cones_only && aim.kind == AimKind::none; }

  Vec<3, T> tip_direction() const { return direction_of(body, bones, body.chain.bones - 1); }
  const Quat<T>& tip_frame() const { return bones[body.chain.bones - 1].world; }
  Screw<T> wish() const { return wish_of(aim, a.target - a.tip(), tip_frame(), tip_direction()); }

  // Lays the bones out and measures where that leaves the end effector.
  void measure() {
    lay_out_bones(body, bones, a.pose);
    record();
    weigh();
  }
  void weigh() {
    const Screw<T> left = wish();
    score = dot(left, left);
    a.error = a.error_at(a.tip());
    // |2 sin(angle / 2)| of the turn that is left; the verdict measures the angle itself.
    rotation_error = aim.kind == AimKind::none ? T(0) : norm(left.angular) / aim.weight;
  }

  bool settled() const { return a.settled(a.error, a.pose) && rotation_error <= rotation_tolerance; }

  void keep() {
    a.keep();
    for (int32_t i = 0; i < body.chain.bones; ++i) best_bones[i] = bones[i];
    best_rotation_error = rotation_error;
    best_score = score;
  }
  void keep_if_better() {
    // A settled pose is kept whatever its score: that counts a small angle for less than its tolerance does.
    if (score < best_score || settled()) keep();
  }
  void return_to_best() {
    for (int32_t i = 0; i < body.chain.bones; ++i) bones[i] = best_bones[i];
    a.return_to_best();
    rotation_error = best_rotation_error;
    score = best_score;
  }
  void record() {
    if constexpr (Recorder::active) {
      a.begin(a.stage, Pass::none);
      for (int32_t i = 0; i <= body.chain.bones; ++i) a.recorder.placed(i, load<3>(a.pose, i));
    }
  }
};

// One iteration of FABRIK with the textbook clamp.
template <class T, class Recorder>
inline void limited_iterate(LimitedAttempt<T, Recorder>& s, Clamp clamp) {
  ++s.a.iterations;
  s.a.begin(Stage::fabrik, Pass::from_tip);
  if (s.walks_cones()) {
    cone_walk(s.body, -1, s.a.target, clamp == Clamp::both, s.a.pose, s.a.recorder);
    s.a.begin(Stage::fabrik, Pass::from_base);
    cone_walk(s.body, 1, Vec<3, T>{}, true, s.a.pose, s.a.recorder);
  } else {
    FrameWalk<T, Recorder> walk{s.body, s.bones, s.a.pose, s.a.recorder};
    walk.from_tip(s.a.target, clamp);
    s.a.begin(Stage::fabrik, Pass::from_base);
    walk.from_base();
  }
  s.weigh();
}

// After iterations of FABRIK: takes the rotations from what the passes left, and lays them out.
template <class T, class Recorder>
inline void leave_passes(LimitedAttempt<T, Recorder>& s) {
  if (s.walks_cones()) {
    read_bones(s.body, s.a.pose, s.bones);
  } else {
    FrameWalk<T, Recorder>{s.body, s.bones, s.a.pose, s.a.recorder}.find_frames();
    Quat<T> parent = no_turn<T>();
    for (int32_t i = 0; i < s.body.chain.bones; ++i) {
      const Quat<T> frame = s.bones[i].world;
      set_turn(s.body, s.bones, i, unit(inverse(s.body.joint[i].global ? no_turn<T>() : parent) * frame));
      parent = s.bones[i].world;
    }
  }
  s.measure();
}

// One Gauss-Newton round from `s.bones` into `s.bones`.
template <class T, class Recorder>
inline void round_of_newton(LimitedAttempt<T, Recorder>& s, T damping) {
  const Screw<T> wish = s.wish();
  const Vec<3, T> along = s.tip_direction();
  const int32_t count = s.body.chain.bones;
  ++s.a.iterations;
  free_joints(s.body, s.bones, s.a.pose, s.aim, wish, s.joints);
  conjugate_gradients(count, s.joints, s.aim, along, wish, damping);
  take_step(s.body, s.bones, s.joints, T(1.2), T(0), s.bones);
  s.a.stage = Stage::gauss_newton;
  s.measure();
}

// Rounds until settled, or until the error stops falling.
template <class T, class Recorder>
inline void descend(LimitedAttempt<T, Recorder>& s) {
  T earlier[patience];
  for (int32_t k = 0; k < rounds_of_restart && !s.settled() && !s.a.out_of_iterations(); ++k) {
    const T before = k < patience ? s.score * 2 : earlier[k % patience];
    if (k >= patience && s.score > T(0.8) * before) return;
    earlier[k % patience] = s.score;
    round_of_newton(s, T(0.05) * s.score + T(1e-9));
    s.keep_if_better();
  }
}

// Number `row` of a fixed sequence in [0, 1) for coordinate `column`: an additive recurrence, whose irrational step is
// scrambled from the column, in integers so that every platform has the same bits.
template <class T>
inline T restart_number(uint64_t row, uint64_t column) {
  uint64_t z = (column + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  const uint64_t step = (z ^ (z >> 31)) | 1;
  return static_cast<T>(static_cast<int64_t>((row * step) >> 11)) * T(0x1p-53);
}

// A rotation somewhere inside what the joint allows.
template <class T>
inline Quat<T> somewhere(const Joint<T>& joint, T u, T v, T w) {
  const T pi = T(3.141592653589793);
  if (joint.kind == JointKind::fixed) return no_turn<T>();
  if (joint.kind == JointKind::hinge) {
    const Turn<T> off = turn_by((2 * u - 1) * pi);
    // Beyond the range the clamp would pile restarts up at the ends; the share of the range spreads them.
    const Turn<T> angle = joint.range.whole ? off : joint.range.at(u);
    return about(joint.axis, angle.cos, angle.sin);
  }
  const Vec<3, T> side = perpendicular(joint.bone);
  const Turn<T> azimuth = turn_by((2 * v - 1) * pi);
  const Vec<3, T> axis = azimuth.cos * side + azimuth.sin * cross(joint.bone, side);
  const Turn<T> swing = turn_by(square_root(u) * joint.widest);
  const Turn<T> twist = joint.has_twist ? joint.range.at(w) : turn_by((2 * w - 1) * pi);
  return about(axis, swing.cos, swing.sin) * about(joint.bone, twist.cos, twist.sin);
}

// Puts every joint at restart number `row`.
template <class T, class Recorder>
inline void restart(LimitedAttempt<T, Recorder>& s, uint64_t row) {
  for (int32_t i = 0; i < s.body.chain.bones; ++i) {
    const uint64_t column = 3 * static_cast<uint64_t>(i);
    const Joint<T>& joint = s.body.joint[i];
    set_turn(s.body, s.bones, i,
             somewhere(joint, restart_number<T>(row, column), restart_number<T>(row, column + 1),
                       restart_number<T>(row, column + 2)));
  }
  s.a.stage = Stage::gauss_newton;
  s.a.symmetry_broken = true;  // the mirrored problem has the same restarts, not mirrored ones
  s.measure();
  s.keep_if_better();
}

// Turns every joint a little the same way, so that a straight chain with its target on its own line has a slope to
// follow: toward the pole where there is one.
template <class T, class Recorder>
inline void nudge(LimitedAttempt<T, Recorder>& s, const Sight<3, T>& sight) {
  const Vec<3, T> axis = sight.distance > T(0) ? sight.toward : bone_direction<3>(s.a.pose, s.body.chain.longest);
  const Vec<3, T> about_axis = cross(axis, choose_side(s.a, axis));
  const T bow = T(0.6) / T(s.body.chain.bones);
  for (int32_t i = 0; i < s.body.chain.bones; ++i) {
    const T way = i == 0 ? T(0.3) : -bow;
    const Vec<3, T> turn = rotate(inverse(s.bones[i].world), way * about_axis);
    set_turn(s.body, s.trial, i, unit(s.bones[i].turn * cayley(turn)));
  }
  for (int32_t i = 0; i < s.body.chain.bones; ++i) s.bones[i] = s.trial[i];
  s.a.stage = Stage::bend;
  s.measure();
}

// Whether the joints of the pose have no slope toward the target: all of them, and it, on one line.
template <class T, class Recorder>
inline bool is_stuck_straight(const LimitedAttempt<T, Recorder>& s) {
  const Vec<3, T> gap = s.a.target - s.a.tip();
  for (int32_t i = 0; i < s.body.chain.bones; ++i) {
    const Vec<3, T> turn = cross(s.a.tip() - load<3>(s.a.pose, i), gap);
    if (dot(turn, turn) > T(0x1p-40) * dot(gap, gap)) return false;
  }
  return true;
}

// One round of Newton's method from `s.bones` into `s.bones`.
template <class T, class Recorder>
inline void round_down(LimitedAttempt<T, Recorder>& s, T damping) {
  const Screw<T> wish = s.wish();
  const Vec<3, T> along = s.tip_direction();
  ++s.a.iterations;
  free_joints(s.body, s.bones, s.a.pose, s.aim, wish, s.joints);
  newton_step(s.body.chain.bones, s.joints, s.aim, along, wish, damping);
  take_step(s.body, s.bones, s.joints, T(1.2), T(1), s.bones);
  s.a.stage = Stage::gauss_newton;
  s.measure();
}

// Rounds from the pose at hand, only ever downhill (Levenberg-Marquardt), to the bottom of its valley: what is left
// when the target cannot be reached. Ends with the pose at the bottom.
template <class T, class Recorder>
inline void settle_down(LimitedAttempt<T, Recorder>& s, int32_t most) {
  const int32_t bones = s.body.chain.bones;
  T damping = T(0.05);
  for (int32_t k = 0; k < most && damping < T(1e4) && !s.settled() && !s.a.out_of_iterations(); ++k) {
    const T before = s.score;
    for (int32_t i = 0; i < bones; ++i) s.trial[i] = s.bones[i];
    round_down(s, damping);
    if (s.score < before) {
      damping = larger(T(1e-6), damping * T(0.3));
      if (s.score > before * (1 - T(1e-9))) break;
      continue;
    }
    damping *= 4;
    for (int32_t i = 0; i < bones; ++i) s.bones[i] = s.trial[i];
    s.measure();
  }
  s.keep_if_better();
}

template <class T, class Recorder>
inline Status solve_limited_fabrik(LimitedAttempt<T, Recorder>& s, Clamp clamp) {
  while (!s.settled()) {
    if (s.a.out_of_iterations()) return Status::iteration_limit;
    const T before = s.score;
    limited_iterate(s, clamp);
    s.keep_if_better();
    if (s.score == before) return Status::stalled;
  }
  return Status::reached;
}

// A start that is within a millionth of the best found, for a target that cannot be reached, is as good as any: going
// on would only creep along a flat valley, and a hand that asks for the same place twice would move.
template <class T>
inline bool is_good_enough(T start_score, T best_score) {
  return best_score > start_score * T(0.999998);
}

// How many restarts must have come down to the lowest bottom before it is believed. Hinges fold two ways each: chains
// of them have more valleys.
template <class T>
inline int32_t agreement_asked(const LimitedChain<T>& body) {
  int32_t hinges = 0;
  for (int32_t i = 0; i < body.chain.bones && hinges < 4; ++i) hinges += body.joint[i].kind == JointKind::hinge;
  return 6 + hinges;
}

// Restarts until one reaches the target, or until several agree on the lowest bottom there is. The first `plain` ones
// only look for the target: nearly every target that can be reached at all is reached by them.
template <class T, class Recorder>
inline void search_on(LimitedAttempt<T, Recorder>& s, int32_t plain, int32_t most) {
  const T same = T(1e-4);
  // An eighth of the iterations is left to settle down in.
  const int32_t until = s.a.problem.max_iterations - s.a.problem.max_iterations / 8;
  const int32_t asked = agreement_asked(s.body);
  T lowest = s.best_score;
  int32_t agreed = 0;
  for (int32_t row = 1; row <= most && agreed < asked && s.a.iterations < until; ++row) {
    restart(s, static_cast<uint64_t>(row));
    descend(s);
    if (s.settled()) return;
    if (row <= plain) continue;
    settle_down(s, rounds_of_restart);
    if (s.settled()) return;
    if (s.score > lowest * (1 + same)) continue;
    agreed = s.score < lowest * (1 - same) ? 1 : agreed + 1;
    lowest = smaller(lowest, s.score);
  }
  s.return_to_best();
  settle_down(s, 100);
}

template <class T, class Recorder>
inline Status solve_limited_auto(LimitedAttempt<T, Recorder>& s) {
  if (s.settled()) return Status::reached;
  const Sight<3, T> sight = look(s.a.problem.base, s.a.problem.target);
  const T slack = s.a.problem.tolerance;
  const bool too_far = sight.distance > s.a.chain.outer + slack;
  const bool too_near = sight.distance < s.a.chain.inner - slack;
  const bool in_reach = !too_far && !too_near;

  if (is_stuck_straight(s)) nudge(s, sight);
  // The passes know nothing of stiffness; a chain with stiff joints goes on at once to the rounds, which do.
  const int passes = s.body.stiff ? 0 : 2;
  for (int k = 0; k < passes && !s.settled() && !s.a.out_of_iterations(); ++k) {
    limited_iterate(s, Clamp::both);
  }
  if (s.a.stage == Stage::fabrik) leave_passes(s);
  s.keep_if_better();
  descend(s);
  if (!s.settled()) search_on(s, in_reach ? 8 : 0, in_reach ? 1 << 20 : 4);
  return too_far ? Status::too_far : too_near ? Status::too_near : Status::limited;
}

}  // namespace fabrikit
