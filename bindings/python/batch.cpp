#include "batch.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "parallel.hpp"

namespace {

// [row], [row][component], [row][bone] or [row][joint][component], as the number of dimensions and `last` say: where
// the last stride goes.
fabrikit_array view(const Numbers& array, int last) {
  fabrikit_array r{};
  r.data = array.data();
  r.is_single = array.dtype() == nb::dtype<float>();
  r.stride[0] = array.stride(0);
  if (array.ndim() == 3) r.stride[1] = array.stride(1);
  if (array.ndim() >= 2) r.stride[last] = array.stride(array.ndim() - 1);
  return r;
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, Free>;

Memory allocate(int64_t bytes) {
  void* const memory = std::aligned_alloc(64, static_cast<size_t>(bytes + 63) / 64 * 64);
  if (memory == nullptr) throw std::bad_alloc();
  return Memory(memory);
}

// Rows of a first piece. A row takes microseconds where chains are free and short; others may take longer than a user
// who wants to interrupt should wait.
int64_t first_piece(const fabrikit_batch& batch) { return batch.joints == nullptr && batch.bones <= 64 ? 256 : 1; }

// One opened workspace for each thread, allocated before anything runs.
std::vector<Memory> open_workspaces(const fabrikit_batch& batch, int threads) {
  std::vector<Memory> memory;
  for (int i = 0; i < threads; ++i) {
    memory.push_back(allocate(fabrikit_rows_workspace_bytes(&batch)));
    fabrikit_open_rows(&batch, memory.back().get());
  }
  return memory;
}

}  // namespace

KernelBatch::KernelBatch(int dimension, int bones, bool is_single, int max_iterations, int method, bool reach_test,
                         bool start_fits) {
  batch_.dimension = dimension;
  batch_.bones = bones;
  batch_.is_single = is_single;
  batch_.shared.max_iterations = max_iterations;
  batch_.shared.method = method;
  batch_.shared.reach_test = reach_test;
  batch_.shared.start_fits = start_fits;
}

void KernelBatch::set_pole(int kind, Input pole) {
  batch_.shared.pole_kind = kind;
  std::memcpy(batch_.shared.pole, pole.data(), sizeof(double) * pole.size());
}

void KernelBatch::set_joints(Input reference, nb::bytes specs, int clamp, Input start_turns) {
  joints_.resize(static_cast<size_t>(fabrikit_joints_bytes(batch_.bones)) / sizeof(double) + 1);
  fabrikit_prepare_joints(batch_.bones, reference.data(), static_cast<const fabrikit_joint*>(specs.data()),
                          joints_.data());
  start_turns_.assign(start_turns.data(), start_turns.data() + start_turns.size());
  batch_.joints = joints_.data();
  batch_.start_turns = start_turns_.empty() ? nullptr : start_turns_.data();
  batch_.clamp = clamp;
}

void KernelBatch::set_question(Numbers targets, Numbers starts, std::optional<Numbers> bases, Numbers lengths,
                               std::optional<Numbers> tolerances, double relative_tolerance) {
  rows_ = static_cast<int64_t>(targets.shape(0));
  batch_.targets = view(targets, 2);
  batch_.starts = view(starts, 2);
  batch_.lengths = view(lengths, 1);
  if (bases) batch_.bases = view(*bases, 2);
  if (tolerances) batch_.tolerances = view(*tolerances, 0);
  batch_.relative_tolerance = relative_tolerance;
}

void KernelBatch::set_answer(AnyOutput positions, AnyOutput error, AnyOutput tolerance, Whole iterations, Small status,
                             Small stage, Small symmetry_broken, std::optional<Output> turns,
                             std::optional<Output> frames) {
  batch_.positions = positions.data();
  batch_.error = error.data();
  batch_.tolerance = tolerance.data();
  batch_.iterations = iterations.data();
  batch_.status = status.data();
  batch_.stage = stage.data();
  batch_.symmetry_broken = symmetry_broken.data();
  batch_.turns = turns ? turns->data() : nullptr;
  batch_.frames = frames ? frames->data() : nullptr;
}

nb::typed<nb::tuple, nb::typed<nb::list, int64_t>, int64_t> KernelBatch::invalid_rows(int64_t most) const {
  const std::vector<Memory> memory = open_workspaces(batch_, 1);
  nb::list first;
  int64_t count = 0;
  for (int64_t row = 0; row < rows_; ++row) {
    if (fabrikit_row_is_valid(&batch_, row, memory[0].get())) continue;
    if (count++ < most) first.append(row);
  }
  return nb::make_tuple(first, count);
}

void KernelBatch::solve(int threads, int level, nb::object progress) const {
  const int useful = static_cast<int>(std::min<int64_t>(threads, std::max<int64_t>(rows_, 1)));
  const std::vector<Memory> memory = open_workspaces(batch_, useful);
  const auto look_up = [&](int64_t done) {
    nb::gil_scoped_acquire held;
    if (PyErr_Occurred() || PyErr_CheckSignals() != 0) return false;
    if (progress.is_none()) return true;
    PyObject* const answer = PyObject_CallFunction(progress.ptr(), "L", static_cast<long long>(done));
    Py_XDECREF(answer);
    return answer != nullptr;
  };
  const auto solve_piece = [&](int worker, int64_t begin, int64_t end) {
    fabrikit_solve_rows(&batch_, level, begin, end, memory[static_cast<size_t>(worker)].get());
  };
  {
    nb::gil_scoped_release released;
    parallel::solve_rows(rows_, first_piece(batch_), FABRIKIT_MOST_ROWS, useful, solve_piece, look_up);
  }
  if (PyErr_Occurred()) throw nb::python_error();
}
