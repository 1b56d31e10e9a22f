/* The kernel's C interface: what the Python binding, WebAssembly and the C++ tests call.
 *
 * No function allocates, throws or keeps state. Arrays are the caller's, dense, and must not overlap unless said.
 * Poses are [bones + 1][dimension], dimension 2 or 3. Arguments are not checked here: the callers do, with words. */
#ifndef FABRIKIT_ABI_H
#define FABRIKIT_ABI_H
#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define FABRIKIT_EXPORT(name) __attribute__((export_name(#name)))
#else
#define FABRIKIT_EXPORT(name) __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A prepared chain: a header, then three arrays. Treat as opaque. */
typedef struct {
  double outer;   /* sum of lengths */
  double inner;   /* max(0, 2 * longest - outer) */
  double scale;   /* power of two */
  double unscale; /* 1 / scale */
  int32_t bones;
  int32_t longest;
} fabrikit_chain;

typedef struct {
  double base[3];
  double target[3];
  double pole[3];
  double tolerance;       /* >= 0 */
  int32_t max_iterations; /* >= 1 */
  int32_t method;         /* in the order of Method in problem.hpp; 0 auto, 1 fabrik */
  int32_t pole_kind;      /* 0 none, 1 point, 2 direction */
  int32_t reach_test;     /* 0 only to compare methods */
  int32_t start_fits;     /* 1: the start's bones are known to have the chain's lengths; 0: look */
} fabrikit_problem;

typedef struct {
  double error;
  double tolerance;
  int32_t status;
  int32_t iterations;
  int32_t stage;
  int32_t symmetry_broken;
} fabrikit_answer;

/* One placement of a trace, in world coordinates. */
typedef struct {
  double at[3];
  int32_t stage;
  int32_t iteration;
  int32_t pass; /* 0 none, 1 from the tip, 2 from the base */
  int32_t joint;
} fabrikit_placement;

/* Bytes of a prepared chain, and of the memory that one solve by `method` works in. */
FABRIKIT_EXPORT(fabrikit_chain_bytes) int64_t fabrikit_chain_bytes(int32_t bones);
FABRIKIT_EXPORT(fabrikit_workspace_bytes)
int64_t fabrikit_workspace_bytes(int32_t dimension, int32_t bones, int32_t method);

/* Writes the lengths [bones] of the bones between `joints`. */
FABRIKIT_EXPORT(fabrikit_measure)
void fabrikit_measure(int32_t dimension, int32_t bones, const double* joints, double* lengths);

/* Prepares a chain from its lengths [bones], each >= 0. `chain` has fabrikit_chain_bytes bytes, 8-byte aligned. */
FABRIKIT_EXPORT(fabrikit_prepare) void fabrikit_prepare(int32_t bones, const double* lengths, fabrikit_chain* chain);

/* Writes the pose that a solve begins with: `start` moved to the problem's base, with the chain's lengths. */
FABRIKIT_EXPORT(fabrikit_take_start)
void fabrikit_take_start(int32_t dimension, const fabrikit_chain* chain, const fabrikit_problem* problem,
                         const double* start, double* positions);

/* Solves one problem: `positions` gets the best pose found. Writes the placements of the solve to `trace` as far as
 * `trace_room` goes (0: none) and returns how many there were. */
FABRIKIT_EXPORT(fabrikit_solve)
int64_t fabrikit_solve(int32_t dimension, const fabrikit_chain* chain, const fabrikit_problem* problem,
                       const double* start, double* workspace, double* positions, fabrikit_answer* answer,
                       fabrikit_placement* trace, int64_t trace_room);

/* Forward kinematics of `count` poses from `rest`: turns [count][bones] (2D) or [count][bones][2] (3D: about the
 * bone's own z, then its own y) in radians, joints [count][bones + 1][dimension]. */
FABRIKIT_EXPORT(fabrikit_forward)
void fabrikit_forward(int32_t dimension, int32_t bones, int64_t count, const double* rest, const double* turns,
                      double* joints);

/* The turns [bones] in (-pi, pi] that bring a 2D rest pose to `joints`. */
FABRIKIT_EXPORT(fabrikit_turns)
void fabrikit_turns(int32_t bones, const double* rest, const double* joints, double* turns);

/* The kernel's own trigonometry on `count` numbers; |angle| <= 2^20. */
FABRIKIT_EXPORT(fabrikit_sin_cos)
void fabrikit_sin_cos(int64_t count, const double* angle, double* sine, double* cosine);
FABRIKIT_EXPORT(fabrikit_atan2) void fabrikit_atan2(int64_t count, const double* y, const double* x, double* angle);

#ifdef __cplusplus
}
#endif
#endif
