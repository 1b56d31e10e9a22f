// Lanes: many problems side by side, one number of each next to the other, in plain loops that the compiler turns into
// vector instructions. No operation mixes lanes, so each lane has the bits that its problem has alone.
//
// Flags of lanes are numbers, 0 or 1, as wide as what they choose between: so a choice is one instruction.
#pragma once
#include "passes.hpp"

// Before a loop over lanes: no turn reads what another one writes.
#if defined(__clang__)
#define FABRIKIT_LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define FABRIKIT_LANES _Pragma("GCC ivdep")
#endif

namespace fabrikit {

// Problems of a block: enough registers side by side to hide the latency of square roots and divisions.
template <class T>
inline constexpr int lane_count = 256 / sizeof(T);

// Lanes in a register of this instruction set, or in two.
#if defined(__AVX512F__)
template <class T>
inline constexpr int lane_register = 64 / sizeof(T);
#else
template <class T>
inline constexpr int lane_register = 32 / sizeof(T);
#endif

template <class T>
FABRIKIT_INLINE T flag(bool yes) {
  return yes ? T(1) : T(0);
}
template <class T>
FABRIKIT_INLINE T choose(T flag, T yes, T no) {
  return flag != T(0) ? yes : no;
}

template <int D, class T>
FABRIKIT_INLINE Vec<D, T> choose(T flag, const Vec<D, T>& yes, const Vec<D, T>& no) {
  Vec<D, T> r;
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) r.v[k] = choose(flag, yes.v[k], no.v[k]);
  return r;
}

template <int W, class T>
FABRIKIT_INLINE bool any_lane(const T* flags) {
  typename Real<T>::Bits any = 0;
  for (int lane = 0; lane < W; ++lane) any |= __builtin_bit_cast(typename Real<T>::Bits, flags[lane]);
  return any != 0;
}

}  // namespace fabrikit
