// What one instruction set's translation unit offers, as plain functions in a table.
#pragma once
#include "batch_rows.hpp"

// Solves the rows from begin to end that lanes can solve; writes the others to `left`, counted from `begin`, and
// returns how many there are. `rows` is an opened Rows, `block` an opened Block: their layout is the same at every
// level.
typedef int32_t (*fabrikit_lanes)(void* rows, void* block, int64_t begin, int64_t end, int32_t* left);

// One for each dimension and precision.
typedef struct {
  fabrikit_lanes solve[2][2];  // [dimension 2, 3][double, float]
} fabrikit_lane_table;

extern "C" {
extern const fabrikit_lane_table fabrikit_lanes_baseline;
extern const fabrikit_lane_table fabrikit_lanes_x86_64_v3;
extern const fabrikit_lane_table fabrikit_lanes_x86_64_v4;
}
