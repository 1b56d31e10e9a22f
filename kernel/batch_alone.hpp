// Rows solved one at a time: whatever has no lanes, or left them.
#pragma once
#include "batch_rows.hpp"

namespace fabrikit {

// A row that is not a question: its start, as given, and no error.
template <int D, class T>
inline void write_invalid(const Rows<D, T>& rows, int64_t row) {
  T* const out = positions_of<D, T>(rows.batch, row);
  for (int64_t i = 0; i < rows.pose_size(); ++i) out[i] = rows.start[i];
  const T not_a_number = __builtin_nanf("");
  write_answer(rows.batch, row, Answer<T>{not_a_number, rows.problem.tolerance, Status::invalid, 0, Stage::start, 0});
}

template <int D, class T>
inline void solve_free_row(Rows<D, T>& rows, int64_t row) {
  NoRecorder none;
  const auto method = static_cast<Method>(rows.batch->shared.method);
  write_answer(
      rows.batch, row,
      solve(rows.chain, rows.problem, method, rows.start, rows.memory, positions_of<D, T>(rows.batch, row), none));
}

// Memory for rows of chains with limits, which are solved in 3D and double precision whatever the batch is: a 2D chain
// is one in the plane z = 0, and single precision is the double answer, rounded.
struct LimitedRow {
  double* lengths;    // [bones]
  double* start;      // [bones + 1][3]
  double* positions;  // [bones + 1][3]
  double* turns;      // [bones][4]
  double* frames;     // [bones][4]
  fabrikit_chain* chain;
  void* workspace;
};

inline int64_t limited_row_bytes(int64_t bones) {
  return 8 * (bones + 2 * 3 * (bones + 1) + 2 * 4 * bones) + fabrikit_chain_bytes(static_cast<int32_t>(bones)) +
         fabrikit_limited_workspace_bytes(static_cast<int32_t>(bones));
}

inline LimitedRow limited_row(void* memory, int64_t bones) {
  auto* const numbers = static_cast<double*>(memory);
  LimitedRow r;
  r.lengths = numbers;
  r.start = r.lengths + bones;
  r.positions = r.start + 3 * (bones + 1);
  r.turns = r.positions + 3 * (bones + 1);
  r.frames = r.turns + 4 * bones;
  r.chain = reinterpret_cast<fabrikit_chain*>(r.frames + 4 * bones);
  r.workspace = reinterpret_cast<char*>(r.chain) + fabrikit_chain_bytes(static_cast<int32_t>(bones));
  return r;
}

template <class T>
inline void prepare_limited(const LimitedRow& limited, const T* length, int32_t bones) {
  for (int32_t i = 0; i < bones; ++i) limited.lengths[i] = length[i];
  fabrikit_prepare(bones, limited.lengths, limited.chain);
}

template <int D, class T>
inline void solve_limited_row(Rows<D, T>& rows, const LimitedRow& limited, int64_t row) {
  const fabrikit_batch& batch = *rows.batch;
  fabrikit_problem problem = batch.shared;
  for (int k = 0; k < D; ++k) {
    problem.base[k] = rows.problem.base.v[k];
    problem.target[k] = rows.problem.target.v[k];
  }
  problem.tolerance = rows.problem.tolerance;
  if (!rows.same_chain) prepare_limited(limited, rows.length, batch.bones);
  for (int64_t i = 0; i <= batch.bones; ++i)
    for (int k = 0; k < 3; ++k) limited.start[3 * i + k] = k < D ? static_cast<double>(rows.start[i * D + k]) : 0.0;
  // Number by number: of a list, clang without optimisation makes an array that could be written.
  fabrikit_aim nothing{};
  nothing.rotation[0] = 1;
  nothing.direction[0] = 1;
  nothing.clamp = batch.clamp;
  const int64_t rotations = 4 * static_cast<int64_t>(batch.bones) * row;
  fabrikit_answer answer;
  double rotation_error;
  fabrikit_solve_limited(
      limited.chain, batch.joints, &problem, &nothing, limited.start, batch.start_turns, limited.workspace,
      limited.positions, batch.turns == nullptr ? limited.turns : batch.turns + rotations,
      batch.frames == nullptr ? limited.frames : batch.frames + rotations, &rotation_error, &answer, nullptr, 0);
  T* const out = positions_of<D, T>(&batch, row);
  for (int64_t i = 0; i <= batch.bones; ++i)
    for (int k = 0; k < D; ++k) out[i * D + k] = static_cast<T>(limited.positions[3 * i + k]);
  // The verdict is on the numbers that are returned.
  const auto status = static_cast<Status>(answer.status);
  Answer<T> said = judge(rows.chain, rows.problem, out, status == Status::reached ? Status::stalled : status);
  said.iterations = answer.iterations;
  said.stage = static_cast<Stage>(answer.stage);
  said.symmetry_broken = answer.symmetry_broken;
  write_answer(&batch, row, said);
}

// Solves a row of any kind.
template <int D, class T>
inline void solve_row(Rows<D, T>& rows, void* limited_memory, int64_t row) {
  if (!read_row(rows, row)) return write_invalid(rows, row);
  if (rows.batch->joints == nullptr) return solve_free_row(rows, row);
  solve_limited_row(rows, limited_row(limited_memory, rows.batch->bones), row);
}

}  // namespace fabrikit
