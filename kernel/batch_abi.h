/* Many problems in one call: the kernel's C interface for batches. See abi.h for what holds everywhere.
 *
 * Every row is answered with the bits of a solve of its own, whatever rows stand around it, in whatever pieces, order
 * and threads the batch is worked off, and whatever instruction set its lanes use. */
#ifndef FABRIKIT_BATCH_ABI_H
#define FABRIKIT_BATCH_ABI_H
#include "limited_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers that somebody else holds, read where they lie. */
typedef struct {
  const void* data;  /* null: not given */
  int64_t stride[3]; /* in numbers, from row to row (0: all rows share one), joint to joint, component to component */
  int32_t is_single; /* 1 float, 0 double */
} fabrikit_array;

/* What is asked: row i of every array belongs to problem i. Coordinates up to 2^500 (single precision: 2^60). */
typedef struct {
  fabrikit_problem shared;   /* pole and options of all rows; base, target and tolerance are not read from it */
  fabrikit_array targets;    /* [rows][dimension] */
  fabrikit_array starts;     /* [rows][bones + 1][dimension] */
  fabrikit_array bases;      /* [rows][dimension]; not given: where the start has its first joint */
  fabrikit_array lengths;    /* [rows][bones] */
  fabrikit_array tolerances; /* [rows]; not given: `relative_tolerance` times the row's outer reach */
  double relative_tolerance;
  const void* joints;        /* of fabrikit_prepare_joints, for chains with limits; null: all joints are free */
  const double* start_turns; /* with `joints`: [bones][4], rotations of every start; null: read off its joints */
  int32_t clamp;             /* with `joints`: as in fabrikit_aim */
  int32_t dimension;         /* 2 or 3 */
  int32_t bones;
  int32_t is_single; /* 1: solve and answer in single precision */
  /* What is answered, dense. `positions` [rows][bones + 1][dimension], `error` and `tolerance` [rows] in the precision
   * of the batch. A row that is not a number or out of range gets the status INVALID, its start, and no error (NaN);
   * `turns` and `frames` are then not written. */
  void* positions;
  void* error;
  void* tolerance;
  int32_t* iterations;
  int8_t* status;
  int8_t* stage;
  int8_t* symmetry_broken;
  double* turns; /* with `joints`: [rows][bones][4], as fabrikit_solve_limited; null: not wanted */
  double* frames;
} fabrikit_batch;

/* Most rows of one call of fabrikit_solve_rows. */
#define FABRIKIT_MOST_ROWS 4096

/* Instruction sets that lanes are compiled for. */
enum { FABRIKIT_NO_LANES, FABRIKIT_BASELINE, FABRIKIT_X86_64_V3, FABRIKIT_X86_64_V4, FABRIKIT_LEVELS };

/* Whether this build and this processor have a level; every build has the first two. */
FABRIKIT_EXPORT(fabrikit_has_level) int32_t fabrikit_has_level(int32_t level);

/* Bytes that one thread works in: O(lanes * bones). */
FABRIKIT_EXPORT(fabrikit_rows_workspace_bytes) int64_t fabrikit_rows_workspace_bytes(const fabrikit_batch* batch);

/* Prepares what all rows share. `workspace` is aligned to 64 bytes and serves this batch until it is opened anew. */
FABRIKIT_EXPORT(fabrikit_open_rows) void fabrikit_open_rows(const fabrikit_batch* batch, void* workspace);

/* Solves the rows from `begin` up to `end`, at most FABRIKIT_MOST_ROWS. Any number of threads may do so at once, each
 * with its own workspace. */
FABRIKIT_EXPORT(fabrikit_solve_rows)
void fabrikit_solve_rows(const fabrikit_batch* batch, int32_t level, int64_t begin, int64_t end, void* workspace);

/* Whether a row is made of numbers within range; without solving it. */
FABRIKIT_EXPORT(fabrikit_row_is_valid)
int32_t fabrikit_row_is_valid(const fabrikit_batch* batch, int64_t row, void* workspace);

#ifdef __cplusplus
}
#endif
#endif
