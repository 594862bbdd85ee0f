/// Poses that can move on without leaving their goals: along the family of such a pose to the one that is nearest.
#pragma once

#include "curve.h"

namespace limber::analytic {

class Approach {
 public:
  /// To what is nearest to `from`, by joint weights.
  Approach(Arm& arm, const Problem& problem, bool limits, const Arm::Angles& from);

  /// Moves a pose that can go in this direction to the nearest of its family that was found within the limits. Where
  /// none was, it stays as it is.
  bool move(Arm::Angles& angles, const Arm::Angles& direction);
  /// After that: whether the family is a straight line that is nowhere within the limits.
  bool provesNone() const { return provesNone_; }
  /// Whether the family is a straight line.
  bool isLine(const Arm::Angles& angles, const Arm::Angles& direction);
  /// Takes whole turns off; whether that leaves all joints within their limits.
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
  int rank_ = 0;                         ///< where the goals' derivatives were last asked for
  bool anyInside_ = false, provesNone_ = false;
  double best_ = infinity;
  Arm::Angles nearest_{};
};

}  // namespace limber::analytic
