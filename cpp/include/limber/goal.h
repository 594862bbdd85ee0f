/// What is wanted of a link: rows of error, their derivative, and what a single joint should aim at.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "limber/dual.h"
#include "limber/error.h"
#include "limber/math.h"

namespace limber {

class Motion;
struct Axis;
struct Model;
struct State;

/// A number that is left for the model, the solver or the solve's options to fill in.
inline constexpr double automatic = -1;

/// The greatest number of rows of a goal.
inline constexpr int maxRows = 6;

/// −∂e over the velocity of the tool: `rows` × 6, acting on [velocity of the tool's origin; angular velocity], both in
/// world axes.
using RowMap = Eigen::Matrix<double, maxRows, 6, Eigen::DontAlign>;

struct GoalType;

/// One wish for one link. The tool is a frame on that link: its origin is what reaches, its axes are what turn.
struct Goal {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::array<double, 6> unknownVelocity = {unknown, unknown, unknown, unknown, unknown, unknown};

  const GoalType* type = nullptr;
  int link = 0;
  /// The link in whose frame the target is given; −1: the world.
  int targetLink = -1;
  Pose linkFromTool;
  bool hasOffset = false;  ///< whether linkFromTool is anything but the link's own frame

  /// In the frame of targetLink; what the numbers mean is for the type to say.
  std::array<double, 7> target{};
  /// What only this type of goal has: see GoalType::parameters. May be written at any time, and is checked when a solve
  /// starts.
  std::array<double, 12> parameters{};
  /// Not negative; 0 switches the goal off.
  double weight = 1;
  /// 0 first: a goal never disturbs one of a smaller number. Goals of one number share by weight.
  int priority = 0;
  /// step(): K of this goal, 1/s; automatic: SolveOptions::gain.
  double gain = automatic;
  /// step(): how fast the target moves, in the frame of targetLink, where that is known better than from where it was
  /// at the last step: metres and radians a second, turns in the last three; a distance's own rate in the fourth; of a
  /// joint, slide or chain those of its values. Not a number: from the difference.
  std::array<double, 6> velocity = unknownVelocity;

  // Kept by the problem.
  int id = 0;        ///< no other goal of the problem has had it
  int firstRow = 0;  ///< its place in Problem::errors
  /// What the type notes from one look to the next: see GoalType::follow.
  std::array<double, 6> memory{};
  /// step(): a bound is as far off as it is, also on its good side.
  bool isExact = false;

  std::span<const double> targetNumbers() const;
  Vec3 targetVector() const { return Vec3(target[0], target[1], target[2]); }
  Quat targetRotation(int first) const { return readQuat(target.data() + first); }

  /// The numbers of one parameter; none where the type has no such parameter.
  std::span<double> parameter(std::string_view name);
  std::span<const double> parameter(std::string_view name) const { return const_cast<Goal*>(this)->parameter(name); }
  Vec3 vectorAt(int first) const { return Eigen::Map<const Vec3>(parameters.data() + first); }

  /// What its rows of length and its rows of angle weigh.
  double linearWeight() const;
  double angularWeight() const;
};

/// One parameter of a type of goals: `count` numbers of Goal::parameters.
struct ParameterField {
  enum class Kind {
    number,
    whole,   ///< a whole number
    choice,  ///< the place of a word in `words`
    set,     ///< 1 for every word in `words`, or place where there are no words, that is in the set
  };
  std::string_view name;
  Kind kind = Kind::number;
  int first = 0;  ///< its place in Goal::parameters
  int count = 1;
  double min = 0;
  double max = 0;
  std::array<double, 6> initial{};
  std::span<const std::string_view> words{};
  /// Whether it is read when the goal is added, and never again.
  bool isFixed = false;
};

/// One line of the table of goals. All functions see the tool in the frame that the target is given in; `error` and
/// what follows from it then depend on nothing else.
struct GoalType {
  std::string_view name;
  int targetSize;
  int linearRows;   ///< the first rows, metres: none or three
  int angularRows;  ///< the rest, radians: none or three
  /// e = target − current; zero where reached. `tool` is world from tool.
  void (*error)(const Goal&, const Pose& tool, double* e);
  void (*dualError)(const Goal&, const PoseT<Dual>& tool, Dual* e);
  RowMap (*rowMap)(const Goal&, const Pose& tool);
  /// The same wish in the words of one joint: whether the tool's origin is to come to a point, and to which (world);
  bool (*hasPoint)(const Goal&);
  Vec3 (*wantedPoint)(const Goal&, const Pose& tool);
  /// how many turning freedoms the rest takes (0 none, 2 a direction, 3 an orientation), and the turn from the tool's
  /// orientation to the wanted one (world).
  int (*turnCount)(const Goal&);
  Quat (*wantedTurn)(const Goal&, const Pose& tool);
  /// Writes the target that the tool meets where it is.
  void (*targetAt)(const Goal&, const Pose& tool, double* target);
  /// Nothing, or why the target cannot be met by anything: not finite, or without a direction.
  const char* (*checkTarget)(const Goal&);

  /// They follow each other without gaps in Goal::parameters.
  std::span<const ParameterField> parameters{};
  /// What is wrong with the parameters beyond their bounds; null where bounds say all.
  std::optional<Error> (*check)(const Goal&, const Model&) = nullptr;
  /// Reads what never changes again, once, when the goal is added; null where that is nothing.
  std::optional<Error> (*start)(Goal&, const Model&) = nullptr;
  /// Notes in Goal::memory what its error needs to go on from; null where that is nothing.
  void (*follow)(Goal&, const State&, const Pose& tool) = nullptr;

  /// For a goal that wants a value of a joint: the motion that alone moves it, and the axis along which it feels that
  /// motion, whatever the joint's own is.
  const Motion& (*motion)(const Goal&, const Model&) = nullptr;
  const Axis* axis = nullptr;
  /// For a bound: −1 at most, 1 at least; 0 exactly so far. It asks for nothing on its good side.
  int (*side)(const Goal&) = nullptr;
  /// Whether only solvers with a Jacobian can follow it.
  bool needsJacobian = false;
  /// Where in the target a quaternion begins, or a direction; −1: there is none.
  int quaternionAt = -1;
  int directionAt = -1;
  /// Where in Goal::parameters stands what multiplies the weight for rows of length, and for rows of angle; −1: nothing
  /// does.
  int linearWeightAt = -1;
  int angularWeightAt = -1;

  int rows() const { return linearRows + angularRows; }
};

inline double Goal::linearWeight() const {
  return type->linearWeightAt < 0 ? weight : weight * parameters[type->linearWeightAt];
}
inline double Goal::angularWeight() const {
  return type->angularWeightAt < 0 ? weight : weight * parameters[type->angularWeightAt];
}

/// The greatest gain of a goal and of SolveOptions, 1/s.
inline constexpr double maxGain = 1e6;

/// The first thing that is wrong with a goal's weight, gain or parameters: notFinite or badGoal, naming the value and
/// its range. Allocates nothing where all is well.
std::optional<Error> checkParameters(const Goal& goal, const Model& model);

std::span<const GoalType> goalTypes();
/// Or nullptr.
const GoalType* findGoalType(std::string_view name);

}  // namespace limber
