// Fixed work by name, for comparing one version of the kernel with another.
//
//   regression list                    the names, one a line
//   regression count NAME              does the work once, within run_case: callgrind counts what happens there
//   regression time NAME [--milliseconds 300]   the fastest time of the work [ns], as JSON
#include <string>

#include "numbers.hpp"
#include "solve_all.hpp"

using namespace bench;

namespace {

struct Work {
  const char* name;
  int method;
  int dimension;
  int bones;
  int targets;
  double share;  // of the reach, where targets are; 0: in the ball of 0.9
};

// Methods in the order of Method in kernel/problem.hpp.
const Work kWorks[] = {
    {"fabrik-2d-10", 1, 2, 10, 50, 0},
    {"fabrik-3d-3", 1, 3, 3, 100, 0},
    {"fabrik-3d-10", 1, 3, 10, 50, 0},
    {"fabrik-3d-100", 1, 3, 100, 5, 0},
    {"auto-2d-10", 0, 2, 10, 100, 0},
    {"auto-3d-3", 0, 3, 3, 100, 0},
    {"auto-3d-10", 0, 3, 10, 100, 0},
    {"auto-3d-100", 0, 3, 100, 20, 0},
    {"auto-3d-10-at-0.999", 0, 3, 10, 50, 0.999},
    {"auto-3d-10-too-far", 0, 3, 10, 100, 1.2},
    {"ccd-3d-10", 2, 3, 10, 5, 0},
    {"jacobian-transpose-3d-10", 3, 3, 10, 5, 0},
    {"dls-3d-10", 4, 3, 10, 20, 0},
    {"dls-dense-3d-10", 5, 3, 10, 5, 0},
};

struct Problems {
  Body body;
  Numbers targets;

  explicit Problems(const Work& work)
      : body(work.dimension, bent_chain(work.dimension, Numbers(static_cast<size_t>(work.bones), 1.0)), work.method) {
    body.problem.tolerance = 1e-3;
    Random random(20260, static_cast<uint64_t>(work.bones));
    for (int i = 0; i < work.targets; ++i) {
      double target[3];
      if (work.share == 0) random.in_ball(work.dimension, target);
      else random.direction(work.dimension, target);
      for (int k = 0; k < work.dimension; ++k)
        targets.push_back((work.share == 0 ? 0.9 : work.share) * work.bones * target[k]);
    }
  }
};

const Work* find(const char* name) {
  for (const Work& work : kWorks)
    if (std::strcmp(work.name, name) == 0) return &work;
  return nullptr;
}

}  // namespace

// A function of its own name: what callgrind is told to count.
extern "C" [[gnu::noinline]] int64_t run_case(Body& body, const double* targets, int64_t count) {
  return solve_all(body, targets, count, nullptr, nullptr).iterations;
}

int main(int count, char** words) {
  const std::string command = count > 1 ? words[1] : "";
  if (command == "list") {
    for (const Work& work : kWorks) std::puts(work.name);
    return 0;
  }
  const Work* const work = count > 2 ? find(words[2]) : nullptr;
  if (work == nullptr) {
    std::fprintf(stderr, "usage: regression list | count NAME | time NAME [--milliseconds N]\n");
    return 2;
  }
  Problems problems(*work);
  const auto run = [&] { return run_case(problems.body, problems.targets.data(), work->targets); };
  double fastest = 1e9;
  int64_t iterations = 0;
  const double seconds =
      command == "time" ? 1e-3 * static_cast<double>(option(count, words, "--milliseconds", 300L)) : 0;
  const double began = now();
  do {
    const double at = now();
    iterations = run();
    fastest = std::min(fastest, now() - at);
  } while (now() - began < seconds);
  std::printf("{\"name\": \"%s\", \"iterations\": %ld, \"ns\": %.1f}\n", work->name, static_cast<long>(iterations),
              1e9 * fastest / work->targets);
  return 0;
}
