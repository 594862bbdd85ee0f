/// Arms of seven hinges with a shoulder, an elbow and a wrist: axes 1 to 3 meet, and so do axes 5 to 7.
#pragma once

#include "closed_form/families/wave.h"
#include "closed_form/row/arm.h"

namespace limber::analytic {

/// The elbow may turn about the line n from shoulder S to wrist W. Its angle ψ is counted about n from the side to
/// which the first axis points (Kreutz-Delgado, Long and Seraji 1992).
class Swivel {
 public:
  /// Nothing if the arm is not of this kind. `side`: replaces the first axis if the wrist is on it.
  static std::optional<Swivel> of(const Arm& arm, const Vec3& side);

  /// The smallest angle of the elbow that meets the goal, without regard to its sign; settled between limits.
  double leastElbow(double min, double max) const;
  /// ψ of a pose that meets the goal.
  double at(const Arm::Angles& angles) const;
  /// False if the target is too far or too near for every swivel.
  bool canReach() const { return elbows_.count > 0; }
  /// The same for every target within these metres and radians of it.
  bool isOutOfReach(double length, double angle) const { return beyond_ > length + angle * lever_; }

  /// Every pose with that ψ: at most eight, and at singularities more to choose from.
  struct Eight {
    std::array<Arm::Angles, 64> each;
    int count = 0;
    bool isOpen = false;  ///< see Angle
  };
  Eight solve(double psi) const;

 private:
  /// (n, d, n × d), with d the elbow's direction perpendicular to n; if it has none, the direction in which
  /// the fourth axis bends it.
  static Mat3 frame(const Vec3& n, const Vec3& elbow, const Vec3& axis, double size);

  const Arm* arm_;
  std::array<double, 3> free_{};
  Vec3 a_, b_;        ///< from S to the elbow, from there to W
  Vec3 n_, u_, v_;    ///< at the target: from S to W, to where ψ is 0, to where it is ½π
  double beyond_;     ///< from W at the target to the nearest place that it reaches
  double lever_;      ///< from W to the tool's point
  WaveRoots elbows_;  ///< q₄
  std::array<Mat3, 3> frames_;
};

}  // namespace limber::analytic
