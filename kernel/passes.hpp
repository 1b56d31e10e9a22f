// The two passes of FABRIK (Aristidou & Lasenby 2011, Algorithm 1): place every joint at its bone's length from the
// joint placed before, on the line to where it was.
//
// The paper writes (1 - lambda) p + lambda q with lambda = length / distance; here it is p + lambda (q - p), the same
// point with one rounding less. Poses are [joint][component][lane]: W problems walk side by side, W = 1 is one chain.
#pragma once
#include "vec.hpp"

namespace fabrikit {

// Told of every placement of every pass; this one, for solves without a trace, compiles to nothing.
struct NoRecorder {
  static constexpr bool active = false;
  template <class Stage, class Pass>
  void begin(Stage, int32_t, Pass) {}
  template <class V>
  void placed(int32_t, const V&) {}
  template <class V>
  void returned(int32_t, const V&) {}
};

// The point at `length` from `anchor` along `bone`, whose squared length is `square`.
template <int D, class T>
FABRIKIT_INLINE Vec<D, T> extend(const Vec<D, T>& anchor, const Vec<D, T>& bone, T length, T square) {
  return anchor + (length / square_root(square)) * bone;
}

// The point at `length` from `anchor` toward `joint`; where they coincide, along `previous`, the bone's direction
// before the pass (any length). A bone of no length stays a point.
template <int D, class T>
inline Vec<D, T> place(const Vec<D, T>& anchor, const Vec<D, T>& joint, T length, const Vec<D, T>& previous) {
  Vec<D, T> bone = joint - anchor;
  T square = dot(bone, bone);
  if (square < Real<T>::negligible_square) [[unlikely]] {
    bone = previous;
    square = dot(bone, bone);
    if (square < Real<T>::negligible_square) return anchor;
  }
  return extend(anchor, bone, length, square);
}

template <int D, int W, class T>
FABRIKIT_INLINE Vec<D, T> load_lane(const T* pose, ptrdiff_t joint, int lane) {
  Vec<D, T> r;
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) r.v[k] = pose[(joint * D + k) * W + lane];
  return r;
}
template <int D, int W, class T>
FABRIKIT_INLINE void store_lane(T* pose, ptrdiff_t joint, int lane, const Vec<D, T>& a) {
  FABRIKIT_UNROLL for (int k = 0; k < D; ++k) pose[(joint * D + k) * W + lane] = a.v[k];
}

// One pass along the whole chain: joint `first` goes to `anchor` [component][lane], every next one (step +1 or -1)
// follows at its bone's length. Bones of all lanes have the lengths `length`.
template <int D, int W, class T, class Recorder>
inline void walk(int32_t bones, const T* length, int32_t first, int32_t step, const T* anchor, T* pose,
                 Recorder& recorder) {
  Vec<D, T> placed[W];
  Vec<D, T> left[W];  // where the joint placed last was before: a zero direction keeps the bone's old one
  for (int lane = 0; lane < W; ++lane) {
    left[lane] = load_lane<D, W>(pose, first, lane);
    placed[lane] = load_lane<D, W>(anchor, 0, lane);
    store_lane<D, W>(pose, first, lane, placed[lane]);
    recorder.placed(first, placed[lane]);
  }
  for (int32_t k = 0, joint = first + step; k < bones; ++k, joint += step) {
    const T bone_length = length[step > 0 ? joint - 1 : joint];
    for (int lane = 0; lane < W; ++lane) {
      const Vec<D, T> old = load_lane<D, W>(pose, joint, lane);
      placed[lane] = place(placed[lane], old, bone_length, old - left[lane]);
      left[lane] = old;
      store_lane<D, W>(pose, joint, lane, placed[lane]);
      recorder.placed(joint, placed[lane]);
    }
  }
}

// The tip to the target, then each joint toward the base (the paper's "forward reaching").
template <int D, int W, class T, class Recorder>
inline void pass_from_tip(int32_t bones, const T* length, const T* target, T* pose, Recorder& recorder) {
  walk<D, W>(bones, length, bones, -1, target, pose, recorder);
}

// The base back to its place, then each joint toward the tip (the paper's "backward reaching").
template <int D, int W, class T, class Recorder>
inline void pass_from_base(int32_t bones, const T* length, const T* base, T* pose, Recorder& recorder) {
  walk<D, W>(bones, length, 0, 1, base, pose, recorder);
}

}  // namespace fabrikit
