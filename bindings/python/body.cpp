#include "body.hpp"

#include <algorithm>
#include <cstring>

#include "parallel.hpp"

namespace {

size_t doubles(int64_t bytes) { return (static_cast<size_t>(bytes) + sizeof(double) - 1) / sizeof(double); }

// Bytes as structs, which need their alignment.
template <class Struct>
std::vector<Struct> structs(const nb::bytes& bytes) {
  std::vector<Struct> copy(bytes.size() / sizeof(Struct));
  std::memcpy(copy.data(), bytes.c_str(), copy.size() * sizeof(Struct));
  return copy;
}

// Rows of an array that has one for all, or one for each.
struct Rows {
  const double* data;
  int64_t stride;

  Rows(const Input& array, int64_t rows, int64_t numbers)
      : data(array.size() == 0 ? nullptr : array.data()),
        stride(rows > 1 && static_cast<int64_t>(array.size()) == rows * numbers ? numbers : 0) {}
  const double* at(int64_t row) const { return data == nullptr ? nullptr : data + row * stride; }
};

}  // namespace

KernelBody::KernelBody(nb::bytes joints) {
  if (joints.size() % sizeof(fabrikit_body_joint) != 0)
    throw nb::value_error("joints: not a whole number of fabrikit_body_joint");
  std::vector<fabrikit_body_joint> specs(joints.size() / sizeof(fabrikit_body_joint));
  std::memcpy(specs.data(), joints.c_str(), joints.size());
  const auto count = static_cast<int32_t>(specs.size());
  body_.resize(doubles(fabrikit_body_bytes(count)));
  fabrikit_prepare_body(count, specs.data(), reinterpret_cast<fabrikit_body*>(body_.data()));
}

void KernelBody::rest(Output q) const { fabrikit_body_rest(body(), q.data()); }

void KernelBody::settle(Output q) const { fabrikit_body_settle(body(), static_cast<int64_t>(q.shape(0)), q.data()); }

void KernelBody::forward(Input base, Input q, Output positions, Output rotations) const {
  fabrikit_body_forward(body(), base.data(), static_cast<int64_t>(q.shape(0)), q.data(), positions.data(),
                        rotations.data());
}

nb::bytes KernelBody::solve(int64_t rows, nb::bytes question, nb::bytes effectors, nb::bytes loops, nb::bytes use,
                            Input bases, Input start, Input drive, Input posture, Output q, Output positions,
                            Output rotations, Output errors, int threads) const {
  const fabrikit_body_question asked = structs<fabrikit_body_question>(question).at(0);
  const auto effector = structs<fabrikit_body_effector>(effectors);
  const auto loop = structs<fabrikit_body_loop>(loops);
  const auto used = structs<int32_t>(use);
  const int64_t per_row = static_cast<int64_t>(effector.size()) > asked.effectors ? asked.effectors : 0;
  const int64_t joints = body()->joints;
  const int64_t numbers = body()->numbers;
  const Rows frames(bases, rows, 7);
  const Rows starts(start, rows, numbers);
  const Rows drives(drive, rows, numbers);
  const Rows postures(posture, rows, numbers);
  std::vector<fabrikit_body_answer> answer(static_cast<size_t>(rows));
  const int useful = static_cast<int>(std::min<int64_t>(threads, std::max<int64_t>(rows, 1)));
  const size_t size = doubles(fabrikit_body_workspace_bytes(body(), asked.effectors, asked.loops, asked.solutions));
  std::vector<std::vector<double>> workspace(static_cast<size_t>(useful), std::vector<double>(size));
  const auto solve_rows = [&](int worker, int64_t begin, int64_t end) {
    fabrikit_body_question own = asked;
    for (int64_t k = begin; k < end; ++k) {
      if (frames.at(k) != nullptr) std::memcpy(own.base, frames.at(k), sizeof own.base);
      fabrikit_solve_body(body(), &own, effector.data() + k * per_row, loop.data(),
                          used.empty() ? nullptr : used.data(), starts.at(k), drives.at(k), postures.at(k),
                          workspace[static_cast<size_t>(worker)].data(), q.data() + k * asked.solutions * numbers,
                          positions.data() + k * joints * 3, rotations.data() + k * joints * 4,
                          errors.data() + k * asked.effectors * 2, &answer[static_cast<size_t>(k)]);
    }
  };
  const auto look_up = [](int64_t) {
    nb::gil_scoped_acquire held;
    return PyErr_CheckSignals() == 0;
  };
  {
    nb::gil_scoped_release released;
    if (rows == 1) solve_rows(0, 0, 1);
    else parallel::solve_rows(rows, 1, int64_t{1} << 20, useful, solve_rows, look_up);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return nb::bytes(answer.data(), answer.size() * sizeof(fabrikit_body_answer));
}
