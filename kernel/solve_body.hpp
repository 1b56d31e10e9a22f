// One solve of a body, from question to answer.
#pragma once
#include "body_fabrik.hpp"
#include "body_levels.hpp"

namespace fabrikit {

// How a solve is asked.
template <class T>
struct BodyRequest {
  Preference<T> wanted;
  int32_t loops;      // of the tasks, the first ones
  int32_t solutions;  // how many different ones
  bool nearest;
  bool too_far;  // some target is proven to be out of reach
};

// The different solutions found so far, best first.
template <class T>
struct Found {
  T* q;  // [most][numbers]
  T* motion;
  int32_t* row;
  int32_t most;
  int32_t count;
};

// Two poses nearer than this (radians, reaches; root of the sum of squares) are one solution.
inline constexpr double same_solution = 0.1;

// Takes the present pose among the solutions: in the order of restarts, or of joint motion from the start.
template <class T>
inline void take_solution(BodySearch<T>& b, Found<T>& found, int32_t row, bool nearest) {
  const int64_t numbers = b.s.body.numbers;
  const T motion = motion_between(b.s, b.start, b.s.q);
  for (int32_t k = 0; k < found.count; ++k) {
    if (motion_between(b.s, found.q + k * numbers, b.s.q) > T(same_solution * same_solution)) continue;
    if (nearest && motion < found.motion[k]) {
      copy_numbers(b.s, b.s.q, found.q + k * numbers);
      found.motion[k] = motion;
      found.row[k] = row;
    }
    return;
  }
  int32_t at = found.count < found.most ? found.count : found.most;
  while (nearest && at > 0 && motion < found.motion[at - 1]) --at;
  if (at == found.most) return;
  if (found.count < found.most) ++found.count;
  for (int32_t k = found.count - 1; k > at; --k) {
    copy_numbers(b.s, found.q + (k - 1) * numbers, found.q + k * numbers);
    found.motion[k] = found.motion[k - 1];
    found.row[k] = found.row[k - 1];
  }
  copy_numbers(b.s, b.s.q, found.q + at * numbers);
  found.motion[at] = motion;
  found.row[at] = row;
}

// Restarts that are looked at for the nearest solution.
inline constexpr int32_t restarts_for_nearest = 24;

template <class T>
inline void place_restart(BodySearch<T>& b, const BodyRequest<T>& request, int32_t row, int32_t tasks) {
  if (row == 0) return_to(b, b.start, tasks);
  else if (request.nearest && row % 2 == 1) jitter(b, row, T(0.1) + T(0.05) * static_cast<T>(row), tasks);
  else scatter(b, row, tasks);
}

// Restarts after which there is no hope: as many that ended where the best one did. What limits keep out of reach has
// one nearest pose; what is only hard to find stalls in a different place every time.
inline constexpr int32_t restarts_alike = 24;

// Counts the restarts that stalled within a hundredth of the best score.
template <class T>
struct Alike {
  T score = T(-1);
  int32_t count = 0;

  void see(T lowest) {
    if (score < T(0) || lowest < T(0.98) * score) count = 0;
    if (score < T(0) || lowest < score) score = lowest;
    if (lowest <= T(1.02) * score) ++count;
  }
};

template <class T>
inline int32_t last_restart(const BodyRequest<T>& request) {
  if (request.loops > 0) return 0;
  if (request.too_far) return 4;
  return request.nearest ? restarts_for_nearest * request.solutions : 1 << 20;
}

// What is wanted for its own sake once the targets are reached: a posture that is only leaned on is not.
template <class T>
inline Preference<T> settled_preference(Preference<T> wanted) {
  if (wanted.share < T(1)) wanted.posture = nullptr;
  return wanted;
}

// One restart; whether it reaches the tasks.
template <class T>
inline bool try_restart(BodySearch<T>& b, const BodyRequest<T>& request, int32_t row, int32_t tasks) {
  const Preference<T> kept = settled_preference(request.wanted);
  const bool biased = request.wanted.posture != nullptr || request.wanted.poles > 0;
  place_restart(b, request, row, tasks);
  if (row == 0 && !are_reached(b, tasks) && request.loops == 0 && has_no_slope(b, tasks)) jitter(b, 0, T(0.1), tasks);
  const bool lean = row == 0 && biased;
  if (lean) {
    bias_toward(b.s, Lower<T>{0, 0, request.wanted}, request.wanted.share);
    b.score = measure_tasks(b.s, tasks);
  }
  const bool reached = descend(b, tasks, rounds_of_body, lean);
  if (reached && (kept.posture != nullptr || kept.poles > 0)) improve(b, tasks, Lower<T>{0, 0, kept}, 40);
  return reached;
}

// Runs numbered restarts: the lowest number that converges is the answer; for the nearest, or for several, a row of
// them. Where none does, leaves the best poses among the candidates.
template <class T>
inline void run_restarts(BodySearch<T>& b, const BodyRequest<T>& request, Found<T>& found, int32_t tasks) {
  // A third of the rounds is left to settle down in where nothing reaches.
  const int32_t until = b.most_rounds - b.most_rounds / 3;
  const int32_t last = last_restart(request);
  Alike<T> alike;
  const T at_start = b.score;
  for (int32_t row = 0; row <= last && (row == 0 || b.rounds < until); ++row) {
    if (try_restart(b, request, row, tasks)) {
      take_solution(b, found, row, request.nearest);
    } else {
      // A start that already stands as near as can be is left by rounds that may go uphill.
      if (row == 0 && at_start < b.score) return_to(b, b.start, tasks);
      keep_candidate(b, row == 0);
      alike.see(b.lowest);
    }
    if (found.count == found.most && !request.nearest) return;
    if (found.count == 0 && alike.count == restarts_alike) return;
  }
}

// Where each rank of the tasks ends.
template <class T>
inline int32_t end_of_rank(const BodyPose<T>& s, int32_t first) {
  int32_t end = first;
  while (end < s.task_count && s.tasks[end].level == s.tasks[first].level) ++end;
  return end;
}

// Reaches the first rank alone: from the present pose, from the start, from restarts.
template <class T>
inline bool reach_first_rank(BodySearch<T>& b, int32_t tasks, bool loops) {
  b.score = measure_tasks(b.s, tasks);
  if (descend(b, tasks, rounds_of_body, false)) return true;
  return_to(b, b.start, tasks);
  if (descend(b, tasks, rounds_of_body, false)) return true;
  for (int32_t row = 1; row <= 8 && !loops; ++row) {
    scatter(b, row, tasks);
    if (descend(b, tasks, rounds_of_body, false)) return true;
  }
  return false;
}

// The pose of the candidate that settles lowest; that of restart 0, which is near the start, unless another is better
// by more than a hundredth: asked again, the body does not jump.
template <class T>
inline void choose_candidate(BodySearch<T>& b, int32_t tasks) {
  int32_t best = 0;
  for (int32_t k = 0; k < b.kept.count; ++k) {
    return_to(b, candidate(b, k), tasks);
    settle_down(b, tasks, 60);
    b.kept.score[k] = b.score;
    copy_numbers(b.s, b.s.q, candidate(b, k));
    const T share = best == 0 ? T(0.985) : T(1);
    if (b.score < share * b.kept.score[best]) best = k;
  }
  return_to(b, candidate(b, best), tasks);
  settle_down(b, tasks, 200);
  come_to_rest(b, tasks, 100);
}

// The best pose when not everything can be had: all weighted, then rank after rank restored.
template <class T>
inline void compromise(BodySearch<T>& b, const BodyRequest<T>& request) {
  const int32_t most = b.most_rounds;
  int32_t end = end_of_rank(b.s, 0);
  // Half of what is left is for the ranks: a budget that is spent must not cost the feet their ground.
  if (end < b.s.task_count) b.most_rounds = b.rounds + (most - b.rounds) / 2;
  choose_candidate(b, b.s.task_count);
  b.most_rounds = most;
  if (end == b.s.task_count) return;
  copy_numbers(b.s, b.s.q, candidate(b, 0));
  if (!reach_first_rank(b, end, request.loops > 0)) {
    return_to(b, candidate(b, 0), b.s.task_count);
    return;
  }
  while (end < b.s.task_count) {
    const int32_t next = end_of_rank(b.s, end);
    improve(b, end, Lower<T>{end, next - end, request.wanted}, 200);
    b.score = measure_tasks(b.s, next);
    if (!are_reached(b, next)) return;
    end = next;
  }
}

// Closes the loops alone from the present pose, in small steps.
template <class T>
inline bool close_loops(BodySearch<T>& b, int32_t loops) {
  b.score = measure_tasks(b.s, loops);
  return descend(b, loops, rounds_of_body, false);
}

// Brings the driven joints to where they should be, little by little, the loops closed on the way: the branch is kept.
template <class T>
inline bool drive_joints(BodySearch<T>& b, const int32_t* use, const T* drive, int32_t loops) {
  const Body<T>& body = b.s.body;
  T farthest = 0;
  for (int32_t i = 0; i < body.joints; ++i) {
    if (use == nullptr || use[i] != 2 || body.joint[i].mimic >= 0) continue;
    const int32_t count = numbers_of(body.joint[i].kind);
    for (int32_t k = 0; k < count; ++k)
      farthest = larger(farthest, magnitude(drive[body.joint[i].number + k] - b.start[body.joint[i].number + k]));
  }
  const T least = T(0.05);
  const int32_t steps =
      loops == 0 || !(farthest > least) ? 1 : static_cast<int32_t>(smaller(farthest / least, T(1e4))) + 1;
  for (int32_t step = 1; step <= steps; ++step) {
    const T share = static_cast<T>(step) / static_cast<T>(steps);
    for (int32_t i = 0; i < body.joints; ++i) {
      if (use == nullptr || use[i] != 2 || body.joint[i].mimic >= 0) continue;
      const int32_t at = body.joint[i].number;
      const int32_t count = numbers_of(body.joint[i].kind);
      for (int32_t k = at; k < at + count; ++k)
        b.s.q[k] = step == steps ? drive[k] : b.start[k] + share * (drive[k] - b.start[k]);
      make_unit(body.joint[i], b.s.q);
      settle_joint(body, i, b.s.q);
    }
    lay_out(b.s);
    if (loops > 0 && !close_loops(b, loops)) return false;
  }
  return true;
}

}  // namespace fabrikit
