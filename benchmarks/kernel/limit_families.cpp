// Targets that can be reached, by construction, and how many are: each is where the tip stands when every joint takes a
// random turn that its limit allows.
//
//   limit_families [--count 10000] [--textbook 1000] [--seed 20260] [--list 10] [--only FAMILY] [--bones N] [--index I]
//
// From the rest pose, tolerance 1e-6 of the reach, at most 1000 iterations. Every returned pose is judged: bone
// lengths, error, and every limit. Prints one JSON object a line: a summary of every family and method, and before it
// the failing cases (as many as --list) by their index. --index runs one case.
#include "limit_judge.hpp"
#include "numbers.hpp"

using namespace bench;

namespace {

struct Family {
  const char* name;
  bool judged;  // one of those that are asked for; the others are for information
  Numbers (*rest)(int bones);
  fabrikit_joint (*joint)(int index);
};

Numbers bent_rest(int bones) { return bent_chain(3, Numbers(static_cast<size_t>(bones), 1.0), 0.5); }

const Family kFamilies[] = {
    {"cones of 90°", true, straight_chain, [](int) { return cone(90); }},
    {"cones of 60°", true, straight_chain, [](int) { return cone(60); }},
    {"cones of 30°", true, straight_chain, [](int) { return cone(30); }},
    {"cones of 15°", true, straight_chain, [](int) { return cone(15); }},
    {"ovals of 60°, 30°, 20°, 45°", true, straight_chain, [](int) { return oval(60, 30, 20, 45); }},
    {"cones of 30°, twist −20…30°", true, straight_chain, [](int) { return with_twist(cone(30), -20, 30); }},
    {"2D, ±30°", true, straight_chain, [](int) { return hinge(2, -30, 30); }},
    {"2D, 0…120°, the first free", true, straight_chain,
     [](int i) { return i == 0 ? hinge(2, -180, 180) : hinge(2, 0, 120); }},
    {"hinges about z and y in turn, −40…90°", true, straight_chain,
     [](int i) { return hinge(i % 2 == 0 ? 2 : 1, -40, 90); }},
    {"arms: ball (80°, twist ±60°) and hinge (0…140°) in turn", true, straight_chain,
     [](int i) { return i % 2 == 0 ? with_twist(cone(80), -60, 60) : hinge(2, 0, 140); }},
    {"cones of 30° on a bent rest pose", false, bent_rest, [](int) { return cone(30); }},
};

LimitedBody make_body(const Family& family, int bones) {
  Joints joints;
  for (int i = 0; i < bones; ++i) joints.push_back(family.joint(i));
  LimitedBody body(family.rest(bones), joints);
  body.problem.tolerance = 1e-6 * body.outer();
  return body;
}

// A direction within the cone of a ball: uniform in the circle; in the oval by rejection.
Vector random_direction(const fabrikit_joint& joint, const Vector& bone, Random& random) {
  const Vector right = unit(vector_at(joint.reference) - dot(vector_at(joint.reference), bone) * bone);
  const Vector up = cross(bone, right);
  const double widest = *std::max_element(joint.cone, joint.cone + 4);
  for (;;) {
    const double cosine = 1 - random.unit() * (1 - std::cos(widest)), azimuth = random.between(-kPi, kPi);
    const double sine = std::sqrt((1 - cosine) * (1 + cosine));
    const double x = sine * std::cos(azimuth), y = sine * std::sin(azimuth);
    if (joint.cone_kind == oval_cone && std::acos(cosine) > oval_half_angle(joint.cone, x, y)) continue;
    return cosine * bone + x * right + y * up;
  }
}

Rotation random_turn(const fabrikit_joint& joint, const Vector& bone, Random& random) {
  if (joint.kind == hinge_joint) return about_axis(vector_at(joint.axis), random.between(joint.lower, joint.upper));
  const Vector pointed = random_direction(joint, bone, random);
  const Vector axis = cross(bone, pointed);
  const double sine = norm(axis);
  const Rotation swing = sine == 0 ? Rotation{1, {}} : about_axis((1 / sine) * axis, angle_between(bone, pointed));
  const double most = joint.has_twist != 0 ? joint.upper : kPi, least = joint.has_twist != 0 ? joint.lower : -kPi;
  return swing * about_axis(bone, random.between(least, most));
}

void make_target(const LimitedBody& body, Random random, double* target) {
  Rotation frame{1, {}};
  Vector at{};
  for (size_t i = 0; i < body.joints().size(); ++i) {
    const Vector rest = vector_at(&body.rest()[3 * i + 3]) - vector_at(&body.rest()[3 * i]);
    frame = frame * random_turn(body.joints()[i], unit(rest), random);
    at = at + frame(rest);
  }
  target[0] = at.x, target[1] = at.y, target[2] = at.z;
}

struct Way {
  const char* name;
  int method;
  int clamp;
};
constexpr Way kWays[] = {
    {"auto", automatic, 0}, {"clamp in both passes", fabrik, 0}, {"clamp from the base", fabrik, 1}};

// What there is to say about a method on the targets of a family.
struct Tally {
  std::vector<int> iterations;
  std::vector<double> microseconds;
  int reached = 0;
  int broken_laws = 0;
  int broken_limits = 0;
  double beyond = -kPi;
  double disagreement = 0;
};

// Solves one case and adds it to the tally. Returns what is wrong, or null.
const char* solve_case(LimitedBody& body, const double* target, Tally& tally) {
  const double began = processor_time();
  const fabrikit_answer answer = body.solve(target);
  tally.microseconds.push_back(1e6 * (processor_time() - began));
  tally.iterations.push_back(answer.iterations);
  const LimitVerdict limits = judge_limits(body);
  tally.beyond = std::max(tally.beyond, limits.beyond);
  tally.disagreement = std::max(tally.disagreement, limits.disagreement);
  const char* const why = fault(body, target, answer);
  const bool not_reached = why == kStatuses[answer.status];
  tally.reached += why == nullptr;
  tally.broken_laws += why != nullptr && !not_reached;
  tally.broken_limits += !limits.holds();
  return limits.holds() ? why : "limit";
}

void print_tally(const Family& family, int bones, const Way& way, const Tally& tally) {
  std::printf(
      "{\"family\": \"%s\", \"judged\": %s, \"bones\": %d, \"method\": \"%s\", \"targets\": %zu, \"reached\": %d, "
      "\"broken_laws\": %d, \"broken_limits\": %d, \"beyond_limit\": %.3g, \"disagreement\": %.3g, %s, \"us\": %.3f, "
      "\"us_p50\": %.3f, \"us_p99\": %.3f}\n",
      family.name, family.judged ? "true" : "false", bones, way.name, tally.iterations.size(), tally.reached,
      tally.broken_laws, tally.broken_limits, tally.beyond, tally.disagreement,
      iterations_json(tally.iterations).c_str(), mean(tally.microseconds), quantile(tally.microseconds, 0.5),
      quantile(tally.microseconds, 0.99));
  std::fflush(stdout);
}

struct Options {
  uint64_t seed;
  long list;
  long index;
};

void run(const Family& family, int bones, const Way& way, long count, const Options& options) {
  LimitedBody body = make_body(family, bones);
  body.problem.method = way.method;
  body.aim.clamp = way.clamp;
  Tally tally;
  long listed = 0;
  for (long i = 0; i < count; ++i) {
    const long index = options.index < 0 ? i : options.index;
    double target[3];
    make_target(body, Random(options.seed, static_cast<uint64_t>(bones), static_cast<uint64_t>(index)), target);
    const char* const why = solve_case(body, target, tally);
    const bool expected = way.method == fabrik && why != nullptr && std::strcmp(why, "limit") != 0;
    if (why != nullptr && !expected && listed++ < options.list)
      std::printf(
          "{\"failure\": \"%s\", \"bones\": %d, \"method\": \"%s\", \"index\": %ld, \"seed\": %lu, \"why\": "
          "\"%s\", \"target\": \"%a %a %a\"}\n",
          family.name, bones, way.name, index, static_cast<unsigned long>(options.seed), why, target[0], target[1],
          target[2]);
  }
  print_tally(family, bones, way, tally);
}

}  // namespace

int main(int count, char** words) {
  const long targets = option(count, words, "--count", 10000L);
  const long textbook = option(count, words, "--textbook", 1000L);
  const long only_bones = option(count, words, "--bones", 0L);
  const std::string only = option(count, words, "--only", "");
  const Options options{static_cast<uint64_t>(option(count, words, "--seed", 20260L)),
                        option(count, words, "--list", 10L), option(count, words, "--index", -1L)};
  for (const Family& family : kFamilies)
    for (const int bones : {10, 3, 40}) {
      if (!only.empty() && only != family.name) continue;
      if (only_bones != 0 && only_bones != bones) continue;
      for (const Way& way : kWays) {
        if (way.method == fabrik && bones != 10) continue;
        const long cases = way.method == fabrik ? textbook : bones == 10 ? targets : targets / 10;
        run(family, bones, way, options.index < 0 ? cases : 1, options);
      }
    }
}
