// Seeded random numbers (splitmix64, Steele, Lea & Flood 2014): the same on every machine, one stream for each case.
#pragma once
#include <cstdint>

namespace bench {

class Random {
 public:
  // Every (seed, stream, index) has numbers of its own, so that one case can be run again without those before it.
  explicit Random(uint64_t seed, uint64_t stream = 0, uint64_t index = 0)
      : state_(mix(mix(mix(seed) + stream) + index)) {}

  uint64_t bits() { return mix(state_ += kGolden); }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }
  int whole(int low, int high) { return low + static_cast<int>(bits() % static_cast<uint64_t>(high - low + 1)); }

  // A point of the unit ball (disc in 2D), uniform; rejection needs no trigonometry.
  void in_ball(int dimension, double* point) {
    double square;
    do {
      square = 0;
      for (int k = 0; k < dimension; ++k) {
        point[k] = between(-1, 1);
        square += point[k] * point[k];
      }
    } while (square > 1);
  }

  // A unit vector, uniform.
  void direction(int dimension, double* point) {
    double square;
    do {
      in_ball(dimension, point);
      square = 0;
      for (int k = 0; k < dimension; ++k) square += point[k] * point[k];
    } while (square < 0x1p-20);
    const double inverse = 1 / __builtin_sqrt(square);
    for (int k = 0; k < dimension; ++k) point[k] *= inverse;
  }

 private:
  static constexpr uint64_t kGolden = 0x9E3779B97F4A7C15u;
  static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  uint64_t state_;
};

}  // namespace bench
