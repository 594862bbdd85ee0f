#include "goals/goals.h"

namespace limber::goals {

/// Distance of the tool's origin from a point: e = d* − |p − c| in the first row, less its room.
struct Distance : NoTurn {
  static constexpr const char* name = "distance";
  static constexpr int targetSize = 4, linearRows = 3, angularRows = 0;

  static constexpr std::array<std::string_view, 3> words = {"exact", "inside", "outside"};
  static constexpr std::array<std::array<double, 2>, 3> ofWords = {{{0, 0}, {-infinity, 0}, {0, infinity}}};
  static constexpr std::array parameters = {
      withinField(0, 1), ParameterField{"side", ParameterField::Kind::choice, 0, 1, 0, 2, {}, words, false, ofWords}};

  /// At the point itself any direction leads away.
  template <class S>
  static Vec3T<S> outwards(const Vec3T<S>& away) {
    return choose(norm(away) > S(0), unit(away), Vec3T<S>(Vec3T<S>::UnitX()));
  }

  template <class S>
  static void error(const Aim<S>& aim, const PoseT<S>& tool, S* e) {
    using std::sqrt;
    const Vec3T<S> away = tool.p - aim.vector();
    const S left = S(aim.target[3]) - sqrt(away.squaredNorm());
    Eigen::Map<Vec3T<S>>{e} = Vec3T<S>(left, S(0), S(0));
  }

  template <class S>
  static RowMapT<S> rowMap(const Aim<S>& aim, const PoseT<S>& tool) {
    const Vec3T<S> away = tool.p - aim.vector();
    RowMapT<S> map = RowMapT<S>::Zero();
    map.row(0).template head<3>() = outwards(away);
    return map;
  }

  static bool hasRoom(const Goal& goal) { return !areExact(goal, 0, 1); }
  static Room room(const Goal& goal) { return {.rows = roomsOf(goal, 0, 1)}; }
  static void close(Goal& goal) { closeRoom(goal, 0, 1); }

  static bool hasPoint(const Goal&) { return true; }
  static Vec3 wantedPoint(const Goal& goal, const Pose& tool) {
    std::array<double, 3> e;
    goal.type->error(goal, tool, e.data());
    const Vec3 away = tool.p - goal.targetVector();
    return tool.p + e[0] * outwards(away);
  }

  static void targetAt(const Goal&, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = Vec3::Zero();
    target[3] = norm(tool.p);
  }

  static const char* checkTarget(const Goal& goal) {
    if (const char* reason = goals::checkTarget(goal)) return reason;
    if (goal.target[3] < 0) return "the target's distance is negative";
    const Interval room = roomAt(goal, 0);
    return room.min <= room.max && goal.target[3] + room.max < 0 ? "all of a distance's room is negative" : nullptr;
  }
};

GoalType distance() { return makeType<Distance>(); }

}  // namespace limber::goals
