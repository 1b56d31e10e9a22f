// Tests kernel/scalar.hpp and kernel/chain.hpp: bits of numbers, exact sums, measured lengths, reach and scale.
#include <vector>

#include "check.hpp"
#include "kernel/chain.hpp"

namespace {

using namespace fabrikit;

constexpr double kInfinity = __builtin_inf();
constexpr double kLargest = 0x1.fffffffffffffp+1023;
constexpr double kSmallest = 0x1p-1074;

// The distance to the next larger double, also at zero, below a power of two, among subnormals and of negative numbers.
void test_spacing() {
  CHECK_BITS(spacing(1.0), 0x1p-52);
  CHECK_BITS(spacing(-1.0), 0x1p-52);
  CHECK_BITS(spacing(0x1.fffffffffffffp+0), 0x1p-52);
  CHECK_BITS(spacing(2.0), 0x1p-51);
  CHECK_BITS(spacing(0.0), kSmallest);
  CHECK_BITS(spacing(-0.0), kSmallest);
  CHECK_BITS(spacing(0x1p-1022), kSmallest);
  CHECK_BITS(spacing(0x1p-1040), kSmallest);
  CHECK_BITS(spacing(0x1p+500), 0x1p+448);
  CHECK_BITS(spacing(kLargest), kInfinity);
  CHECK_BITS(spacing(1.0f), 0x1p-23f);
  CHECK_BITS(spacing(0.0f), 0x1p-149f);
}

// 2^exponent over the whole range of normal numbers, and back.
void test_powers_of_two() {
  CHECK_BITS(power_of_two<double>(0), 1.0);
  CHECK_BITS(power_of_two<double>(-1), 0.5);
  CHECK_BITS(power_of_two<double>(1023), 0x1p+1023);
  CHECK_BITS(power_of_two<double>(-1022), 0x1p-1022);
  CHECK_BITS(power_of_two<float>(127), 0x1p+127f);
  CHECK_BITS(power_of_two<float>(-126), 0x1p-126f);
  int back = 0;
  for (int exponent = -1022; exponent <= 1023; ++exponent)
    back += exponent_of(power_of_two<double>(exponent)) == exponent;
  CHECK(back == 2046);
}

// floor(log2 |x|), never a neighbour; zero and subnormals count as the lowest normal exponent.
void test_exponents() {
  CHECK(exponent_of(1.0) == 0);
  CHECK(exponent_of(-1.5) == 0);
  CHECK(exponent_of(0x1.fffffffffffffp+0) == 0);
  CHECK(exponent_of(0x1.fffffffffffffp-1) == -1);
  CHECK(exponent_of(-8.0) == 3);
  CHECK(exponent_of(kLargest) == 1023);
  CHECK(exponent_of(0x1p-1022) == -1022);
  CHECK(exponent_of(kSmallest) == -1022);
  CHECK(exponent_of(0.0) == -1022);
  CHECK(exponent_of(-0.0) == -1022);
  CHECK(exponent_of(-12.0f) == 3);
  CHECK(exponent_of(0.0f) == -126);
}

// On a tie the first argument wins, also between zeros, where hardware instructions disagree.
void test_ties() {
  CHECK_BITS(larger(0.0, -0.0), 0.0);
  CHECK_BITS(larger(-0.0, 0.0), -0.0);
  CHECK_BITS(smaller(0.0, -0.0), 0.0);
  CHECK_BITS(smaller(-0.0, 0.0), -0.0);
  CHECK_BITS(larger(1.0, 2.0), 2.0);
  CHECK_BITS(smaller(1.0, 2.0), 1.0);
  CHECK_BITS(magnitude(-0.0), 0.0);
  CHECK_BITS(magnitude(-kInfinity), kInfinity);
}

// A sum keeps what a plain one drops: small terms beside large ones, cancelling ones, very many.
void test_exact_sum() {
  ExactSum<double> beside;
  beside.add(1.0);
  for (int i = 0; i < 1024; ++i) beside.add(0x1p-60);
  CHECK_BITS(beside.value(), 1.0 + 0x1p-50);

  ExactSum<double> cancelling;
  for (const double x : {1.0, 0x1p+80, 0x1p-30, -0x1p+80}) cancelling.add(x);
  CHECK_BITS(cancelling.value(), 1.0 + 0x1p-30);

  // 0.1 is 0x1.999999999999ap-4; a hundred thousand of them are rounded once.
  ExactSum<double> many;
  double plain = 0;
  for (int i = 0; i < 100000; ++i) {
    many.add(0.1);
    plain += 0.1;
  }
  CHECK_BITS(many.value(), 10000.0);
  CHECK(plain != 10000.0);

  ExactSum<float> few;
  few.add(1.0f);
  for (int i = 0; i < 64; ++i) few.add(0x1p-27f);
  CHECK_BITS(few.value(), 1.0f + 0x1p-21f);
}

// Whole triangles are measured exactly at every scale: squares neither overflow nor vanish.
void test_measure_at_every_scale() {
  for (const double unit : {1.0, 0x1p-498, 0x1p+498, 0x1p-532, 0x1p-900, 0x1p+900}) {  // 2^-498 is about 1e-150
    const double flat[] = {0, 0, 3 * unit, 4 * unit, 3 * unit, 9 * unit};
    double length[2];
    measure<2>(2, flat, length);
    CHECK_BITS(length[0], 5 * unit);
    CHECK_BITS(length[1], 5 * unit);
    const double deep[] = {unit, 0, 0, 4 * unit, -4 * unit, 12 * unit};
    measure<3>(1, deep, length);
    CHECK_BITS(length[0], 13 * unit);
  }
}

// Lengths scale by powers of two exactly, whatever the bone.
void test_measure_scales() {
  check::SplitMix random{1};
  int same = 0, count = 0;
  for (int i = 0; i < 2000; ++i) {
    double joints[6], scaled[6], length, scaled_length;
    for (double& x : joints) x = random.uniform(-1, 1);
    measure<3>(1, joints, &length);
    for (const double unit : {0x1p-500, 0x1p+500, 0x1p-3}) {
      for (int k = 0; k < 6; ++k) scaled[k] = unit * joints[k];
      measure<3>(1, scaled, &scaled_length);
      same += check::bits(scaled_length) == check::bits(unit * length);
      ++count;
    }
  }
  CHECK(same == count);
}

// Coincident joints are a bone of no length; subnormal coordinates keep theirs.
void test_measure_next_to_nothing() {
  const double joints[] = {1, 2, 1, 2, 1, 2 + 0x1p-51};
  double length[2];
  measure<2>(2, joints, length);
  CHECK_BITS(length[0], 0.0);
  CHECK_BITS(length[1], 0x1p-51);
  const double subnormal[] = {0, 0, -3 * kSmallest, 4 * kSmallest};
  measure<2>(1, subnormal, length);
  CHECK_BITS(length[0], 5 * kSmallest);
}

// The scale is the power of two nearest to the reach, as a ratio: the border is the square root of two.
void test_scale() {
  CHECK(scale_exponent(1.0) == 0);
  CHECK(scale_exponent(0x1.6a09e667f3bccp+0) == 0);
  CHECK(scale_exponent(0x1.6a09e667f3bcep+0) == 1);
  CHECK(scale_exponent(0x1.fffffffffffffp-1) == 0);
  CHECK(scale_exponent(0x1.5p-1) == -1);
  CHECK(scale_exponent(3.0) == 2);
  CHECK(scale_exponent(0.0) == 0);
  CHECK(scale_exponent(0x1.8p+500) == 501);
}

// A prepared chain and the memory behind it.
struct Prepared {
  std::vector<double> scaled, inverse, along;
  Chain<double> chain;
  explicit Prepared(const std::vector<double>& lengths)
      : scaled(lengths.size()),
        inverse(lengths.size()),
        along(lengths.size() + 1),
        chain(prepare(static_cast<int32_t>(lengths.size()), lengths.data(), scaled.data(), inverse.data(),
                      along.data())) {}
};

// The reach is exact: a small length is lost neither beside large ones nor in the hole between two equal ones.
void test_reach() {
  const Prepared hole({4.0, 1.0, 0.5});
  CHECK_BITS(hole.chain.outer, 5.5);
  CHECK_BITS(hole.chain.inner, 2.5);
  CHECK(hole.chain.longest == 0);
  const Prepared closed({1.0, 3.0, 3.0});
  CHECK_BITS(closed.chain.inner, 0.0);
  CHECK(closed.chain.longest == 1);
  const Prepared border({2.0, 1.0, 1.0});
  CHECK_BITS(border.chain.inner, 0.0);
  const Prepared fine({1.0 + 0x1p-52, 1.0, 0x1p-60});
  CHECK_BITS(fine.chain.inner, 0x1p-52 - 0x1p-60);
  const Prepared nothing({0.0, 0.0});
  CHECK_BITS(nothing.chain.outer, 0.0);
  CHECK_BITS(nothing.chain.inner, 0.0);
  CHECK_BITS(nothing.chain.scale, 1.0);
  CHECK(nothing.inverse[0] == 0);
}

// Scaling is exact and brings the reach within sqrt 2 of 1; the way along the chain ends at the reach.
void test_prepared_arrays() {
  const std::vector<double> lengths{300.0, 0.1, 7.0, 0.0};
  const Prepared p(lengths);
  CHECK_BITS(p.chain.scale, 0x1p-8);
  CHECK_BITS(p.chain.scale * p.chain.unscale, 1.0);
  for (size_t i = 0; i < lengths.size(); ++i) CHECK_BITS(p.scaled[i], 0x1p-8 * lengths[i]);
  CHECK_BITS(p.along[0], 0.0);
  CHECK_BITS(p.along[4], p.chain.outer);
  CHECK_BITS(p.along[3], p.chain.outer);
}

}  // namespace

int main() {
  test_spacing();
  test_powers_of_two();
  test_exponents();
  test_ties();
  test_exact_sum();
  test_measure_at_every_scale();
  test_measure_scales();
  test_measure_next_to_nothing();
  test_scale();
  test_reach();
  test_prepared_arrays();
  return check::verdict("scalar");
}
