// fabrikit.bridge._kernel: the kernel's C interface for Python. Arguments are checked in Python, with words.
#include "batch.hpp"
#include "body.hpp"
#include "limited_solver.hpp"
#include "solver.hpp"

NB_MODULE(_kernel, m) {
  m.doc() = "The compiled kernel. Private: fabrikit.bridge is its only importer.";

  nb::class_<KernelSolver>(m, "KernelSolver")
      .def(nb::init<Input, Input, double, int, int, bool>(), nb::arg("rest"), nb::arg("lengths"), nb::arg("tolerance"),
           nb::arg("max_iterations"), nb::arg("method"), nb::arg("reach_test"))
      .def_prop_ro("outer", &KernelSolver::outer)
      .def_prop_ro("inner", &KernelSolver::inner)
      .def("set_pole", &KernelSolver::set_pole, nb::arg("kind"), nb::arg("pole"))
      .def("solve_quickly", &KernelSolver::solve_quickly, nb::arg("target").none(), nb::arg("start").none(),
           nb::arg("positions"))
      .def("solve", &KernelSolver::solve, nb::arg("target"), nb::arg("start"), nb::arg("base"), nb::arg("positions"))
      .def("trace", &KernelSolver::trace, nb::arg("target"), nb::arg("start"), nb::arg("base"), nb::arg("begin"),
           nb::arg("positions"));

  nb::class_<LimitedKernelSolver>(m, "LimitedKernelSolver")
      .def(nb::init<Input, Input, nb::bytes, double, int, int, int>(), nb::arg("rest"), nb::arg("lengths"),
           nb::arg("joints"), nb::arg("tolerance"), nb::arg("max_iterations"), nb::arg("method"), nb::arg("clamp"))
      .def("set_pole", &LimitedKernelSolver::set_pole, nb::arg("kind"), nb::arg("pole"))
      .def("solve", &LimitedKernelSolver::solve)
      .def("trace", &LimitedKernelSolver::trace)
      .def("read_turns", &LimitedKernelSolver::read_turns, nb::arg("pose"), nb::arg("turns"), nb::arg("frames"))
      .def("settle", &LimitedKernelSolver::settle, nb::arg("index"), nb::arg("turn"), nb::arg("settled"));

  nb::class_<KernelBatch>(m, "KernelBatch")
      .def(nb::init<int, int, bool, int, int, bool, bool>(), nb::arg("dimension"), nb::arg("bones"),
           nb::arg("is_single"), nb::arg("max_iterations"), nb::arg("method"), nb::arg("reach_test"),
           nb::arg("start_fits"))
      .def("set_pole", &KernelBatch::set_pole, nb::arg("kind"), nb::arg("pole"))
      .def("set_joints", &KernelBatch::set_joints, nb::arg("reference"), nb::arg("specs"), nb::arg("clamp"),
           nb::arg("start_turns"))
      // Arrays of either precision have no type that the stub could name.
      .def("set_question", &KernelBatch::set_question, nb::arg("targets"), nb::arg("starts"), nb::arg("bases").none(),
           nb::arg("lengths"), nb::arg("tolerances").none(), nb::arg("relative_tolerance"),
           nb::sig("def set_question(self, targets: object, starts: object, bases: object, lengths: object, "
                   "tolerances: object, relative_tolerance: float) -> None"))
      .def("set_answer", &KernelBatch::set_answer, nb::arg("positions"), nb::arg("error"), nb::arg("tolerance"),
           nb::arg("iterations"), nb::arg("status"), nb::arg("stage"), nb::arg("symmetry_broken"),
           nb::arg("turns").none(), nb::arg("frames").none(),
           nb::sig("def set_answer(self, positions: object, error: object, tolerance: object, iterations: object, "
                   "status: object, stage: object, symmetry_broken: object, turns: object, frames: object) -> None"))
      .def("invalid_rows", &KernelBatch::invalid_rows, nb::arg("most"))
      .def("solve", &KernelBatch::solve, nb::arg("threads"), nb::arg("level"), nb::arg("progress").none());

  nb::class_<KernelBody>(m, "KernelBody")
      .def(nb::init<nb::bytes>(), nb::arg("joints"))
      .def_prop_ro("joints", &KernelBody::joints)
      .def_prop_ro("numbers", &KernelBody::numbers)
      .def_prop_ro("reach", &KernelBody::reach)
      .def("rest", &KernelBody::rest, nb::arg("q"))
      .def("settle", &KernelBody::settle, nb::arg("q"))
      .def("forward", &KernelBody::forward, nb::arg("base"), nb::arg("q"), nb::arg("positions"), nb::arg("rotations"))
      .def("solve", &KernelBody::solve, nb::arg("rows"), nb::arg("question"), nb::arg("effectors"), nb::arg("loops"),
           nb::arg("use"), nb::arg("bases"), nb::arg("start"), nb::arg("drive"), nb::arg("posture"), nb::arg("q"),
           nb::arg("positions"), nb::arg("rotations"), nb::arg("errors"), nb::arg("threads"));

  m.def("has_level", [](int level) { return fabrikit_has_level(level) != 0; }, nb::arg("level"));
  m.def("measure", [](Input joints, Output lengths) {
    fabrikit_measure(static_cast<int32_t>(joints.shape(1)), static_cast<int32_t>(lengths.shape(0)), joints.data(),
                     lengths.data());
  });
  m.def("forward", [](Input rest, int64_t count, Input turns, Output joints) {
    fabrikit_forward(static_cast<int32_t>(rest.shape(1)), static_cast<int32_t>(rest.shape(0)) - 1, count, rest.data(),
                     turns.data(), joints.data());
  });
  m.def("turns", [](Input rest, Input joints, Output turns) {
    fabrikit_turns(static_cast<int32_t>(turns.shape(0)), rest.data(), joints.data(), turns.data());
  });
  m.def("sin_cos", [](Input angle, Output sine, Output cosine) {
    fabrikit_sin_cos(static_cast<int64_t>(angle.size()), angle.data(), sine.data(), cosine.data());
  });
  m.def("atan2", [](Input y, Input x, Output angle) {
    fabrikit_atan2(static_cast<int64_t>(y.size()), y.data(), x.data(), angle.data());
  });
}
