#include "goals/goals.h"

namespace limber::goals {

/// The tool's orientation: e = log(R* Rᵀ), a rotation vector in world axes.
struct Orientation : NoPoint {
  static constexpr const char* name = "orientation";
  static constexpr int targetSize = 4, linearRows = 0, angularRows = 3;
  static constexpr int quaternionAt = 0;

  /// And −∂e, if `map` is not null: a turn ω of the tool takes R* Rᵀ to R* Rᵀ exp(−ω), so −∂e = J_r⁻¹(e) ω.
  template <class S, class Map = std::nullptr_t>
  static void error(const Aim<S>& aim, const PoseT<S>& tool, S* e, Map map = nullptr) {
    const Vec3T<S> turn = logRotation<S>(rotationLeft<S>(aim, 0, tool));
    Eigen::Map<Vec3T<S>>{e} = turn;
    if constexpr (!std::is_null_pointer_v<Map>) {
      map->setZero();
      map->template block<3, 3>(0, 3) = inverseRightJacobian<S>(turn);
    }
  }

  static int turnCount(const Goal&) { return 3; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) { return rotationLeft<double>(goal, 0, tool); }

  static void targetAt(const Goal&, const Pose& tool, double* target) { writeQuat(tool.r, target); }
};

GoalType orientation() { return makeType<Orientation>(); }

}  // namespace limber::goals
