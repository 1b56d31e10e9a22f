// The workload W(n) as a batch, in either precision.
#pragma once
#include <cstdlib>
#include <memory>

#include "body.hpp"
#include "kernel/batch_abi.h"

namespace bench {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

// Where poses go: the same memory for all variants, so that none finds it farther away than another.
template <class T>
using Poses = std::shared_ptr<std::vector<T>>;
template <class T>
Poses<T> room_for(const Body& body, const Numbers& targets) {
  return std::make_shared<std::vector<T>>(body.start().size() * targets.size() / 3);
}

// Questions and room for their answers. `method` as in Body.
template <class T>
class Rows {
 public:
  Rows(const Body& body, const Numbers& targets, int32_t method, Poses<T> poses)
      : targets_(targets.begin(), targets.end()),
        start_(body.start().begin(), body.start().end()),
        lengths_(body.lengths().begin(), body.lengths().end()),
        tolerance_(static_cast<T>(body.problem.tolerance)),
        count_(static_cast<int64_t>(targets.size()) / 3),
        positions_(std::move(poses)),
        error_(static_cast<size_t>(count_)),
        reached_within_(error_.size()),
        iterations_(error_.size()),
        status_(error_.size()),
        stage_(error_.size()),
        broken_(error_.size()) {
    const bool single = sizeof(T) == sizeof(float);
    batch_.shared.max_iterations = 10000;
    batch_.shared.method = method;
    batch_.shared.reach_test = 1;
    batch_.shared.start_fits = 1;
    batch_.targets = {targets_.data(), {3, 0, 1}, single};
    batch_.starts = {start_.data(), {0, 3, 1}, single};
    batch_.lengths = {lengths_.data(), {0, 1, 0}, single};
    batch_.tolerances = {&tolerance_, {0, 0, 0}, single};
    batch_.dimension = 3;
    batch_.bones = body.bones();
    batch_.is_single = single;
    batch_.positions = positions_->data();
    batch_.error = error_.data();
    batch_.tolerance = reached_within_.data();
    batch_.iterations = iterations_.data();
    batch_.status = status_.data();
    batch_.stage = stage_.data();
    batch_.symmetry_broken = broken_.data();
    const auto bytes = static_cast<size_t>(fabrikit_rows_workspace_bytes(&batch_) + 63) / 64 * 64;
    workspace_.reset(std::aligned_alloc(64, bytes));
    fabrikit_open_rows(&batch_, workspace_.get());
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  int64_t count() const { return count_; }

  // Solves some rows, at most `most` in one call of the kernel.
  void solve(int32_t level, int64_t begin, int64_t end, int64_t most = FABRIKIT_MOST_ROWS) {
    for (int64_t at = begin; at < end; at += most)
      fabrikit_solve_rows(&batch_, level, at, at + most < end ? at + most : end, workspace_.get());
  }

  int64_t failures() const {
    int64_t count = 0;
    for (const int8_t status : status_) count += status != reached;
    return count;
  }
  double mean_iterations() const {
    double sum = 0;
    for (const int32_t count : iterations_) sum += count;
    return sum / static_cast<double>(count_);
  }

 private:
  std::vector<T> targets_, start_, lengths_;
  T tolerance_;
  int64_t count_;
  Poses<T> positions_;
  std::vector<T> error_, reached_within_;
  std::vector<int32_t> iterations_;
  std::vector<int8_t> status_, stage_, broken_;
  fabrikit_batch batch_{};
  std::unique_ptr<void, FreeMemory> workspace_;
};

}  // namespace bench
