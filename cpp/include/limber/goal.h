/// What is wanted of a link: rows of error, their derivative, and what a single joint should aim
/// at.
#pragma once

#include <array>
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
  /// In the frame of targetLink: position 3 metres; orientation quaternion x y z w; pose both;
  /// direction 3, any length but zero; lookAt a point; distance a point and metres; joint and slide
  /// a value.
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

  int rows() const { return linearRows + angularRows; }
};

std::span<const GoalType> goalTypes();
/// Or nullptr.
const GoalType* findGoalType(std::string_view name);

}  // namespace limber
