#include "goals/goals.h"

namespace limber::goals {

/// The tool's origin at a point: e = p* − p.
struct Position : NoTurn {
  static constexpr const char* name = "position";
  static constexpr int targetSize = 3, linearRows = 3, angularRows = 0;

  template <class S>
  static void error(const Aim<S>& aim, const PoseT<S>& tool, S* e) {
    Eigen::Map<Vec3T<S>>{e} = aim.vector() - tool.p;
  }

  template <class S>
  static RowMapT<S> rowMap(const Aim<S>&, const PoseT<S>&) {
    RowMapT<S> map = RowMapT<S>::Zero();
    map.template topLeftCorner<3, 3>().setIdentity();
    return map;
  }

  static bool hasPoint(const Goal&) { return true; }
  static Vec3 wantedPoint(const Goal& goal, const Pose&) { return goal.targetVector(); }

  static void targetAt(const Goal&, const Pose& tool, double* target) { Eigen::Map<Vec3>{target} = tool.p; }
};

GoalType position() { return makeType<Position>(); }

}  // namespace limber::goals
