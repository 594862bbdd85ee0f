/// Goals for links; their formulas are the core's.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "limber/error.h"
#include "limber/math.h"

namespace limber {

struct Model;

/// Placeholder for a number that the model, the solver or the solve options fill in.
inline constexpr double automatic = -1;

/// Largest number of rows of a goal.
inline constexpr int maxRows = 6;

/// Numbers of the parameters of a goal, at most.
inline constexpr int maxParameters = 24;

/// −∂e over the tool's velocity: `rows` × 6, acting on [velocity of the tool's origin; angular velocity] in world axes.
using RowMap = Eigen::Matrix<double, maxRows, 6, Eigen::DontAlign>;

struct GoalFacts;
struct GoalType;

/// The nearer edge of a row's room: none, because the row is exact; the most or the least that its error's number may
/// be beyond the target; none, because it is free.
enum class Side : char { exact, upper, lower, free };
/// How far inside of its nearer edge a row is, metres or radians; negative outside.
struct Edge {
  Side side = Side::exact;
  double inside = 0;
};

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
  /// See GoalFacts::parameters. May be written at any time; checked when a solve starts.
  std::array<double, maxParameters> parameters{};
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
  /// Everything but the tool that the error depends on.
  std::array<double, 7> memory{};
  /// Rows with room are measured from their nearer edges, inside as well.
  bool atEdges = false;

  const GoalFacts& facts() const;
  std::span<const double> targetNumbers() const;
  Vec3 targetVector() const { return Vec3(target[0], target[1], target[2]); }
  Quat targetRotation(int first) const { return readQuat(target.data() + first); }

  /// The numbers of one parameter; empty if the type has no such parameter.
  std::span<double> parameter(std::string_view name);
  std::span<const double> parameter(std::string_view name) const { return const_cast<Goal*>(this)->parameter(name); }
  /// Sets all parameters of the type to their initial numbers.
  void resetParameters();
  /// Sets one parameter, or by a short word some of the numbers of another; bounds are checkParameters()'s. `badGoal`
  /// for an unknown name, a wrong count, or a word that does not exist.
  std::optional<Error> setParameter(std::string_view name, std::span<const double> numbers);
  Vec3 vectorAt(int first) const { return Eigen::Map<const Vec3>(parameters.data() + first); }

  /// Weights of the length rows and of the angle rows.
  double linearWeight() const;
  double angularWeight() const;
};

/// One parameter of a goal type: `count` numbers of Goal::parameters.
struct ParameterField {
  enum class Kind {
    number,
    whole,     ///< a whole number
    choice,    ///< index of a word in `words`
    set,       ///< 1 for every element in the set; `words` names them, if given
    interval,  ///< pairs of least and most, −∞ and ∞ included; one per word, if there are words
    cone,      ///< a half angle, or two of an ellipse
  };
  std::string_view name;
  Kind kind = Kind::number;
  int first = 0;  ///< its first number in Goal::parameters
  int count = 1;
  double min = 0;
  double max = 0;
  std::array<double, 6> initial{};  ///< 0 beyond
  std::span<const std::string_view> words{};
  /// Only read when the goal is added.
  bool isFixed = false;
  /// For a short word of an interval parameter, whose numbers it shares: the interval that each value stands for. Only
  /// GoalOptions take it; 0 there writes nothing. Short words come last.
  std::span<const std::array<double, 2>> stands{};

  constexpr double initialAt(int i) const {
    return i < static_cast<int>(initial.size()) ? initial[static_cast<std::size_t>(i)] : 0;
  }
};

/// A goal type, without its formulas.
struct GoalFacts {
  std::string_view name;
  int targetSize;
  int linearRows;   ///< the first rows, metres: none or three
  int angularRows;  ///< the rest, radians: none or three
  /// Without gaps in Goal::parameters.
  std::span<const ParameterField> parameters{};
  /// Index in Goal::parameters of a factor on the weight of length rows, and of angle rows; −1: none.
  int linearWeightAt = -1;
  int angularWeightAt = -1;

  int rows() const { return linearRows + angularRows; }
};

/// Largest gain of a goal and of SolveOptions, 1/s.
inline constexpr double maxGain = 1e6;

/// The first error in a goal's weight, gain or parameters: notFinite or badGoal, naming the value and its
/// range. Does not allocate if there is no error.
std::optional<Error> checkParameters(const Goal& goal, const Model& model);

/// Of all types.
std::vector<GoalFacts> goalFacts();
/// Null if unknown.
const GoalType* findGoalType(std::string_view name);

}  // namespace limber
