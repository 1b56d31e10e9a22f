// Real numbers: the few scalar operations the kernel needs, with fixed rules for ties, signs and rounding.
//
// Every build passes -ffp-contract=off, so that x86-64, arm64 and WebAssembly give the same bits.
#pragma once
#include <stddef.h>
#include <stdint.h>

// What loops over lanes call has to vanish into them, whatever the compiler thinks of its size.
#define FABRIKIT_INLINE [[gnu::always_inline]] inline

// Before a loop with few turns that has to vanish, so that the loop over lanes around it can become vectors.
#if defined(__clang__)
#define FABRIKIT_UNROLL _Pragma("clang loop unroll(full)")
#else
#define FABRIKIT_UNROLL _Pragma("GCC unroll 8")
#endif

namespace fabrikit {

static_assert(__FLT_EVAL_METHOD__ == 0, "excess precision (x87) would give other bits than the other platforms");

template <class T>
struct Real;

template <>
struct Real<double> {
  using Bits = uint64_t;
  static constexpr int mantissa_bits = 52;
  static constexpr int exponent_bias = 1023;
  static constexpr int exponent_mask = 0x7ff;
  // In scaled coordinates (reach near 1) a squared length below this counts as zero: far above the subnormal
  // range, so that a flush-to-zero mode set by another library cannot be seen.
  static constexpr double negligible_square = 0x1p-900;
  // Damping of the Newton system, as a fraction of its trace: keeps every pivot positive in this precision.
  static constexpr double newton_damping = 0x1p-30;
  static constexpr double epsilon = 0x1p-52;
};

template <>
struct Real<float> {
  using Bits = uint32_t;
  static constexpr int mantissa_bits = 23;
  static constexpr int exponent_bias = 127;
  static constexpr int exponent_mask = 0xff;
  static constexpr float negligible_square = 0x1p-110f;
  static constexpr float newton_damping = 0x1p-14f;
  static constexpr float epsilon = 0x1p-23f;
};

FABRIKIT_INLINE double square_root(double x) { return __builtin_sqrt(x); }
FABRIKIT_INLINE float square_root(float x) { return __builtin_sqrtf(x); }

template <class T>
FABRIKIT_INLINE T magnitude(T x) {
  using Bits = typename Real<T>::Bits;
  return __builtin_bit_cast(T, static_cast<Bits>(__builtin_bit_cast(Bits, x) & (~Bits{0} >> 1)));
}

// On a tie, also of +0 and -0, the first argument wins: hardware min/max instructions differ there.
template <class T>
FABRIKIT_INLINE constexpr T larger(T a, T b) {
  return b > a ? b : a;
}
template <class T>
FABRIKIT_INLINE T smaller(T a, T b) {
  return b < a ? b : a;
}

// 2^exponent, for exponents of normal numbers.
template <class T>
inline T power_of_two(int exponent) {
  using Bits = typename Real<T>::Bits;
  return __builtin_bit_cast(T, static_cast<Bits>(exponent + Real<T>::exponent_bias) << Real<T>::mantissa_bits);
}

// floor(log2 |x|) of a normal number; the lowest normal exponent for zero and subnormals.
template <class T>
inline int exponent_of(T x) {
  using Bits = typename Real<T>::Bits;
  const int biased = static_cast<int>(__builtin_bit_cast(Bits, x) >> Real<T>::mantissa_bits) & Real<T>::exponent_mask;
  return (biased == 0 ? 1 : biased) - Real<T>::exponent_bias;
}

// Distance from |x| to the next larger number: one unit in the last place.
template <class T>
FABRIKIT_INLINE T spacing(T x) {
  using Bits = typename Real<T>::Bits;
  const T size = magnitude(x);
  return __builtin_bit_cast(T, static_cast<Bits>(__builtin_bit_cast(Bits, size) + 1)) - size;
}

// A sum that keeps what rounding drops (Neumaier 1974, with Knuth's two-sum), so that the reach of a chain of a
// hundred thousand bones is as exact as that of three.
template <class T>
struct ExactSum {
  T high = 0;
  T low = 0;

  void add(T x) {
    const T sum = high + x;
    const T from_x = sum - high;
    low += (high - (sum - from_x)) + (x - from_x);
    high = sum;
  }
  T value() const { return high + low; }
};

}  // namespace fabrikit
