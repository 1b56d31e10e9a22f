// Tests kernel/settle.hpp: the second-order part of a round against differences of the gap itself, and what a step
// does.
#include <cmath>
#include <vector>

#include "check.hpp"
#include "kernel/prepare_joints.hpp"
#include "kernel/settle.hpp"

namespace {

using namespace fabrikit;
using V = Vec<3, double>;

V random_vector(check::SplitMix& random) {
  return {{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}};
}

// A chain of free balls with a target, in a random pose.
struct Case {
  static constexpr int32_t bones = 4;
  std::vector<Joint<double>> joints;
  std::vector<double> memory = std::vector<double>(3 * bones + 1);
  double pose[3 * (bones + 1)] = {};
  Bone<double> state[bones] = {};
  Freedom<double> free[bones] = {};
  LimitedChain<double> body;
  Aim<double> aim{AimKind::none, no_turn<double>(), {}, 0.125};
  V target;

  explicit Case(check::SplitMix& random) : body{}, target(3 * random_vector(random)) {
    double lengths[bones];
    for (double& length : lengths) length = random.uniform(0.2, 1);
    for (int i = 0; i < bones; ++i) {
      JointSpec<double> spec{};
      spec.kind = JointKind::free;
      joints.push_back(prepare_joint(spec, unit(random_vector(random))));
    }
    body.chain = prepare(bones, lengths, memory.data(), memory.data() + bones, memory.data() + 2 * bones);
    body.joint = joints.data();
    for (int i = 0; i < bones; ++i)
      set_turn(body, state, i, unit(Quat<double>{random.uniform(-1, 1), random_vector(random)}));
    lay_out_bones(body, state, pose);
  }
  V tip() const { return load<3>(pose, bones); }
  V gap() const { return target - tip(); }

  // Half the squared gap after every joint has turned by `way` times its `search`.
  double cost(double way) {
    Bone<double> turned[bones];
    double laid[3 * (bones + 1)];
    for (int i = 0; i < bones; ++i) free[i].step = way * free[i].search;
    take_step(body, state, free, 100.0, 0.0, turned);
    lay_out_bones(body, turned, laid);
    const V left = target - load<3>(laid, bones);
    return dot(left, left) / 2;
  }
};

// Slope and bend of the gap along any turn of all joints are those of its differences.
void test_bend() {
  check::SplitMix random{1};
  int slopes = 0, bends = 0;
  for (int i = 0; i < 100; ++i) {
    Case c(random);
    const Screw<double> wish{c.gap(), {}};
    free_joints(c.body, c.state, c.pose, c.aim, wish, c.free);
    for (auto& joint : c.free) joint.search = random_vector(random);
    const V moved = push(c.bones, c.free, c.aim, V{}).linear;
    bend_of(c.bones, c.free, c.gap(), moved);
    double slope = 0, bend = dot(moved, moved);
    for (auto& joint : c.free) {
      slope -= dot(joint.search, pull(joint, c.aim, wish));
      bend += dot(joint.search, joint.bent);
    }
    const double step = 1e-4;
    const double ahead = c.cost(step), behind = c.cost(-step), here = c.cost(0);
    slopes += std::fabs((ahead - behind) / (2 * step) - slope) <= 1e-6;
    bends += std::fabs((ahead + behind - 2 * here) / (step * step) - bend) <= 1e-5;
  }
  CHECK(slopes == 100);
  CHECK(bends == 100);
}

// A turn about the line that a cone is about goes along its edge: to second order nothing leaves it.
void test_edge() {
  check::SplitMix random{2};
  int kept = 0;
  for (int i = 0; i < 100; ++i) {
    const V axis = unit(random_vector(random));
    const double half = random.uniform(0.1, 1.5);
    const V side = perpendicular(axis);
    Freedom<double> joint{};
    joint.edge = {std::cos(half) * axis + std::sin(half) * side, std::cos(half) * side - std::sin(half) * axis,
                  std::cos(half) / std::sin(half)};
    joint.pressed = random.uniform(0, 2);
    kept += std::fabs(dot(axis, edge_of(joint, axis))) <= 1e-14;
  }
  CHECK(kept == 100);
}

// Where the target is out of reach, rounds with the bend come to rest, where the slope is zero.
void test_rest() {
  check::SplitMix random{3};
  int rested = 0, count = 0;
  for (int i = 0; i < 50; ++i) {
    Case c(random);
    c.target = (1.5 * c.body.chain.outer * c.body.chain.scale / norm(c.target)) * c.target;
    // Toward the target but for a little: the valley is near.
    for (int k = 0; k < c.bones; ++k) {
      const Quat<double> to_target = between(c.joints[static_cast<size_t>(k)].bone, unit(c.target));
      const Quat<double> parent = k == 0 ? no_turn<double>() : c.state[k - 1].world;
      set_turn(c.body, c.state, k, unit(inverse(parent) * cayley(0.2 * random_vector(random)) * to_target));
    }
    double left = 1, damping = 1e-3;
    for (int round = 0; round < 25; ++round) {
      lay_out_bones(c.body, c.state, c.pose);
      const Screw<double> wish{c.gap(), {}};
      free_joints(c.body, c.state, c.pose, c.aim, wish, c.free);
      left = 0;
      for (auto& joint : c.free) left = std::fmax(left, norm(pull(joint, c.aim, wish)));
      newton_step(c.bones, c.free, c.aim, V{}, wish, damping);
      Bone<double> next[Case::bones];
      double laid[3 * (Case::bones + 1)];
      take_step(c.body, c.state, c.free, 1.2, 1.0, next);
      lay_out_bones(c.body, next, laid);
      const bool nearer = norm(c.target - load<3>(laid, c.bones)) < norm(c.gap());
      damping *= nearer ? 0.3 : 4;
      for (int k = 0; nearer && k < c.bones; ++k) c.state[k] = next[k];
    }
    ++count;
    // A fall of less than the cost's last place cannot be seen, and it goes with the square of the slope.
    rested += left <= 1e-7;
  }
  CHECK(rested == count);
}

}  // namespace

int main() {
  test_bend();
  test_edge();
  test_rest();
  return check::verdict("test_settle");
}
