// What the kernel's test programs share: checks that count, bits of numbers, and arguments that are the same
// everywhere.
#pragma once
#include <stdint.h>
#include <stdio.h>

namespace check {

inline int passed = 0;
inline int failed = 0;

// Counts one check. `what` and `line` name it when it fails.
inline bool that(bool holds, const char* what, int line) {
  ++(holds ? passed : failed);
  if (!holds) printf("line %d: %s\n", line, what);
  return holds;
}

inline uint64_t bits(double x) { return __builtin_bit_cast(uint64_t, x); }
inline uint32_t bits(float x) { return __builtin_bit_cast(uint32_t, x); }

template <class T>
void same_bits(T got, T expected, const char* what, int line) {
  if (!that(bits(got) == bits(expected), what, line))
    printf("  got %a, expected %a\n", static_cast<double>(got), static_cast<double>(expected));
}

#define CHECK(condition) check::that((condition), #condition, __LINE__)
#define CHECK_BITS(got, expected) check::same_bits((got), (expected), #got " == " #expected, __LINE__)

// Prints the last line of a test program and returns its exit code.
inline int verdict(const char* program) {
  printf("%s: %d passed, %d failed\n", program, passed, failed);
  return failed == 0 ? 0 : 1;
}

// Steele, Lea & Flood (2014): the same numbers on every platform.
struct SplitMix {
  uint64_t state;

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53); }
};

}  // namespace check
