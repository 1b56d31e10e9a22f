// A block of problems in lanes: its memory, and how rows come in and answers go out.
#pragma once
#include "batch_rows.hpp"
#include "lanes.hpp"

namespace fabrikit {

// Arrays are [joint or bone][component][lane]; poses stand as in Attempt, base-local and scaled.
template <int D, class T>
struct Block {
  static constexpr int W = lane_count<T>;

  int32_t bones;
  int32_t count;  // lanes in use, from the first on
  T* pose;        // [bones + 1][D]
  T* second;      // [bones + 1][D], directions of the bones or the best pose, as the method says
  T* begin;       // [bones + 1][D], the start of every lane when all rows begin alike
  T* length;      // [bones]
  T* inverse;     // [bones]

  // The question, a number for each lane.
  alignas(64) T goal[D * W];  // the target, world
  alignas(64) T base[D * W];
  alignas(64) T first[D * W];      // joint 0 of the start as it is returned
  alignas(64) T start_tip[D * W];  // world
  alignas(64) T start_unit[W];     // one unit in the last place of the start's largest coordinate
  alignas(64) T tolerance[W];
  alignas(64) T scale[W];
  alignas(64) T unscale[W];
  alignas(64) T outer[W];
  alignas(64) T inner[W];
  int64_t row[W];

  // What follows from it.
  alignas(64) T target[D * W];  // local, scaled
  alignas(64) T start_error[W];
  alignas(64) T rounding[W];  // no error above this can be within 4 units in the last place
  alignas(64) T enough[W];    // an error this small is settled whatever the rest of the pose is
  alignas(64) T odd[W];       // 1: lanes do not solve this one

  // The solve.
  alignas(64) T error[W];
  alignas(64) T active[W];
  alignas(64) T least[W];  // the smallest squared distance that was divided by
  alignas(64) T steps[W];
  alignas(64) T moved[W];
  alignas(64) T unit[W];  // one unit in the last place of the answer's largest coordinate

  int64_t pose_size() const { return static_cast<int64_t>(bones + 1) * D * W; }
};

// Rows that lanes leave for the scalar solve, counted from the first row of the call.
struct Leftover {
  int64_t begin;
  int32_t* rows;
  int32_t count = 0;

  void add(int64_t row) { rows[count++] = static_cast<int32_t>(row - begin); }
};

// Arrays of a block are shifted against each other by a cache line, so that the same lanes of two of them never lie a
// multiple of 4096 bytes apart: a processor takes a load from there for one that has to wait for the store.
template <class T>
inline constexpr int64_t lane_shift = 64 / sizeof(T);

template <int D, class T>
constexpr int64_t block_numbers(int64_t bones) {
  return lane_count<T> * (3 * (bones + 1) * D + 2 * bones) + 5 * lane_shift<T>;
}

template <int D, class T>
inline void put_chain(Block<D, T>& block, const Chain<T>& chain, int lane) {
  constexpr int W = Block<D, T>::W;
  for (int32_t i = 0; i < chain.bones; ++i) {
    block.length[i * W + lane] = chain.length[i];
    block.inverse[i * W + lane] = chain.inverse[i];
  }
  block.scale[lane] = chain.scale;
  block.unscale[lane] = chain.unscale;
  block.outer[lane] = chain.outer;
  block.inner[lane] = chain.inner;
}

// Puts the start `positions` [bones + 1][D], as a solve takes it, into a lane of `pose`.
template <int D, class T>
inline void put_start(Block<D, T>& block, const Chain<T>& chain, const Vec<D, T>& base, const T* positions, T* pose,
                      int lane) {
  constexpr int W = Block<D, T>::W;
  T largest = 0;
  for (int32_t i = 0; i <= chain.bones; ++i) {
    const Vec<D, T> at = load<D>(positions, i);
    store_lane<D, W>(pose, i, lane, chain.scale * (at - base));
    largest = larger(largest, largest_component(at));
  }
  store_lane<D, W>(block.base, 0, lane, base);
  store_lane<D, W>(block.first, 0, lane, load<D>(positions, 0));
  store_lane<D, W>(block.start_tip, 0, lane, load<D>(positions, chain.bones));
  block.start_unit[lane] = spacing(largest);
}

template <class T>
inline bool has_point_bone(const Chain<T>& chain) {
  for (int32_t i = 0; i < chain.bones; ++i)
    if (chain.inverse[i] == T(0)) return true;
  return false;
}

// Clears the block; when all rows begin alike, everything but the targets is in its lanes from now on. Returns whether
// there is any use for it.
template <int D, class T>
inline bool open_block(Block<D, T>& block, Rows<D, T>& rows, T* numbers) {
  constexpr int W = Block<D, T>::W;
  __builtin_memset(&block, 0, sizeof block);
  __builtin_memset(numbers, 0, sizeof(T) * static_cast<size_t>(block_numbers<D, T>(rows.batch->bones)));
  block.bones = rows.batch->bones;
  const int64_t pose_size = block.pose_size() + lane_shift<T>;
  const int64_t bones_size = static_cast<int64_t>(block.bones) * W + lane_shift<T>;
  block.pose = numbers;
  block.second = block.pose + pose_size;
  block.begin = block.second + pose_size;
  block.length = block.begin + pose_size;
  block.inverse = block.length + bones_size;
  if (rows.same_chain && (!rows.good_chain || has_point_bone(rows.chain))) return false;
  if ((rows.same_start && !rows.good_start) || (rows.same_tolerance && !rows.good_tolerance)) return false;
  if (!rows.all_begin_alike()) return true;
  if (!read_base(rows, 0) || take_start(rows.chain, rows.problem, rows.start, rows.begin)) return false;
  for (int lane = 0; lane < W; ++lane) {
    put_chain(block, rows.chain, lane);
    put_start(block, rows.chain, rows.problem.base, rows.begin, block.begin, lane);
    block.tolerance[lane] = rows.problem.tolerance;
  }
  return true;
}

// Whether the distance from the base to the target is within the reach that the method tests, roughly: rows that surely
// are not must not fill lanes. Exact tests come later, many at once.
template <class T>
struct RoughReach {
  T scale;
  T least;  // squares of scaled distances
  T most;

  template <int D>
  explicit RoughReach(const Rows<D, T>& rows) : scale(rows.chain.scale) {
    const T outer = scale * rows.chain.outer;
    const T inner = scale * rows.chain.inner;
    least = rows.test_inner ? T(0.999) * inner * inner : T(0);
    most = rows.test_outer ? T(1.001) * outer * outer : Range<T>::largest;
  }
  // False also for NaN.
  template <int D>
  FABRIKIT_INLINE bool has(const Vec<D, T>& base, const Vec<D, T>& target) const {
    const Vec<D, T> way = scale * (target - base);
    const T square = dot(way, way);
    return (square <= most) & (square >= least);
  }
};

// Puts the problem of a row into a lane. Returns false for a row that lanes do not solve.
template <int D, class T>
inline bool put_row(Block<D, T>& block, Rows<D, T>& rows, int64_t row, int lane) {
  constexpr int W = Block<D, T>::W;
  const bool alike = rows.all_begin_alike();
  const bool good = alike && rows.same_tolerance ? read_target(rows, row) : read_row(rows, row);
  if (!good || !RoughReach<T>(rows).has(rows.problem.base, rows.problem.target)) return false;
  if (!alike) {
    if (!rows.same_chain && has_point_bone(rows.chain)) return false;
    // A start that a side had to be chosen for makes an answer with a broken symmetry: lanes have none.
    if (take_start(rows.chain, rows.problem, rows.start, rows.begin)) return false;
    put_chain(block, rows.chain, lane);
    put_start(block, rows.chain, rows.problem.base, rows.begin, block.pose, lane);
  }
  store_lane<D, W>(block.goal, 0, lane, rows.problem.target);
  block.tolerance[lane] = rows.problem.tolerance;
  block.row[lane] = row;
  return true;
}

// What follows from the questions of N lanes, the first of them `at`. Finds the lanes that have to be solved alone: a
// start that may already be there.
template <int N, int D, class T>
inline void look_ahead(Block<D, T>& block, int at) {
  constexpr int W = Block<D, T>::W;
  FABRIKIT_LANES for (int lane = at; lane < at + N; ++lane) {
    const Vec<D, T> base = load_lane<D, W>(block.base, 0, lane);
    const Vec<D, T> goal = load_lane<D, W>(block.goal, 0, lane);
    const T tolerance = block.tolerance[lane];
    store_lane<D, W>(block.target, 0, lane, block.scale[lane] * (goal - base));
    const T error = norm(load_lane<D, W>(block.start_tip, 0, lane) - goal);
    const T far = largest_component(base);
    const T rounding = 8 * spacing(far + block.outer[lane]);
    block.start_error[lane] = error;
    block.rounding[lane] = rounding;
    block.enough[lane] = larger(tolerance, 4 * spacing(larger(far, largest_component(goal) / 2)));
    const T small = larger(rounding, larger(tolerance, 4 * block.start_unit[lane]));
    block.odd[lane] = flag<T>(!(error > small));
    block.least[lane] = 1;
    block.steps[lane] = 0;
    block.moved[lane] = 0;
  }
}

// One unit in the last place of the largest coordinate of one lane's pose, as it would be returned.
template <int D, class T>
[[gnu::noinline, gnu::cold]] T unit_of_lane(const Block<D, T>& block, const T* pose, int lane) {
  constexpr int W = Block<D, T>::W;
  T largest = 0;
  for (int32_t i = 0; i <= block.bones; ++i) {
    const Vec<D, T> local = load_lane<D, W>(pose, i, lane);
    const Vec<D, T> world = load_lane<D, W>(block.base, 0, lane) + block.unscale[lane] * local;
    largest = larger(largest, largest_component(world));
  }
  return spacing(largest);
}

// Writes the errors of the poses' tips, and whether they are settled, as Attempt::settled says it: 1 where they are.
template <int D, class T>
inline void measure_lanes(Block<D, T>& block, T* settled) {
  constexpr int W = Block<D, T>::W;
  const T* const tip = block.pose + static_cast<int64_t>(block.bones) * D * W;
  T doubt[W];
  FABRIKIT_LANES for (int lane = 0; lane < W; ++lane) {
    const Vec<D, T> world = load_lane<D, W>(block.base, 0, lane) + block.unscale[lane] * load_lane<D, W>(tip, 0, lane);
    const T error = norm(world - load_lane<D, W>(block.goal, 0, lane));
    block.error[lane] = error;
    settled[lane] = flag<T>(error <= block.tolerance[lane]);
    doubt[lane] = error <= block.rounding[lane] ? T(1) - settled[lane] : T(0);
  }
  if (!any_lane<W>(doubt)) return;
  for (int lane = 0; lane < W; ++lane)
    if (doubt[lane] != T(0)) settled[lane] = flag<T>(block.error[lane] <= 4 * unit_of_lane(block, block.pose, lane));
}

}  // namespace fabrikit
