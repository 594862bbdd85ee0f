#include "goals.h"

namespace limber::goals {

/// One axis of the tool along a world direction: e = θ n, the least rotation vector that takes c,
/// where the axis points now, to t; n = c × t / |c × t|.
struct Direction : NoPoint {
  static constexpr const char* name = "direction";
  static constexpr int targetSize = 3, linearRows = 0, angularRows = 3;

  static Vec3 wanted(const Goal& goal) { return unit(goal.targetVector()); }

  template <class S>
  static void error(const Goal& goal, const PoseT<S>& tool, S* e) {
    using std::atan2, std::sqrt;
    const Vec3T<S> c = tool.r * Vec3T<S>(goal.axis.cast<S>());
    const Vec3T<S> t = wanted(goal).cast<S>();
    const Vec3T<S> cross = c.cross(t);
    const S dot = c.dot(t);
    const S square = cross.squaredNorm();
    Eigen::Map<Vec3T<S>> out(e);
    if (square < 1e-16) {
      // Along: θ n = c × t up to third order. Opposite: every n across will do.
      out = dot > 0.0 ? cross : Vec3T<S>((pi * anyPerpendicular(wanted(goal))).cast<S>());
      return;
    }
    const S sine = sqrt(square);
    out = cross * (atan2(sine, dot) / sine);
  }

  /// With m = n × c, a turn ω of the tool changes e by −(n nᵀ + θ cot θ m mᵀ − θ c mᵀ) ω: about n
  /// it closes the angle, about m it carries n round, about c it does nothing.
  static RowMap rowMap(const Goal& goal, const Pose& tool) {
    const Vec3 c = tool.r * goal.axis;
    const Vec3 t = wanted(goal);
    const Vec3 cross = c.cross(t);
    const double sine = cross.norm();
    RowMap map = RowMap::Zero();
    auto turns = map.block<3, 3>(0, 3);
    if (sine < 1e-8) {
      turns = Mat3::Identity() - c * c.transpose();
      return map;
    }
    const double angle = std::atan2(sine, c.dot(t));
    const Vec3 n = cross / sine;
    const Vec3 m = n.cross(c);
    turns = n * n.transpose() + (angle * (c.dot(t) / sine * m - c)) * m.transpose();
    return map;
  }

  static int turnCount(const Goal&) { return 2; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) {
    return rotationBetween(tool.r * goal.axis, wanted(goal));
  }

  static void targetAt(const Goal& goal, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = tool.r * goal.axis;
  }

  static const char* checkTarget(const Goal& goal) {
    if (!finite(goal)) return "the target is not finite";
    return goal.targetVector().isZero(0) ? "the target direction is zero" : nullptr;
  }
};

GoalType direction() { return makeType<Direction>(); }

}  // namespace limber::goals
