// Random chains with targets that can be reached, and how many are not.
//
//   fuzz [--count 20000] [--seed 20260] [--list 20] [--only CLASS,START,DIMENSION] [--index I]
//
// 2 to 40 bones, lengths log-uniform over a factor 400, tolerance 1e-6 of the reach. Prints one JSON object a line: a
// summary of every group, and before it every failing case (as many as --list) by its index. --index runs one case.
#include "judge.hpp"
#include "numbers.hpp"

using namespace bench;

namespace {

const char* const kClasses[] = {"interior", "outer", "inner", "base"};
const char* const kStarts[] = {"bent", "random"};

struct Group {
  int target_class;
  int start;
  int dimension;
};

struct Case {
  Body body;
  double target[3];
};

// Lengths over a factor 400. The class "inner" needs a hole around the base, the class "base" must have none.
Numbers random_lengths(int target_class, Random& random) {
  for (;;) {
    Numbers lengths(static_cast<size_t>(random.whole(2, 40)));
    double sum = 0, longest = 0;
    for (double& length : lengths) {
      length = 0.05 * std::pow(400.0, random.unit());
      sum += length;
      longest = std::fmax(longest, length);
    }
    const bool hole = 2 * longest > sum;
    if (target_class == 2 && !hole) continue;
    if (target_class == 3 && hole) continue;
    return lengths;
  }
}

Case make_case(const Group& group, uint64_t seed, uint64_t index) {
  const auto stream = static_cast<uint64_t>((group.target_class * 2 + group.start) * 4 + group.dimension);
  Random random(seed, stream, index);
  const Numbers lengths = random_lengths(group.target_class, random);
  Body body(group.dimension,
            group.start == 0 ? bent_chain(group.dimension, lengths) : random_walk(group.dimension, lengths, random));
  body.problem.tolerance = 1e-6 * body.outer();
  const double span = body.outer() - body.inner();
  const double near = span * std::pow(10.0, random.between(-6, -2));
  const double within = span * random.between(0.02, 0.98);
  const double radius = group.target_class == 0   ? body.inner() + within
                        : group.target_class == 1 ? body.outer() - near
                                                  : body.inner() + near;
  Case made{std::move(body), {}};
  random.direction(group.dimension, made.target);
  for (double& component : made.target) component *= radius;
  return made;
}

void print_failure(const Group& group, uint64_t index, const Case& made, const fabrikit_answer& answer,
                   const char* why) {
  std::printf(
      "{\"failure\": \"%s,%s,%d\", \"index\": %lu, \"why\": \"%s\", \"bones\": %d, \"iterations\": %d, "
      "\"error_over_tolerance\": %.3g, \"worst_length_fault_in_u\": %.1f, \"stage\": %d, \"distance_over_outer\": "
      "%.9g, \"inner_over_outer\": %.6g}\n",
      kClasses[group.target_class], kStarts[group.start], group.dimension, static_cast<unsigned long>(index), why,
      made.body.bones(), answer.iterations, answer.error / answer.tolerance, length_fault(made.body), answer.stage,
      std::hypot(made.target[0], made.target[1], made.target[2]) / made.body.outer(),
      made.body.inner() / made.body.outer());
}

// The whole case in hex floats, for a test of its own.
void print_case(const Case& made) {
  std::printf("{\"target\": \"%a %a %a\", \"lengths\": \"", made.target[0], made.target[1], made.target[2]);
  for (const double length : made.body.lengths()) std::printf("%a ", length);
  std::printf("\", \"start\": \"");
  for (const double x : made.body.start()) std::printf("%a ", x);
  std::printf("\"}\n");
}

// Solves cases `first` to `end - 1`. Returns how many went wrong.
long run(const Group& group, uint64_t seed, long first, long end, long list) {
  std::vector<int> iterations;
  int stages[8] = {};
  long failures = 0, laws = 0;  // not reached; reached by a pose that breaks a law
  double seconds = 0, worst_length = 0;
  for (long i = first; i < end; ++i) {
    const auto index = static_cast<uint64_t>(i);
    Case made = make_case(group, seed, index);
    const double began = now();
    const fabrikit_answer answer = made.body.solve(made.target);
    seconds += now() - began;
    iterations.push_back(answer.iterations);
    ++stages[answer.stage];
    const char* const why = fault(made.body, made.target, answer);
    if (end - first == 1) print_case(made);
    worst_length = std::fmax(worst_length, length_fault(made.body));
    if (why == nullptr) continue;
    const bool law = why != kStatuses[answer.status];
    ++(law ? laws : failures);
    if (failures + laws <= list) print_failure(group, index, made, answer, why);
  }
  std::printf(
      "{\"group\": \"%s,%s,%d\", \"cases\": %ld, \"failures\": %ld, \"broken_laws\": %ld, %s, \"ns\": %.0f, "
      "\"worst_length_fault_in_u\": %.1f, \"by_stage\": [%d, %d, %d, %d, %d, %d, %d, %d]}\n",
      kClasses[group.target_class], kStarts[group.start], group.dimension, end - first, failures, laws,
      iterations_json(iterations).c_str(), 1e9 * seconds / static_cast<double>(end - first), worst_length, stages[0],
      stages[1], stages[2], stages[3], stages[4], stages[5], stages[6], stages[7]);
  std::fflush(stdout);
  return failures + laws;
}

}  // namespace

int main(int count, char** words) {
  const long cases = option(count, words, "--count", 20000L);
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 20260L));
  const long index = option(count, words, "--index", -1L);
  const std::string only = option(count, words, "--only", "");
  const long list = option(count, words, "--list", 20L);
  long failures = 0;
  for (int dimension = 3; dimension >= 2; --dimension)
    for (int target_class = 0; target_class < 4; ++target_class)
      for (int start = 0; start < 2; ++start) {
        const std::string name =
            std::string(kClasses[target_class]) + "," + kStarts[start] + "," + std::to_string(dimension);
        if (!only.empty() && name.rfind(only, 0) != 0) continue;
        const Group group{target_class, start, dimension};
        failures += index < 0 ? run(group, seed, 0, cases, list) : run(group, seed, index, index + 1, list);
      }
  return failures == 0 ? 0 : 1;
}
