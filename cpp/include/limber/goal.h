/// Goals: error rows, their derivative, and the point and turn that a single joint should aim at.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "limber/dual.h"
#include "limber/error.h"
#include "limber/lanes.h"
#include "limber/math.h"

namespace limber {

class Motion;
struct Axis;
struct Model;
struct State;

/// Placeholder for a number that the model, the solver or the solve options fill in.
inline constexpr double automatic = -1;

/// Largest number of rows of a goal.
inline constexpr int maxRows = 6;

/// −∂e over the tool's velocity: `rows` × 6, acting on [velocity of the tool's origin; angular velocity] in world axes.
template <class S>
using RowMapT = Eigen::Matrix<S, maxRows, 6, Eigen::DontAlign>;
using RowMap = RowMapT<double>;

struct GoalType;

/// One goal for one link. The tool is a frame on that link; its origin is to be moved, its axes are to be
/// turned.
struct Goal {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::array<double, 6> unknownVelocity = {unknown, unknown, unknown, unknown, unknown, unknown};

  const GoalType* type = nullptr;
  int link = 0;
  /// The link in whose frame the target is given, or −1 for the world.
  int targetLink = -1;
  Pose linkFromTool;
  bool hasOffset = false;  ///< linkFromTool is not the identity

  /// In the frame of targetLink; the type defines the meaning of the numbers.
  std::array<double, 7> target{};
  /// See GoalType::parameters. May be written at any time; checked when a solve starts.
  std::array<double, 12> parameters{};
  /// 0 switches the goal off.
  double weight = 1;
  /// 0 is the highest: a goal never disturbs one with a smaller number. Goals of equal priority share by
  /// weight.
  int priority = 0;
  /// step(): K of this goal, 1/s; automatic: SolveOptions::gain.
  double gain = automatic;
  /// step(): the target's velocity in the frame of targetLink, if known better than by differences: metres
  /// per second, then radians per second in the last three; for a distance, its rate in the fourth; for a
  /// joint, slide or chain, the rates of its values. NaN: by differences.
  std::array<double, 6> velocity = unknownVelocity;

  // Kept by the problem.
  int id = 0;        ///< unique within the problem
  int firstRow = 0;  ///< its first row in Problem::errors
  /// Written by GoalType::follow.
  std::array<double, 7> memory{};
  /// step(): measure a bound's error on its allowed side, too.
  bool isExact = false;

  std::span<const double> targetNumbers() const;
  Vec3 targetVector() const { return Vec3(target[0], target[1], target[2]); }
  Quat targetRotation(int first) const { return readQuat(target.data() + first); }

  /// The numbers of one parameter; empty if the type has no such parameter.
  std::span<double> parameter(std::string_view name);
  std::span<const double> parameter(std::string_view name) const { return const_cast<Goal*>(this)->parameter(name); }
  Vec3 vectorAt(int first) const { return Eigen::Map<const Vec3>(parameters.data() + first); }

  /// Weights of the length rows and of the angle rows.
  double linearWeight() const;
  double angularWeight() const;
};

/// A goal as its formulas see it. The numbers of its target may differ from lane to lane; then their quaternions are
/// unit.
template <class S>
struct Aim {
  using Number = std::conditional_t<std::is_same_v<S, Lanes>, Lanes, double>;

  const Goal& goal;
  const Number* target;

  Aim(const Goal& of) : goal(of), target(of.target.data()) {}  // NOLINT: a goal is its own aim
  Aim(const Goal& of, const Number* numbers) : goal(of), target(numbers) {}

  Vec3T<S> vector() const { return numbers().template cast<S>(); }
  Vec3T<S> direction() const { return unit(numbers()).template cast<S>(); }
  QuatT<Number> rotation(int first) const { return unit(readQuat(target + first)); }

 private:
  Vec3T<Number> numbers() const { return {target[0], target[1], target[2]}; }
};

/// One parameter of a goal type: `count` numbers of Goal::parameters.
struct ParameterField {
  enum class Kind {
    number,
    whole,   ///< a whole number
    choice,  ///< index of a word in `words`
    set,     ///< 1 for every element in the set; `words` names them, if given
  };
  std::string_view name;
  Kind kind = Kind::number;
  int first = 0;  ///< its first number in Goal::parameters
  int count = 1;
  double min = 0;
  double max = 0;
  std::array<double, 6> initial{};
  std::span<const std::string_view> words{};
  /// Only read when the goal is added.
  bool isFixed = false;
};

/// One line of the table of goals. All functions take the tool in the frame of the target.
struct GoalType {
  std::string_view name;
  int targetSize;
  int linearRows;   ///< the first rows, metres: none or three
  int angularRows;  ///< the rest, radians: none or three
  /// e = target − current; zero when reached. `tool` is world from tool.
  void (*error)(const Goal&, const Pose& tool, double* e);
  void (*dualError)(const Goal&, const PoseT<Dual>& tool, Dual* e);
  RowMap (*rowMap)(const Goal&, const Pose& tool);
  /// For joint-by-joint solvers: whether the tool's origin has a point to reach, and that point (world);
  bool (*hasPoint)(const Goal&);
  Vec3 (*wantedPoint)(const Goal&, const Pose& tool);
  /// the number of rotational degrees of freedom constrained (0 none, 2 a direction, 3 an orientation), and
  /// the rotation from the tool's orientation to the target's (world).
  int (*turnCount)(const Goal&);
  Quat (*wantedTurn)(const Goal&, const Pose& tool);
  /// Writes the target that the tool's current pose reaches.
  void (*targetAt)(const Goal&, const Pose& tool, double* target);
  /// Null, or why no pose can reach the target: not finite, or without a direction.
  const char* (*checkTarget)(const Goal&);

  /// Without gaps in Goal::parameters.
  std::span<const ParameterField> parameters{};
  /// Checks parameters beyond their bounds; null if bounds suffice.
  std::optional<Error> (*check)(const Goal&, const Model&) = nullptr;
  /// Reads fixed parameters, once, when the goal is added; may be null.
  std::optional<Error> (*start)(Goal&, const Model&) = nullptr;
  /// Writes everything but the tool that the error depends on to Goal::memory; may be null.
  void (*follow)(Goal&, const State&, const Pose& tool) = nullptr;
  /// Clears Goal::memory if `follow` continues from its earlier values, so that a solve does not depend on
  /// the one before; may be null.
  void (*forget)(Goal&) = nullptr;

  /// For a goal on a joint's value: the only motion that changes it, and the axis that replaces the joint's
  /// own.
  const Motion& (*motion)(const Goal&, const Model&) = nullptr;
  const Axis* axis = nullptr;
  /// For a bound: −1 upper, 1 lower, 0 exact. A bound that is kept has no error.
  int (*side)(const Goal&) = nullptr;
  /// `error` and `rowMap` for two solves at once; null if the goal cannot.
  void (*laneRows)(const Aim<Lanes>&, const PoseT<Lanes>& tool, Lanes* e, RowMapT<Lanes>& map) = nullptr;
  /// Only solvers with a Jacobian support it.
  bool needsJacobian = false;
  /// Index of a quaternion, or of a direction, in the target; −1: none.
  int quaternionAt = -1;
  int directionAt = -1;
  /// Index in Goal::parameters of a factor on the weight of length rows, and of angle rows; −1: none.
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

/// Largest gain of a goal and of SolveOptions, 1/s.
inline constexpr double maxGain = 1e6;

/// The first error in a goal's weight, gain or parameters: notFinite or badGoal, naming the value and its
/// range. Does not allocate if there is no error.
std::optional<Error> checkParameters(const Goal& goal, const Model& model);

std::span<const GoalType> goalTypes();
/// Null if unknown.
const GoalType* findGoalType(std::string_view name);

}  // namespace limber
