#include "goals.h"

namespace limber::goals {

/// The tool's orientation: e = log(R* Rᵀ), a rotation vector in world axes.
struct Orientation : NoPoint {
  static constexpr const char* name = "orientation";
  static constexpr int targetSize = 4, linearRows = 0, angularRows = 3;
  static constexpr int quaternionAt = 0;

  template <class S>
  static void error(const Aim<S>& aim, const PoseT<S>& tool, S* e) {
    Eigen::Map<Vec3T<S>>{e} = logRotation<S>(rotationLeft<S>(aim, 0, tool));
  }

  /// A turn ω of the tool takes R* Rᵀ to R* Rᵀ exp(−ω), so −∂e = J_r⁻¹(e) ω.
  template <class S>
  static RowMapT<S> rowMap(const Aim<S>& aim, const PoseT<S>& tool) {
    Vec3T<S> e;
    error<S>(aim, tool, e.data());
    RowMapT<S> map = RowMapT<S>::Zero();
    map.template block<3, 3>(0, 3) = inverseRightJacobian<S>(e);
    return map;
  }

  static int turnCount(const Goal&) { return 3; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) { return rotationLeft<double>(goal, 0, tool); }

  static void targetAt(const Goal&, const Pose& tool, double* target) { writeQuat(tool.r, target); }
};

GoalType orientation() { return makeType<Orientation>(); }

}  // namespace limber::goals
