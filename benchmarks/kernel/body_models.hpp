// Bodies of the benchmark as tables of joints. Metres; degrees here, radians in the structs.
#pragma once
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernel/body_abi.h"
#include "random.hpp"

namespace bench {

constexpr double kDegree = 0.017453292519943295;

enum BodyKinds { fixed_kind, hinge_kind, slider_kind, ball_kind, free_kind };

struct Model {
  std::string name;
  std::vector<fabrikit_body_joint> joints;
  std::vector<fabrikit_body_effector> effectors;
  double lever;  // smallest distance from an end effector to the last joint that moves it [m]

  int add(int parent, double x, double y, double z, int kind) {
    fabrikit_body_joint joint{};
    const double offset[] = {x, y, z};
    std::memcpy(joint.offset, offset, sizeof offset);
    joint.rest[0] = 1;
    joint.axis[0] = 1;
    joint.parent = parent;
    joint.kind = kind;
    joint.mimic = -1;
    joint.ratio = 1;
    joints.push_back(joint);
    return static_cast<int>(joints.size()) - 1;
  }
  // axis: 0, 1, 2
  int hinge(int parent, double x, double y, double z, int axis, double lower, double upper) {
    const int index = add(parent, x, y, z, hinge_kind);
    fabrikit_body_joint& joint = joints.back();
    joint.axis[0] = 0;
    joint.axis[axis] = 1;
    joint.has_range = 1;
    joint.lower = lower * kDegree;
    joint.upper = upper * kDegree;
    return index;
  }
  int ball(int parent, double x, double y, double z, double cone, double twist) {
    const int index = add(parent, x, y, z, ball_kind);
    fabrikit_body_joint& joint = joints.back();
    joint.cone_kind = joint.has_twist = 1;
    for (double& half : joint.cone) half = cone * kDegree;
    joint.lower = -twist * kDegree;
    joint.upper = twist * kDegree;
    return index;
  }
  // aim: 0 position, 2 position and rotation
  void effector(int joint, double x, int aim) {
    fabrikit_body_effector hand{};
    hand.offset[0] = x;
    hand.frame[0] = hand.rotation[0] = hand.axis[0] = hand.direction[0] = 1;
    hand.position_weight = hand.rotation_weight = 1;
    hand.joint = joint;
    hand.aim = aim;
    effectors.push_back(hand);
  }
};

// Shoulder ball, elbow, pronation, two axes of the wrist. Returns the joint of the palm.
inline int add_arm(Model& m) {
  const int shoulder = m.ball(-1, 0, 0, 0, 100, 90);
  const int elbow = m.hinge(shoulder, 0.30, 0, 0, 1, -150, 0);
  const int pronation = m.hinge(elbow, 0.05, 0, 0, 0, -90, 90);
  const int wrist = m.hinge(pronation, 0.21, 0, 0, 1, -70, 70);
  return m.hinge(wrist, 0, 0, 0, 2, -20, 35);
}

// Five fingers of four hinges each.
inline void add_fingers(Model& m, int palm, int aim) {
  constexpr double base[4][2] = {{.090, .030}, {.092, .008}, {.088, -.012}, {.080, -.030}};
  constexpr double bone[4][3] = {{.045, .026, .020}, {.050, .030, .021}, {.046, .028, .021}, {.036, .021, .019}};
  for (int k = 0; k < 4; ++k) {
    const int spread = m.hinge(palm, base[k][0], base[k][1], 0, 2, -20, 20);
    const int knuckle = m.hinge(spread, 0, 0, 0, 1, -20, 90);
    const int middle = m.hinge(knuckle, bone[k][0], 0, 0, 1, 0, 110);
    m.effector(m.hinge(middle, bone[k][1], 0, 0, 1, 0, 80), bone[k][2], aim);
  }
  const int spread = m.hinge(palm, .025, .028, -.01, 2, -10, 60);
  const int knuckle = m.hinge(spread, 0, 0, 0, 1, -15, 60);
  const int middle = m.hinge(knuckle, .046, 0, 0, 1, 0, 60);
  m.effector(m.hinge(middle, .032, 0, 0, 1, 0, 80), .025, aim);
}

inline Model arm_model() {
  Model m{"human arm, hand pose", {}, {}, 0.09};
  m.effector(add_arm(m), 0.09, 2);
  return m;
}
inline Model hand_model() {
  Model m{"hand, five fingertips", {}, {}, 0.019};
  add_fingers(m, m.add(-1, 0, 0, 0, fixed_kind), 0);
  return m;
}
inline Model arm_and_hand_model(bool palm) {
  Model m{palm ? "arm and hand, fingertips and palm pose" : "arm and hand, five fingertips", {}, {}, 0.019};
  const int wrist = add_arm(m);
  add_fingers(m, wrist, 0);
  if (palm) m.effector(wrist, 0.09, 2);
  return m;
}

// A joint of a Denavit-Hartenberg table: turned about x by quarters, then along.
inline int add_axis(Model& m, int parent, double x, double y, double z, int quarters, double lower, double upper) {
  const int index = m.hinge(parent, x, y, z, 2, 0, 0);
  fabrikit_body_joint& joint = m.joints.back();
  joint.rest[0] = quarters == 0 ? 1 : std::sqrt(0.5);
  joint.rest[1] = quarters * std::sqrt(0.5);
  joint.lower = lower;
  joint.upper = upper;
  return index;
}

// The published measures of a Panda (Craig's convention: a, quarters of alpha, d, limits).
inline Model seven_axis_model() {
  constexpr double rows[7][5] = {{0, 0, .333, -2.8973, 2.8973},       {0, -1, 0, -1.7628, 1.7628},
                                 {0, 1, .316, -2.8973, 2.8973},       {.0825, 1, 0, -3.0718, -.0698},
                                 {-.0825, -1, .384, -2.8973, 2.8973}, {0, 1, 0, -.0175, 3.7525},
                                 {.088, 1, 0, -2.8973, 2.8973}};
  Model m{"seven-axis robot arm, flange pose", {}, {}, 0.088};
  int parent = -1;
  for (const auto& row : rows) {
    const int quarters = static_cast<int>(row[1]);
    const double up = quarters == 0 ? row[2] : 0;
    parent = add_axis(m, parent, row[0], -quarters * row[2], up, quarters, row[3], row[4]);
  }
  m.effector(parent, 0, 2);
  m.effectors.back().offset[2] = .107;
  return m;
}

// The published measures of a UR5 (distal convention: a, quarters of alpha, d), a whole turn each way.
inline Model six_axis_model() {
  constexpr double rows[6][3] = {{0, 1, .089159}, {-.425, 0, 0},   {-.39225, 0, 0},
                                 {0, 1, .10915},  {0, -1, .09465}, {0, 0, .0823}};
  Model m{"six-axis robot arm, flange pose", {}, {}, 0.0823};
  int parent = -1;
  double x = 0, z = 0;
  int quarters = 0;
  for (const auto& row : rows) {
    parent = add_axis(m, parent, x, 0, z, quarters, -360 * kDegree, 360 * kDegree);
    x = row[0], z = row[2], quarters = static_cast<int>(row[1]);
  }
  m.effector(parent, 0, 2);
  m.effectors.back().offset[2] = z;
  return m;
}

inline std::vector<Model> all_models() {
  return {arm_model(),        hand_model(),    arm_and_hand_model(false), arm_and_hand_model(true),
          seven_axis_model(), six_axis_model()};
}

}  // namespace bench
