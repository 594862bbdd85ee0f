#include "goals.h"
#include "least_turn.h"

namespace limber::goals {

/// One axis of the tool along a world direction: e = θ n, the smallest rotation vector that takes the axis's
/// direction c to t; n = c × t / |c × t|.
struct Direction : NoPoint, PointingAxis {
  static constexpr const char* name = "direction";
  static constexpr int targetSize = 3, linearRows = 0, angularRows = 3;
  static constexpr int directionAt = 0;

  static Vec3 wanted(const Goal& goal) { return unit(goal.targetVector()); }

  template <class S>
  static void error(const Goal& goal, const PoseT<S>& tool, S* e) {
    const Vec3T<S> c = tool.r * Vec3T<S>(axisOf(goal).cast<S>());
    Eigen::Map<Vec3T<S>>{e} = leastTurn<S>(c, wanted(goal).cast<S>());
  }

  static RowMap rowMap(const Goal& goal, const Pose& tool) {
    RowMap map = RowMap::Zero();
    map.block<3, 3>(0, 3) = leastTurnMap(tool.r * axisOf(goal), wanted(goal));
    return map;
  }

  static int turnCount(const Goal&) { return 2; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) {
    return rotationBetween(tool.r * axisOf(goal), wanted(goal));
  }

  static void targetAt(const Goal& goal, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = tool.r * axisOf(goal);
  }
};

GoalType direction() { return makeType<Direction>(); }

}  // namespace limber::goals
