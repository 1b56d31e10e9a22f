// Rows of a batch worked off by several threads. Knows nothing of Python, so that ThreadSanitizer can judge it alone.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace parallel {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPiece{4};           // what one piece of work should take
constexpr std::chrono::milliseconds kBetweenPauses{40};  // how often the caller looks up
constexpr std::chrono::milliseconds kWorthAThread{1};    // less work than this is done by the time a thread has started
constexpr int64_t kTellingRows = 64;                      // a block of lanes

// Takes rows in pieces that take about kPiece each, whatever a row costs.
class Queue {
 public:
  Queue(int64_t rows, int64_t first, int64_t most) : rows_(rows), first_(first), most_(most) {}

  // Works until no row is left or somebody said stop. `pause` is told the time of every piece.
  template <class Solve, class Pause>
  void work(Solve solve, Pause pause) {
    int64_t size = first_;
    while (!stopped()) {
      const int64_t begin = next_.fetch_add(size);
      if (begin >= rows_) return;
      const int64_t end = std::min(begin + size, rows_);
      const auto started = Clock::now();
      solve(begin, end);
      const auto spent = Clock::now() - started;
      done_.fetch_add(end - begin);
      size = next_size(end - begin, spent);
      pause(spent);
    }
  }

  void stop() { stop_.store(true); }
  bool stopped() const { return stop_.load(); }
  int64_t done() const { return done_.load(); }

  // Whether the rows that are left will take long, judged by so many that took so long; few quick rows tell nothing.
  bool is_worth_help(int64_t tried, Clock::duration spent) const {
    if (tried < kTellingRows && spent < kWorthAThread) return false;
    const auto left = static_cast<double>(rows_ - std::min(next_.load(), rows_));
    return left / static_cast<double>(tried) * spent > kWorthAThread;
  }

 private:
  // At most twice the piece before: one lucky piece says little about the next.
  int64_t next_size(int64_t size, Clock::duration spent) const {
    const auto wanted =
        static_cast<int64_t>(static_cast<double>(size) *
                             (kPiece / std::chrono::duration<double, std::milli>(spent + std::chrono::nanoseconds(1))));
    return std::clamp(wanted, int64_t{1}, std::min(2 * size, most_));
  }

  const int64_t rows_;
  const int64_t first_;
  const int64_t most_;
  std::atomic<int64_t> next_{0};
  std::atomic<int64_t> done_{0};
  std::atomic<bool> stop_{false};
};

// The threads beside the caller's.
template <class Solve>
class Helpers {
 public:
  Helpers(Queue& queue, Solve& solve) : queue_(queue), solve_(solve) {}
  ~Helpers() { join(); }

  // Starts as many as the system gives.
  void start(int count) {
    for (int i = 1; i <= count; ++i) {
      try {
        threads_.emplace_back([this, i] { run(i); });
      } catch (const std::system_error&) {
        return;
      }
    }
  }

  // Waits until all are done, or for so long; returns whether all are.
  bool wait_for(Clock::duration time) {
    std::unique_lock lock(mutex_);
    return one_done_.wait_for(lock, time, [this] { return finished_ == threads_.size(); });
  }

  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    finished_ = 0;
  }

 private:
  void run(int worker) {
    queue_.work([&](int64_t begin, int64_t end) { solve_(worker, begin, end); }, [](Clock::duration) {});
    const std::lock_guard lock(mutex_);
    ++finished_;
    one_done_.notify_one();
  }

  Queue& queue_;
  Solve& solve_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable one_done_;
  size_t finished_ = 0;
};

// Calls solve(worker, begin, end) for pieces of all rows, on up to `threads` threads; the caller's is worker 0. A thread
// begins with a piece of `first` rows, since nobody knows what a row costs; none has more than `most`. Calls look_up(done) on the caller's thread about every kBetweenPauses; when that says false,
// no new piece is begun. Returns once nothing runs any more.
template <class Solve, class LookUp>
void solve_rows(int64_t rows, int64_t first, int64_t most, int threads, Solve solve, LookUp look_up) {
  Queue queue(rows, first, most);
  Helpers<Solve> helpers(queue, solve);
  auto looked = Clock::now();
  bool alone = threads > 1;
  Clock::duration spent{0};
  const auto look_up_when_due = [&] {
    if (Clock::now() - looked < kBetweenPauses) return;
    if (!look_up(queue.done())) queue.stop();
    looked = Clock::now();
  };
  queue.work([&](int64_t begin, int64_t end) { solve(0, begin, end); },
             [&](Clock::duration piece) {
               spent += piece;
               if (alone && queue.is_worth_help(queue.done(), spent)) {
                 helpers.start(threads - 1);
                 alone = false;
               }
               look_up_when_due();
             });
  while (!helpers.wait_for(kBetweenPauses)) look_up_when_due();
  helpers.join();
}

}  // namespace parallel
