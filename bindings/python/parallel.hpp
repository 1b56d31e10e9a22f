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
constexpr int64_t kFirstPiece = 256;

// Takes rows in pieces that take about kPiece each, whatever a row costs.
class Queue {
 public:
  Queue(int64_t rows, int64_t most) : rows_(rows), most_(most) {}

  // Works until no row is left or somebody said stop. `pause` is asked after every piece.
  template <class Solve, class Pause>
  void work(Solve solve, Pause pause) {
    int64_t size = std::min(kFirstPiece, most_);
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
  int64_t left() const { return rows_ - std::min(next_.load(), rows_); }

 private:
  // At most twice the piece before: one lucky piece says little about the next.
  int64_t next_size(int64_t size, Clock::duration spent) const {
    const auto wanted =
        static_cast<int64_t>(static_cast<double>(size) *
                             (kPiece / std::chrono::duration<double, std::milli>(spent + std::chrono::nanoseconds(1))));
    return std::clamp(wanted, int64_t{1}, std::min(2 * size, most_));
  }

  const int64_t rows_;
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

// Calls solve(worker, begin, end) for pieces of all rows, at most `most` of them each, on up to `threads` threads; the
// caller's is worker 0. Calls look_up(done) on the caller's thread about every kBetweenPauses; when that says false,
// no new piece is begun. Returns once nothing runs any more.
template <class Solve, class LookUp>
void solve_rows(int64_t rows, int64_t most, int threads, Solve solve, LookUp look_up) {
  Queue queue(rows, most);
  Helpers<Solve> helpers(queue, solve);
  auto looked = Clock::now();
  bool alone = true;
  const auto look_up_when_due = [&] {
    if (Clock::now() - looked < kBetweenPauses) return;
    if (!look_up(queue.done())) queue.stop();
    looked = Clock::now();
  };
  queue.work([&](int64_t begin, int64_t end) { solve(0, begin, end); },
             [&](Clock::duration spent) {
               // The first piece tells whether the rest is worth more threads.
               if (alone && queue.left() > 0) {
                 const double share =
                     static_cast<double>(queue.left()) / static_cast<double>(std::max<int64_t>(queue.done(), 1));
                 if (threads > 1 && share * spent > kWorthAThread) helpers.start(threads - 1);
               }
               alone = false;
               look_up_when_due();
             });
  while (!helpers.wait_for(kBetweenPauses)) look_up_when_due();
  helpers.join();
}

}  // namespace parallel
