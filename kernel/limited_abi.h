/* The kernel's C interface for chains whose joints have types and limits. 3D; a 2D chain is one in the plane z = 0
 * whose joints are hinges about z. See abi.h for what holds everywhere. */
#ifndef FABRIKIT_LIMITED_ABI_H
#define FABRIKIT_LIMITED_ABI_H
#include "abi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double axis[3];      /* of a hinge, unit, world of the rest pose */
  double reference[3]; /* of an oval cone: direction of its first half-angle */
  double lower;        /* [rad] of a hinge's angle from the rest pose, or of a ball's twist */
  double upper;
  double cone[4]; /* [rad] half-angles */
  double stiffness;
  int32_t kind;      /* 0 free, 1 ball, 2 hinge, 3 fixed */
  int32_t cone_kind; /* 0 none, 1 circle, 2 oval */
  int32_t has_twist;
  int32_t global; /* a hinge whose axis stays in the world */
} fabrikit_joint;

/* What the last bone should be besides at a place. */
typedef struct {
  double rotation[4];  /* w, x, y, z, world */
  double direction[3]; /* unit, world */
  double tolerance;    /* [rad] */
  int32_t kind;        /* 0 nothing, 1 direction, 2 rotation */
  int32_t clamp;       /* of method fabrik: 0 in both passes, 1 only from the base */
} fabrikit_aim;

FABRIKIT_EXPORT(fabrikit_joints_bytes) int64_t fabrikit_joints_bytes(int32_t bones);
FABRIKIT_EXPORT(fabrikit_limited_workspace_bytes) int64_t fabrikit_limited_workspace_bytes(int32_t bones);

/* Prepares the joints of a chain from its rest pose [bones + 1][3]; `joints` has fabrikit_joints_bytes bytes. */
FABRIKIT_EXPORT(fabrikit_prepare_joints)
void fabrikit_prepare_joints(int32_t bones, const double* rest, const fabrikit_joint* specs, void* joints);

/* As fabrikit_solve. `start_turns` [bones][4] are the rotations of the start relative to the parent, or null: read them
 * off its joints. `turns` and `frames` [bones][4] get the rotations found, relative to the parent and in the world;
 * `rotation_error` the angle that is left. */
FABRIKIT_EXPORT(fabrikit_solve_limited)
int64_t fabrikit_solve_limited(const fabrikit_chain* chain, const void* joints, const fabrikit_problem* problem,
                               const fabrikit_aim* aim, const double* start, const double* start_turns, void* workspace,
                               double* positions, double* turns, double* frames, double* rotation_error,
                               fabrikit_answer* answer, fabrikit_placement* trace, int64_t trace_room);

/* Reads rotations off the joints [bones + 1][3] of a pose: each as near as its joint allows. */
FABRIKIT_EXPORT(fabrikit_read_turns)
void fabrikit_read_turns(const fabrikit_chain* chain, const void* joints, const double* pose, void* workspace,
                         double* turns, double* frames);

/* The nearest rotation that one prepared joint allows, and the nearest direction of its bone [4], [3]. */
FABRIKIT_EXPORT(fabrikit_settle)
void fabrikit_settle(const void* joints, int32_t index, const double* turn, double* settled);

#ifdef __cplusplus
}
#endif
#endif
