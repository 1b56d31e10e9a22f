// Holds the C interface to the golden vectors: every bit of every answer. The format is in vectors/README.md.
//
// The folder is the first argument, or FABRIKIT_VECTORS, or `vectors` where the program runs.
#include <stddef.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "golden.hpp"
#include "golden_bodies.hpp"
#include "golden_limits.hpp"

namespace {

void answer_measure(Case& c) {
  Numbers lengths(static_cast<size_t>(c.lines("joint") - 1));
  fabrikit_measure(c.width("joint"), c.lines("joint") - 1, asked(c, "joint").data(), lengths.data());
  expect(c, "length", lengths);
}

void answer_prepare(Case& c) {
  const int32_t bones = c.lines("length");
  fabrikit_chain* chain;
  const Numbers memory = room(fabrikit_chain_bytes(bones), chain);
  fabrikit_prepare(bones, asked(c, "length").data(), chain);
  expect(c, "outer", Numbers{chain->outer});
  expect(c, "inner", Numbers{chain->inner});
  expect(c, "scale", Numbers{chain->scale});
}

void answer_forward(Case& c) {
  const Numbers rest = asked(c, "joint");
  Numbers joints(rest.size());
  fabrikit_forward(c.width("joint"), c.lines("joint") - 1, 1, rest.data(), asked(c, "turn").data(), joints.data());
  expect(c, "position", joints);
}

void answer_turns(Case& c) {
  Numbers turns(static_cast<size_t>(c.lines("joint") - 1));
  fabrikit_turns(c.lines("joint") - 1, asked(c, "joint").data(), asked(c, "position").data(), turns.data());
  expect(c, "turn", turns);
}

void answer_sin_cos(Case& c) {
  const Numbers angle = asked(c, "angle");
  Numbers both;
  for (const double a : angle) {
    double sine, cosine;
    fabrikit_sin_cos(1, &a, &sine, &cosine);
    both.insert(both.end(), {sine, cosine});
  }
  expect(c, "sin_cos", both);
}

void answer_atan2(Case& c) {
  const Numbers points = asked(c, "y_x");
  Numbers angles(points.size() / 2);
  for (size_t i = 0; i < angles.size(); ++i) fabrikit_atan2(1, &points[2 * i], &points[2 * i + 1], &angles[i]);
  expect(c, "angle", angles);
}

// bindings/wasm/fabrikit.mjs writes and reads these structs byte by byte, src/fabrikit/bridge reads the last one.
static_assert(sizeof(fabrikit_problem) == 104 && offsetof(fabrikit_problem, tolerance) == 72 &&
              offsetof(fabrikit_problem, max_iterations) == 80 && offsetof(fabrikit_problem, start_fits) == 96);
static_assert(sizeof(fabrikit_answer) == 32 && offsetof(fabrikit_answer, status) == 16);
static_assert(sizeof(fabrikit_placement) == 40 && offsetof(fabrikit_placement, stage) == 24);

// Everything that one solve needs, prepared from the case.
struct Solve {
  int32_t dimension, bones;
  Numbers rest, start, chain_memory, workspace, positions;
  fabrikit_chain* chain;
  fabrikit_problem problem;
  fabrikit_answer answer;

  explicit Solve(const Case& c)
      : dimension(c.width("joint")),
        bones(c.lines("joint") - 1),
        rest(asked(c, "joint")),
        start(c.has("start") ? asked(c, "start") : rest),
        chain_memory(room(fabrikit_chain_bytes(bones), chain)),
        positions(rest.size()),
        problem(problem_of(c, start)) {
    workspace.resize(static_cast<size_t>(fabrikit_workspace_bytes(dimension, bones, problem.method)) / 8);
    Numbers lengths(static_cast<size_t>(bones));
    fabrikit_measure(dimension, bones, rest.data(), lengths.data());
    fabrikit_prepare(bones, lengths.data(), chain);
  }

  int64_t run(fabrikit_placement* trace, int64_t trace_room) {
    return fabrikit_solve(dimension, chain, &problem, start.data(), workspace.data(), positions.data(), &answer, trace,
                          trace_room);
  }
  std::vector<fabrikit_placement> run_traced() {
    fabrikit_placement probe;
    std::vector<fabrikit_placement> trace(static_cast<size_t>(run(&probe, 0)) + 1);
    trace.resize(static_cast<size_t>(run(trace.data(), static_cast<int64_t>(trace.size()))));
    return trace;
  }
};

void expect_answer(Case& c, const Solve& s) {
  expect(c, "position", s.positions);
  expect(c, "error", Numbers{s.answer.error});
  expect(c, "tolerance", Numbers{s.answer.tolerance});
  expect(c, "status", kStatuses[s.answer.status]);
  expect(c, "iterations", std::to_string(s.answer.iterations));
  expect(c, "stage", kStages[s.answer.stage]);
  expect(c, "symmetry_broken", std::to_string(s.answer.symmetry_broken));
}

void answer_solve(Case& c) {
  Solve s(c);
  const std::vector<fabrikit_placement> trace = s.run_traced();
  expect_answer(c, s);
  Digest digest;
  fabrikit_take_start(s.dimension, s.chain, &s.problem, s.start.data(), s.positions.data());
  digest.add(s.positions.data(), s.positions.size() * sizeof(double));
  digest.add(trace.data(), trace.size() * sizeof(fabrikit_placement));
  expect(c, "placements", std::to_string(trace.size()));
  expect(c, "placements", digest.text(), 1);

  // The quick way: no trace, and the rest pose known to fit.
  s.problem.start_fits = !c.has("start");
  s.run(nullptr, 0);
  expect_answer(c, s);
}

void answer(Case& c) {
  static const std::map<std::string, void (*)(Case&)> answers = {
      {"measure", answer_measure},       {"prepare", answer_prepare},
      {"solve", answer_solve},           {"forward", answer_forward},
      {"turns", answer_turns},           {"sin_cos", answer_sin_cos},
      {"atan2", answer_atan2},           {"solve_limited", answer_solve_limited},
      {"solve_body", answer_solve_body},
  };
  if (answers.count(c.kind) == 0) c.differences.push_back("this program knows no kind of case '" + c.kind + "'");
  else answers.at(c.kind)(c);
}

std::vector<Case> read(const std::filesystem::path& path) {
  std::vector<Case> cases;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    if (!(words >> key) || key == "#") continue;
    if (key == "case") {
      cases.emplace_back();
      words >> cases.back().kind >> cases.back().name;
      continue;
    }
    const bool given = key == "->";
    if (given) words >> key;
    Lines& lines = (given ? cases.back().gives : cases.back().asked)[key];
    ++lines.count;
    for (std::string word; words >> word;) lines.words.push_back(word);
  }
  return cases;
}

void check_file(const std::filesystem::path& path) {
  constexpr int most_shown = 20;
  for (Case& c : read(path)) {
    answer(c);
    ++(c.differences.empty() ? check::passed : check::failed);
    if (c.differences.empty() || check::failed > most_shown) continue;
    printf("%s, case %s %s, %zu differences\n", path.filename().c_str(), c.kind.c_str(), c.name.c_str(),
           c.differences.size());
    printf("  %s\n", c.differences[0].c_str());
  }
}

}  // namespace

int main(int count, char** arguments) {
  const char* const environment = getenv("FABRIKIT_VECTORS");
  const std::filesystem::path folder = count > 1 ? arguments[1] : environment != nullptr ? environment : "vectors";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) check_file(file);
  CHECK(check::passed + check::failed > 100);  // an empty folder is no proof
  return check::verdict("vectors");
}
