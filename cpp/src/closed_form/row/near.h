/// Where no pose meets the goals exactly: the poses that meet them within their tolerances.
///
/// A target that was read from a stretched arm, or from one at a limit, and then printed, may lie beyond it by
/// rounding. At such an edge two branches meet: the arm has two poses on one side of it, and none on the other. So its
/// loop is closed at targets on all sides, whatever the limits, and from these poses it descends within the limits to
/// where it is nearest to its goals. The same way finds the poses of an arm with too few joints, whose loop only has
/// some of the goals' freedoms.
#pragma once

#include "closed_form/row/poses.h"

namespace limber::analytic {

/// Of goals, each: metres and radians.
struct Tolerances {
  double length, angle;
};

class Near : private Found {
 public:
  Near(Arm& arm, const Problem& problem, bool limits, const Tolerances& tolerances);

  /// Finds them, if no pose is exact. `starts`: also descends from so many poses, for a corner from which no target
  /// beside is inside. Leaves the arm aimed at its goals.
  std::span<const Arm::Angles> find(int starts);
  /// After find(): whether a pose was so near that it may be within, though none was found.
  bool isClose() const { return isClose_; }

 private:
  double offer(const Six& given, bool isOpen) override;
  bool isEnough(bool any) const override { return any; }
  void aimBeside(int side);
  bool bringInside(Arm::Angles& angles) const;
  bool isHopeful(const Arm::Angles& angles);
  void descendFrom(int start);
  bool descend(Arm::Angles& angles);
  /// A row-major table of a row per joint, and a last column of right-hand sides.
  using Equations = std::array<double, mostJoints*(mostJoints + 1)>;
  Equations normalEquations(const Arm::Angles& angles) const;
  double squareOfErrors() const;
  bool step(Arm::Angles& angles, double& damping, double& square);
  void keep(const Arm::Angles& angles);

  Arm& arm_;
  Tolerances tolerances_;
  Arm::Angles min_{}, max_{};
  std::array<Arm::Angles, 16> found_;
  int count_ = 0;
  Arm::Weights weights_;  ///< of rows: the errors are in tolerances
  bool isClose_ = false;
  bool hasHope_ = false;           ///< whether a pose nearby was offered
  int offered_ = 0, outside_ = 0;  ///< poses, and those far outside the limits
};

}  // namespace limber::analytic
