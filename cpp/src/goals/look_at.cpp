#include "goals.h"
#include "least_turn.h"

namespace limber::goals {

/// One axis of the tool points at a point: e = θ n, the smallest rotation vector that takes c, the axis's direction, to
/// t, the direction from the tool's origin to the point.
struct LookAt : NoPoint, PointingAxis {
  static constexpr const char* name = "lookAt";
  static constexpr int targetSize = 3, linearRows = 0, angularRows = 3;

  template <class S>
  static void error(const Goal& goal, const PoseT<S>& tool, S* e) {
    const Vec3T<S> way = goal.targetVector().cast<S>() - tool.p;
    const Vec3T<S> c = tool.r * Vec3T<S>(axisOf(goal).cast<S>());
    using std::sqrt;
    const S square = way.squaredNorm();
    // At the point itself there is no direction.
    Eigen::Map<Vec3T<S>>{e} = square > 0.0 ? leastTurn<S>(c, Vec3T<S>(way / sqrt(square))) : Vec3T<S>(Vec3T<S>::Zero());
  }

  /// A turn ω of the tool changes e by −Mω. A turn of t equals a turn of both, ω × e, minus one of the tool: ∂e = (M −
  /// [e]×) ω, and a velocity v of the tool turns t by ω = −t × v / |d|.
  static RowMap rowMap(const Goal& goal, const Pose& tool) {
    RowMap map = RowMap::Zero();
    const Vec3 way = goal.targetVector() - tool.p;
    if (way.isZero(0)) return map;
    const Vec3 c = tool.r * axisOf(goal);
    const Vec3 t = unit(way);
    const Mat3 M = leastTurnMap(c, t);
    map.block<3, 3>(0, 3) = M;
    map.block<3, 3>(0, 0) = (M - crossMatrix<double>(leastTurn<double>(c, t))) * crossMatrix<double>(t) / norm(way);
    return map;
  }

  static int turnCount(const Goal&) { return 2; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) {
    return rotationBetween(tool.r * axisOf(goal), goal.targetVector() - tool.p);
  }

  static void targetAt(const Goal& goal, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = tool * axisOf(goal);
  }
};

GoalType lookAt() { return makeType<LookAt>(); }

}  // namespace limber::goals
