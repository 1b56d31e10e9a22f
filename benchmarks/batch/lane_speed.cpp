// Lanes beside scalar `fabrik` on the workload W, side by side.
//
//   lane_speed [--seed 20260] [--milliseconds 4000] [--bones 10]     with 10 bones also what the divider takes
//
// As speed.cpp: targets are cut into pieces, every round runs all pieces with every variant in turn, and a variant's
// time is the sum over pieces of its fastest run. Processor time, since other work on the machine is in every other.
#include <time.h>

#include <functional>
#include <memory>
#include <numeric>

#include "divider.hpp"
#include "numbers.hpp"
#include "rows.hpp"

using namespace bench;

namespace {

constexpr int64_t kTargets = 4096;
constexpr int64_t kPiece = 512;       // of lanes: about 0.1 ms
constexpr int64_t kScalarPiece = 32;  // of scalar fabrik: as long
constexpr int64_t kRefillPiece = 2048;
const char* const kLevels[] = {"scalar", "x86-64", "x86-64-v3", "x86-64-v4"};

double processor_time() {  // [s]
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// A variant: rows, how they are solved, and what that took.
class Variant {
 public:
  std::string name, level, precision;
  int64_t piece;
  std::vector<double> fastest;
  std::vector<double> rounds;

  template <class T>
  Variant(std::string what, int32_t at, std::shared_ptr<Rows<T>> rows, int64_t rows_in_piece, int64_t rows_in_call)
      : name(std::move(what)),
        level(kLevels[at]),
        precision(sizeof(T) == sizeof(double) ? "float64" : "float32"),
        piece(rows_in_piece),
        fastest(static_cast<size_t>(rows->count() / rows_in_piece), 1e9),
        solve_([rows, at, rows_in_call](int64_t begin, int64_t end) { rows->solve(at, begin, end, rows_in_call); }),
        failures_([rows] { return rows->failures(); }),
        iterations_([rows] { return rows->mean_iterations(); }) {}

  void run_round() {
    double sum = 0;
    for (size_t k = 0; k < fastest.size(); ++k) {
      const auto begin = static_cast<int64_t>(k) * piece;
      const double at = processor_time();
      solve_(begin, begin + piece);
      const double spent = processor_time() - at;
      sum += spent;
      fastest[k] = std::min(fastest[k], spent);
    }
    rounds.push_back(sum);
  }
  double ns() const { return 1e9 * std::accumulate(fastest.begin(), fastest.end(), 0.0) / kTargets; }
  int64_t failures() const { return failures_(); }
  double iterations() const { return iterations_(); }

 private:
  std::function<void(int64_t, int64_t)> solve_;
  std::function<int64_t()> failures_;
  std::function<double()> iterations_;
};

template <class T>
void add_variants(const Body& body, const Numbers& targets, const Poses<T>& poses, std::vector<Variant>& variants) {
  for (int32_t level = FABRIKIT_BASELINE; level < FABRIKIT_LEVELS; ++level) {
    if (!fabrikit_has_level(level)) continue;
    const auto solved = std::make_shared<Rows<T>>(body, targets, automatic, poses);
    variants.emplace_back("auto", level, solved, kPiece, kPiece);
    const auto plain = std::make_shared<Rows<T>>(body, targets, fabrik, poses);
    variants.emplace_back("fabrik", level, plain, kRefillPiece, kRefillPiece);
    // A call for every block of lanes: nothing to refill with, all wait for the last.
    variants.emplace_back("fabrik, run until all converge", level, plain, kRefillPiece, int64_t{256 / sizeof(T)});
  }
}

// Nanoseconds of one square root and one division of a number in lanes, from the fastest of many loops.
template <class T>
void print_divider(int32_t level) {
  DividerLoop<T> loop;
  double fastest = 1e9;
  for (int k = 0; k < 3000; ++k) {
    const double at = processor_time();
    for (int repeat = 0; repeat < 4; ++repeat) {
      if (level == FABRIKIT_X86_64_V4) divide_v4(loop);
      else if (level == FABRIKIT_X86_64_V3) divide_v3(loop);
      else divide_baseline(loop);
    }
    fastest = std::min(fastest, processor_time() - at);
  }
  std::printf("{\"divider\": \"%s\", \"precision\": \"%s\", \"ns\": %.4f}\n", kLevels[level],
              sizeof(T) == sizeof(double) ? "float64" : "float32", 1e9 * fastest / (4 * loop.size));
}

double median_ratio(const Variant& slow, const Variant& quick) {
  std::vector<double> ratios;
  for (size_t k = 0; k < slow.rounds.size(); ++k) ratios.push_back(slow.rounds[k] / quick.rounds[k]);
  return quantile(ratios, 0.5);
}

void compare(int bones, uint64_t seed, double seconds) {
  const Body body = workload_body(bones);
  const Numbers targets = workload_targets(bones, kTargets, seed);
  const Poses<double> poses = room_for<double>(body, targets);
  std::vector<Variant> variants;
  for (const Method method : {fabrik, automatic}) {
    const auto rows = std::make_shared<Rows<double>>(body, targets, method, poses);
    variants.emplace_back(kMethods[method], FABRIKIT_NO_LANES, rows, kScalarPiece, kScalarPiece);
  }
  add_variants<double>(body, targets, poses, variants);
  add_variants<float>(body, targets, room_for<float>(body, targets), variants);
  for (const double began = now(); now() - began < seconds || variants[0].rounds.size() < 3;)
    for (Variant& variant : variants) variant.run_round();
  const Variant& scalar = variants[0];
  for (const Variant& v : variants)
    std::printf(
        "{\"bones\": %d, \"method\": \"%s\", \"level\": \"%s\", \"precision\": \"%s\", \"ns\": %.1f, "
        "\"ratio\": %.3f, \"ratio_median\": %.3f, \"rounds\": %zu, \"failures\": %ld, \"iterations\": %.3f}\n",
        bones, v.name.c_str(), v.level.c_str(), v.precision.c_str(), v.ns(), scalar.ns() / v.ns(),
        median_ratio(scalar, v), v.rounds.size(), static_cast<long>(v.failures()), v.iterations());
}

}  // namespace

int main(int count, char** words) {
  const auto seed = static_cast<uint64_t>(option(count, words, "--seed", 20260L));
  const double seconds = 1e-3 * static_cast<double>(option(count, words, "--milliseconds", 4000L));
  const int bones = static_cast<int>(option(count, words, "--bones", 10L));
  for (int32_t level = FABRIKIT_BASELINE; level < FABRIKIT_LEVELS && bones == 10; ++level) {
    if (!fabrikit_has_level(level)) continue;
    print_divider<double>(level);
    print_divider<float>(level);
  }
  compare(bones, seed, seconds);
}
