// Tests kernel/trig.hpp: special values, symmetries, quadrants, golden values and one digest over many arguments.
// How near the results are to the true ones is tested in tests/test_trig_bits.py, against mpmath.
#include "kernel/trig.hpp"

#include <stdint.h>
#include <stdio.h>

#include <initializer_list>

namespace {

int passed = 0;
int failed = 0;

void check(bool holds, const char* what, int line) {
  ++(holds ? passed : failed);
  if (!holds) printf("line %d: %s\n", line, what);
}

uint64_t bits(double x) { return __builtin_bit_cast(uint64_t, x); }
double number(uint64_t b) { return __builtin_bit_cast(double, b); }

void check_bits(double got, double expected, const char* what, int line) {
  const bool holds = bits(got) == bits(expected);
  check(holds, what, line);
  if (!holds) printf("  got %a, expected %a\n", got, expected);
}

#define CHECK(condition) check((condition), #condition, __LINE__)
#define CHECK_BITS(got, expected) check_bits((got), (expected), #got " == " #expected, __LINE__)

constexpr double kInfinity = __builtin_inf();
constexpr double kLargest = 0x1.fffffffffffffp+1023;
constexpr double kSmallest = 0x1p-1074;
constexpr double kPi = 0x1.921fb54442d18p+1;
const double kNan = number(0x7ff8000000000000);

// Steele, Lea & Flood (2014): the same arguments on every platform, without any floating-point arithmetic.
struct SplitMix {
  uint64_t state;
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // Any sign and fraction; the exponent uniform in [lowest, highest].
  double real(int lowest, int highest) {
    const uint64_t fraction = next();
    const uint64_t exponent = 1023 + lowest + next() % static_cast<uint64_t>(highest - lowest + 1);
    return number((fraction & 0x800fffffffffffff) | exponent << 52);
  }
};

struct SinCosCase {
  double angle, sine, cosine;
};

// Each is the true value rounded to nearest: platforms must agree with these, and these agree with the truth.
constexpr SinCosCase kSinCosCases[] = {
    {0x1p-30, 0x1p-30, 0x1p+0},
    {0x1.999999999999ap-4, 0x1.98eaecb8bcb2cp-4, 0x1.fd712f9a817c1p-1},
    {0x1.0c152382d7365p-1, 0x1.fffffffffffffp-2, 0x1.bb67ae8584cabp-1},
    {0x1p-1, 0x1.eaee8744b05fp-2, 0x1.c1528065b7d5p-1},
    {0x1.921fb54442d17p-1, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1},
    {0x1.921fb54442d19p-1, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1},
    {0x1p+0, 0x1.aed548f090ceep-1, 0x1.14a280fb5068cp-1},
    {0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1},
    {0x1.0c152382d7365p+0, 0x1.bb67ae8584caap-1, 0x1.0000000000001p-1},
    {0x1.921fb54442d18p+0, 0x1p+0, 0x1.1a62633145c07p-54},
    {0x1p+1, 0x1.d18f6ead1b446p-1, -0x1.aa22657537205p-2},
    {0x1.8p+1, 0x1.210386db6d55bp-3, -0x1.fae04be85e5d2p-1},
    {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1p+0},
    {0x1p+2, -0x1.837b9dddc1eaep-1, -0x1.4eaa606db24c1p-1},
    {0x1.2d97c7f3321d2p+2, -0x1p+0, -0x1.a79394c9e8a0ap-53},
    {0x1.4p+2, -0x1.eaf81f5e09933p-1, 0x1.22785706b4ad9p-2},
    {0x1.921fb54442d18p+2, -0x1.1a62633145c07p-52, 0x1p+0},
    {0x1.4p+3, -0x1.1689ef5f34f52p-1, -0x1.ad9ac890c6b1fp-1},
    {0x1.6c6cbc45dc8dep+5, 0x1p+0, -0x1.6d61b58c99c43p-61},
    {0x1.9p+6, -0x1.03425b78c4db8p-1, 0x1.b981dbf665fdfp-1},
    {0x1.39c6fd67805a7p+18, -0x1p+0, -0x1.988efe18ff83fp-55},
    {0x1.86ap+16, 0x1.24daa9c527e96p-5, -0x1.ffac3841b3da7p-1},
    {0x1.e848p+19, -0x1.6664b2568d867p-2, 0x1.df9df9906d32cp-1},
    {0x1p+20, 0x1.526ccb2fc8656p-2, 0x1.e33ada92fe2aep-1},
};

struct Atan2Case {
  double y, x, angle;
};

constexpr Atan2Case kAtan2Cases[] = {
    {0x1.999999999999ap-4, 0x1p+0, 0x1.983e282e2cc4dp-4},
    {0x1.a8p-2, 0x1p+0, 0x1.91fde7cd0c662p-2},
    {0x1.a800000000001p-2, 0x1p+0, 0x1.91fde7cd0c663p-2},
    {0x1p+0, 0x1p+1, 0x1.dac670561bb4fp-2},
    {0x1.8p+1, 0x1p+2, 0x1.4978fa3269ee1p-1},
    {0x1.fffffffffffffp-1, 0x1p+0, 0x1.921fb54442d18p-1},
    {0x1p+0, 0x1.fffffffffffffp-1, 0x1.921fb54442d19p-1},
    {0x1p+2, 0x1.8p+1, 0x1.dac670561bb4fp-1},
    {0x1p+1, 0x1p+0, 0x1.1b6e192ebbe44p+0},
    {0x1p+0, 0x1.999999999999ap-4, 0x1.789bd2c160053p+0},
    {0x1p+0, 0x1.79ca10c924223p-67, 0x1.921fb54442d18p+0},
    {0x1p+0, -0x1.79ca10c924223p-67, 0x1.921fb54442d18p+0},
    {0x1p+1, -0x1p+0, 0x1.0468a8ace4df6p+1},
    {0x1p+0, -0x1p+0, 0x1.2d97c7f3321d2p+1},
    {0x1p+0, -0x1p+1, 0x1.56c6e7397f5aep+1},
    {0x1.79ca10c924223p-67, -0x1p+0, 0x1.921fb54442d18p+1},
    {0x0.0000000000001p-1022, 0x1p+0, 0x0.0000000000001p-1022},
    {0x0.0000000000001p-1022, 0x0.0000000000003p-1022, 0x1.4978fa3269ee1p-2},
    {0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023, 0x1.921fb54442d18p-1},
    {0x1.7e43c8800759cp+996, 0x1.56e1fc2f8f359p-997, 0x1.921fb54442d18p+0},
    {0x1.56e1fc2f8f359p-997, 0x0.00000000007e8p-1022, 0x1.921fb54442d18p+0},
    {0x1p-500, 0x1p+515, 0x1p-1015},
    {0x0.0000000000003p-1022, 0x1p-1000, 0x1.8p-73},
    {0x1p-440, 0x1.8p+520, 0x1.5555555555555p-961},
};

void test_golden_values() {
  for (const SinCosCase& c : kSinCosCases) {
    CHECK_BITS(fabrikit::sin(c.angle), c.sine);
    CHECK_BITS(fabrikit::cos(c.angle), c.cosine);
  }
  for (const Atan2Case& c : kAtan2Cases) CHECK_BITS(fabrikit::atan2(c.y, c.x), c.angle);
}

void test_special_angles() {
  CHECK_BITS(fabrikit::sin(0.0), 0.0);
  CHECK_BITS(fabrikit::sin(-0.0), -0.0);
  CHECK_BITS(fabrikit::cos(0.0), 1.0);
  CHECK_BITS(fabrikit::cos(-0.0), 1.0);
  CHECK_BITS(fabrikit::sin(kSmallest), kSmallest);
  CHECK_BITS(fabrikit::sin(-0x1p-1022), -0x1p-1022);
  CHECK_BITS(fabrikit::cos(kSmallest), 1.0);
  for (double tiny = 0x1p-27; tiny > 0; tiny *= 0.25) CHECK_BITS(fabrikit::sin(tiny), tiny);
}

void test_outside_of_the_domain() {
  const double outside[] = {0x1.0000000000001p+20,     1e7, 0x1p52, 1e300, kLargest, kInfinity, kNan,
                            number(0x7ff0000000000001)};
  for (const double angle : outside) {
    for (const double signed_angle : {angle, -angle}) {
      CHECK_BITS(fabrikit::sin(signed_angle), kNan);
      CHECK_BITS(fabrikit::cos(signed_angle), kNan);
    }
  }
}

void test_atan2_zeros_and_infinities() {
  // C99 annex F.9.1.4; the negative y follow from the mirror law.
  struct {
    double y, x, angle;
  } const table[] = {
      {0.0, 0.0, 0.0},
      {0.0, -0.0, kPi},
      {0.0, 1.0, 0.0},
      {0.0, kSmallest, 0.0},
      {0.0, -1.0, kPi},
      {0.0, -kSmallest, kPi},
      {0.0, kInfinity, 0.0},
      {0.0, -kInfinity, kPi},
      {1.0, 0.0, kPi / 2},
      {1.0, -0.0, kPi / 2},
      {kSmallest, 0.0, kPi / 2},
      {kSmallest, -0.0, kPi / 2},
      {1.0, -kInfinity, kPi},
      {1.0, kInfinity, 0.0},
      {kInfinity, 1.0, kPi / 2},
      {kInfinity, -1.0, kPi / 2},
      {kInfinity, 0.0, kPi / 2},
      {kLargest, kInfinity, 0.0},
      {kInfinity, kInfinity, kPi / 4},
      {kInfinity, -kInfinity, 3 * (kPi / 4)},
  };
  for (const auto& row : table) {
    CHECK_BITS(fabrikit::atan2(row.y, row.x), row.angle);
    CHECK_BITS(fabrikit::atan2(-row.y, row.x), -row.angle);
  }
  for (const double other : {0.0, -1.0, kInfinity, kNan}) {
    CHECK_BITS(fabrikit::atan2(kNan, other), kNan);
    CHECK_BITS(fabrikit::atan2(-kNan, other), kNan);
    CHECK_BITS(fabrikit::atan2(other, kNan), kNan);
  }
}

// Counts in one check per law: one line per argument would bury a failure.
void test_symmetries() {
  SplitMix random{1};
  int odd = 0, even = 0, together = 0, bounded = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const double angle = random.real(-30, 19);
    const fabrikit::SinCos<double> both = fabrikit::sin_cos(angle);
    odd += bits(fabrikit::sin(-angle)) == bits(-both.sin);
    even += bits(fabrikit::cos(-angle)) == bits(both.cos);
    together += bits(fabrikit::sin(angle)) == bits(both.sin) && bits(fabrikit::cos(angle)) == bits(both.cos);
    bounded += both.sin >= -1 && both.sin <= 1 && both.cos >= -1 && both.cos <= 1;
  }
  CHECK(odd == count);
  CHECK(even == count);
  CHECK(together == count);
  CHECK(bounded == count);
}

bool within(double a, double b, double tolerance) { return a - b <= tolerance && b - a <= tolerance; }

void test_atan2_mirrors() {
  SplitMix random{2};
  int y_mirror = 0, x_mirror = 0, swapped = 0, scaled = 0, bounded = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const double y = random.real(-30, 30);
    const double x = random.real(-30, 30);
    const double up = y < 0 ? -y : y;
    const double right = x < 0 ? -x : x;
    const double angle = fabrikit::atan2(up, right);
    y_mirror += bits(fabrikit::atan2(-y, x)) == bits(-fabrikit::atan2(y, x));
    x_mirror += within(fabrikit::atan2(up, -right), kPi - angle, 0x1p-51);
    swapped += within(fabrikit::atan2(right, up), kPi / 2 - angle, 0x1p-52);
    scaled += bits(fabrikit::atan2(y * 0x1p600, x * 0x1p600)) == bits(fabrikit::atan2(y, x)) &&
              bits(fabrikit::atan2(y * 0x1p-600, x * 0x1p-600)) == bits(fabrikit::atan2(y, x));
    bounded += angle >= 0 && angle <= kPi / 2;
  }
  CHECK(y_mirror == count);
  CHECK(x_mirror == count);
  CHECK(swapped == count);
  CHECK(scaled == count);
  CHECK(bounded == count);
}

// Between two multiples of pi/2 both functions go one way only, and the signs turn exactly at the multiples.
void test_quadrants() {
  constexpr double step = 0x1p-10;
  int signs = 0, ways = 0, count = 0;
  for (int quadrant = -40; quadrant < 40; ++quadrant) {
    const bool rising_sine = ((quadrant + 1) & 2) == 0;
    const bool rising_cosine = (quadrant & 2) != 0;
    const double start = quadrant * (kPi / 2) + step;
    fabrikit::SinCos<double> before = fabrikit::sin_cos(start);
    for (double angle = start + step; angle < (quadrant + 1) * (kPi / 2) - step; angle += step) {
      const fabrikit::SinCos<double> now = fabrikit::sin_cos(angle);
      ++count;
      signs += (now.sin > 0) == ((quadrant & 2) == 0) && (now.cos > 0) == (((quadrant + 1) & 2) == 0);
      ways += (now.sin > before.sin) == rising_sine && (now.cos > before.cos) == rising_cosine;
      before = now;
    }
  }
  CHECK(count > 100000);
  CHECK(signs == count);
  CHECK(ways == count);
  // The doubles around pi and 2 pi: a wrong last part of pi/2 would turn a sign here.
  CHECK(fabrikit::sin(0x1.921fb54442d18p+1) > 0 && fabrikit::sin(0x1.921fb54442d19p+1) < 0);
  CHECK(fabrikit::sin(0x1.921fb54442d18p+2) < 0 && fabrikit::sin(0x1.921fb54442d19p+2) > 0);
}

void test_atan2_rises() {
  int rises = 0;
  constexpr int count = 8192;
  double before = fabrikit::atan2(-1.0 - 1.0 / count, 1.0);
  // Across the threshold at 0.4140625 and the diagonals, where one formula takes over from another.
  for (int i = -count / 2; i < count / 2; ++i) {
    const double angle = fabrikit::atan2(2.0 * i / count, 1.0);
    rises += angle > before;
    before = angle;
  }
  CHECK(rises == count);
  before = 0;
  rises = 0;
  for (int i = -50; i < 50; ++i) {
    const double angle = fabrikit::atan2(0.4140625 + i * 0x1p-50, 1.0);
    rises += angle > before;
    before = angle;
  }
  CHECK(rises == 100);
}

void test_round_trip() {
  SplitMix random{3};
  int near = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const double angle = random.real(-20, 0) * 1.5;
    const fabrikit::SinCos<double> both = fabrikit::sin_cos(angle);
    const double size = angle < 0 ? -angle : angle;
    near += within(fabrikit::atan2(both.sin, both.cos), angle, size * 0x1p-51);
  }
  CHECK(near == count);
}

void test_float() {
  CHECK(fabrikit::sin(1.0f) == 0x1.aed548p-1f);
  CHECK(fabrikit::cos(1.0f) == 0x1.14a280p-1f);
  CHECK(fabrikit::sin(0x1.921fb6p+1f) == -0x1.777a5cp-24f);
  CHECK(fabrikit::atan2(1.0f, 2.0f) == 0x1.dac670p-2f);
  CHECK(fabrikit::atan2(0.0f, -1.0f) == 0x1.921fb6p+1f);
  CHECK(__builtin_bit_cast(uint32_t, fabrikit::sin(-0.0f)) == 0x80000000u);
  CHECK(__builtin_bit_cast(uint32_t, fabrikit::sin(0x1p30f)) == 0x7fc00000u);
  CHECK(__builtin_bit_cast(uint32_t, fabrikit::atan2(__builtin_nanf(""), 1.0f)) == 0x7fc00000u);
  const fabrikit::SinCos<float> both = fabrikit::sin_cos(1.0f);
  CHECK(both.sin == fabrikit::sin(1.0f) && both.cos == fabrikit::cos(1.0f));
}

// FNV-1a over the bits of 800,000 results. Every compiler, level of optimisation and platform must come to this number;
// fused multiply-adds, for one, change it.
void test_digest() {
  uint64_t digest = 0xcbf29ce484222325;
  const auto add = [&digest](double result) { digest = (digest ^ bits(result)) * 0x100000001b3; };
  SplitMix random{4};
  for (int i = 0; i < 200000; ++i) {
    const fabrikit::SinCos<double> both = fabrikit::sin_cos(random.real(-30, 20));
    add(both.sin);
    add(both.cos);
    // Drawn before the calls: compilers differ in the order in which they evaluate the arguments of a call.
    const double y = random.real(-8, 8);
    const double x = random.real(-8, 8);
    add(fabrikit::atan2(y, x));
    // All bit patterns: subnormals, overflowing quotients, infinities, NaN.
    const double any_y = number(random.next());
    const double any_x = number(random.next());
    add(fabrikit::atan2(any_y, any_x));
  }
  constexpr uint64_t expected = 0x25b49d8af276f4bf;
  CHECK(digest == expected);
  if (digest != expected) printf("  got 0x%016llx\n", static_cast<unsigned long long>(digest));
}

}  // namespace

int main() {
  test_golden_values();
  test_special_angles();
  test_outside_of_the_domain();
  test_atan2_zeros_and_infinities();
  test_symmetries();
  test_atan2_mirrors();
  test_quadrants();
  test_atan2_rises();
  test_round_trip();
  test_float();
  test_digest();
  printf("trig: %d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
