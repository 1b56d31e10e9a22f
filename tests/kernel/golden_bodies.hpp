// Golden vectors of bodies in C++: the structs of body_abi.h from lines of words, whole numbers first.
#pragma once
#include "golden.hpp"
#include "kernel/body_abi.h"

// bindings/wasm/bodies.mjs writes and reads these structs byte by byte, src/fabrikit/bridge as they are.
static_assert(sizeof(fabrikit_body_joint) == 200 && offsetof(fabrikit_body_joint, lower) == 104 &&
              offsetof(fabrikit_body_joint, cone) == 120 && offsetof(fabrikit_body_joint, parent) == 176 &&
              offsetof(fabrikit_body_joint, mimic) == 196);
static_assert(sizeof(fabrikit_body_effector) == 224 && offsetof(fabrikit_body_effector, position_weight) == 160 &&
              offsetof(fabrikit_body_effector, pole) == 176 && offsetof(fabrikit_body_effector, joint) == 200);
static_assert(sizeof(fabrikit_body_loop) == 152 && offsetof(fabrikit_body_loop, joint_a) == 136);
static_assert(sizeof(fabrikit_body_question) == 112 && offsetof(fabrikit_body_question, effectors) == 80);
static_assert(sizeof(fabrikit_body_answer) == 56 && offsetof(fabrikit_body_answer, status) == 32);

// Takes the words of a line from the left.
struct WordReader {
  const Words& words;
  size_t at = 0;

  int32_t whole() { return atoi(words.at(at++).c_str()); }
  void doubles(int count, double* to) {
    for (int k = 0; k < count; ++k) to[k] = strtod(words.at(at++).c_str(), nullptr);
  }
};

// Every field in its place: the doubles of these structs stand first, the whole numbers after them, both dense.
template <class Struct>
std::vector<Struct> structs_of(const Case& c, const char* key, int wholes, int doubles, size_t first_whole) {
  std::vector<Struct> structs(static_cast<size_t>(c.lines(key)));
  if (structs.empty()) return structs;
  WordReader reader{c.asked.at(key).words};
  for (Struct& each : structs) {
    char* const bytes = reinterpret_cast<char*>(&each);
    memset(bytes, 0, sizeof each);
    for (int k = 0; k < wholes; ++k) {
      const int32_t value = reader.whole();
      memcpy(bytes + first_whole + 4 * static_cast<size_t>(k), &value, sizeof value);
    }
    reader.doubles(doubles, reinterpret_cast<double*>(bytes));
  }
  return structs;
}

inline int32_t whole(const Case& c, const char* key) { return atoi(c.word(key).c_str()); }

inline fabrikit_body_question body_question_of(const Case& c) {
  fabrikit_body_question question{};
  copy(c, "base", question.base);
  question.tolerance = asked(c, "tolerance").at(0);
  question.rotation_tolerance = asked(c, "rotation_tolerance").at(0);
  question.posture_weight = asked(c, "posture_weight").at(0);
  question.effectors = c.lines("effector");
  question.loops = c.lines("loop");
  question.max_iterations = whole(c, "max_iterations");
  question.mode = whole(c, "mode");
  question.solutions = whole(c, "solutions");
  question.method = whole(c, "method");
  return question;
}

inline void answer_solve_body(Case& c) {
  const auto joints = structs_of<fabrikit_body_joint>(c, "joint", 6, 22, offsetof(fabrikit_body_joint, parent));
  const auto effectors =
      structs_of<fabrikit_body_effector>(c, "effector", 6, 25, offsetof(fabrikit_body_effector, joint));
  const auto loops = structs_of<fabrikit_body_loop>(c, "loop", 3, 17, offsetof(fabrikit_body_loop, joint_a));
  const fabrikit_body_question question = body_question_of(c);
  std::vector<int32_t> use;
  if (c.has("use"))
    for (const std::string& word : c.asked.at("use").words) use.push_back(atoi(word.c_str()));
  const Numbers drive = c.has("drive") ? asked(c, "drive") : Numbers{};
  const Numbers posture = c.has("posture") ? asked(c, "posture") : Numbers{};

  fabrikit_body* body;
  const Numbers memory = room(fabrikit_body_bytes(c.lines("joint")), body);
  fabrikit_prepare_body(c.lines("joint"), joints.data(), body);
  const auto numbers = static_cast<size_t>(body->numbers);
  // What the workspace holds before must not matter.
  Numbers workspace(
      static_cast<size_t>(fabrikit_body_workspace_bytes(body, question.effectors, question.loops, question.solutions)) /
              8 +
          1,
      7e77);
  Numbers q(numbers * static_cast<size_t>(question.solutions)), positions(3 * joints.size()),
      rotations(4 * joints.size()), errors(2 * effectors.size());
  fabrikit_body_answer answer{};
  fabrikit_solve_body(body, &question, effectors.data(), loops.data(), use.empty() ? nullptr : use.data(),
                      asked(c, "start").data(), drive.data(), posture.data(), workspace.data(), q.data(),
                      positions.data(), rotations.data(), errors.data(), &answer);
  q.resize(numbers * static_cast<size_t>(answer.found));
  expect(c, "q", q);
  expect(c, "position", positions);
  expect(c, "rotation", rotations);
  if (!effectors.empty()) expect(c, "effector_error", errors);
  expect(c, "error", Numbers{answer.error});
  expect(c, "rotation_error", Numbers{answer.rotation_error});
  expect(c, "loop_error", Numbers{answer.loop_error});
  expect(c, "tolerance", Numbers{answer.tolerance});
  expect(c, "status", kStatuses[answer.status]);
  expect(c, "iterations", std::to_string(answer.iterations));
  expect(c, "restarts", std::to_string(answer.restarts));
  expect(c, "found", std::to_string(answer.found));
  expect(c, "start_moved", std::to_string(answer.start_moved));
}
