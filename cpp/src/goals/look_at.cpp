#include "goals/goals.h"
#include "goals/least_turn.h"

namespace limber::goals {

/// One axis of the tool points at a point: e = θ n, the smallest rotation vector that takes c, the axis's direction, to
/// t, the direction from the tool's origin to the point, less its cone.
struct LookAt : NoPoint, PointingAxis {
  static constexpr const char* name = "lookAt";
  static constexpr int targetSize = 3, linearRows = 0, angularRows = 3;

  template <class S>
  static void error(const Aim<S>& aim, const PoseT<S>& tool, S* e) {
    using std::sqrt;
    const Vec3T<S> way = aim.vector() - tool.p;
    const S square = way.squaredNorm();
    // At the point itself there is no direction.
    Eigen::Map<Vec3T<S>>{e} = chooseFrom(
        square > S(0), [&] { return leastTurn<S>(pointing(aim, tool), way / sqrt(square)); },
        [] { return Vec3T<S>(Vec3T<S>::Zero()); });
  }

  /// A turn ω of the tool changes e by −Mω. A turn of t equals a turn of both, ω × e, minus one of the tool: ∂e = (M −
  /// [e]×) ω, and a velocity v of the tool turns t by ω = −t × v / |d|.
  template <class S>
  static RowMapT<S> rowMap(const Aim<S>& aim, const PoseT<S>& tool) {
    const Vec3T<S> way = aim.vector() - tool.p;
    const S length = norm(way);
    const auto zero = [] { return RowMapT<S>(RowMapT<S>::Zero()); };
    return chooseFrom(
        length > S(0),
        [&] {
          const Vec3T<S> c = pointing(aim, tool);
          const Vec3T<S> t = unit(way);
          const Mat3T<S> M = leastTurnMap<S>(c, t);
          RowMapT<S> map = zero();
          map.template block<3, 3>(0, 3) = M;
          map.template block<3, 3>(0, 0) = (M - crossMatrix<S>(leastTurn<S>(c, t))) * crossMatrix<S>(t) / length;
          return map;
        },
        zero);
  }

  static int turnCount(const Goal&) { return 2; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) {
    if (hasRoom(goal)) return turnInside(goal, tool);
    return rotationBetween(tool.r * axisOf(goal), goal.targetVector() - tool.p);
  }

  static void targetAt(const Goal& goal, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = tool * axisOf(goal);
  }
};

GoalType lookAt() { return makeType<LookAt>(); }

}  // namespace limber::goals
