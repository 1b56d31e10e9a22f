// What limits cost: one iteration of FABRIK (both passes) with limits beside one without, on one chain at a time.
//
//   limit_overhead [--milliseconds 30000] [--bones N]
//
// Every variant walks its chain after a target that goes around a small ring, for ever: no pose is put back, nothing is
// copied, so that only passes are in the time. Bursts of a tenth of a millisecond, all variants in turn, in processor
// time. Before and after the timing the placements that a limit changed are counted; a variant that is called inactive
// must have none, one that is called clamped must have them all.
#include <cmath>
#include <memory>

#include "body.hpp"
#include "joint_types.hpp"
#include "kernel/limited_passes.hpp"
#include "numbers.hpp"

using namespace bench;
using fabrikit::Quat;
using Point = fabrikit::Vec<3, double>;

namespace {

constexpr int kRing = 64;

// Where the target goes: a ring about a line along x.
struct Ring {
  Point centre;
  double wide;  // along y
  double high;  // along z
};

// A chain under way.
class Walker {
 public:
  Walker(const Numbers& rest, const Joints& joints, const Numbers& start, const Ring& ring)
      : prepared_(static_cast<size_t>(fabrikit_joints_bytes(static_cast<int32_t>(joints.size()))) / sizeof(double)),
        numbers_(4 * joints.size() + 1),
        bones_(joints.size()),
        pose_(start) {
    const auto count = static_cast<int32_t>(joints.size());
    double* const room = numbers_.data();
    fabrikit::measure<3>(count, rest.data(), room);
    fabrikit_prepare_joints(count, rest.data(), joints.data(), prepared_.data());
    const auto* const joint = reinterpret_cast<const fabrikit::Joint<double>*>(prepared_.data());
    chain_ = {fabrikit::prepare(count, room, room + count, room + 2 * count, room + 3 * count), joint,
              fabrikit::is_cones_only(count, joint), fabrikit::is_stiff(count, joint)};
    for (double& x : pose_) x *= chain_.chain.scale;
    fabrikit::read_bones(chain_, pose_.data(), bones_.data());
    for (int k = 0; k < kRing; ++k) {
      const double angle = 2 * kPi * k / kRing;
      const Point aside{{0, ring.wide * std::cos(angle), ring.high * std::sin(angle)}};
      targets_[k] = chain_.chain.scale * (ring.centre + aside);
    }
  }
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;

  void free_iterations(int count) {
    const fabrikit::Chain<double>& chain = chain_.chain;
    const Point base{};
    fabrikit::NoRecorder none;
    for (int k = 0; k < count; ++k) {
      fabrikit::pass_from_tip<3, 1>(chain.bones, chain.length, next_target().v, pose_.data(), none);
      fabrikit::pass_from_base<3, 1>(chain.bones, chain.length, base.v, pose_.data(), none);
    }
  }

  void cone_iterations(int count) {
    fabrikit::NoRecorder none;
    for (int k = 0; k < count; ++k) {
      fabrikit::cone_walk(chain_, -1, next_target(), true, pose_.data(), none);
      fabrikit::cone_walk(chain_, 1, Point{}, true, pose_.data(), none);
    }
  }

  void frame_iterations(int count) {
    fabrikit::NoRecorder none;
    fabrikit::FrameWalk<double, fabrikit::NoRecorder> walk{chain_, bones_.data(), pose_.data(), none};
    for (int k = 0; k < count; ++k) {
      walk.from_tip(next_target(), fabrikit::Clamp::both);
      walk.from_base();
    }
  }

  bool cones_only() const { return chain_.cones_only; }

  // Goes once around the ring and returns the share of joints that their limit moved: each pass is compared with what
  // it would have done to every bone without limits.
  double share_moved() {
    fabrikit::NoRecorder none;
    fabrikit::FrameWalk<double, fabrikit::NoRecorder> walk{chain_, bones_.data(), pose_.data(), none};
    int64_t moved = 0;
    for (int k = 0; k < kRing; ++k)
      for (const bool from_tip : {true, false}) {
        const Numbers pose = pose_;
        const std::vector<fabrikit::Bone<double>> bones = bones_;
        if (cones_only())
          fabrikit::cone_walk(chain_, from_tip ? -1 : 1, from_tip ? next_target() : Point{}, true, pose_.data(), none);
        else if (from_tip) walk.from_tip(next_target(), fabrikit::Clamp::both);
        else walk.from_base();
        moved += count_moved(pose, bones, from_tip);
      }
    // The tip's bone has no joint behind it that could hold it in the pass from the tip.
    return static_cast<double>(moved) / static_cast<double>(kRing * (2 * chain_.chain.bones - 1));
  }

 private:
  const Point& next_target() { return targets_[at_++ % kRing]; }

  // A limit has moved a bone when its direction is not the one that it would have taken, or when its frame did more
  // than follow it there by the shortest turn.
  int count_moved(const Numbers& pose, const std::vector<fabrikit::Bone<double>>& bones, bool from_tip) const {
    using fabrikit::load;
    int moved = 0;
    for (int32_t i = 0; i < chain_.chain.bones; ++i) {
      const Point wanted = fabrikit::unit(from_tip ? load<3>(pose_.data(), i + 1) - load<3>(pose.data(), i)
                                                   : load<3>(pose.data(), i + 1) - load<3>(pose_.data(), i));
      const Point got = fabrikit::unit(load<3>(pose_.data(), i + 1) - load<3>(pose_.data(), i));
      bool changed = fabrikit::norm(wanted - got) > 1e-9;
      if (chain_.joint[i].has_twist && !from_tip) {
        const Quat<double>& before = bones[static_cast<size_t>(i)].world;
        const Point pointed = fabrikit::polish(fabrikit::rotate(before, chain_.joint[i].bone));
        const Quat<double> followed = fabrikit::between(pointed, wanted) * before;
        changed |= fabrikit::norm((fabrikit::inverse(followed) * bones_[static_cast<size_t>(i)].world).v) > 1e-9;
      }
      moved += changed;
    }
    return moved;
  }

  Numbers prepared_;
  Numbers numbers_;
  fabrikit::LimitedChain<double> chain_;
  std::vector<fabrikit::Bone<double>> bones_;
  Numbers pose_;
  Point targets_[kRing];
  uint32_t at_ = 0;
};

enum Expected { inactive, clamped, unlimited };
const char* const kExpected[] = {"inactive", "clamped", "unlimited"};

struct Variant {
  const char* name;
  Expected expected;
  std::unique_ptr<Walker> walker;
  std::vector<double> times;  // [s] of each burst, for one iteration
  double moved;

  Variant(const char* called, Expected what, const Numbers& rest, const Joints& joints, const Numbers& start,
          const Ring& ring)
      : name(called), expected(what), walker(new Walker(rest, joints, start, ring)) {}

  void iterate(int count) {
    if (expected == unlimited) walker->free_iterations(count);
    else if (walker->cones_only()) walker->cone_iterations(count);
    else walker->frame_iterations(count);
  }
};

Joints all(int bones, const fabrikit_joint& joint) { return Joints(static_cast<size_t>(bones), joint); }

// A pose in the plane z = 0.
Numbers lifted(const Numbers& flat) {
  Numbers pose;
  for (size_t i = 0; i < flat.size(); i += 2) pose.insert(pose.end(), {flat[i], flat[i + 1], 0.0});
  return pose;
}

Point tip(const Numbers& pose) { return fabrikit::load<3>(&pose[pose.size() - 3], 0); }

std::vector<Variant> variants(int bones) {
  const Numbers lengths(static_cast<size_t>(bones), 1.0);
  const Numbers straight = straight_chain(bones);
  // Far inside wide limits, after a target that stays near the tip.
  const double wide = 80;
  const Numbers crooked = bent_chain(3, lengths, 0.3);
  const Ring near{tip(crooked), 0.1, 0.1};
  const Numbers flat_crooked = lifted(bent_chain(2, lengths, 0.3));
  const Ring flat{tip(flat_crooked), 0.1, 0};
  // Almost rods, after a target behind the base: every bone wants to turn by more than its limit, always the same way.
  const double narrow = 5.0 / bones;
  const Ring behind{{{-0.5 * bones, 0.7 * bones, 0}}, 0.05 * bones, 0.05 * bones};
  const Ring flat_behind{behind.centre, behind.wide, 0};
  const Numbers leaning = bent_chain(3, lengths, 0.1 / bones);
  std::vector<Variant> list;
  list.emplace_back("none", unlimited, straight, all(bones, free_ball()), crooked, near);
  list.emplace_back("cone", inactive, straight, all(bones, cone(wide)), crooked, near);
  list.emplace_back("cone", clamped, straight, all(bones, cone(narrow)), straight, behind);
  list.emplace_back("cone in the rest frame", inactive, leaning, all(bones, cone(wide)), crooked, near);
  list.emplace_back("cone in the rest frame", clamped, leaning, all(bones, cone(narrow)), leaning, behind);
  list.emplace_back("oval", inactive, straight, all(bones, oval(90, wide, wide, 90)), crooked, near);
  list.emplace_back("oval", clamped, straight, all(bones, oval(narrow, 2 * narrow, narrow, narrow)), straight, behind);
  list.emplace_back("cone with twist", inactive, straight, all(bones, with_twist(cone(wide), -90, 90)), crooked,
                    Ring{near.centre, near.wide, 0});
  list.emplace_back("cone with twist", clamped, straight, all(bones, with_twist(cone(narrow), -10, 10)), straight,
                    behind);
  list.emplace_back("hinge", inactive, straight, all(bones, hinge(2, -wide, wide)), flat_crooked, flat);
  list.emplace_back("hinge", clamped, straight, all(bones, hinge(2, -narrow, narrow)), straight, flat_behind);
  return list;
}

void run(int bones, double seconds) {
  std::vector<Variant> list = variants(bones);
  for (Variant& v : list) {
    v.iterate(20 * kRing);
    v.moved = v.expected == unlimited ? 0 : v.walker->share_moved();
  }
  const int count = bones <= 10 ? 256 : 64;
  for (const double began = now(); now() - began < seconds || list[0].times.size() < 20;)
    for (Variant& v : list) {
      const bool slow = v.expected == clamped && std::strcmp(v.name, "oval") == 0;
      const int turns = slow ? 1 : count;
      const double at = processor_time();
      v.iterate(turns);
      v.times.push_back((processor_time() - at) / turns);
    }
  for (Variant& v : list) {
    std::vector<double> ratios;
    for (size_t k = 0; k < v.times.size(); ++k) ratios.push_back(v.times[k] / list[0].times[k]);
    const double low = quantile(v.times, 0.05);
    const double moved = v.expected == unlimited ? 0 : v.walker->share_moved();
    std::printf(
        "{\"bones\": %d, \"limit\": \"%s\", \"expected\": \"%s\", \"moved\": [%.6f, %.6f], \"ns\": %.1f, "
        "\"ratio\": %.4f, \"ratio_median\": %.4f, \"rounds\": %zu}\n",
        bones, v.name, kExpected[v.expected], v.moved, moved, 1e9 * low / bones, low / quantile(list[0].times, 0.05),
        quantile(ratios, 0.5), ratios.size());
  }
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const double seconds = 1e-3 * static_cast<double>(option(count, words, "--milliseconds", 30000L));
  const long only = option(count, words, "--bones", 0L);
  for (const int bones : {10, 100})
    if (only == 0 || only == bones) run(bones, seconds / 2);
}
