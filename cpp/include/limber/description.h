/// Plain data that describes a model, as read from a file or a web page. buildModel() checks it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "limber/math.h"
#include "limber/shape.h"

namespace limber {

/// Smallest and largest value: radians for a turn, metres for a slide.
struct Interval {
  double min = -infinity;
  double max = infinity;
};

/// Half axes of the ellipse that limits a ball's swing, a rotation vector perpendicular to the bone. Each quadrant has
/// its own. Radians, −π ≤ min ≤ 0 ≤ max ≤ π.
struct SwingBounds {
  Interval x;
  Interval y;
};

/// This joint, the follower, has `multiplier` × the value of the leader, the joint of `link`, + `offset` (radians or
/// metres).
struct MimicDescription {
  std::string link;
  double multiplier = 1;
  double offset = 0;
  /// The follower's own limits. Empty: not kept where the leader's take it beyond, as Model::warnings says; "cut": they
  /// narrow the leader's.
  std::string limits = {};
};

/// How a link moves in its parent; axes in the joint's frame.
struct JointDescription {
  std::string type = "fixed";    ///< a name of `jointTypes()`
  Vec3 axis = Vec3::UnitZ();     ///< turn or slide axis, normal of a plane, bone of a ball; any length but zero
  Vec3 axis2 = Vec3::UnitX();    ///< second axis of a universal joint
  double pitch = 0.01;           ///< helical: metres per radian
  std::vector<Interval> limits;  ///< one per screw motion, in order; missing: no limits
  std::optional<SwingBounds> swing;
  std::optional<Interval> twist;
  std::optional<MimicDescription> mimic;
  std::vector<double> rest = {};  ///< ready pose: its numbers in q; empty: zero
  std::string name = {};          ///< the joint's own name, as in URDF; not used by Limber
};

struct LinkDescription {
  std::string name;
  std::string parent;  ///< empty: attached to the world
  Pose origin;         ///< the joint's frame in the parent, at zero
  JointDescription joint;
  std::vector<ShapeDescription> collision = {};  ///< shapes for collision avoidance
};

/// A frame on a link.
struct FrameDescription {
  std::string link;  ///< empty: the world
  Pose linkFromFrame;
};

/// A loop closure: two frames that the tree does not join are held together. Relative to `b`, frame `a` can only move
/// along the free axes.
struct LoopDescription {
  std::string name;
  FrameDescription a;  ///< on a link
  FrameDescription b;  ///< on another link, or in the world
  /// Free axes of b: slides along x y z, turns about rx ry rz. A hinge leaves rz free, a ball rx ry rz, a
  /// slider z.
  std::array<bool, 6> free{};
  double weight = 1;  ///< above 0; maximal: how firmly the closure holds when joints and loops do not fit
};

/// Links may be in any order. Metres, radians, right-handed.
struct ModelDescription {
  std::string name;
  std::vector<LinkDescription> links;
  std::vector<LoopDescription> loops = {};
};

}  // namespace limber
