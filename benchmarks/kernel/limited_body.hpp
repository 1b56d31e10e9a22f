// A chain whose joints have types, with its memory, prepared once through the kernel's C interface.
#pragma once
#include "body.hpp"
#include "joint_types.hpp"

namespace bench {

class LimitedBody {
 public:
  // rest [bones + 1][3]: what the limits are measured from, and where every solve starts.
  LimitedBody(Numbers rest, Joints joints)
      : bones_(static_cast<int>(joints.size())),
        rest_(std::move(rest)),
        joints_(std::move(joints)),
        lengths_(static_cast<size_t>(bones_)),
        chain_(static_cast<size_t>(fabrikit_chain_bytes(bones_)) / sizeof(double)),
        prepared_(static_cast<size_t>(fabrikit_joints_bytes(bones_)) / sizeof(double)),
        workspace_(static_cast<size_t>(fabrikit_limited_workspace_bytes(bones_)) / sizeof(double)),
        positions_(rest_.size()),
        turns_(4 * joints_.size()),
        frames_(turns_.size()) {
    fabrikit_measure(3, bones_, rest_.data(), lengths_.data());
    fabrikit_prepare(bones_, lengths_.data(), chain());
    fabrikit_prepare_joints(bones_, rest_.data(), joints_.data(), prepared_.data());
    problem.max_iterations = 1000;
    problem.reach_test = 1;
    for (size_t k = 0; k < 3; ++k) problem.base[k] = rest_[k];
  }

  fabrikit_answer solve(const double* target) { return solve_from(rest_.data(), nullptr, target); }

  // The same from another start, with its rotations [bones][4] or without (null).
  fabrikit_answer solve_from(const double* start, const double* start_turns, const double* target) {
    for (int k = 0; k < 3; ++k) problem.target[k] = target[k];
    fabrikit_answer answer;
    double rotation_error;
    fabrikit_solve_limited(chain(), prepared_.data(), &problem, &aim, start, start_turns, workspace_.data(),
                           positions_.data(), turns_.data(), frames_.data(), &rotation_error, &answer, nullptr, 0);
    return answer;
  }

  static int dimension() { return 3; }
  int bones() const { return bones_; }
  double outer() const { return reinterpret_cast<const fabrikit_chain*>(chain_.data())->outer; }
  const Numbers& rest() const { return rest_; }
  const Joints& joints() const { return joints_; }
  const Numbers& lengths() const { return lengths_; }
  const Numbers& positions() const { return positions_; }
  const Numbers& turns() const { return turns_; }    // [bones][4] w x y z, relative to the parent
  const Numbers& frames() const { return frames_; }  // the same in the world

  fabrikit_problem problem{};  // options; the target is set by every solve
  fabrikit_aim aim{};

 private:
  fabrikit_chain* chain() { return reinterpret_cast<fabrikit_chain*>(chain_.data()); }

  int bones_;
  Numbers rest_;
  Joints joints_;
  Numbers lengths_;
  Numbers chain_;
  Numbers prepared_;
  Numbers workspace_;
  Numbers positions_;
  Numbers turns_;
  Numbers frames_;
};

}  // namespace bench
