#include "goals.h"

namespace limber::goals {

/// A value of a joint: e = q* − q, in the first row. Radians of a turn, metres of a slide.
template <bool isSlide>
struct JointValue : NoPoint {
  static constexpr const char* name = isSlide ? "slide" : "joint";
  static constexpr int targetSize = 1, linearRows = isSlide ? 3 : 0, angularRows = isSlide ? 0 : 3;

  template <class S>
  static void error(const Goal& goal, const PoseT<S>&, S* e) {
    Eigen::Map<Vec3T<S>>{e} = Vec3T<S>(S(goal.target[0] - goal.value), S(0), S(0));
  }
  /// No velocity of a tool is felt: the row is the motion's own.
  static RowMap rowMap(const Goal&, const Pose&) { return RowMap::Zero(); }

  static int turnCount(const Goal&) { return 0; }
  static Quat wantedTurn(const Goal&, const Pose&) { return Quat::Identity(); }

  static void targetAt(const Goal& goal, const Pose&, double* target) { target[0] = goal.value; }

  static const char* checkTarget(const Goal& goal) {
    return finite(goal) ? nullptr : "the target is not finite";
  }
};

template <bool isSlide>
GoalType typeOf() {
  GoalType type = makeType<JointValue<isSlide>>();
  type.ofJoint = true;
  return type;
}

GoalType joint() { return typeOf<false>(); }
GoalType slide() { return typeOf<true>(); }

}  // namespace limber::goals
