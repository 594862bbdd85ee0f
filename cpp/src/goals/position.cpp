#include "goals/goals.h"

namespace limber::goals {

/// The tool's origin at a point: e = p* − p.
struct Position : NoTurn {
  static constexpr const char* name = "position";
  static constexpr int targetSize = 3, linearRows = 3, angularRows = 0;

  static constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};
  static constexpr std::array parameters = {withinField(0, 3, axes)};

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

  static bool hasRoom(const Goal& goal) { return !areExact(goal, 0, 3); }
  static Room room(const Goal& goal) { return {.rows = roomsOf(goal, 0, 3)}; }
  static void close(Goal& goal) { closeRoom(goal, 0, 3); }

  static bool hasPoint(const Goal&) { return true; }
  static Vec3 wantedPoint(const Goal& goal, const Pose& tool) {
    if (!hasRoom(goal)) return goal.targetVector();
    Vec3 e;
    leave(goal, tool, e.data(), nullptr);
    return tool.p + e;
  }

  static void targetAt(const Goal&, const Pose& tool, double* target) { Eigen::Map<Vec3>{target} = tool.p; }
};

GoalType position() { return makeType<Position>(); }

}  // namespace limber::goals
