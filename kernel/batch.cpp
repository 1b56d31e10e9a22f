// Batches behind plain C functions: which rows go through lanes, of which instruction set, and which are solved alone.
#include "batch_abi.h"

#include "batch_alone.hpp"
#include "batch_lanes.hpp"
#include "lane_block.hpp"

namespace fabrikit {
namespace {

// Beyond this a block of problems no longer fits the cache, and one chain at a time is as fast.
constexpr int32_t most_bones_in_lanes = 8192;
// A problem that lanes solve takes at most so many iterations: fewer allowed ones are counted by the scalar solve.
constexpr int32_t iterations_in_lanes = 10;

const fabrikit_lane_table* table_of(int32_t level) {
#if defined(FABRIKIT_X86_LEVELS)
  if (level == FABRIKIT_X86_64_V4) return &fabrikit_lanes_x86_64_v4;
  if (level == FABRIKIT_X86_64_V3) return &fabrikit_lanes_x86_64_v3;
#endif
  return level == FABRIKIT_BASELINE ? &fabrikit_lanes_baseline : nullptr;
}

bool may_use_lanes(const fabrikit_batch* batch) {
  const fabrikit_problem& shared = batch->shared;
  const bool few_iterations =
      shared.method == static_cast<int32_t>(Method::automatic) && shared.max_iterations <= iterations_in_lanes;
  const bool has_lanes = shared.method <= static_cast<int32_t>(Method::fabrik);
  return has_lanes && batch->joints == nullptr && shared.pole_kind == static_cast<int32_t>(PoleKind::none) &&
         !few_iterations && batch->bones <= most_bones_in_lanes;
}

bool processor_has(int32_t level) {
#if defined(FABRIKIT_X86_LEVELS)
  // By features, not by level: older compilers know these names only.
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2");
  if (level == FABRIKIT_X86_64_V3) return v3;
  if (level == FABRIKIT_X86_64_V4)
    return v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#endif
  return level == FABRIKIT_NO_LANES || level == FABRIKIT_BASELINE;
}

// Where a thread's workspace holds what.
template <int D, class T>
struct Workspace {
  Rows<D, T>* rows;
  T* numbers;
  int32_t* left;
  void* limited_memory;
  Block<D, T>* block;
  int64_t bytes;

  Workspace(const fabrikit_batch* batch, void* memory) {
    const int64_t bones = batch->bones;
    // Addresses, not pointers: without memory this only counts.
    const auto from = reinterpret_cast<uintptr_t>(memory);
    uintptr_t at = from;
    const auto take = [&](int64_t size) {
      const uintptr_t here = at;
      at += static_cast<uintptr_t>(size + 63) / 64 * 64;
      return reinterpret_cast<void*>(here);
    };
    const auto width = static_cast<int64_t>(sizeof(T));
    rows = static_cast<Rows<D, T>*>(take(sizeof(Rows<D, T>)));
    numbers = static_cast<T*>(take(width * rows_numbers<D>(bones, static_cast<Method>(batch->shared.method))));
    left = static_cast<int32_t*>(take(sizeof(int32_t) * FABRIKIT_MOST_ROWS));
    limited_memory = batch->joints == nullptr ? nullptr : take(limited_row_bytes(bones));
    block = nullptr;
    if (may_use_lanes(batch))
      block = static_cast<Block<D, T>*>(take(sizeof(Block<D, T>) + width * block_numbers<D, T>(bones)));
    bytes = static_cast<int64_t>(at - from);
  }
};

template <int D, class T>
void open_workspace(const fabrikit_batch* batch, void* memory) {
  Workspace<D, T> workspace(batch, memory);
  open_rows(*workspace.rows, batch, workspace.numbers);
  if (batch->joints != nullptr && workspace.rows->same_chain)
    prepare_limited(limited_row(workspace.limited_memory, batch->bones), workspace.rows->length, batch->bones);
  workspace.rows->lanes = workspace.block != nullptr &&
                          open_block(*workspace.block, *workspace.rows, reinterpret_cast<T*>(workspace.block + 1));
}

template <int D, class T>
void solve_rows(const fabrikit_batch* batch, const fabrikit_lane_table* table, int64_t begin, int64_t end,
                void* memory) {
  const Workspace<D, T> workspace(batch, memory);
  Rows<D, T>& rows = *workspace.rows;
  if (table == nullptr || !rows.lanes) {
    for (int64_t row = begin; row < end; ++row) solve_row(rows, workspace.limited_memory, row);
    return;
  }
  const fabrikit_lanes lanes = table->solve[D - 2][sizeof(T) == sizeof(float)];
  const int32_t count = lanes(&rows, workspace.block, begin, end, workspace.left);
  for (int32_t i = 0; i < count; ++i) solve_row(rows, workspace.limited_memory, begin + workspace.left[i]);
}

// Calls `act` with the dimension and a number of the precision of a batch.
template <class Act>
auto dispatch(const fabrikit_batch* batch, Act act) {
  if (batch->dimension == 2)
    return batch->is_single ? act.template operator()<2, float>() : act.template operator()<2, double>();
  return batch->is_single ? act.template operator()<3, float>() : act.template operator()<3, double>();
}

}  // namespace
}  // namespace fabrikit

using namespace fabrikit;

int32_t fabrikit_has_level(int32_t level) { return processor_has(level); }

int64_t fabrikit_rows_workspace_bytes(const fabrikit_batch* batch) {
  return dispatch(batch, [&]<int D, class T>() { return Workspace<D, T>(batch, nullptr).bytes; });
}

void fabrikit_open_rows(const fabrikit_batch* batch, void* workspace) {
  dispatch(batch, [&]<int D, class T>() { open_workspace<D, T>(batch, workspace); });
}

void fabrikit_solve_rows(const fabrikit_batch* batch, int32_t level, int64_t begin, int64_t end, void* workspace) {
  const fabrikit_lane_table* const table = processor_has(level) ? table_of(level) : nullptr;
  dispatch(batch, [&]<int D, class T>() { solve_rows<D, T>(batch, table, begin, end, workspace); });
}

int32_t fabrikit_row_is_valid(const fabrikit_batch* batch, int64_t row, void* workspace) {
  return dispatch(batch,
                  [&]<int D, class T>() -> int32_t { return read_row(*Workspace<D, T>(batch, workspace).rows, row); });
}
