#include "goals/goals.h"

namespace limber::goals {

/// Position and orientation, each with its own weight, in the target's axes: e = [R*ᵀ(p* − p); R*ᵀ log(R* Rᵀ)]. Rows of
/// free axes are zero.
struct FullPose {
  static constexpr const char* name = "pose";
  static constexpr int targetSize = 7, linearRows = 3, angularRows = 3;
  static constexpr int quaternionAt = 3;
  static constexpr int linearWeightAt = 6, angularWeightAt = 7;

  static constexpr std::array<std::string_view, 6> axes = {"x", "y", "z", "rx", "ry", "rz"};
  static constexpr std::array parameters = {
      setField("free", 0, 6, axes),
      ParameterField{.name = "positionWeight", .first = linearWeightAt, .max = 1e6, .initial = {1}},
      ParameterField{.name = "orientationWeight", .first = angularWeightAt, .max = 1e6, .initial = {1}}};

  static bool isFree(const Goal& goal, int axis) { return goal.parameters[axis] != 0; }
  /// The number of axes that are not free among the three from `first` on.
  static int held(const Goal& goal, int first) {
    return !isFree(goal, first) + !isFree(goal, first + 1) + !isFree(goal, first + 2);
  }

  template <class S>
  static Mat3T<S> targetFromWorld(const Aim<S>& aim) {
    return aim.rotation(3).conjugate().toRotationMatrix().template cast<S>();
  }

  /// And −∂e, if `map` is not null.
  template <class S, class Map = std::nullptr_t>
  static void error(const Aim<S>& aim, const PoseT<S>& tool, S* e, Map map = nullptr) {
    const Mat3T<S> toTarget = targetFromWorld<S>(aim);
    const Vec3T<S> away = aim.vector() - tool.p;
    const Vec3T<S> turn = logRotation<S>(rotationLeft<S>(aim, 3, tool));
    Eigen::Map<Vec3T<S>>{e} = toTarget * away;
    Eigen::Map<Vec3T<S>>{e + 3} = toTarget * turn;
    if constexpr (!std::is_null_pointer_v<Map>) {
      map->template topLeftCorner<3, 3>() = toTarget;
      map->template topRightCorner<3, 3>().setZero();
      map->template bottomLeftCorner<3, 3>().setZero();
      map->template bottomRightCorner<3, 3>() = toTarget * inverseRightJacobian<S>(turn);
    }
    for (int i = 0; i < 6; ++i) {
      if (!isFree(aim.goal, i)) continue;
      e[i] = S(0);
      if constexpr (!std::is_null_pointer_v<Map>) map->row(i).setZero();
    }
  }

  static bool hasPoint(const Goal& goal) { return goal.parameters[linearWeightAt] > 0 && held(goal, 0) > 0; }
  static Vec3 wantedPoint(const Goal& goal, const Pose& tool) { return tool.p + inWorld(goal, tool, 0); }

  static int turnCount(const Goal& goal) { return goal.parameters[angularWeightAt] > 0 ? held(goal, 3) : 0; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) { return expRotation<double>(inWorld(goal, tool, 3)); }

  /// Three rows of the error, from `first` on, in world axes.
  static Vec3 inWorld(const Goal& goal, const Pose& tool, int first) {
    std::array<double, 6> e;
    error<double>(goal, tool, e.data());
    return targetFromWorld<double>(goal).transpose() * Eigen::Map<Vec3>{e.data() + first};
  }

  static void targetAt(const Goal&, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = tool.p;
    writeQuat(tool.r, target + 3);
  }
};

GoalType pose() { return makeType<FullPose>(); }

}  // namespace limber::goals
