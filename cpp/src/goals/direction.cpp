#include "goals/goals.h"
#include "goals/least_turn.h"

namespace limber::goals {

/// One axis of the tool along a world direction: e = θ n, the smallest rotation vector that takes the axis's
/// direction c to t, less its cone; n = c × t / |c × t|.
struct Direction : NoPoint, PointingAxis {
  static constexpr const char* name = "direction";
  static constexpr int targetSize = 3, linearRows = 0, angularRows = 3;
  static constexpr int directionAt = 0;

  template <class S>
  static void error(const Aim<S>& aim, const PoseT<S>& tool, S* e) {
    Eigen::Map<Vec3T<S>>{e} = leastTurn<S>(pointing(aim, tool), aim.direction());
  }

  template <class S>
  static RowMapT<S> rowMap(const Aim<S>& aim, const PoseT<S>& tool) {
    RowMapT<S> map = RowMapT<S>::Zero();
    map.template block<3, 3>(0, 3) = leastTurnMap<S>(pointing(aim, tool), aim.direction());
    return map;
  }

  static int turnCount(const Goal&) { return 2; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) {
    if (hasRoom(goal)) return turnInside(goal, tool);
    return rotationBetween(tool.r * axisOf(goal), unit(goal.targetVector()));
  }

  static void targetAt(const Goal& goal, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = tool.r * axisOf(goal);
  }
};

GoalType direction() { return makeType<Direction>(); }

}  // namespace limber::goals
