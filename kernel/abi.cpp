// The one translation unit of the kernel: the templates behind plain C functions.
#include "abi.h"

#include "abi_views.hpp"
#include "body_abi.hpp"
#include "forward.hpp"
#include "limited_abi.hpp"
#include "solve.hpp"

namespace fabrikit {
namespace {

// Poses as arrays of vectors: the same memory.
template <int D>
const Vec<D, double>* vectors(const double* joints) {
  static_assert(sizeof(Vec<D, double>) == D * sizeof(double));
  return reinterpret_cast<const Vec<D, double>*>(joints);
}
template <int D>
Vec<D, double>* vectors(double* joints) {
  return reinterpret_cast<Vec<D, double>*>(joints);
}

template <int D>
void forward_all(int32_t bones, int64_t count, const double* rest, const double* turns, double* joints) {
  const int64_t turn_size = static_cast<int64_t>(bones) * (D - 1);
  const int64_t pose_size = static_cast<int64_t>(bones + 1) * D;
  for (int64_t k = 0; k < count; ++k)
    forward(bones, vectors<D>(rest), turns + k * turn_size, vectors<D>(joints + k * pose_size));
}

template <int D>
int64_t solve_dimension(const fabrikit_chain* chain, const fabrikit_problem* asked, const double* start,
                        double* workspace, double* positions, fabrikit_answer* answer, fabrikit_placement* trace,
                        int64_t trace_room) {
  const Chain<double> prepared = view(chain);
  const Problem<D, double> problem = view<D>(asked);
  const Method method = static_cast<Method>(asked->method);
  if constexpr (!always_traced) {
    if (trace == nullptr) {
      NoRecorder none;
      write(answer, solve(prepared, problem, method, start, workspace, positions, none));
      return 0;
    }
  }
  TraceRecorder<D> recorder{problem.base, prepared.unscale, trace, trace_room};
  write(answer, solve(prepared, problem, method, start, workspace, positions, recorder));
  return recorder.count;
}

}  // namespace
}  // namespace fabrikit

using namespace fabrikit;

int64_t fabrikit_chain_bytes(int32_t bones) {
  return static_cast<int64_t>(sizeof(fabrikit_chain)) + (3 * static_cast<int64_t>(bones) + 1) * 8;
}

int64_t fabrikit_workspace_bytes(int32_t dimension, int32_t bones, int32_t method) {
  const Method by = static_cast<Method>(method);
  return 8 * (dimension == 2 ? workspace_size<2>(bones, by) : workspace_size<3>(bones, by));
}

void fabrikit_measure(int32_t dimension, int32_t bones, const double* joints, double* lengths) {
  if (dimension == 2) measure<2>(bones, joints, lengths);
  else measure<3>(bones, joints, lengths);
}

void fabrikit_prepare(int32_t bones, const double* lengths, fabrikit_chain* chain) {
  double* const scaled = reinterpret_cast<double*>(chain + 1);
  const Chain<double> prepared =
      prepare(bones, lengths, scaled, scaled + bones, scaled + 2 * static_cast<int64_t>(bones));
  *chain = {prepared.outer, prepared.inner, prepared.scale, prepared.unscale, prepared.bones, prepared.longest};
}

void fabrikit_take_start(int32_t dimension, const fabrikit_chain* chain, const fabrikit_problem* problem,
                         const double* start, double* positions) {
  if (dimension == 2) take_start(view(chain), view<2>(problem), start, positions);
  else take_start(view(chain), view<3>(problem), start, positions);
}

int64_t fabrikit_solve(int32_t dimension, const fabrikit_chain* chain, const fabrikit_problem* problem,
                       const double* start, double* workspace, double* positions, fabrikit_answer* answer,
                       fabrikit_placement* trace, int64_t trace_room) {
  return dimension == 2 ? solve_dimension<2>(chain, problem, start, workspace, positions, answer, trace, trace_room)
                        : solve_dimension<3>(chain, problem, start, workspace, positions, answer, trace, trace_room);
}

void fabrikit_forward(int32_t dimension, int32_t bones, int64_t count, const double* rest, const double* turns,
                      double* joints) {
  if (dimension == 2) forward_all<2>(bones, count, rest, turns, joints);
  else forward_all<3>(bones, count, rest, turns, joints);
}

void fabrikit_turns(int32_t bones, const double* rest, const double* joints, double* turns) {
  turns_of(bones, vectors<2>(rest), vectors<2>(joints), turns);
}

void fabrikit_sin_cos(int64_t count, const double* angle, double* sine, double* cosine) {
  for (int64_t i = 0; i < count; ++i) {
    const SinCos<double> r = sin_cos(angle[i]);
    sine[i] = r.sin;
    cosine[i] = r.cos;
  }
}

void fabrikit_atan2(int64_t count, const double* y, const double* x, double* angle) {
  for (int64_t i = 0; i < count; ++i) angle[i] = atan2(y[i], x[i]);
}
