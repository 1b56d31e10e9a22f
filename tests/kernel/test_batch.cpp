// Tests kernel/batch_abi.h: every row has the bits of a solve of its own, at every instruction set that there is here,
// in whatever pieces and order the rows are solved and whatever stands beside them.
#include "batch_cases.hpp"

namespace {

using namespace batch_cases;

constexpr int kMethods[] = {0, 1};

template <class T>
int64_t differing(const Answers<T>& got, const Answers<T>& expected) {
  int64_t count = 0;
  for (int64_t row = 0; row < kRows; ++row) count += !got.same(row, expected, row);
  return count;
}

// Solves all rows in pieces of random sizes.
template <class T>
Answers<T> in_pieces(const Question<T>& q, int level, uint64_t seed) {
  Answers<T> answers(q, kRows);
  const fabrikit_batch batch = bind(q, answers);
  const Memory memory = open(batch);
  check::SplitMix random{seed};
  for (int64_t row = 0; row < kRows;) {
    const auto size = static_cast<int64_t>(random.next() % 100) + 1;
    const int64_t end = row + size < kRows ? row + size : kRows;
    fabrikit_solve_rows(&batch, level, row, end, memory.get());
    row = end;
  }
  return answers;
}

// Every level, every kind of question, two sizes of chain for each.
template <class T>
void test_rows_alone(int dimension) {
  const int sizes[] = {1, 2, 3, 20};
  for (const int method : kMethods)
    for (const bool small : {false, true})
      for (int kind = 0; kind < kinds; ++kind) {
        const int bones = small ? sizes[(kind + kind / 4 + kind / 16) % 4] : 7;
        const auto seed = static_cast<uint64_t>(kind + 100 * bones + 10000 * method);
        const Question<T> q = random_question<T>(dimension, bones, method, kind, seed);
        const Answers<T> expected = alone(q);
        for (int level = 0; level < FABRIKIT_LEVELS; ++level) {
          if (!fabrikit_has_level(level)) continue;
          if (!CHECK(differing(in_pieces(q, level, seed), expected) == 0))
            printf("  dimension %d, %d bones, method %d, kind %d, level %d\n", dimension, bones, method, kind, level);
        }
      }
}

// The same rows in reverse order, every other neighbour not a number.
template <class T>
void test_neighbours(int method) {
  const Question<T> q = random_question<T>(3, 10, method, many_starts | tolerances, 7);
  const Answers<T> expected = alone(q);
  Question<T> reversed = q;
  for (int64_t row = 0; row < kRows; ++row) {
    const auto from = static_cast<size_t>(kRows - 1 - row), to = static_cast<size_t>(row);
    const auto size = static_cast<size_t>(q.pose_size());
    for (size_t k = 0; k < 3; ++k) reversed.targets[3 * to + k] = q.targets[3 * from + k];
    for (size_t k = 0; k < size; ++k) reversed.starts[size * to + k] = q.starts[size * from + k];
    reversed.tolerances[to] = q.tolerances[from];
    if (row % 2 == 0) reversed.targets[3 * to + to % 3] = std::numeric_limits<T>::quiet_NaN();
  }
  for (int level = 0; level < FABRIKIT_LEVELS; ++level) {
    if (!fabrikit_has_level(level)) continue;
    const Answers<T> got = in_pieces(reversed, level, 9);
    for (int64_t row = 0; row < kRows; ++row) {
      const auto i = static_cast<size_t>(row);
      if (row % 2 == 1) {
        CHECK(got.same(row, expected, kRows - 1 - row));
        continue;
      }
      CHECK(got.status[i] == static_cast<int8_t>(fabrikit::Status::invalid));
      CHECK(got.error[i] != got.error[i]);
      CHECK(got.iterations[i] == 0);
      const size_t size = static_cast<size_t>(q.pose_size());
      CHECK(std::memcmp(&got.positions[size * i], &reversed.starts[size * i], size * sizeof(T)) == 0);
    }
  }
}

// Numbers of the other precision, and strides of every kind, are read where they lie.
void test_layouts() {
  const Question<double> q = random_question<double>(3, 5, 0, 0, 3);
  const Answers<double> expected = alone(q);
  Numbers<double> by_component(q.targets.size());  // [component][row], backwards
  for (size_t row = 0; row < kRows; ++row)
    for (size_t k = 0; k < 3; ++k) by_component[k * kRows + kRows - 1 - row] = q.targets[3 * row + k];
  Answers<double> got(q, kRows);
  fabrikit_batch batch = bind(q, got);
  batch.targets = {by_component.data() + kRows - 1, {-1, 0, kRows}, 0};
  const Memory memory = open(batch);
  fabrikit_solve_rows(&batch, FABRIKIT_BASELINE, 0, kRows, memory.get());
  CHECK(differing(got, expected) == 0);

  Question<double> rounded = q;
  Numbers<float> single(q.targets.begin(), q.targets.end());
  rounded.targets.assign(single.begin(), single.end());
  batch.targets = {single.data(), {3, 0, 1}, 1};
  fabrikit_open_rows(&batch, memory.get());
  fabrikit_solve_rows(&batch, FABRIKIT_BASELINE, 0, kRows, memory.get());
  CHECK(differing(got, alone(rounded)) == 0);
}

// What cannot be a question is INVALID, and found without solving.
template <class T>
void test_invalid_rows() {
  const T huge = static_cast<T>(sizeof(T) == sizeof(float) ? 0x1p61 : 0x1p501);
  const T infinite = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  Question<T> q = random_question<T>(2, 3, 0, many_starts | many_lengths | bases | tolerances, 5);
  q.targets[2] = nan;
  q.targets[5] = infinite;
  q.starts[static_cast<size_t>(3 * q.pose_size())] = huge;
  q.bases[8] = nan;
  q.lengths[5 * 3] = -1;
  q.lengths[6 * 3 + 1] = nan;
  q.tolerances[7] = -1;
  q.tolerances[8] = nan;
  for (size_t i = 0; i < 3; ++i) q.lengths[9 * 3 + i] = std::numeric_limits<T>::min();
  Answers<T> got(q, kRows);
  const fabrikit_batch batch = bind(q, got);
  const Memory memory = open(batch);
  fabrikit_solve_rows(&batch, FABRIKIT_BASELINE, 0, kRows, memory.get());
  for (int64_t row = 0; row < kRows; ++row) {
    const bool invalid = row >= 1 && row <= 9;
    const bool said = got.status[static_cast<size_t>(row)] == static_cast<int8_t>(fabrikit::Status::invalid);
    if (!CHECK(said == invalid)) printf("  row %d\n", static_cast<int>(row));
    CHECK((fabrikit_row_is_valid(&batch, row, memory.get()) == 0) == invalid);
  }
}

}  // namespace

int main() {
  for (const int dimension : {2, 3}) {
    test_rows_alone<double>(dimension);
    test_rows_alone<float>(dimension);
  }
  for (const int method : kMethods) {
    test_neighbours<double>(method);
    test_neighbours<float>(method);
  }
  test_layouts();
  test_invalid_rows<double>();
  test_invalid_rows<float>();
  return check::verdict("batch");
}
