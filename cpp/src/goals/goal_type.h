/// The formulas of goals: error rows, their derivative, and the point and turn that a single joint should aim at.
#pragma once

#include "limber/goal.h"
#include "limber/model.h"
#include "limber/state.h"
#include "numbers/dual.h"
#include "numbers/lanes.h"

namespace limber {

namespace goals {
struct Room;
}

template <class S>
using RowMapT = Eigen::Matrix<S, maxRows, 6, Eigen::DontAlign>;

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

/// One line of the table of goals. All functions take the tool in the frame of the target.
struct GoalType : GoalFacts {
  /// e = target − current; zero when reached. `tool` is world from tool.
  void (*error)(const Goal&, const Pose& tool, double* e);
  void (*dualError)(const Goal&, const PoseT<Dual>& tool, Dual* e);  ///< null if only solvers with a Jacobian take it
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
  /// Whether the goal has room, see goals/room.h; which; and to take it away: then it is exact, but for axes that the
  /// type's own formulas leave free.
  bool (*hasRoom)(const Goal&);
  goals::Room (*room)(const Goal&);
  void (*close)(Goal&);
  /// Null, or why no pose can reach the target: not finite, or without a direction.
  const char* (*checkTarget)(const Goal&);

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
  /// `error` and `rowMap` for two solves at once; null if the goal cannot.
  void (*laneRows)(const Aim<Lanes>&, const PoseT<Lanes>& tool, Lanes* e, RowMapT<Lanes>& map) = nullptr;
  /// Only solvers with a Jacobian support it.
  bool needsJacobian = false;
  /// Index of a quaternion, or of a direction, in the target; −1: none.
  int quaternionAt = -1;
  int directionAt = -1;
};

std::span<const GoalType> goalTypes();

inline bool isEdge(Side side) { return side == Side::upper || side == Side::lower; }
/// How far inside of its edge a row with the error e from there is; 0 without an edge.
inline double insideBy(Side side, double e) { return side == Side::upper ? e : side == Side::lower ? -e : 0; }
/// The nearer edge of each row of a goal with room, and the errors from there.
void readEdges(const Goal& goal, const Pose& tool, double* e, Side* sides);
/// Whether the goal has room, and the tool is inside in every row, so that it asks for nothing. `e`: its errors.
bool rests(const Goal& goal, const Pose& tool, const double* e);
/// A pose of the tool that meets the goal, near the given one.
Pose wantedPose(const Goal& goal, const Pose& tool);
/// The goal without its room that is met at the nearest pose of the tool inside.
Goal nearestExact(const Goal& goal, const Pose& tool);

inline bool hasRoom(const Goal& goal) { return goal.type->hasRoom(goal); }

/// Calls `take(motion, sign)` for every motion that affects a goal: those that carry its tool (1) and its
/// target (−1), or the one whose value is the goal.
template <class F>
void forEachMotionOf(const Goal& goal, const Model& model, F&& take) {
  if (goal.type->motion) {
    take(goal.type->motion(goal, model), 1.0);
    return;
  }
  forEachMotionTowardsRoot(model, goal.link, [&](const Motion& motion) { take(motion, 1.0); });
  forEachMotionTowardsRoot(model, goal.targetLink, [&](const Motion& motion) { take(motion, -1.0); });
}

/// The axis with which a row of State::axes moves the goal.
inline const Axis& axisOf(const State& state, const Goal& goal, int row) {
  return goal.type->axis ? *goal.type->axis : state.axes[static_cast<std::size_t>(row)];
}

}  // namespace limber
