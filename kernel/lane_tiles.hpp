// Poses out of lanes: square tiles are turned inside registers of 16 bytes, which every instruction set here has.
#pragma once
#include "lane_block.hpp"

namespace fabrikit {

template <class T>
struct Tile;

template <>
struct Tile<double> {
  static constexpr int size = 2;
  typedef double Row __attribute__((vector_size(16)));

  static void turn(Row* r) {
    const Row a = r[0], b = r[1];
    r[0] = __builtin_shufflevector(a, b, 0, 2);
    r[1] = __builtin_shufflevector(a, b, 1, 3);
  }
};

template <>
struct Tile<float> {
  static constexpr int size = 4;
  typedef float Row __attribute__((vector_size(16)));

  static void turn(Row* r) {
    const Row low_ab = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5);
    const Row high_ab = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
    const Row low_cd = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
    const Row high_cd = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
    r[0] = __builtin_shufflevector(low_ab, low_cd, 0, 1, 4, 5);
    r[1] = __builtin_shufflevector(low_ab, low_cd, 2, 3, 6, 7);
    r[2] = __builtin_shufflevector(high_ab, high_cd, 0, 1, 4, 5);
    r[3] = __builtin_shufflevector(high_ab, high_cd, 2, 3, 6, 7);
  }
};

// Writes the poses of `Tile::size` lanes from `lane` on, each to its row.
template <int D, class T>
inline void write_tiles(const Block<D, T>& block, const fabrikit_batch* batch, int lane) {
  constexpr int W = Block<D, T>::W, S = Tile<T>::size;
  const int64_t numbers = static_cast<int64_t>(block.bones + 1) * D;
  const T* const from = block.pose + lane;
  T* out[S];
  FABRIKIT_UNROLL for (int i = 0; i < S; ++i) out[i] = positions_of<D, T>(batch, block.row[lane + i]);
  int64_t j = 0;
  for (; j + S <= numbers; j += S) {
    typename Tile<T>::Row rows[S];
    FABRIKIT_UNROLL for (int i = 0; i < S; ++i) __builtin_memcpy(&rows[i], from + (j + i) * W, sizeof rows[i]);
    Tile<T>::turn(rows);
    FABRIKIT_UNROLL for (int i = 0; i < S; ++i) __builtin_memcpy(out[i] + j, &rows[i], sizeof rows[i]);
  }
  for (; j < numbers; ++j) {
    FABRIKIT_UNROLL for (int i = 0; i < S; ++i) out[i][j] = from[j * W + i];
  }
}

// Writes the poses of all lanes in use.
template <int D, class T>
inline void write_poses(const Block<D, T>& block, const fabrikit_batch* batch) {
  constexpr int W = Block<D, T>::W, S = Tile<T>::size;
  const int64_t numbers = static_cast<int64_t>(block.bones + 1) * D;
  int lane = 0;
  for (; lane + S <= block.count; lane += S) write_tiles(block, batch, lane);
  for (; lane < block.count; ++lane) {
    T* const out = positions_of<D, T>(batch, block.row[lane]);
    for (int64_t j = 0; j < numbers; ++j) out[j] = block.pose[j * W + lane];
  }
}

}  // namespace fabrikit
