// Golden vectors in C++: cases, the numbers in them, and how an answer is held to them (the format: vectors/README.md).
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "check.hpp"
#include "kernel/abi.h"

using Words = std::vector<std::string>;
using Numbers = std::vector<double>;

// All words of the lines that start with the same key, and how many lines there were.
struct Lines {
  Words words;
  int32_t count = 0;
};

struct Case {
  std::string kind, name;
  std::map<std::string, Lines> asked, gives;
  std::vector<std::string> differences;

  bool has(const char* key) const { return asked.count(key) != 0; }
  int32_t lines(const char* key) const { return has(key) ? asked.at(key).count : 0; }
  // Words of each line of `key`.
  int32_t width(const char* key) const { return static_cast<int32_t>(asked.at(key).words.size()) / lines(key); }
  const std::string& word(const char* key) const { return asked.at(key).words.at(0); }
};

inline Numbers numbers(const Lines& lines) {
  Numbers values;
  for (const std::string& word : lines.words) values.push_back(strtod(word.c_str(), nullptr));
  return values;
}
inline Numbers asked(const Case& c, const char* key) { return numbers(c.asked.at(key)); }

inline std::string shown(double value) {
  char text[40];
  snprintf(text, sizeof text, "%a", value);
  return text;
}

inline void expect(Case& c, const char* key, const std::string& got, size_t index = 0) {
  const Words& words = c.gives.at(key).words;
  if (index >= words.size() || words[index] != got)
    c.differences.push_back(std::string(key) + ": got " + got + ", expected " +
                            (index < words.size() ? words[index] : "nothing"));
}

inline void expect(Case& c, const char* key, const Numbers& got) {
  const Numbers expected = numbers(c.gives.at(key));
  if (expected.size() != got.size()) {
    c.differences.push_back(std::string(key) + ": another number of numbers");
    return;
  }
  for (size_t i = 0; i < got.size(); ++i)
    if (check::bits(got[i]) != check::bits(expected[i]))
      c.differences.push_back(std::string(key) + "[" + std::to_string(i) + "]: got " + shown(got[i]) + ", expected " +
                              shown(expected[i]));
}

// Bytes that C++ aligns like doubles.
template <class T>
std::vector<double> room(int64_t bytes, T*& view) {
  std::vector<double> memory(static_cast<size_t>(bytes + 7) / 8);
  view = reinterpret_cast<T*>(memory.data());
  return memory;
}

// In the order of the numbers in kernel/problem.hpp.
inline const char* const kStatuses[] = {"REACHED", "TOO_FAR",         "TOO_NEAR",  "LIMITED",
                                        "STALLED", "ITERATION_LIMIT", "LOOP_OPEN", "INVALID"};
inline const char* const kStages[] = {"start",  "closed-form",   "bend", "fabrik",       "over-relaxed",
                                      "newton", "straight-runs", "pole", "gauss-newton", "compared"};
inline const char* const kMethods[] = {"auto",           "fabrik", "ccd", "jacobian-transpose", "dls", "dls-dense",
                                       "pseudo-inverse", "sdls",   "ftl", "triangulation"};

inline int32_t method_of(const std::string& name) {
  return static_cast<int32_t>(std::find(std::begin(kMethods), std::end(kMethods), name) - std::begin(kMethods));
}

inline void copy(const Case& c, const char* key, double* to) {
  if (!c.has(key)) return;
  const Numbers values = asked(c, key);
  std::copy(values.begin(), values.end(), to);
}

inline fabrikit_problem problem_of(const Case& c, const Numbers& start) {
  fabrikit_problem problem{};
  copy(c, "target", problem.target);
  std::copy_n(start.begin(), c.width("joint"), problem.base);
  copy(c, "base", problem.base);
  copy(c, "pole_point", problem.pole);
  copy(c, "pole_direction", problem.pole);
  problem.pole_kind = c.has("pole_point") ? 1 : c.has("pole_direction") ? 2 : 0;
  problem.tolerance = asked(c, "tolerance").at(0);
  problem.max_iterations = atoi(c.word("max_iterations").c_str());
  problem.method = method_of(c.word("method"));
  problem.reach_test = !c.has("reach_test");
  return problem;
}

// FNV-1a over 64-bit little-endian words.
struct Digest {
  uint64_t hash = 0xcbf29ce484222325;
  void add(const void* data, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 8) {
      uint64_t word;
      memcpy(&word, static_cast<const char*>(data) + at, 8);
      hash = (hash ^ word) * 0x100000001b3;
    }
  }
  std::string text() const {
    char digits[20];
    snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return digits;
  }
};
