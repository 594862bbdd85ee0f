/// The pose nearest to where the arm is, without a look at those that are farther.
#pragma once

#include "poses.h"

namespace limber::analytic {

class Nearest : public Found {
 public:
  using Found::offer;
  Nearest(Arm& arm, const Problem& problem, bool limits) : arm_(arm), problem_(problem), limits_(limits) {}

  virtual ~Nearest() = default;
  /// Looks for the pose nearest to `from`, which are angles from the state's, within the limits. Whether there is one.
  bool find(const Arm::Angles& from);
  /// After find(): its angles from the state's.
  const Arm::Angles& angles() const { return angles_; }
  /// Whether it is certain that there is none, of hinges that are independent.
  bool isCertainlyNone() const;

  double offer(const std::array<double, 6>& given, bool isOpen) override;

 protected:
  Arm& arm_;

  /// Whether a pose will do.
  virtual bool takes(const Arm::Angles&) { return true; }

 private:
  /// Along a family, if the pose is of one; false if that leads nowhere within the limits.
  bool approach(Arm::Angles& angles);
  /// Whole turns taken off or put on, as limits allow and nearest to `from_`; infinity where limits allow none.
  double moveNear(Arm::Angles& angles) const;
  double costOf(int i, double way) const;

  const Problem& problem_;
  bool limits_;
  Arm::Angles from_{};
  Arm::Angles angles_{};
  double cost_ = infinity;
  bool foundAll_ = false, lostSome_ = false;
};

}  // namespace limber::analytic
