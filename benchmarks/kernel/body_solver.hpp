// A prepared body of the benchmark, and one way to solve it.
#pragma once
#include "body_models.hpp"

namespace bench {

// fabrikit_solve_body, or the same kernel with the dense yardstick inside (lm_yardstick.hpp).
using SolveBody = decltype(&fabrikit_solve_body);

class Body {
 public:
  explicit Body(const Model& model) : model_(model) {
    const auto joints = static_cast<int32_t>(model.joints.size());
    body_.resize(static_cast<size_t>(fabrikit_body_bytes(joints)) / 8 + 1);
    fabrikit_prepare_body(joints, model.joints.data(), body());
    question.base[3] = 1;
    question.effectors = static_cast<int32_t>(model.effectors.size());
    question.max_iterations = 4000;
    question.solutions = 1;
    workspace_.resize(
        static_cast<size_t>(fabrikit_body_workspace_bytes(body(), question.effectors, 0, question.solutions)) / 8 + 1);
    q.resize(static_cast<size_t>(body()->numbers));
    positions.resize(3 * model.joints.size());
    rotations.resize(4 * model.joints.size());
    errors.resize(2 * model.effectors.size());
    effectors = model.effectors;
  }

  fabrikit_body* body() { return reinterpret_cast<fabrikit_body*>(body_.data()); }
  const Model& model() const { return model_; }

  fabrikit_body_answer solve(SolveBody way, const std::vector<double>& start,
                             const std::vector<double>* posture = nullptr) {
    fabrikit_body_answer answer{};
    way(body(), &question, effectors.data(), nullptr, nullptr, start.data(), nullptr,
        posture == nullptr ? nullptr : posture->data(), workspace_.data(), q.data(), positions.data(), rotations.data(),
        errors.data(), &answer);
    return answer;
  }

  // q in the middle of every range.
  std::vector<double> middle() {
    std::vector<double> found(q.size());
    fabrikit_body_rest(body(), found.data());
    size_t at = 0;
    for (const fabrikit_body_joint& joint : model_.joints) {
      if (joint.kind == hinge_kind) found[at++] = (joint.lower + joint.upper) / 2;
      if (joint.kind == ball_kind) at += 4;
    }
    return found;
  }

  // Somewhere inside the limits, evenly.
  std::vector<double> somewhere(Random& random) {
    std::vector<double> found;
    for (const fabrikit_body_joint& joint : model_.joints) {
      if (joint.kind == hinge_kind) found.push_back(random.between(joint.lower, joint.upper));
      if (joint.kind != ball_kind) continue;
      const double swing = std::acos(1 - random.unit() * (1 - std::cos(joint.cone[0])));
      append_ball(found, swing, random.between(-M_PI, M_PI), random.between(joint.lower, joint.upper));
    }
    return found;
  }

  // A ball that swings its bone (x) by an angle toward an azimuth, after a twist.
  static void append_ball(std::vector<double>& numbers, double swing, double azimuth, double twist) {
    const double w = std::cos(swing / 2), s = std::sin(swing / 2);
    const double y = s * std::cos(azimuth), z = s * std::sin(azimuth);
    const double c = std::cos(twist / 2), t = std::sin(twist / 2);
    // (w, 0, y, z) (c, t, 0, 0)
    for (const double part : {w * c, w * t, y * c + z * t, z * c - y * t}) numbers.push_back(part);
  }

  // Wants every end effector where `pose` has it.
  void want(const std::vector<double>& pose) {
    fabrikit_body_forward(body(), question.base, 1, pose.data(), positions.data(), rotations.data());
    for (fabrikit_body_effector& hand : effectors) {
      const double* const at = &positions[3 * static_cast<size_t>(hand.joint)];
      const double* const turn = &rotations[4 * static_cast<size_t>(hand.joint)];
      double reached[3];
      rotate(turn, hand.offset, reached);
      for (int k = 0; k < 3; ++k) hand.position[k] = at[k] + reached[k];
      std::memcpy(hand.rotation, turn, sizeof hand.rotation);
    }
  }

  // Whether the answer in q, recomputed by forward kinematics, is inside limits and tolerances.
  bool holds(const std::vector<fabrikit_body_effector>& wanted) {
    std::vector<double> settled = q;
    fabrikit_body_settle(body(), 1, settled.data());
    for (size_t k = 0; k < q.size(); ++k)
      if (std::abs(settled[k] - q[k]) > 1e-9) return false;
    fabrikit_body_forward(body(), question.base, 1, q.data(), positions.data(), rotations.data());
    for (const fabrikit_body_effector& hand : wanted) {
      double reached[3], square = 0, cosine = 0;
      const double* const turn = &rotations[4 * static_cast<size_t>(hand.joint)];
      rotate(turn, hand.offset, reached);
      for (int k = 0; k < 3; ++k) {
        const double off =
            positions[3 * static_cast<size_t>(hand.joint) + static_cast<size_t>(k)] + reached[k] - hand.position[k];
        square += off * off;
      }
      for (int k = 0; k < 4; ++k) cosine += turn[k] * hand.rotation[k];
      if (std::sqrt(square) > question.tolerance * (1 + 1e-9)) return false;
      const double angle = 2 * std::acos(std::min(1.0, std::abs(cosine)));
      if (hand.aim == 2 && angle > question.rotation_tolerance + 1e-7) return false;
    }
    return true;
  }

  fabrikit_body_question question{};
  std::vector<fabrikit_body_effector> effectors;
  std::vector<double> q, positions, rotations, errors;

 private:
  static void rotate(const double* turn, const double* v, double* out) {
    const double w = turn[0], x = turn[1], y = turn[2], z = turn[3];
    const double a = 2 * (y * v[2] - z * v[1]), b = 2 * (z * v[0] - x * v[2]), c = 2 * (x * v[1] - y * v[0]);
    out[0] = v[0] + w * a + y * c - z * b;
    out[1] = v[1] + w * b + z * a - x * c;
    out[2] = v[2] + w * c + x * b - y * a;
  }

  Model model_;
  std::vector<double> body_, workspace_;
};

}  // namespace bench
