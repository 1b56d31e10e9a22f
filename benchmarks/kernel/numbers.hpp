// Time, order statistics, and the one-line JSON that the programs here hand to the table.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace bench {

inline double now() {  // [s]
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

inline double processor_time() {  // [s] of this process: what others took is not in it
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// The smallest of the sorted values that `share` of them do not exceed.
template <class T>
T quantile(std::vector<T> values, double share) {
  if (values.empty()) return T{};
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<size_t>(share * last + 0.5)];
}

template <class T>
double mean(const std::vector<T>& values) {
  double sum = 0;
  for (const T value : values) sum += static_cast<double>(value);
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

// Iterations of many solves, as JSON members.
inline std::string iterations_json(const std::vector<int>& iterations) {
  char text[200];
  std::snprintf(text, sizeof text, "\"mean\": %.3f, \"p50\": %d, \"p95\": %d, \"p99\": %d, \"max\": %d",
                mean(iterations), quantile(iterations, 0.5), quantile(iterations, 0.95), quantile(iterations, 0.99),
                quantile(iterations, 1.0));
  return text;
}

// The value of `--name value`, or `otherwise`.
inline const char* option(int count, char** words, const char* name, const char* otherwise) {
  for (int i = 1; i + 1 < count; ++i)
    if (std::strcmp(words[i], name) == 0) return words[i + 1];
  return otherwise;
}
inline long option(int count, char** words, const char* name, long otherwise) {
  const char* const given = option(count, words, name, static_cast<const char*>(nullptr));
  return given == nullptr ? otherwise : std::strtol(given, nullptr, 10);
}

}  // namespace bench
