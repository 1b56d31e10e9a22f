// libFuzzer target: any question that the callers let through, held against the laws of every answer.
//
// The callers check for words: numbers are finite and at most 2^500, the reach is 0 or at least 2^-450, tolerance is
// finite and >= 0, max_iterations >= 1. Within that, no input may crash, read or write out of bounds, or break a law.
#include "laws.hpp"
#include "question.hpp"

namespace {

using namespace fuzz;

// Solves into fresh memory of exactly the stated size, filled with `garbage`: nothing may be read before it is written.
Answered solve(const Question& q, unsigned char garbage, int64_t trace_room) {
  Answered a;
  a.positions.resize(q.start.size());
  std::vector<double> workspace(
      static_cast<size_t>(fabrikit_workspace_bytes(q.dimension, q.bones(), q.problem.method)) / sizeof(double));
  std::memset(workspace.data(), garbage, workspace.size() * sizeof(double));
  std::memset(a.positions.data(), garbage, a.positions.size() * sizeof(double));
  a.trace.resize(static_cast<size_t>(trace_room));
  a.placements = fabrikit_solve(q.dimension, q.chain(), &q.problem, q.start.data(), workspace.data(),
                                a.positions.data(), &a.answer, trace_room == 0 ? nullptr : a.trace.data(), trace_room);
  return a;
}

void check_angles(const Question& q, const Answered& a) {
  if (q.dimension != 2 || q.problem.method == kFtl) return;
  const auto bones = static_cast<size_t>(q.bones());
  std::vector<double> turns(bones);
  std::vector<double> joints(q.rest.size());
  fabrikit_turns(q.bones(), q.rest.data(), a.positions.data(), turns.data());
  for (const double turn : turns) FUZZ_LAW(std::fabs(turn) <= 0x1.921fb54442d18p+1, "turns within (-pi, pi]");
  fabrikit_forward(2, q.bones(), 1, q.rest.data(), turns.data(), joints.data());
  for (const double x : joints) FUZZ_LAW(std::isfinite(x), "forward kinematics stays finite");
  for (size_t k = 0; k < 2; ++k) FUZZ_LAW(same_bits(joints[k], q.rest[k]), "forward kinematics copies joint 0");
  const Wide allowed = 1e-9L * q.chain()->outer + 8 * Wide(unit(joints)) + 8 * Wide(unit(a.positions));
  for (size_t k = 2; k < joints.size(); ++k) {
    const Wide off = (Wide(joints[k]) - joints[k % 2]) - (Wide(a.positions[k]) - a.positions[k % 2]);
    FUZZ_LAW(std::fabs(off) <= allowed, "forward(angles) is the pose");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Question q = read_question(data, size);
  if (!q.allowed()) return 0;
  const Answered a = solve(q, 0xff, 0);
  check_answer(q, a);
  check_angles(q, a);

  const Answered again = solve(q, 0x00, 0);
  FUZZ_LAW(same_answer(a, again), "same call, same bits, whatever the memory held");
  // Room for fewer placements than there are: the rest is counted, not written.
  const Answered short_trace = solve(q, 0x00, 3);
  FUZZ_LAW(same_answer(a, short_trace), "a trace changes no bit");
  if (short_trace.placements > 4096) return 0;
  const Answered traced = solve(q, 0x00, short_trace.placements + 1);
  FUZZ_LAW(same_answer(a, traced), "a trace changes no bit");
  FUZZ_LAW(traced.placements == short_trace.placements, "a trace has a length of its own");
  check_trace(q, traced);
  return 0;
}
