/// The pose nearest to the arm's current one, without examining farther ones.
#pragma once

#include "closed_form/row/poses.h"

namespace limber::analytic {

class Nearest : public Found {
 public:
  using Found::offer;
  Nearest(Arm& arm, const Problem& problem, bool limits) : arm_(arm), problem_(problem), limits_(limits) {
    readsDeterminant = true;
  }

  virtual ~Nearest() = default;
  /// Finds the pose nearest to `from` (angles relative to the state) within the limits; returns whether there
  /// is one.
  bool find(const Arm::Angles& from);
  /// After find(): the pose's angles relative to the state.
  const Arm::Angles& angles() const { return angles_; }
  /// Whether it is certain that there is none, if the hinges are independent.
  bool isCertainlyNone() const;

  double offer(const Six& given, bool isOpen) override;
  bool offerAll(std::span<const Six> all, bool isOpen, double determinant) override;
  bool isEnough(bool any) const override { return any && cost_ < infinity; }

 protected:
  Arm& arm_;

  /// Whether a pose is accepted.
  virtual bool takes(const Arm::Angles&) { return true; }

 private:
  /// A pose for later, with a lower bound of its cost.
  struct Candidate {
    double least;
    Six angles;
    bool isClosed;
  };
  double leastCost(const Six& given) const;
  void takeCandidates();
  void take(Arm::Angles angles);
  /// Follows the pose's family, if it has one; false if that leads nowhere within the limits.
  bool approach(Arm::Angles& angles);
  /// Adds or removes whole turns, as limits allow, nearest to `from_`. Returns the cost; infinity if limits
  /// allow none.
  double moveNear(Arm::Angles& angles) const;
  double costOf(int i, double way) const;

  const Problem& problem_;
  bool limits_;
  Arm::Angles from_{};
  Arm::Angles angles_{};
  double cost_ = infinity;
  std::array<Candidate, mostPoses> candidates_;
  int count_ = 0;
  bool foundAll_ = false, lostSome_ = false;
};

}  // namespace limber::analytic
