// Bodies with targets out of reach: how near the answer comes to the best known, and whether asking again moves it.
//
//   body_unreachable [--count 1000] [--seed 20262] [--only NAME]
//
// A target is a reachable one moved away from the root, 1.5 to 3 times as far. The best known is the best of three runs
// of 1500 rounds with other restarts, and of the answer itself. Compared is what is minimised: distance, and a turn
// counted like 0.18 of the length unit of the solve. One JSON object a line, for every body.
#include <cmath>

#include "body_solver.hpp"
#include "numbers.hpp"

using namespace bench;

namespace {

// The root of what is minimised, from the errors written.
double score(const Body& body, double unit) {
  double sum = 0;
  for (size_t k = 0; k < body.effectors.size(); ++k) {
    const double turn = body.effectors[k].aim == 2 ? 0.18 * unit * 2 * std::sin(body.errors[2 * k + 1] / 2) : 0;
    sum += body.errors[2 * k] * body.errors[2 * k] + turn * turn;
  }
  return std::sqrt(sum);
}

void run(const Model& model, long targets, uint64_t seed) {
  Body body(model);
  body.question.tolerance = 1e-4;
  body.question.rotation_tolerance = 1e-3;
  const std::vector<double> start = body.middle();
  double reach = body.body()->reach;
  for (const fabrikit_body_effector& hand : body.effectors)
    reach = std::max(reach, body.body()->reach + std::hypot(hand.offset[0], hand.offset[1], hand.offset[2]));
  const double unit = std::exp2(std::round(std::log2(reach)));
  std::vector<double> microseconds, shares;
  std::vector<int> rounds;
  int moved = 0, near = 0, reachable = 0, missed = 0;
  for (long i = 0; i < targets; ++i) {
    Random random(seed, model.joints.size(), static_cast<uint64_t>(i));
    body.want(body.somewhere(random));
    const double farther = random.between(1.5, 3);
    for (fabrikit_body_effector& hand : body.effectors)
      for (double& x : hand.position) x *= farther;
    body.question.max_iterations = 1000;
    body.question.first_restart = 0;
    const double began = processor_time();
    const fabrikit_body_answer answer = body.solve(fabrikit_solve_body, start);
    microseconds.push_back(1e6 * (processor_time() - began));
    rounds.push_back(answer.iterations);
    const double found = score(body, unit);
    const std::vector<double> pose = body.q;
    body.solve(fabrikit_solve_body, pose);
    moved += pose != body.q;
    double best = found;
    body.question.max_iterations = 1500;
    for (int again = 1; again <= 3; ++again) {
      body.question.first_restart = 1000 * again;
      body.solve(fabrikit_solve_body, start);
      best = std::min(best, score(body, unit));
    }
    if (best < body.question.tolerance) {
      ++reachable;
      missed += found > body.question.tolerance * 10;
      continue;
    }
    shares.push_back(found / best);
    near += found <= 1.01 * best;
  }
  std::printf(
      "{\"body\": \"%s\", \"targets\": %zu, \"near\": %d, \"reachable\": %d, \"missed\": %d, \"share_p50\": %.6f, "
      "\"share_p95\": %.6f, \"share_max\": "
      "%.6f, \"moved_when_asked_again\": %d, %s, \"us\": %.1f, \"us_p50\": %.1f, \"us_p99\": %.1f}\n",
      model.name.c_str(), shares.size(), near, reachable, missed, quantile(shares, 0.5), quantile(shares, 0.95),
      quantile(shares, 1.0), moved, iterations_json(rounds).c_str(), mean(microseconds), quantile(microseconds, 0.5),
      quantile(microseconds, 0.99));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const long targets = option(count, words, "--count", 1000L);
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 20262L));
  const std::string only = option(count, words, "--only", "");
  for (const Model& model : all_models())
    if (only.empty() || model.name.find(only) != std::string::npos) run(model, targets, seed);
}
