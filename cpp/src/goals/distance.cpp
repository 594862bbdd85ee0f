#include "goals/goals.h"

namespace limber::goals {

/// Distance of the tool's origin from a point: e = d* − |p − c| in the first row; zero for a bound that is
/// kept.
struct Distance : NoTurn {
  static constexpr const char* name = "distance";
  static constexpr int targetSize = 4, linearRows = 3, angularRows = 0;

  static constexpr std::array<std::string_view, 3> sides = {"exact", "inside", "outside"};
  static constexpr std::array parameters = {choiceField("side", 0, 1, sides)};

  static int side(const Goal& goal) { return goal.parameters[0] == 0 ? 0 : goal.parameters[0] == 1 ? -1 : 1; }
  /// Whether the error counts: not that of a bound that is kept.
  template <class S>
  static auto counts(const Goal& goal, const S& left) {
    const int bound = goal.isExact ? 0 : side(goal);
    return bound == 0 ? S(0) < S(1) : bound < 0 ? left < S(0) : left > S(0);
  }
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
    Eigen::Map<Vec3T<S>>{e} = Vec3T<S>(choose(counts(aim.goal, left), left, S(0)), S(0), S(0));
  }

  template <class S>
  static RowMapT<S> rowMap(const Aim<S>& aim, const PoseT<S>& tool) {
    const Vec3T<S> away = tool.p - aim.vector();
    RowMapT<S> map = RowMapT<S>::Zero();
    const auto isLeft = counts(aim.goal, S(aim.target[3] - norm(away)));
    map.row(0).template head<3>() = choose(isLeft, outwards(away), Vec3T<S>(Vec3T<S>::Zero()));
    return map;
  }

  static bool hasPoint(const Goal&) { return true; }
  static Vec3 wantedPoint(const Goal& goal, const Pose& tool) {
    std::array<double, 3> e;
    error<double>(goal, tool, e.data());
    const Vec3 away = tool.p - goal.targetVector();
    return tool.p + e[0] * outwards(away);
  }

  static void targetAt(const Goal&, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = Vec3::Zero();
    target[3] = norm(tool.p);
  }

  static const char* checkTarget(const Goal& goal) {
    if (const char* reason = goals::checkTarget(goal)) return reason;
    return goal.target[3] < 0 ? "the target's distance is negative" : nullptr;
  }
};

GoalType distance() { return makeType<Distance>(); }

}  // namespace limber::goals
