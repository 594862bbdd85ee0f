/// The mechanism: links, joints and limits. Built and checked once, then immutable, except that the bindings
/// move the joints of a character's model.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "limber/description.h"
#include "limber/error.h"
#include "limber/math.h"

namespace limber {

/// Limits of a ball joint, in the frame whose Z axis is the bone.
struct BallLimits {
  std::optional<SwingBounds> swing;
  std::optional<Interval> twist;

  bool any() const { return swing || twist; }
};

/// Joints are made of motions: screws (one number) and balls (a unit quaternion x y z w with three tangent
/// coordinates). Algorithms distinguish these two kinds, never joint types.
class Motion {
 public:
  enum class Kind { screw, ball };
  Kind kind = Kind::screw;

  Vec3 w = Vec3::Zero();  ///< screw: unit axis of the turn, or zero; in the joint's frame
  Vec3 v = Vec3::Zero();  ///< screw: metres of slide per unit of value
  Interval limits;        ///< screw; a follower's are where its leader's take it
  /// Screw: value = ratio · q[qIndex] + offset. 1 and 0 except for a follower, which shares its leader's q.
  double ratio = 1;
  double offset = 0;

  Quat jointFromBone = Quat::Identity();  ///< ball: rotates Z onto the bone
  BallLimits ballLimits;                  ///< ball

  int link = 0;       ///< the link it moves
  int qIndex = 0;     ///< its first number in q
  int vIndex = 0;     ///< its first number in dq
  int axisIndex = 0;  ///< its first row in State::axes
  bool mimics = false;

  int nq() const { return kind == Kind::ball ? 4 : 1; }
  int nv() const { return kind == Kind::ball ? 3 : 1; }
  bool turns() const { return turns_; }
  bool slides() const { return slides_; }

  static Motion screw(const Vec3& turn, const Vec3& slide) {
    Motion motion;
    motion.w = turn;
    motion.v = slide;
    motion.turns_ = !turn.isZero(0);
    motion.slides_ = !slide.isZero(0);
    return motion;
  }
  static Motion ball(const Quat& fromBone, const BallLimits& limits) {
    Motion motion;
    motion.kind = Kind::ball;
    motion.jointFromBone = fromBone;
    motion.ballLimits = limits;
    motion.turns_ = true;
    return motion;
  }

 private:
  bool turns_ = false;
  bool slides_ = false;
};

struct Link {
  std::string name;
  std::string jointType;
  int parent = -1;        ///< −1: the world
  Pose parentFromJoint;   ///< frame of the joint in the parent
  bool isTurned = false;  ///< parentFromJoint has a rotation
  int firstMotion = 0;    ///< its motions are [firstMotion, lastMotion) of Model::motions
  int lastMotion = 0;
  int subtreeEnd = 0;  ///< links [i, subtreeEnd) are the subtree of link i
};

/// A shape on a link, for collision avoidance.
struct LinkShape {
  int link = 0;
  Shape shape;
  Pose pose;  ///< in the link's frame
};

struct ModelOptions {
  /// false: every revolute and continuous joint becomes a ball without limits at the same point.
  bool hinges = true;
};

/// Links are in depth-first order: parents come before children, and a subtree is a range.
struct Model {
  std::string name;
  std::vector<Link> links;
  /// As described. All are closed in a new problem.
  std::vector<LoopDescription> loops;
  std::vector<Motion> motions;
  std::vector<LinkShape> collision;  ///< in the order of the links
  int nq = 0;                        ///< numbers in q
  int nv = 0;                        ///< numbers in dq
  std::vector<double> rest;          ///< nq numbers: the ready pose, as described
  int nAxes = 0;                     ///< rows of State::axes: like nv, but mimics have rows of their own
  /// Metres: the longest path from a moving joint to a tip with slides fully extended, at most ten times `size`; 1 for
  /// a model without length. Solvers divide lengths by it.
  double reach = 1;
  /// Metres: the same path with slides fully retracted; if that is zero, the reach, but at most 1. Tolerances
  /// scale with it, because the length of a rail says nothing about precision.
  double size = 1;

  /// Index of a link, or −1.
  int findLink(std::string_view linkName) const;

  /// Raised whenever a joint is moved in its parent; what was read from places of joints before is out of date.
  int revision = 0;

  /// What of the description is not kept: a follower's own limits. Usually none.
  std::vector<std::string> warnings;
};

/// Calls `take(link)` for a link and its ancestors up to the root; never for −1, the world.
template <class F>
void forEachLinkTowardsRoot(const Model& model, int link, F&& take) {
  for (; link >= 0; link = model.links[static_cast<std::size_t>(link)].parent) take(link);
}

/// Calls `take(motion)` for every motion that moves a link, from its own joint's to the root's.
template <class F>
void forEachMotionTowardsRoot(const Model& model, int link, F&& take) {
  forEachLinkTowardsRoot(model, link, [&](int i) {
    const Link& at = model.links[static_cast<std::size_t>(i)];
    for (int m = at.firstMotion; m < at.lastMotion; ++m) take(model.motions[static_cast<std::size_t>(m)]);
  });
}

/// Largest number of links in a model.
inline constexpr int maxLinks = 200000;
/// Goals and loops of a problem together; and goals and loops times degrees of freedom, for the Jacobian's
/// memory.
inline constexpr int maxGoals = 1000;
inline constexpr int maxGoalFreedoms = 1000000;

/// Names of all joint types.
std::vector<std::string_view> jointTypes();

/// Checks `description` and builds the model. Errors name the link and the value and say how to correct it:
/// emptyModel, tooLarge, duplicateName, unknownParent, cycle, unknownJointType, zeroAxis, parallelAxes,
/// notFinite, notUnit, badLimits, badMimic, badRest, badShape.
Expected<std::shared_ptr<const Model>> buildModel(const ModelDescription& description, ModelOptions options = {});

}  // namespace limber
