// What a chain of free joints is: bone lengths, how far they reach, and the scale they are solved at.
#pragma once
#include "vec.hpp"

namespace fabrikit {

// A prepared chain. The arrays belong to the caller.
template <class T>
struct Chain {
  int32_t bones;
  int32_t longest;   // index of the longest bone, the first one on a tie
  T outer;           // sum of the lengths: the farthest point that can be reached
  T inner;           // max(0, 2 * longest - outer): the nearest one
  T scale;           // the power of two that brings `outer` nearest to 1; multiplying by it is exact
  T unscale;         // 1 / scale
  const T* length;   // [bones], scaled
  const T* inverse;  // [bones], 1 / length; 0 for a bone of no length that matters
  const T* along;    // [bones + 1], not scaled: length of the chain from the base to each joint
};

// Writes the length of every bone of `joints` [bones + 1][D].
//
// Works at the scale of each bone, so that lengths near 1e-160 keep their digits.
template <int D, class T>
inline void measure(int32_t bones, const T* joints, T* length) {
  for (int32_t i = 0; i < bones; ++i) {
    const Vec<D, T> bone = load<D>(joints, i + 1) - load<D>(joints, i);
    const T size = largest_component(bone);
    const int exponent = exponent_of(size);
    length[i] = size == T(0) ? T(0) : power_of_two<T>(exponent) * norm(power_of_two<T>(-exponent) * bone);
  }
}

// The power of two nearest to `reach` (geometrically: mantissa below or above sqrt 2), or 1 for a chain of no length.
template <class T>
inline int scale_exponent(T reach) {
  if (reach == T(0)) return 0;
  const int exponent = exponent_of(reach);
  const T mantissa = power_of_two<T>(-exponent) * reach;
  return mantissa * mantissa > T(2) ? exponent + 1 : exponent;
}

// Prepares a chain from the lengths of its bones. `scaled` and `inverse` need room for `bones` numbers, `along` for one
// more.
template <class T>
inline Chain<T> prepare(int32_t bones, const T* length, T* scaled, T* inverse, T* along) {
  ExactSum<T> sum;
  int32_t longest = 0;
  along[0] = 0;
  for (int32_t i = 0; i < bones; ++i) {
    sum.add(length[i]);
    along[i + 1] = sum.value();
    if (length[i] > length[longest]) longest = i;
  }
  // 2 * longest - outer without cancelling the small lengths away: the longest minus the sum of all the others.
  ExactSum<T> hole;
  hole.add(length[longest]);
  for (int32_t i = 0; i < bones; ++i)
    if (i != longest) hole.add(-length[i]);
  const int exponent = scale_exponent(along[bones]);
  const T scale = power_of_two<T>(-exponent);
  for (int32_t i = 0; i < bones; ++i) {
    scaled[i] = scale * length[i];
    inverse[i] = scaled[i] * scaled[i] < Real<T>::negligible_square ? T(0) : T(1) / scaled[i];
  }
  return {bones,  longest, along[bones], larger(T(0), hole.value()), scale, power_of_two<T>(exponent),
          scaled, inverse, along};
}

}  // namespace fabrikit
