/// For poses that can move while their goals stay met: follows such a family to its nearest pose.
#pragma once

#include "closed_form/seven/curve.h"

namespace limber::analytic {

class Approach {
 public:
  /// Finds the pose nearest to `from`, by joint weights.
  Approach(Arm& arm, const Problem& problem, bool limits, const Arm::Angles& from);

  /// Moves a pose that can go in this direction to the nearest pose of its family that was found within the
  /// limits. Leaves it unchanged if none was.
  bool move(Arm::Angles& angles, const Arm::Angles& direction);
  /// After move(): whether the family is a straight line that is nowhere within the limits.
  bool provesNone() const { return provesNone_; }
  /// Whether the family is a straight line.
  bool isLine(const Arm::Angles& angles, const Arm::Angles& direction);
  /// Removes whole turns; returns whether all joints are then within their limits.
  bool settle(Arm::Angles& angles) const;

 private:
  void tryFrom(Arm::Angles angles);
  bool restore(Arm::Angles& angles);
  void descend(Arm::Angles& angles);
  Arm::Angles nearestOnTangent(const Arm::Angles& at, const Arm::Angles& to);
  double way(const Arm::Angles& angles) const;

  Arm& arm_;
  const Arm::Angles from_;
  Arm::Angles min_{}, max_{}, scale_{};  ///< scale: root of the joint weight
  int rank_ = 0;                         ///< of the goals' derivatives, as last computed
  bool anyInside_ = false, provesNone_ = false;
  double best_ = infinity;
  Arm::Angles nearest_{};
};

}  // namespace limber::analytic
