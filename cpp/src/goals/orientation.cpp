#include "goals/goals.h"

namespace limber::goals {

/// The tool's orientation: e = log(R* Rᵀ), a rotation vector in world axes; with room in the target's, see TurnRoom.
struct Orientation : NoPoint {
  static constexpr const char* name = "orientation";
  static constexpr int targetSize = 4, linearRows = 0, angularRows = 3;
  static constexpr int quaternionAt = 0;
  static constexpr std::array parameters = {TurnRoom::tilt(0), TurnRoom::twist(0), TurnRoom::about(0)};

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

  static bool hasRoom(const Goal& goal) { return !TurnRoom(goal, 0).isExact(); }
  static Room room(const Goal& goal) { return {.turns = TurnRoom(goal, 0)}; }
  /// An orientation has no free axes: where a twist is free, the tool's own is kept.
  static void close(Goal& goal) { std::fill_n(goal.parameters.begin(), 4, 0.0); }

  static int turnCount(const Goal& goal) { return TurnRoom(goal, 0).turnCount(); }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) {
    if (!hasRoom(goal)) return rotationLeft<double>(goal, 0, tool);
    return turnInside(goal, tool);
  }

  static void targetAt(const Goal&, const Pose& tool, double* target) { writeQuat(tool.r, target); }
};

GoalType orientation() { return makeType<Orientation>(); }

}  // namespace limber::goals
