#include "body.hpp"

#include <cstring>

namespace {

size_t doubles(int64_t bytes) { return (static_cast<size_t>(bytes) + sizeof(double) - 1) / sizeof(double); }

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
