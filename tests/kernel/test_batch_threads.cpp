// Tests bindings/python/parallel.hpp with the kernel's batches: any number of threads, the same bits; and that a stop
// is obeyed. Built with ThreadSanitizer, it also tests that no two threads touch the same memory.
#include "batch_cases.hpp"
#include "bindings/python/parallel.hpp"

namespace {

using namespace batch_cases;

// Solves all rows on so many threads, slowly enough to be worth them; returns how many were solved.
int64_t run(const fabrikit_batch& batch, int threads, int64_t rows, int64_t most) {
  std::atomic<int> helped{0};
  std::vector<Memory> memory;
  for (int i = 0; i < threads; ++i) memory.push_back(open(batch));
  std::atomic<int64_t> solved{0};
  parallel::solve_rows(
      rows, 1, most, threads,
      [&](int worker, int64_t begin, int64_t end) {
        fabrikit_solve_rows(&batch, FABRIKIT_BASELINE, begin, end, memory[static_cast<size_t>(worker)].get());
        solved += end - begin;
        helped |= worker;
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      },
      [](int64_t) { return true; });
  CHECK((helped != 0) == (threads > 1));
  return solved;
}

void test_threads() {
  const Question<double> q = random_question<double>(3, 10, 1, many_starts, 11);
  const Answers<double> expected = alone(q);
  for (const int threads : {1, 2, 5}) {
    Answers<double> got(q, kRows);
    const fabrikit_batch batch = bind(q, got);
    CHECK(run(batch, threads, kRows, 1) == kRows);  // pieces of one row: as much meeting as there can be
    for (int64_t row = 0; row < kRows; ++row) CHECK(got.same(row, expected, row));
  }
}

// Pieces that take long are not begun any more after a stop.
void test_stop() {
  int64_t solved = 0;
  const int64_t rows = 1 << 20;
  int looks = 0;
  parallel::solve_rows(
      rows, 1, 1, 1,
      [&](int, int64_t begin, int64_t end) {
        solved += end - begin;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      },
      [&](int64_t done) {
        CHECK(done == solved);
        return ++looks < 3;
      });
  CHECK(looks == 3);
  CHECK(solved < rows);
}

// Rows of milliseconds do not keep the caller from looking up: nobody knows at first what a row costs.
void test_slow_rows() {
  const auto began = parallel::Clock::now();
  int64_t solved = 0;
  parallel::solve_rows(
      1 << 20, 1, 4096, 1,
      [&](int, int64_t begin, int64_t end) {
        solved += end - begin;
        std::this_thread::sleep_for((end - begin) * std::chrono::milliseconds(3));
      },
      [&](int64_t) { return false; });
  CHECK(solved < 100);
  CHECK(parallel::Clock::now() - began < std::chrono::seconds(2));
}

void test_no_rows() {
  int calls = 0;
  parallel::solve_rows(0, 256, 4096, 4, [&](int, int64_t, int64_t) { ++calls; }, [](int64_t) { return true; });
  CHECK(calls == 0);
}

}  // namespace

int main() {
  test_threads();
  test_stop();
  test_slow_rows();
  test_no_rows();
  return check::verdict("batch threads");
}
