#include "goals/goals.h"

namespace limber::goals {

/// A joint's value: e = q* − q in the first row, in radians for a turn or metres for a slide, less its room.
template <bool isSlide>
struct JointValue : NoPoint, NoTurn {
  static constexpr const char* name = isSlide ? "slide" : "joint";
  static constexpr int targetSize = 1, linearRows = isSlide ? 3 : 0, angularRows = isSlide ? 0 : 3;
  static constexpr bool needsJacobian = true;

  /// Index among the link's motions.
  static constexpr std::array parameters = {ParameterField{.name = "motion",
                                                           .kind = ParameterField::Kind::whole,
                                                           .max = std::numeric_limits<int>::max(),
                                                           .isFixed = true},
                                            withinField(1, 1)};

  /// Indices in Goal::memory.
  enum { value, motionIndex };

  static std::optional<Error> start(Goal& goal, const Model& model) {
    const Link& link = model.links[goal.link];
    const double index = link.firstMotion + goal.parameters[0];
    if (goal.targetLink >= 0)
      return makeError(ErrorCode::badGoal, {"a '", name, "' goal is a number and has no targetLink"});
    goal.memory[motionIndex] = index;
    if (index < link.lastMotion) {
      const Motion& it = motion(goal, model);
      if (it.kind == Motion::Kind::screw && it.turns() != isSlide) return std::nullopt;
    }
    return makeError(ErrorCode::badGoal, {"link '", link.name, "' has no ", isSlide ? "plain slide" : "turn",
                                          " as motion ", text(goal.parameters[0]),
                                          "; 'joint' goals are for turns, 'slide' goals for slides, and balls take "
                                          "orientations"});
  }

  static const Motion& motion(const Goal& goal, const Model& model) {
    return model.motions[static_cast<std::size_t>(goal.memory[motionIndex])];
  }
  static inline const Axis axis = isSlide ? Axis{.v = Vec3::UnitX()} : Axis{.w = Vec3::UnitX()};

  static void follow(Goal& goal, const State& state, const Pose&) {
    const Motion& it = motion(goal, *state.model);
    goal.memory[value] = it.ratio * state.q[it.qIndex] + it.offset;
  }

  template <class S>
  static void error(const Aim<S>& aim, const PoseT<S>&, S* e) {
    Eigen::Map<Vec3T<S>>{e} = Vec3T<S>(S(aim.target[0] - aim.goal.memory[value]), S(0), S(0));
  }
  static RowMap rowMap(const Aim<double>&, const Pose&) {
    RowMap map = RowMap::Zero();
    map(0, isSlide ? 0 : 3) = 1;
    return map;
  }

  static bool hasRoom(const Goal& goal) { return !areExact(goal, 1, 1); }
  static Room room(const Goal& goal) { return {.rows = roomsOf(goal, 1, 1)}; }
  static void close(Goal& goal) { closeRoom(goal, 1, 1); }

  static void targetAt(const Goal& goal, const Pose&, double* target) { target[0] = goal.memory[value]; }
};

GoalType joint() { return makeType<JointValue<false>>(); }
GoalType slide() { return makeType<JointValue<true>>(); }

}  // namespace limber::goals
