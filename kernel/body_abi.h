/* The kernel's C interface for bodies: trees of joints with types and limits, several end effectors, closed loops.
 * See abi.h for what holds everywhere.
 *
 * World transform of a joint: W[i] = W[parent] * T(offset) * R(rest) * motion(q), where motion is a turn about `axis`
 * (hinge), a shift along it (slider), a quaternion (ball), or xyz and a quaternion (free). The parent of the root is
 * the body's base frame. q holds the numbers of all joints in their order: fixed 0, hinge 1, slider 1, ball 4 (w, x, y,
 * z), free 7 (x, y, z, w, x, y, z); a joint that follows another has none. q = 0 and identity quaternions: the rest
 * pose. */
#ifndef FABRIKIT_BODY_ABI_H
#define FABRIKIT_BODY_ABI_H
#include "abi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double offset[3];    /* from the parent joint, in the parent's frame [m] */
  double rest[4];      /* w, x, y, z: own rest frame in the parent's frame */
  double axis[3];      /* unit, own frame: of a hinge or slider; of a ball, the line its cone is about (the bone) */
  double reference[3]; /* of an oval cone */
  double lower;        /* hinge [rad], slider [m], twist of a ball [rad] */
  double upper;
  double cone[4];   /* [rad] */
  double stiffness; /* 0 moves freely ... 1 not at all */
  double ratio;     /* of a joint that follows: q = ratio * q[followed] + shift */
  double shift;
  int32_t parent;    /* < own index; -1: the root */
  int32_t kind;      /* 0 fixed, 1 hinge, 2 slider, 3 ball, 4 free (root only) */
  int32_t cone_kind; /* 0 none, 1 circle, 2 oval */
  int32_t has_twist;
  int32_t has_range; /* whether lower and upper of a hinge or slider hold */
  int32_t mimic;     /* the hinge or slider that is followed, itself following none; or -1 */
} fabrikit_body_joint;

/* A prepared body: a header, then arrays. Treat as opaque. */
typedef struct {
  int32_t joints;
  int32_t numbers; /* of q */
  double reach;    /* longest way from the root to a joint, sliders at their longest */
} fabrikit_body;

/* Where one point of the body should be, how it should be turned, and what that is worth. */
typedef struct {
  double offset[3];       /* of the end effector in the joint's frame */
  double frame[4];        /* its rotation there */
  double axis[3];         /* unit, in the end effector's frame: what `direction` is wanted of */
  double position[3];     /* wanted, world */
  double rotation[4];     /* wanted, world */
  double direction[3];    /* wanted of the axis, unit, world */
  double position_weight; /* >= 0, of the squared error; 0: anywhere */
  double rotation_weight; /* >= 0 */
  double pole[3];         /* the chain from pole_from to the end effector bends toward it with pole_joint */
  int32_t joint;
  int32_t aim;       /* 0 position only, 1 direction (free about the axis), 2 rotation */
  int32_t level;     /* what is of a lower level goes first */
  int32_t pole_kind; /* 0 none, 1 point, 2 direction */
  int32_t pole_from; /* joint; an ancestor of pole_joint */
  int32_t pole_joint;
} fabrikit_body_effector;

/* Two places of the body that are one: a closed loop. */
typedef struct {
  double offset_a[3]; /* in the frame of joint a */
  double frame_a[4];
  double offset_b[3];
  double frame_b[4];
  double axis[3]; /* unit, in both places' frames: of aim 1 */
  int32_t joint_a;
  int32_t joint_b;
  int32_t aim; /* 0 the points coincide, 1 the axes too, 2 the rotations too */
  int32_t unused;
} fabrikit_body_loop;

typedef struct {
  double base[7];            /* of the body in the world: x, y, z, then w, x, y, z */
  double tolerance;          /* >= 0 [m] */
  double rotation_tolerance; /* >= 0 [rad] */
  double posture_weight;     /* 0: none; else how far one solve goes toward the posture, up to 1 */
  int32_t effectors;
  int32_t loops;
  int32_t max_iterations; /* >= 1, rounds of all restarts together */
  int32_t mode;          /* 0 fast: the lowest number that converges, 1 nearest: least joint motion among those found */
  int32_t solutions;     /* >= 1: how many different ones are wanted */
  int32_t method;        /* 0 auto, 1 fabrik (balls only, positions only) */
  int32_t first_restart; /* row of the table that restart 1 takes, less one */
  int32_t unused;
} fabrikit_body_question;

typedef struct {
  double error;          /* largest of the end effectors [m] */
  double rotation_error; /* largest [rad] */
  double loop_error;     /* largest gap of a loop [m] */
  double tolerance;      /* max(asked, 4 * spacing at the largest returned coordinate) */
  int32_t status;        /* as fabrikit_answer */
  int32_t iterations;
  int32_t restarts;    /* number of the restart that gave the answer; 0: the caller's start */
  int32_t found;       /* different solutions written, >= 1: the first row is the answer whatever its status */
  int32_t start_moved; /* the start was outside its limits and was projected */
  int32_t unused;
} fabrikit_body_answer;

/* Bytes of a prepared body, and of the memory that one solve works in. */
FABRIKIT_EXPORT(fabrikit_body_bytes) int64_t fabrikit_body_bytes(int32_t joints);
FABRIKIT_EXPORT(fabrikit_body_workspace_bytes)
int64_t fabrikit_body_workspace_bytes(const fabrikit_body* body, int32_t effectors, int32_t loops, int32_t solutions);

/* Prepares a body. */
FABRIKIT_EXPORT(fabrikit_prepare_body)
void fabrikit_prepare_body(int32_t joints, const fabrikit_body_joint* specs, fabrikit_body* body);

/* q of the rest pose, brought inside the limits. */
FABRIKIT_EXPORT(fabrikit_body_rest) void fabrikit_body_rest(const fabrikit_body* body, double* q);

/* Brings `count` rows of q inside the limits: the nearest allowed joint by joint, quaternions made unit. */
FABRIKIT_EXPORT(fabrikit_body_settle) void fabrikit_body_settle(const fabrikit_body* body, int64_t count, double* q);

/* World positions [count][joints][3] and rotations [count][joints][4] of `count` rows of q, with the body's base frame
 * at base [7]. */
FABRIKIT_EXPORT(fabrikit_body_forward)
void fabrikit_body_forward(const fabrikit_body* body, const double* base, int64_t count, const double* q,
                           double* positions, double* rotations);

/* Solves one problem. `use` [joints]: 0 free, 1 locked where the start has it, 2 driven to where `drive` has it; null:
 * all free. `posture` [numbers] when its weight is not 0. Writes `found` <= solutions rows of q, the joints of the
 * first one, and (error, rotation error) of every end effector in it. */
FABRIKIT_EXPORT(fabrikit_solve_body)
void fabrikit_solve_body(const fabrikit_body* body, const fabrikit_body_question* question,
                         const fabrikit_body_effector* effectors, const fabrikit_body_loop* loops, const int32_t* use,
                         const double* start, const double* drive, const double* posture, void* workspace, double* q,
                         double* positions, double* rotations, double* errors, fabrikit_body_answer* answer);

#ifdef __cplusplus
}
#endif
#endif
