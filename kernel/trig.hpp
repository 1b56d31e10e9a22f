// Sine, cosine and atan2 with the same bits from every compiler and on every platform: no libm, whose last bits differ
// from vendor to vendor, only + - * / in a fixed order (so -ffp-contract=off), no float-to-int casts, no branches.
//
//   sin, cos, sin_cos   |angle| <= largest_angle = 2^20 rad: error < 0.8 ulp, near every multiple of pi/2 too
//   atan2               all finite and infinite arguments: error < 0.7 ulp
//
// These are measured bounds of the double functions (10^8 arguments against wider arithmetic; a test compares with
// mpmath); adding up the worst case of every rounding gives 0.95 and 0.85. The float functions compute in double and
// round once more: < 0.5001 ulp. All constants come from scripts/fit_trig.py, and a test holds them to it.
#pragma once
#include "scalar.hpp"

#ifdef __FAST_MATH__
#error "trig.hpp needs IEEE arithmetic: -ffast-math would cancel its rounding steps and error terms"
#endif

namespace fabrikit {

// Largest |angle| [rad] of sin, cos and sin_cos.
inline constexpr double largest_angle = 0x1p20;

template <class T>
struct SinCos {
  T sin;
  T cos;
};

namespace trig {

inline constexpr double two_over_pi = 0x1.45f306dc9c883p-1;

// pi/2 in three parts of 33 bits and a rest: a quadrant number below 2^20 times a part is exact (Cody & Waite 1980).
// Fewer parts are not enough: doubles of the domain come within 2^-60.4 of a multiple of pi/2 (the nearest is
// 0x1.6c6cbc45dc8dep+5, 29 pi/2), and what is left of the angle there must still have all its digits.
inline constexpr double half_pi[] = {
    0x1.921fb54400000p+0,
    0x1.0b4611a600000p-34,
    0x1.3198a2e000000p-69,
    0x1.b839a252049c1p-104,
};

// pi/4 in at most 51 bits and a rest: times 1, 2, 3, 4 the first stays exact.
inline constexpr double quarter_pi[] = {
    0x1.921fb54442d18p-1,
    0x1.1a62633145c07p-55,
};

// sin x = x + x^3 P(x^2) on |x| <= pi/4, relative error 2^-57.89.
inline constexpr double sine_tail[] = {
    -0x1.5555555555548p-3, 0x1.111111110f730p-7,   -0x1.a01a019be91f9p-13,
    0x1.71de355527a37p-19, -0x1.ae5e4b7f65dfbp-26, 0x1.5d8b53d7dd9f2p-33,
};

// cos x = 1 - x^2/2 + x^4 P(x^2) on |x| <= pi/4, relative error 2^-63.94.
inline constexpr double cosine_tail[] = {
    0x1.555555555554bp-5,   -0x1.6c16c16c15015p-10, 0x1.a01a019c8f245p-16,
    -0x1.27e4f7f18fc56p-22, 0x1.1ee9dbcd6870bp-29,  -0x1.8fa68375a7414p-37,
};

// atan x = x + x^3 P(x^2) on |x| <= 0.4144, relative error 2^-59.14.
inline constexpr double arctangent_tail[] = {
    -0x1.555555555553cp-2, 0x1.999999999564dp-3, -0x1.24924922a0607p-3, 0x1.c71c70e1047e9p-4,
    -0x1.745cf84b52f32p-4, 0x1.3b110ef6e5c81p-4, -0x1.10eb4365b2709p-4, 0x1.df088246373e9p-5,
    -0x1.9cb34be4b1875p-5, 0x1.378303c52a362p-5, -0x1.24ae63cbd1f0ap-6,
};

inline constexpr uint64_t sign_bit = uint64_t{1} << 63;

inline uint64_t bits_of(double x) { return __builtin_bit_cast(uint64_t, x); }
inline double from_bits(uint64_t bits) { return __builtin_bit_cast(double, bits); }

// One fixed NaN: which NaN an invalid operation makes differs between x86, arm and WebAssembly.
inline double not_a_number() { return from_bits(0x7ff8000000000000); }

// An unevaluated sum of two numbers: `low` is what rounding dropped from `high`.
struct Pair {
  double high;
  double low;
};

// a - b without loss, whichever is larger (Knuth, TAOCP 2, 4.2.2).
inline Pair exact_difference(double a, double b) {
  const double difference = a - b;
  const double from_b = difference - a;
  return {difference, (a - (difference - from_b)) - (b + from_b)};
}

// a + b without loss, for |a| >= |b| or a == 0 (Dekker 1971).
inline Pair exact_sum_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// The leading 26 bits of x: products of two such numbers, or of one with the rest of another, are exact.
inline double leading_half(double x) { return from_bits(bits_of(x) & ~uint64_t{0x7ffffff}); }

// Horner's rule; unrolled by the recursion at every optimisation level, so that loops over lanes can be vectorised.
template <int First, int N>
inline double polynomial(const double (&coefficients)[N], double z) {
  if constexpr (First + 1 == N) {
    return coefficients[First];
  } else {
    return polynomial<First + 1>(coefficients, z) * z + coefficients[First];
  }
}

// angle = remainder + quadrant * pi/2, |remainder| <= pi/4; the quadrant is in the lowest two bits of `quadrant`.
struct Reduced {
  Pair remainder;
  uint64_t quadrant;
};

// 0 <= angle <= largest_angle. Beyond it the result is meaningless, but it takes no longer.
inline Reduced reduce(double angle) {
  // Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits of the sum. No cast to int: what that does
  // out of range differs between platforms.
  constexpr double rounder = 0x1.8p52;
  const double shifted = angle * two_over_pi + rounder;
  const double quadrant = shifted - rounder;
  // The first difference is exact: its operands are within a factor of two (Sterbenz), or the quadrant is 0.
  const Pair coarse = exact_difference(angle - quadrant * half_pi[0], quadrant * half_pi[1]);
  const Pair fine = exact_difference(coarse.high, quadrant * half_pi[2]);
  const double low = (coarse.low + fine.low) - quadrant * half_pi[3];
  return {exact_sum_ordered(fine.high, low), bits_of(shifted)};
}

inline double sine_of_remainder(const Pair& r) {
  const double square = r.high * r.high;
  const double cube = square * r.high;
  // d sin = cos r * low, and cos r = 1 - r^2/2 is enough for it.
  return r.high + (cube * polynomial<0>(sine_tail, square) + (r.low - 0.5 * square * r.low));
}

inline double cosine_of_remainder(const Pair& r) {
  // r^2 in two parts, the first exact: its rounding error alone would cost a quarter ulp of the result.
  const double lead = leading_half(r.high);
  const double half_square = 0.5 * (lead * lead);
  const double half_rest = 0.5 * ((r.high - lead) * (r.high + lead));
  const double square = r.high * r.high;
  const double tail = square * square * polynomial<0>(cosine_tail, square);
  const Pair start = exact_sum_ordered(1.0, -half_square);
  return start.high + (start.low + ((tail - half_rest) - r.high * r.low));
}

// a where the mask is all ones, b where it is zero.
inline uint64_t choose(uint64_t mask, double a, double b) { return (bits_of(a) & mask) | (bits_of(b) & ~mask); }

// Two non-negative numbers with the same quotient, the divisor finite, not zero, and neither subnormal nor near
// overflow, except where the quotient is below 2^-480 anyway. (0, 0) counts as (0, 1), and (infinity, infinity) as (1,
// 1).
inline Pair scaled_ratio(double smaller_side, double larger_side) {
  constexpr double infinity = __builtin_inf();
  const bool endless = larger_side == infinity;
  const double n = endless ? (smaller_side == infinity ? 1.0 : 0.0) : smaller_side;
  const double d = endless || larger_side == 0.0 ? 1.0 : larger_side;
  // A tiny n over a huge d must not be scaled away: n/d may still be a normal number.
  const bool shrink = (d > 0x1p500) & (n > 0x1p-400);
  const double scale = shrink ? 0x1p-600 : (d < 0x1p-400 ? 0x1p600 : 1.0);
  return {n * scale, d * scale};
}

// n/d, 0 <= n <= d, as the arguments of an arctangent: atan(n/d) = atan(quotient) + (near_one ? pi/4 : 0).
struct Ratio {
  Pair quotient;
  bool near_one;
};

// The quotient with about 75 bits; arguments from scaled_ratio.
inline Ratio arctangent_ratio(double n, double d) {
  // Above tan(pi/8), atan(n/d) = pi/4 + atan((n - d)/(n + d)), both differences kept exactly.
  const bool near_one = n > 0.4140625 * d;
  const Pair above = exact_sum_ordered(near_one ? -d : 0.0, n);
  const Pair below = exact_sum_ordered(d, near_one ? n : 0.0);
  const double quotient = above.high / below.high;
  // What the division left over: quotient * below from halves, so that no FMA is needed (Dekker 1971).
  const double q = leading_half(quotient);
  const double b = leading_half(below.high);
  const double rest = (above.high - q * b) - (q * (below.high - b) + (quotient - q) * below.high);
  const double correction = (rest + (above.low - quotient * below.low)) * (1.0 / below.high);
  // Below a tiny quotient the correction would drown in the subnormals; its arctangent is the rounded quotient itself.
  return {{quotient, magnitude(quotient) < 0x1p-480 ? 0.0 : correction}, near_one};
}

inline float narrowed(double x) { return x == x ? static_cast<float>(x) : __builtin_bit_cast(float, 0x7fc00000u); }

}  // namespace trig

// Returns sine and cosine of `angle` [rad], the bits of sin(angle) and cos(angle).
// sin(-x) is -sin(x) and cos(-x) is cos(x), to the bit; sin(-0) is -0.
// |angle| > largest_angle, infinity or NaN: both are NaN (always the same one); callers reject such angles before.
inline SinCos<double> sin_cos(double angle) {
  using namespace trig;
  const double size = magnitude(angle);
  const Reduced reduced = reduce(size);
  const uint64_t quadrant = reduced.quadrant;
  const double sine = sine_of_remainder(reduced.remainder);
  const double cosine = cosine_of_remainder(reduced.remainder);
  // By masks instead of branches: odd quadrants swap the two, sine is negative in 2 and 3, cosine in 1 and 2.
  const uint64_t swapped = uint64_t{0} - (quadrant & 1);
  const uint64_t sine_sign = ((quadrant << 62) ^ bits_of(angle)) & sign_bit;
  const uint64_t cosine_sign = ((quadrant + 1) << 62) & sign_bit;
  const double s = from_bits(choose(swapped, cosine, sine) ^ sine_sign);
  const double c = from_bits(choose(swapped, sine, cosine) ^ cosine_sign);
  const bool inside = size <= largest_angle;
  return {inside ? s : not_a_number(), inside ? c : not_a_number()};
}

inline double sin(double angle) { return sin_cos(angle).sin; }
inline double cos(double angle) { return sin_cos(angle).cos; }

// Returns the angle [rad], in [-pi, pi], of the direction (x, y).
// Zeros and infinities as in C99 annex F: atan2(+-0, +0) is +-0, atan2(+-0, -0) is +-pi, and so on.
// atan2(-y, x) is -atan2(y, x), to the bit. A NaN argument gives NaN (always the same one).
inline double atan2(double y, double x) {
  using namespace trig;
  const double height = magnitude(y);
  const double width = magnitude(x);
  const bool steep = height > width;
  const bool left = bits_of(x) >> 63 != 0;
  const Pair sides = scaled_ratio(steep ? width : height, steep ? height : width);
  const Ratio ratio = arctangent_ratio(sides.high, sides.low);
  // The angle is eighths * pi/4 +- atan(quotient).
  const double first = ratio.near_one ? 1.0 : 0.0;
  const double second = steep ? 2.0 - first : first;
  const double eighths = left ? 4.0 - second : second;
  const double sign = steep != left ? -1.0 : 1.0;
  const double u = ratio.quotient.high;
  const double square = u * u;
  // d atan = low / (1 + u^2), and 1 - u^2 is enough for it.
  const double slack = ratio.quotient.low - square * ratio.quotient.low;
  const double tail = u * square * polynomial<0>(arctangent_tail, square) + slack;
  const Pair start = exact_sum_ordered(eighths * quarter_pi[0], sign * u);
  const double angle = start.high + (start.low + (eighths * quarter_pi[1] + sign * tail));
  const double result = from_bits(bits_of(angle) ^ (bits_of(y) & sign_bit));
  return x == x && y == y ? result : not_a_number();
}

inline SinCos<float> sin_cos(float angle) {
  const SinCos<double> wide = sin_cos(static_cast<double>(angle));
  return {trig::narrowed(wide.sin), trig::narrowed(wide.cos)};
}
inline float sin(float angle) { return sin_cos(angle).sin; }
inline float cos(float angle) { return sin_cos(angle).cos; }
inline float atan2(float y, float x) { return trig::narrowed(atan2(static_cast<double>(y), static_cast<double>(x))); }

}  // namespace fabrikit
