// What a square root and a division cost, one after the other on many numbers: what no arrangement of lanes gets below.
#pragma once
#include <cmath>
#include <cstdint>

namespace bench {

template <class T>
struct DividerLoop {
  static constexpr int size = 1024;
  alignas(64) T length[size], square[size], quotient[size];

  DividerLoop() {
    for (int i = 0; i < size; ++i) {
      length[i] = static_cast<T>(0.5) + static_cast<T>(i * 0.618033988749895 - std::floor(i * 0.618033988749895));
      square[i] = static_cast<T>(0.3) + static_cast<T>(i * 0.754877666246693 - std::floor(i * 0.754877666246693));
    }
  }
};

#define FABRIKIT_DIVIDE(name, attribute)                                                           \
  template <class T>                                                                               \
  attribute void name(DividerLoop<T>& loop) {                                                      \
    const T* __restrict length = loop.length;                                                      \
    const T* __restrict square = loop.square;                                                      \
    T* __restrict quotient = loop.quotient;                                                        \
    for (int i = 0; i < DividerLoop<T>::size; ++i) quotient[i] = length[i] / std::sqrt(square[i]); \
  }

FABRIKIT_DIVIDE(divide_baseline, __attribute__((noinline)))
#if defined(__x86_64__)
FABRIKIT_DIVIDE(divide_v3, __attribute__((noinline, target("avx2"))))
FABRIKIT_DIVIDE(divide_v4, __attribute__((noinline, target("avx512f,avx512vl,prefer-vector-width=512"))))
#else
FABRIKIT_DIVIDE(divide_v3, __attribute__((noinline)))
FABRIKIT_DIVIDE(divide_v4, __attribute__((noinline)))
#endif
#undef FABRIKIT_DIVIDE

}  // namespace bench
