// One solve under way: the pose it works on, the best pose seen, and the one place that decides "reached".
//
// Poses here stand in base-local coordinates times `chain.scale`, so that metres, centimetres and a chain far from
// the origin behave alike. Errors are measured in the world, on the coordinates that will be returned.
#pragma once
#include "passes.hpp"
#include "problem.hpp"

namespace fabrikit {

template <int D, class T, class Recorder>
struct Attempt {
  const Chain<T>& chain;
  const Problem<D, T>& problem;
  Recorder& recorder;
  T* pose;           // [bones + 1][D]
  T* best;           // [bones + 1][D], once something was kept; until then the start is best
  T* directions;     // [D][bones], used by the finish
  T* next;           // [D][bones], used by the finish
  Vec<D, T> target;  // local, scaled
  T error;           // of `pose`
  T best_error;
  T rounding;  // no error above this can be within 4 units in the last place
  int32_t iterations;
  Stage stage;  // that made `pose`
  Stage best_stage;
  bool symmetry_broken;

  Vec<D, T> world(const Vec<D, T>& local) const { return problem.base + chain.unscale * local; }
  Vec<D, T> tip() const { return load<D>(pose, chain.bones); }

  T error_at(const Vec<D, T>& local_tip) const { return norm(world(local_tip) - problem.target); }

  // One unit in the last place of the largest coordinate of `local` as it would be returned.
  [[gnu::noinline, gnu::cold]] T unit_of(const T* local) const {
    T largest = 0;
    for (int32_t i = 0; i <= chain.bones; ++i) largest = larger(largest, largest_component(world(load<D>(local, i))));
    return spacing(largest);
  }

  // An error this small is settled whatever the rest of the pose is: the tip is a returned coordinate, too.
  T surely_settled() const {
    const T near = larger(largest_component(problem.base), largest_component(problem.target) / 2);
    return larger(problem.tolerance, 4 * spacing(near));
  }

  // Whether `error_here` of the pose `local` is within tolerance, or within what coordinates can express.
  bool settled(T error_here, const T* local) const {
    if (error_here <= problem.tolerance) return true;
    return error_here <= rounding && error_here <= 4 * unit_of(local);
  }

  bool out_of_iterations() const { return iterations >= problem.max_iterations; }

  void begin(Stage now, Pass pass) {
    stage = now;
    recorder.begin(now, iterations, pass);
  }

  // Makes the pose the one that is returned.
  void keep() {
    for (int32_t i = 0; i < (chain.bones + 1) * D; ++i) best[i] = pose[i];
    best_error = error;
    best_stage = stage;
  }
  void keep_if_better() {
    if (error < best_error) keep();
  }

  void return_to_best() {
    begin(best_stage, Pass::none);
    for (int32_t i = 0; i <= chain.bones; ++i) set_joint(i, load<D>(best, i));
    error = best_error;
  }

  void set_joint(int32_t joint, const Vec<D, T>& at) {
    store(pose, joint, at);
    recorder.placed(joint, at);
  }
};

// One iteration of FABRIK toward `target` (local): both passes.
template <int D, class T, class Recorder>
inline void iterate(Attempt<D, T, Recorder>& a, const Vec<D, T>& target, Stage stage) {
  const Vec<D, T> base{};
  ++a.iterations;
  a.begin(stage, Pass::from_tip);
  pass_from_tip<D, 1>(a.chain.bones, a.chain.length, target.v, a.pose, a.recorder);
  a.begin(stage, Pass::from_base);
  pass_from_base<D, 1>(a.chain.bones, a.chain.length, base.v, a.pose, a.recorder);
  a.error = a.error_at(a.tip());
}

}  // namespace fabrikit
