// The yardstick of bodies: the same kernel, its rounds solved densely (Levenberg-Marquardt on J J^T, 6 x 6 for one
// hand, Cholesky). Not shipped: fabrikit forms no matrix. A namespace of its own keeps both kernels in one program.
//
// Include before any header of the kernel but body_abi.h.
#pragma once
#include "kernel/body_abi.h"

#define fabrikit dense_fabrikit
#define fabrikit_body_bytes dense_body_bytes
#define fabrikit_body_workspace_bytes dense_body_workspace_bytes
#define fabrikit_prepare_body dense_prepare_body
#define fabrikit_body_rest dense_body_rest
#define fabrikit_body_settle dense_body_settle
#define fabrikit_body_forward dense_body_forward
#define fabrikit_solve_body dense_solve_body
#define fabrikit_joints_bytes dense_joints_bytes
#define fabrikit_limited_workspace_bytes dense_limited_workspace_bytes
#define fabrikit_prepare_joints dense_prepare_joints
#define fabrikit_solve_limited dense_solve_limited
#define fabrikit_read_turns dense_read_turns
#define fabrikit_settle dense_settle

// The C functions under their other names.
extern "C" {
int64_t dense_body_bytes(int32_t joints);
int64_t dense_body_workspace_bytes(const fabrikit_body* body, int32_t effectors, int32_t loops, int32_t solutions);
void dense_prepare_body(int32_t joints, const fabrikit_body_joint* specs, fabrikit_body* body);
void dense_body_rest(const fabrikit_body* body, double* q);
void dense_body_settle(const fabrikit_body* body, int64_t count, double* q);
void dense_body_forward(const fabrikit_body* body, const double* base, int64_t count, const double* q,
                        double* positions, double* rotations);
void dense_solve_body(const fabrikit_body* body, const fabrikit_body_question* question,
                      const fabrikit_body_effector* effectors, const fabrikit_body_loop* loops, const int32_t* use,
                      const double* start, const double* drive, const double* posture, void* workspace, double* q,
                      double* positions, double* rotations, double* errors, fabrikit_body_answer* answer);
}

#include "kernel/body_newton.hpp"

namespace fabrikit {

inline constexpr int most_rows = 48;
inline constexpr int most_columns = 64;

// Rows of the Jacobian that stand one below the other; written column by column.
struct Dense {
  double column[most_columns][most_rows];
  double matrix[most_rows][most_rows];
  double answer[most_rows];
  int rows;
};

// What turning (or shifting) a mover by one unit does to a task.
inline void write_column(const Task<double>& task, const Vec<3, double>& origin, const Vec<3, double>& turning,
                         const Vec<3, double>& moving, double* rows) {
  const Vec<3, double> linear = task.place_weight * (moving + cross(turning, task.at - origin));
  for (int k = 0; k < 3; ++k) rows[k] = linear.v[k];
  if (task.aim == AimKind::none) return;
  const Vec<3, double> turned = task.aim == AimKind::direction ? across(turning, task.along) : turning;
  for (int k = 0; k < 3; ++k) rows[3 + k] = task.turn_weight * turned.v[k];
}

inline void write_mover(const BodyPose<double>& s, const Mover<double>& m, const Task<double>& task,
                        const Vec<3, double>& origin, int row, Dense& dense) {
  if (m.kind == BodyKind::hinge || m.kind == BodyKind::slider) {
    if (s.open[m.column] == 0) return;
    const Vec<3, double> axis = m.gain * m.axis;
    double* const rows = dense.column[m.column] + row;
    if (m.kind == BodyKind::hinge) write_column(task, origin, axis, cross(m.at, axis), rows);
    else write_column(task, origin, {}, axis, rows);
    return;
  }
  for (int k = 0; k < 3; ++k) {
    Vec<3, double> axis{};
    axis.v[k] = m.gain;
    axis = across(across(axis, m.barred[0]), m.barred[1]);
    write_column(task, origin, axis, cross(m.at, axis), dense.column[m.column + k] + row);
  }
}

inline void write_jacobian(const BodyPose<double>& s, int32_t tasks, const Vec<3, double>& origin, double* wish,
                           Dense& dense) {
  dense.rows = 0;
  for (int32_t k = 0; k < tasks; ++k) dense.rows += s.tasks[k].aim == AimKind::none ? 3 : 6;
  for (int32_t c = 0; c < s.columns; ++c)
    for (int r = 0; r < dense.rows; ++r) dense.column[c][r] = 0;
  int row = 0;
  for (int32_t k = 0; k < tasks; ++k) {
    const Task<double>& task = s.tasks[k];
    for (int32_t i = task.hand.mover; i >= 0; i = s.movers[i].parent)
      write_mover(s, s.movers[i], task, origin, row, dense);
    for (int j = 0; j < 3; ++j) wish[row + j] = task.left.linear.v[j];
    row += 3;
    if (task.aim == AimKind::none) continue;
    for (int j = 0; j < 3; ++j) wish[row + j] = task.left.angular.v[j];
    row += 3;
  }
}

// (J J^T + damping) answer = wish, in place.
inline void solve_cholesky(int columns, double damping, const double* wish, Dense& dense) {
  const int n = dense.rows;
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b <= a; ++b) dense.matrix[a][b] = 0;
    dense.matrix[a][a] = damping;
  }
  for (int c = 0; c < columns; ++c) {
    const double* const column = dense.column[c];
    for (int a = 0; a < n; ++a) {
      if (column[a] == 0) continue;
      for (int b = 0; b <= a; ++b) dense.matrix[a][b] += column[a] * column[b];
    }
  }
  for (int a = 0; a < n; ++a)
    for (int b = 0; b <= a; ++b) {
      double sum = dense.matrix[a][b];
      for (int k = 0; k < b; ++k) sum -= dense.matrix[a][k] * dense.matrix[b][k];
      dense.matrix[a][b] = a == b ? 1 / square_root(larger(sum, 1e-300)) : sum * dense.matrix[b][b];
    }
  for (int a = 0; a < n; ++a) {
    double sum = wish[a];
    for (int k = 0; k < a; ++k) sum -= dense.matrix[a][k] * dense.answer[k];
    dense.answer[a] = sum * dense.matrix[a][a];
  }
  for (int a = n - 1; a >= 0; --a) {
    double sum = dense.answer[a];
    for (int k = a + 1; k < n; ++k) sum -= dense.matrix[k][a] * dense.answer[k];
    dense.answer[a] = sum * dense.matrix[a][a];
  }
}

template <>
struct LeastSquares<double> {
  static void solve(BodyPose<double>& s, int32_t tasks, const Vec<3, double>& origin, double damping) {
    static thread_local Dense dense;
    double wish[most_rows];
    write_jacobian(s, tasks, origin, wish, dense);
    solve_cholesky(s.columns, damping, wish, dense);
    for (int32_t c = 0; c < s.columns; ++c) {
      double sum = 0;
      for (int a = 0; a < dense.rows; ++a) sum += dense.column[c][a] * dense.answer[a];
      s.step[c] = sum;
    }
  }
};

}  // namespace fabrikit

#include "kernel/body_abi.hpp"

#undef fabrikit
#undef fabrikit_body_bytes
#undef fabrikit_body_workspace_bytes
#undef fabrikit_prepare_body
#undef fabrikit_body_rest
#undef fabrikit_body_settle
#undef fabrikit_body_forward
#undef fabrikit_solve_body
#undef fabrikit_joints_bytes
#undef fabrikit_limited_workspace_bytes
#undef fabrikit_prepare_joints
#undef fabrikit_solve_limited
#undef fabrikit_read_turns
#undef fabrikit_settle
