// Golden vectors of chains with limits in C++: types from their words, solves with their rotations.
#pragma once
#include "golden.hpp"
#include "kernel/limited_abi.h"

// bindings/wasm/fabrikit.mjs writes these structs byte by byte, src/fabrikit/bridge the first one.
static_assert(sizeof(fabrikit_joint) == 120 && offsetof(fabrikit_joint, lower) == 48 &&
              offsetof(fabrikit_joint, cone) == 64 && offsetof(fabrikit_joint, kind) == 104);
static_assert(sizeof(fabrikit_aim) == 72 && offsetof(fabrikit_aim, direction) == 32 &&
              offsetof(fabrikit_aim, tolerance) == 56 && offsetof(fabrikit_aim, kind) == 64);

// The words of the lines `type`, one after the other.
struct TypeReader {
  const Words& words;
  size_t at = 0;

  bool done() const { return at >= words.size(); }
  const std::string& word() { return words.at(at++); }
  double number() { return strtod(word().c_str(), nullptr); }
  void numbers(int count, double* to) {
    for (int k = 0; k < count; ++k) to[k] = number();
  }
  bool starts_type() const {
    for (const char* name : {"free", "ball", "hinge", "fixed"})
      if (words.at(at) == name) return true;
    return false;
  }

  fabrikit_joint joint() {
    fabrikit_joint joint{};
    const std::string name = word();
    joint.kind = name == "ball" ? 1 : name == "hinge" ? 2 : name == "fixed" ? 3 : 0;
    if (name == "hinge") {
      joint.global = word() == "global";
      joint.stiffness = number();
      joint.lower = number();
      joint.upper = number();
      numbers(3, joint.axis);
    }
    if (name == "ball") {
      joint.stiffness = number();
      while (!done() && !starts_type()) ball_part(joint);
    }
    return joint;
  }
  void ball_part(fabrikit_joint& joint) {
    const std::string part = word();
    if (part == "cone") {
      joint.cone_kind = 1;
      std::fill_n(joint.cone, 4, number());
    } else if (part == "oval") {
      joint.cone_kind = 2;
      numbers(4, joint.cone);
      numbers(3, joint.reference);
    } else {
      joint.has_twist = part == "twist";
      joint.lower = number();
      joint.upper = number();
    }
  }
};

inline std::vector<fabrikit_joint> joints_of(const Case& c) {
  TypeReader reader{c.asked.at("type").words};
  std::vector<fabrikit_joint> joints;
  while (!reader.done()) joints.push_back(reader.joint());
  return joints;
}

// Points of `width` numbers as points of 3: 2D ones in the plane z = 0. And back.
inline Numbers wide(const Numbers& points, int32_t width) {
  Numbers out;
  for (size_t k = 0; k < points.size(); ++k) {
    out.push_back(points[k]);
    if (width == 2 && k % 2 == 1) out.push_back(0);
  }
  return out;
}
inline Numbers narrow(const Numbers& points, int32_t width) {
  Numbers out;
  for (size_t k = 0; k < points.size(); ++k)
    if (width == 3 || k % 3 != 2) out.push_back(points[k]);
  return out;
}

inline fabrikit_aim aim_of(const Case& c) {
  fabrikit_aim aim{};
  aim.kind = c.has("aim_direction") ? 1 : c.has("aim_rotation") ? 2 : 0;
  copy(c, "aim_direction", aim.direction);
  copy(c, "aim_rotation", aim.rotation);
  aim.tolerance = asked(c, "rotation_tolerance").at(0);
  aim.clamp = c.word("clamp") == "from_base";
  return aim;
}

// Everything that one solve of a chain with limits needs, prepared from the case.
struct LimitedSolve {
  int32_t width, bones;
  Numbers rest, start, start_turns, chain_memory, joint_memory, workspace, positions, turns, frames;
  fabrikit_chain* chain;
  void* joints;
  fabrikit_problem problem;
  fabrikit_aim aim;
  fabrikit_answer answer;
  double rotation_error;

  explicit LimitedSolve(const Case& c)
      : width(c.width("joint")),
        bones(c.lines("joint") - 1),
        rest(wide(asked(c, "joint"), width)),
        start(c.has("start") ? wide(asked(c, "start"), width) : rest),
        start_turns(c.has("start_turn") ? asked(c, "start_turn") : Numbers{}),
        chain_memory(room(fabrikit_chain_bytes(bones), chain)),
        joint_memory(static_cast<size_t>(fabrikit_joints_bytes(bones)) / 8 + 1),
        workspace(static_cast<size_t>(fabrikit_limited_workspace_bytes(bones)) / 8 + 1),
        positions(rest.size()),
        turns(4 * static_cast<size_t>(bones)),
        frames(turns.size()),
        joints(joint_memory.data()),
        problem(problem_of(c, narrow(start, width))),
        aim(aim_of(c)) {
    Numbers lengths(static_cast<size_t>(bones));
    fabrikit_measure(3, bones, rest.data(), lengths.data());
    fabrikit_prepare(bones, lengths.data(), chain);
    fabrikit_prepare_joints(bones, rest.data(), joints_of(c).data(), joints);
  }

  int64_t run(fabrikit_placement* trace, int64_t trace_room) {
    return fabrikit_solve_limited(
        chain, joints, &problem, &aim, start.data(), start_turns.empty() ? nullptr : start_turns.data(),
        workspace.data(), positions.data(), turns.data(), frames.data(), &rotation_error, &answer, trace, trace_room);
  }
};

inline void expect_limited(Case& c, const LimitedSolve& s) {
  expect(c, "position", narrow(s.positions, s.width));
  expect(c, "turn", s.turns);
  expect(c, "frame", s.frames);
  expect(c, "error", Numbers{s.answer.error});
  expect(c, "rotation_error", Numbers{s.rotation_error});
  expect(c, "tolerance", Numbers{s.answer.tolerance});
  expect(c, "status", kStatuses[s.answer.status]);
  expect(c, "iterations", std::to_string(s.answer.iterations));
  expect(c, "stage", kStages[s.answer.stage]);
  expect(c, "symmetry_broken", std::to_string(s.answer.symmetry_broken));
}

inline void answer_solve_limited(Case& c) {
  LimitedSolve s(c);
  fabrikit_placement probe;
  std::vector<fabrikit_placement> trace(static_cast<size_t>(s.run(&probe, 0)) + 1);
  trace.resize(static_cast<size_t>(s.run(trace.data(), static_cast<int64_t>(trace.size()))));
  expect_limited(c, s);
  Digest digest;
  digest.add(trace.data(), trace.size() * sizeof(fabrikit_placement));
  expect(c, "placements", std::to_string(trace.size()));
  expect(c, "placements", digest.text(), 1);
  s.run(nullptr, 0);
  expect_limited(c, s);
}
