/// What is wanted of a link: rows of error, their derivative, and what a single joint should aim
/// at.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "limber/dual.h"
#include "limber/error.h"
#include "limber/math.h"

namespace limber {

/// The greatest number of rows of a goal.
inline constexpr int maxRows = 6;

/// −∂e over the velocity of the tool: `rows` × 6, acting on [velocity of the tool's origin; angular
/// velocity], both in world axes.
using RowMap = Eigen::Matrix<double, maxRows, 6, Eigen::DontAlign>;

struct GoalType;

/// One wish for one link. The tool is a frame on that link: its origin is what reaches, its axes
/// are what turn.
struct Goal {
  const GoalType* type = nullptr;
  int link = 0;
  /// The link in whose frame the target is given; −1: the world.
  int targetLink = -1;
  Pose linkFromTool;
  bool hasOffset = false;     ///< whether linkFromTool is anything but the link's own frame
  Vec3 axis = Vec3::UnitX();  ///< direction: the tool's axis that is to point; unit length
  /// pose: which of the target's x y z (slides) and rx ry rz (turns) are left free.
  std::array<bool, 6> free{};
  /// Not negative; 0 switches the goal off.
  double weight = 1;
  /// 0 first: a goal never disturbs one of a smaller number. Goals of one number share by weight.
  int priority = 0;
  int firstRow = 0;  ///< its place in Problem::errors
  /// distance: 0 exactly so far, −1 at most, 1 at least.
  int side = 0;
  /// joint and slide: the motion of the link, and its value when Problem::measure() last looked.
  int motion = -1;
  double value = 0;
  /// chain: six virtual joints from the target's frame to the tool, by their places in
  /// featureJointNames(); which of their values are wanted; and all values when measure() last
  /// looked.
  std::array<int, 6> chain = {0, 1, 2, 3, 4, 5};
  std::array<bool, 6> rows = {true, true, true, true, true, true};
  std::array<double, 6> feature{};
  /// step(): K of this goal, 1/s; negative: SolveOptions::gain.
  double gain = -1;
  /// step(): how fast the target moves, in the frame of targetLink, where that is known better than
  /// from where it was at the last step: metres and radians a second of the frame that the target
  /// is, its turn in the last three; a distance's own rate in the fourth; of a joint, slide or
  /// chain those of its values. Not a number: from the difference.
  std::array<double, 6> velocity = unknownVelocity;
  /// The target at the last step(), if there was one.
  std::array<double, 7> steppedTarget{};
  bool hasStepped = false;

  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::array<double, 6> unknownVelocity = {unknown, unknown, unknown,
                                                            unknown, unknown, unknown};
  /// In the frame of targetLink: position 3 metres; orientation quaternion x y z w; pose both;
  /// direction 3, any length but zero; lookAt a point; distance a point and metres; joint and slide
  /// a value; chain six values, of which the wanted ones count.
  std::array<double, 7> target{};

  std::span<const double> targetNumbers() const;
  Vec3 targetVector() const { return Vec3(target[0], target[1], target[2]); }
  Quat targetRotation(int first) const { return readQuat(target.data() + first); }
};

/// One line of the table of goals. All functions see the tool in the frame that the target is given
/// in; `error` and what follows from it then depend on nothing else.
struct GoalType {
  std::string_view name;
  int targetSize;
  int linearRows;   ///< the first rows, metres: none or three
  int angularRows;  ///< the rest, radians: none or three
  /// e = target − current; zero where reached. `tool` is world from tool.
  void (*error)(const Goal&, const Pose& tool, double* e);
  void (*dualError)(const Goal&, const PoseT<Dual>& tool, Dual* e);
  RowMap (*rowMap)(const Goal&, const Pose& tool);
  /// The same wish in the words of one joint: whether the tool's origin is to come to a point, and
  /// to which (world);
  bool (*hasPoint)(const Goal&);
  Vec3 (*wantedPoint)(const Goal&, const Pose& tool);
  /// how many turning freedoms the rest takes (0 none, 2 a direction, 3 an orientation), and the
  /// turn from the tool's orientation to the wanted one (world).
  int (*turnCount)(const Goal&);
  Quat (*wantedTurn)(const Goal&, const Pose& tool);
  /// Writes the target that the tool meets where it is.
  void (*targetAt)(const Goal&, const Pose& tool, double* target);
  /// Nothing, or why the target cannot be met by anything: not finite, or without a direction.
  const char* (*checkTarget)(const Goal&);

  /// Whether it wants a value of a joint: it has no tool then, and one row, its motion's.
  bool ofJoint = false;
  /// Where in the target a quaternion begins, or a direction; −1: there is none.
  int quaternionAt = -1;
  int directionAt = -1;
  /// Whether Goal::side makes it a bound that asks for nothing on its good side.
  bool hasSide = false;
  /// Notes in the goal what its error needs to go on from; null where that is nothing.
  void (*follow)(Goal&, const Pose& tool) = nullptr;

  int rows() const { return linearRows + angularRows; }
};

/// Names of the virtual joints of chain goals: transX transY transZ rotX rotY rotZ.
std::span<const std::string_view> featureJointNames();

std::span<const GoalType> goalTypes();
/// Or nullptr.
const GoalType* findGoalType(std::string_view name);

}  // namespace limber
