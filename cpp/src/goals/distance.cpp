#include "goals.h"

namespace limber::goals {

/// Distance of the tool's origin from a point: e = d* − |p − c| in the first row; zero for a bound that is
/// kept.
struct Distance : NoTurn {
  static constexpr const char* name = "distance";
  static constexpr int targetSize = 4, linearRows = 3, angularRows = 0;

  static constexpr std::array<std::string_view, 3> sides = {"exact", "inside", "outside"};
  static constexpr std::array parameters = {choiceField("side", 0, 1, sides)};

  static int side(const Goal& goal) { return goal.parameters[0] == 0 ? 0 : goal.parameters[0] == 1 ? -1 : 1; }
  /// Whether the goal is a bound that is kept.
  template <class S>
  static bool isMet(const Goal& goal, const S& left) {
    const int bound = goal.isExact ? 0 : side(goal);
    return bound != 0 && !(bound < 0 ? left < 0.0 : left > 0.0);
  }

  template <class S>
  static void error(const Goal& goal, const PoseT<S>& tool, S* e) {
    using std::sqrt;
    const Vec3T<S> away = tool.p - goal.targetVector().cast<S>();
    const S square = away.squaredNorm();
    const S distance = square > 0.0 ? S(sqrt(square)) : S(0);
    const S left = S(goal.target[3]) - distance;
    Eigen::Map<Vec3T<S>> out(e);
    out.setZero();
    if (!isMet(goal, left)) out[0] = left;
  }

  /// At the point itself any direction leads away.
  static RowMap rowMap(const Goal& goal, const Pose& tool) {
    RowMap map = RowMap::Zero();
    const Vec3 away = tool.p - goal.targetVector();
    const double left = goal.target[3] - norm(away);
    if (isMet(goal, left)) return map;
    map.row(0).head<3>() = away.isZero(0) ? Vec3::UnitX() : unit(away);
    return map;
  }

  static bool hasPoint(const Goal&) { return true; }
  static Vec3 wantedPoint(const Goal& goal, const Pose& tool) {
    std::array<double, 3> e;
    error<double>(goal, tool, e.data());
    const Vec3 away = tool.p - goal.targetVector();
    return tool.p + e[0] * (away.isZero(0) ? Vec3(Vec3::UnitX()) : unit(away));
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
