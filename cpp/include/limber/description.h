/// Plain data that describes a model: what a file or a web page hands over, not checked yet.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "limber/math.h"

namespace limber {

/// Least and greatest value: radians for a turn, metres for a slide.
struct Interval {
  double min = -infinity;
  double max = infinity;
};

/// The half axes of the ellipse that holds a ball's swing, a rotation vector across the bone: each quadrant its own.
/// Radians, −π ≤ min ≤ 0 ≤ max ≤ π.
struct SwingBounds {
  Interval x;
  Interval y;
};

/// This joint's value is `multiplier` × the value of the joint of `link` + `offset` (radians or metres).
struct MimicDescription {
  std::string link;
  double multiplier = 1;
  double offset = 0;
};

/// How a link moves in its parent; axes in the joint's frame.
struct JointDescription {
  std::string type = "fixed";    ///< a name of `jointTypes()`
  Vec3 axis = Vec3::UnitZ();     ///< turn or slide axis, normal of a plane, bone of a ball; any length but zero
  Vec3 axis2 = Vec3::UnitX();    ///< second axis of a universal joint
  double pitch = 0.01;           ///< helical: metres a radian
  std::vector<Interval> limits;  ///< one per screw motion, in the order of motion; missing: without limits
  std::optional<SwingBounds> swing;
  std::optional<Interval> twist;
  std::optional<MimicDescription> mimic;
  std::string name = {};  ///< where the joint has another name than its link, as in URDF; for you alone
};

struct LinkDescription {
  std::string name;
  std::string parent;  ///< empty: the joint is attached to the world
  Pose origin;         ///< frame of the joint in the parent at zero
  JointDescription joint;
};

/// A frame on a link.
struct FrameDescription {
  std::string link;  ///< empty: the world
  Pose linkFromFrame;
};

/// Two frames that stay together although the tree does not join them: frame `a`, seen from `b`, may only make the
/// motions that are left free.
struct LoopDescription {
  std::string name;
  FrameDescription a;  ///< on a link
  FrameDescription b;  ///< on another link, or in the world
  /// Of b's axes: slides along x y z, turns about x y z. A hinge leaves rz free, a ball rx ry rz, a slider z.
  std::array<bool, 6> free{};
  double weight = 1;  ///< above 0; maximal: how much of a misfit the closure leaves to the joints
};

/// Links in any order; metres, radians, right-handed.
struct ModelDescription {
  std::string name;
  std::vector<LinkDescription> links;
  std::vector<LoopDescription> loops = {};
};

}  // namespace limber
