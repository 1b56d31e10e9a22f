// Bodies behind plain C functions; included once, by abi.cpp.
#pragma once
#include "body_abi.h"
#include "prepare_body.hpp"

namespace fabrikit {
namespace {

struct BodyMemory {
  BodyJoint<double>* joint;
  Joint<double>* limit;
  double* path;
};

// The arrays behind the header of a prepared body.
BodyMemory behind(const fabrikit_body* body, int32_t joints) {
  auto* const joint = reinterpret_cast<BodyJoint<double>*>(const_cast<fabrikit_body*>(body) + 1);
  auto* const limit = reinterpret_cast<Joint<double>*>(joint + joints);
  return {joint, limit, reinterpret_cast<double*>(limit + joints)};
}

Body<double> body_view(const fabrikit_body* body) {
  const BodyMemory memory = behind(body, body->joints);
  return {body->joints, body->numbers, body->reach, memory.joint, memory.limit, memory.path};
}

struct BaseFrame {
  Vec<3, double> at;
  Quat<double> turn;
};

BaseFrame base_view(const double* base) { return {load<3>(base, 0), unit(quat_in(base + 3))}; }

// Where one q puts all joints; the arrays may be null.
void forward_body(const Body<double>& body, const BaseFrame& base, const double* q, double* positions,
                  double* rotations) {
  for (int32_t i = 0; i < body.joints; ++i) {
    const int32_t parent = body.joint[i].parent;
    const Quat<double> turn = parent < 0 ? base.turn : quat_in(rotations + 4 * static_cast<int64_t>(parent));
    const Vec<3, double> from = parent < 0 ? Vec<3, double>{} : load<3>(positions, parent);
    const Stand<double> s = stand(body.joint[i], q, turn, from, 1.0);
    store(positions, i, s.at);
    put_quat(rotations + 4 * static_cast<int64_t>(i), s.world);
  }
  // Relative to the base until here: a body far from the origin is laid out as exactly as one at it.
  for (int32_t i = 0; i < body.joints; ++i) store(positions, i, base.at + load<3>(positions, i));
}

}  // namespace
}  // namespace fabrikit

int64_t fabrikit_body_bytes(int32_t joints) {
  using namespace fabrikit;
  return static_cast<int64_t>(sizeof(fabrikit_body)) +
         static_cast<int64_t>(sizeof(BodyJoint<double>) + sizeof(Joint<double>) + sizeof(double)) * joints;
}

void fabrikit_prepare_body(int32_t joints, const fabrikit_body_joint* specs, fabrikit_body* body) {
  using namespace fabrikit;
  const BodyMemory memory = behind(body, joints);
  const Body<double> prepared = prepare_body(joints, specs, memory.joint, memory.limit, memory.path);
  *body = {prepared.joints, prepared.numbers, prepared.reach};
}

void fabrikit_body_rest(const fabrikit_body* body, double* q) { fabrikit::rest_of(fabrikit::body_view(body), q); }

void fabrikit_body_settle(const fabrikit_body* body, int64_t count, double* q) {
  const fabrikit::Body<double> prepared = fabrikit::body_view(body);
  for (int64_t k = 0; k < count; ++k) fabrikit::settle_all(prepared, q + k * prepared.numbers);
}

void fabrikit_body_forward(const fabrikit_body* body, const double* base, int64_t count, const double* q,
                           double* positions, double* rotations) {
  using namespace fabrikit;
  const Body<double> prepared = body_view(body);
  const BaseFrame frame = base_view(base);
  for (int64_t k = 0; k < count; ++k)
    forward_body(prepared, frame, q + k * prepared.numbers, positions + k * 3 * prepared.joints,
                 rotations + k * 4 * prepared.joints);
}
