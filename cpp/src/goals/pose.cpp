#include "goals/goals.h"

namespace limber::goals {

/// Position and orientation, each with its own weight, in the target's axes: e = [R*ᵀ(p* − p); R*ᵀ log(R* Rᵀ)]. Rows of
/// free axes are zero. Room about one turning axis is a twist; see TurnRoom.
struct FullPose {
  static constexpr const char* name = "pose";
  static constexpr int targetSize = 7, linearRows = 3, angularRows = 3;
  static constexpr int quaternionAt = 3;
  static constexpr int turnAt = 12, linearWeightAt = turnAt + TurnRoom::count, angularWeightAt = linearWeightAt + 1;

  static constexpr std::array<std::string_view, 6> axes = {"x", "y", "z", "rx", "ry", "rz"};
  static constexpr std::array<std::array<double, 2>, 2> ofFree = {{{0, 0}, {-infinity, infinity}}};
  static constexpr std::array parameters = {
      withinField(0, 6, axes),
      TurnRoom::tilt(turnAt),
      TurnRoom::twist(turnAt),
      TurnRoom::about(turnAt),
      ParameterField{.name = "positionWeight", .first = linearWeightAt, .max = 1e6, .initial = {1}},
      ParameterField{.name = "orientationWeight", .first = angularWeightAt, .max = 1e6, .initial = {1}},
      ParameterField{"free", ParameterField::Kind::set, 0, 6, 0, 1, {}, axes, false, ofFree}};

  static Interval room(const Goal& goal, int axis) { return roomAt(goal, 2 * axis); }
  static bool isFree(const Goal& goal, int axis) { return goals::isFree(room(goal, axis)); }
  static bool isBoxed(const Goal& goal, int axis) { return !isFree(goal, axis) && !isExact(room(goal, axis)); }
  [[gnu::noinline, gnu::cold]] static TurnRoom turnRoom(const Goal& goal) {
    TurnRoom turns(goal, turnAt);
    for (int i = 0; i < 3; ++i) {
      if (!isBoxed(goal, 3 + i)) continue;
      turns.axis = i;
      turns.twists = room(goal, 3 + i);
    }
    return turns;
  }

  /// Free axes alone are none: their rows are zero.
  [[gnu::noinline]] static bool hasRoom(const Goal& goal) {
    for (int i = 0; i < 6; ++i) {
      if (isBoxed(goal, i)) return true;
    }
    return !TurnRoom(goal, turnAt).isExact();
  }
  [[gnu::cold]] static Room room(const Goal& goal) {
    Room room{.rows = roomsOf(goal, 0, 6), .turns = turnRoom(goal)};
    // A twist's, not a rotation vector's.
    for (int i = 3; i < 6; ++i) {
      if (isBoxed(goal, i)) room.rows[i] = {0, 0};
    }
    return room;
  }
  /// Stays free about the tool's own axis, where a twist is free, and about all, where a swing is.
  [[gnu::cold]] static void close(Goal& goal) {
    const TurnRoom turns = turnRoom(goal);
    for (int i = 0; i < 6; ++i) {
      if (isBoxed(goal, i)) closeRoom(goal, 2 * i, 1);
    }
    if (turns.isExact()) return;
    for (int i = 0; i < 3; ++i) {
      const bool stays = turns.isAnySwing() || (i == turns.axis && isFreeTurn(turns.twists));
      goal.parameters[6 + 2 * i] = stays ? -infinity : 0;
      goal.parameters[7 + 2 * i] = -goal.parameters[6 + 2 * i];
    }
    std::fill_n(&goal.parameters[turnAt], 4, 0.0);
  }
  [[gnu::cold]] static std::optional<Error> check(const Goal& goal, const Model&) {
    int boxed = 0, exact = 0;
    for (int i = 3; i < 6; ++i) {
      boxed += isBoxed(goal, i);
      exact += isExact(room(goal, i));
    }
    if (boxed > 0 && exact < 2)
      return makeError(ErrorCode::badGoal, {"the pose goal's within has room about several of rx, ry and rz, which is "
                                            "no limit of a tilt; give room about one, or tilt and twist"});
    if (!TurnRoom(goal, turnAt).isExact() && exact < 3)
      return makeError(ErrorCode::badGoal,
                       {"the pose goal has tilt or twist, and room about rx, ry or rz; give either"});
    return std::nullopt;
  }
  [[gnu::cold]] static int turnCountOf(const Goal& goal) {
    const TurnRoom turns = turnRoom(goal);
    return turns.isExact() ? held(goal, 3) : turns.turnCount();
  }
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

  [[gnu::cold]] static int turnCount(const Goal& goal) {
    if (!(goal.parameters[angularWeightAt] > 0)) return 0;
    return hasRoom(goal) ? turnCountOf(goal) : held(goal, 3);
  }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) {
    return hasRoom(goal) ? turnInside(goal, tool) : expRotation<double>(inWorld(goal, tool, 3));
  }

  /// Three rows of the error, from `first` on, in world axes.
  static Vec3 inWorld(const Goal& goal, const Pose& tool, int first) {
    std::array<double, 6> e;
    goal.type->error(goal, tool, e.data());
    return targetFromWorld<double>(goal).transpose() * Eigen::Map<Vec3>{e.data() + first};
  }

  static void targetAt(const Goal&, const Pose& tool, double* target) {
    Eigen::Map<Vec3>{target} = tool.p;
    writeQuat(tool.r, target + 3);
  }
};

GoalType pose() { return makeType<FullPose>(); }

}  // namespace limber::goals
