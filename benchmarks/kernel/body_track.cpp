// Bodies that follow smooth paths, each step from the pose before: failures, and joint steps that are too large.
//
//   body_track [--paths 20] [--steps 1000] [--seed 20263] [--only NAME]
//
// A path is where the end effectors go when every joint swings in its range (three frequencies for a ball). A step
// leans on the middle of the ranges (posture weight 0.005), with 20 rounds; what fails is asked again for the nearest
// solution (a rescue). A joint step is too large beyond 10 x (target step / smallest lever arm); it is listed as a
// branch change. One JSON object a line: the branch changes, then a summary of every body.
#include <cmath>

#include "body_solver.hpp"
#include "numbers.hpp"

using namespace bench;

namespace {

struct Wave {
  double frequency;
  double phase;
  double at(double share) const { return std::sin(2 * M_PI * frequency * share + phase); }
};

struct Path {
  std::vector<Wave> waves;  // three for every joint

  Path(size_t joints, Random& random) {
    for (size_t k = 0; k < 3 * joints; ++k) waves.push_back({random.between(0.3, 1.2), random.between(0, 2 * M_PI)});
  }
  std::vector<double> pose(const Model& model, double share) const {
    constexpr double amplitude = 0.7;
    std::vector<double> q;
    for (size_t i = 0; i < model.joints.size(); ++i) {
      const fabrikit_body_joint& joint = model.joints[i];
      const double middle = (joint.lower + joint.upper) / 2, half = amplitude * (joint.upper - joint.lower) / 2;
      const Wave* const wave = &waves[3 * i];
      // A hinge that turns further than once around swings within one turn.
      if (joint.kind == hinge_kind) q.push_back(middle + std::min(half, amplitude * M_PI) * wave[0].at(share));
      if (joint.kind != ball_kind) continue;
      const double y = wave[0].at(share), z = wave[1].at(share), swing = amplitude * 0.7 * joint.cone[0];
      Body::append_ball(q, swing * std::hypot(y, z) / std::sqrt(2.0), std::atan2(z, y),
                        middle + half * wave[2].at(share));
    }
    return q;
  }
};

// Largest step of a hinge, or turn of a ball, between two poses.
double joint_step(const Model& model, const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  size_t at = 0;
  for (const fabrikit_body_joint& joint : model.joints) {
    if (joint.kind == hinge_kind) {
      largest = std::max(largest, std::abs(std::remainder(a[at] - b[at], 2 * M_PI)));
      ++at;
    }
    if (joint.kind != ball_kind) continue;
    double cosine = 0;
    for (size_t k = 0; k < 4; ++k) cosine += a[at + k] * b[at + k];
    largest = std::max(largest, 2 * std::acos(std::min(1.0, std::abs(cosine))));
    at += 4;
  }
  return largest;
}

// How far the targets went: metres, turns counted at the smallest lever arm.
double target_step(const Body& body, const std::vector<fabrikit_body_effector>& before) {
  double largest = 0;
  for (size_t k = 0; k < before.size(); ++k) {
    const auto& a = body.effectors[k];
    const auto& b = before[k];
    double cosine = 0;
    for (int i = 0; i < 4; ++i) cosine += a.rotation[i] * b.rotation[i];
    const double turn = a.aim == 2 ? 2 * std::acos(std::min(1.0, std::abs(cosine))) : 0;
    largest = std::max(largest, std::hypot(a.position[0] - b.position[0], a.position[1] - b.position[1],
                                           a.position[2] - b.position[2]) +
                                    body.model().lever * turn);
  }
  return largest;
}

void run(const Model& model, long paths, long steps, uint64_t seed) {
  Body body(model);
  body.question.tolerance = 1e-4;
  body.question.rotation_tolerance = 1e-3;
  const std::vector<double> middle = body.middle();
  std::vector<double> microseconds;
  long failures = 0, rescues = 0, changes = 0;
  for (long p = 0; p < paths; ++p) {
    Random random(seed, model.joints.size(), static_cast<uint64_t>(p));
    const Path path(model.joints.size(), random);
    std::vector<double> now = path.pose(model, 0);
    body.want(now);
    std::vector<fabrikit_body_effector> before = body.effectors;
    for (long k = 1; k <= steps; ++k) {
      body.want(path.pose(model, static_cast<double>(k) / static_cast<double>(steps)));
      body.question.mode = 0;
      body.question.max_iterations = 20;
      body.question.posture_weight = 0.005;
      const double began = processor_time();
      fabrikit_body_answer answer = body.solve(fabrikit_solve_body, now, &middle);
      if (answer.status != 0 || answer.restarts != 0) {
        ++rescues;
        body.question.mode = 1;
        body.question.max_iterations = 2000;
        body.question.posture_weight = 0;
        answer = body.solve(fabrikit_solve_body, now);
      }
      microseconds.push_back(1e6 * (processor_time() - began));
      failures += answer.status != 0;
      const double step = joint_step(model, now, body.q);
      const double allowed = 10 * target_step(body, before) / model.lever;
      if (step > allowed && ++changes <= 20)
        std::printf(
            "{\"branch_change\": \"%s\", \"path\": %ld, \"step\": %ld, \"joint_step\": %.4f, \"allowed\": %.4f}\n",
            model.name.c_str(), p, k, step, allowed);
      now = body.q;
      before = body.effectors;
    }
  }
  std::printf(
      "{\"body\": \"%s\", \"steps\": %ld, \"failures\": %ld, \"rescues\": %ld, \"branch_changes\": %ld, \"us_p50\": "
      "%.3f, \"us_p99\": %.3f, \"us_max\": %.1f}\n",
      model.name.c_str(), paths * steps, failures, rescues, changes, quantile(microseconds, 0.5),
      quantile(microseconds, 0.99), quantile(microseconds, 1.0));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const long paths = option(count, words, "--paths", 20L);
  const long steps = option(count, words, "--steps", 1000L);
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 20263L));
  const std::string only = option(count, words, "--only", "");
  for (const Model& model : all_models())
    if (only.empty() || model.name.find(only) != std::string::npos) run(model, paths, steps, seed);
}
