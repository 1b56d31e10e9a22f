#include "solver.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

// Where squares are still far from overflow; fabrikit.arrays refuses what lies beyond, in words.
constexpr double kLargest = 0x1p500;

Answer answer_tuple(const fabrikit_answer& a) {
  return nb::make_tuple(a.error, a.tolerance, a.status, a.iterations, a.stage, a.symmetry_broken != 0);
}

// What an object shows through the buffer protocol; nothing where it is no such array: then the caller finds out, with
// words.
struct Buffer {
  Py_buffer view{};

  Buffer(PyObject* given, int flags) {
    if (PyObject_GetBuffer(given, &view, flags) == 0) return;
    PyErr_Clear();
    view.obj = nullptr;
  }
  ~Buffer() { PyBuffer_Release(&view); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  bool is_float64() const {
    return view.obj != nullptr && view.format != nullptr && std::strcmp(view.format, "d") == 0 &&
           view.itemsize == sizeof(double);
  }
};

bool are_allowed(const double* numbers, size_t count) {
  bool allowed = true;
  for (size_t k = 0; k < count; ++k) allowed &= std::fabs(numbers[k]) <= kLargest;
  return allowed;
}

}  // namespace

KernelSolver::KernelSolver(Input rest, Input lengths, double tolerance, int max_iterations, int method, bool reach_test)
    : dimension_(static_cast<int32_t>(rest.shape(1))),
      bones_(static_cast<int32_t>(lengths.shape(0))),
      rest_(rest.data(), rest.data() + rest.size()),
      chain_(static_cast<size_t>(fabrikit_chain_bytes(bones_)) / sizeof(double)),
      workspace_(static_cast<size_t>(fabrikit_workspace_bytes(dimension_, bones_, method)) / sizeof(double)),
      problem_{} {
  fabrikit_prepare(bones_, lengths.data(), reinterpret_cast<fabrikit_chain*>(chain_.data()));
  std::memcpy(problem_.base, rest.data(), sizeof(double) * static_cast<size_t>(dimension_));
  problem_.tolerance = tolerance;
  problem_.max_iterations = max_iterations;
  problem_.method = method;
  problem_.reach_test = reach_test;
}

void KernelSolver::set_pole(int kind, Input pole) {
  problem_.pole_kind = kind;
  std::memcpy(problem_.pole, pole.data(), sizeof(double) * pole.size());
}

// Reads a float64 vector through the buffer protocol: a fifth of the time that an array import costs.
bool KernelSolver::read_buffer(PyObject* given, double* out) const {
  const Buffer buffer(given, PyBUF_STRIDES | PyBUF_FORMAT);
  const Py_buffer& view = buffer.view;
  if (!buffer.is_float64() || view.ndim != 1 || view.shape[0] != dimension_) return false;
  for (int k = 0; k < dimension_; ++k)
    std::memcpy(out + k, static_cast<const char*>(view.buf) + k * view.strides[0], sizeof(double));
  return true;
}

// `array` is the type of plain NumPy arrays: a subclass may hide what its buffer shows (masked arrays do).
bool KernelSolver::read_target(nb::handle target, PyTypeObject* array, double* out) const {
  PyObject* const given = target.ptr();
  const bool sequence = PyTuple_CheckExact(given) || PyList_CheckExact(given);
  if (sequence) {
    if (PySequence_Fast_GET_SIZE(given) != dimension_) return false;
    PyObject** const items = PySequence_Fast_ITEMS(given);
    for (int k = 0; k < dimension_; ++k) {
      if (PyFloat_CheckExact(items[k])) {
        out[k] = PyFloat_AS_DOUBLE(items[k]);
      } else if (PyLong_CheckExact(items[k])) {
        out[k] = PyLong_AsDouble(items[k]);
        if (PyErr_Occurred()) {
          PyErr_Clear();  // beyond float64: the caller says so, with words
          return false;
        }
      } else {
        return false;
      }
    }
  } else if (Py_TYPE(given) != array || !read_buffer(given, out)) {
    return false;
  }
  return are_allowed(out, static_cast<size_t>(dimension_));
}

std::optional<Answer> KernelSolver::solve_quickly(nb::handle target, nb::handle start, nb::handle positions) {
  PyTypeObject* const array = Py_TYPE(positions.ptr());
  fabrikit_problem problem = problem_;
  if (!read_target(target, array, problem.target)) return std::nullopt;
  const Buffer out(positions.ptr(), PyBUF_CONTIG);
  if (out.view.obj == nullptr) throw nb::type_error("positions: must be a writeable array");
  problem.start_fits = start.is_none();
  if (start.is_none()) return solve_into(problem, rest_.data(), out.view.buf);
  if (Py_TYPE(start.ptr()) != array) return std::nullopt;
  const Buffer begin(start.ptr(), PyBUF_C_CONTIGUOUS | PyBUF_FORMAT);
  const Py_buffer& view = begin.view;
  const bool fits = begin.is_float64() && view.ndim == 2 && view.shape[0] == bones_ + 1 &&
                    view.shape[1] == dimension_ && reinterpret_cast<uintptr_t>(view.buf) % alignof(double) == 0;
  if (!fits || !are_allowed(static_cast<const double*>(view.buf), rest_.size())) return std::nullopt;
  std::memcpy(problem.base, view.buf, sizeof(double) * static_cast<size_t>(dimension_));
  return solve_into(problem, static_cast<const double*>(view.buf), out.view.buf);
}

Answer KernelSolver::solve_into(const fabrikit_problem& problem, const double* start, void* positions) {
  fabrikit_answer answer;
  fabrikit_solve(dimension_, chain(), &problem, start, workspace_.data(), static_cast<double*>(positions), &answer,
                 nullptr, 0);
  return answer_tuple(answer);
}

fabrikit_problem KernelSolver::ask(Input target, Input base) const {
  fabrikit_problem problem = problem_;
  problem.start_fits = 0;
  std::memcpy(problem.target, target.data(), sizeof(double) * target.size());
  std::memcpy(problem.base, base.data(), sizeof(double) * base.size());
  return problem;
}

Answer KernelSolver::solve(Input target, Input start, Input base, Output positions) {
  return solve_into(ask(target, base), start.data(), positions.data());
}

nb::typed<nb::tuple, nb::bytes, Answer> KernelSolver::trace(Input target, Input start, Input base, Output begin,
                                                            Output positions) {
  const fabrikit_problem problem = ask(target, base);
  fabrikit_take_start(dimension_, chain(), &problem, start.data(), begin.data());
  fabrikit_answer answer;
  fabrikit_placement probe;
  const auto run = [&](fabrikit_placement* trace, int64_t room) {
    return fabrikit_solve(dimension_, chain(), &problem, start.data(), workspace_.data(), positions.data(), &answer,
                          trace, room);
  };
  // A solve has no memory, so the first run tells how much room the second one needs.
  const auto count = static_cast<size_t>(run(&probe, 0));
  std::vector<fabrikit_placement> trace(count + 1);
  run(trace.data(), static_cast<int64_t>(count));
  return nb::make_tuple(nb::bytes(trace.data(), count * sizeof(fabrikit_placement)), answer_tuple(answer));
}
