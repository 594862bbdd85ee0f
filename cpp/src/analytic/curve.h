/// The curves of poses that seven hinges have for one target.
#pragma once

#include "arm.h"

namespace limber::analytic {

/// Angles of seven hinges in the row, from the state on.
using Seven = std::array<double, mostJoints>;

class Curve {
 public:
  Curve(const Arm& arm, const Problem& problem, bool limits);

  /// From the state, by joint weights.
  double way(const Seven& angles) const;
  /// Takes whole turns off, so that each angle is as near to the state as limits allow. Returns how far the worst is
  /// outside of them.
  double settle(Seven& angles) const;
  /// Moves along the curve to where the way is shortest, within the limits; false if that was not reached, or is not
  /// going to be shorter than `best`.
  bool descend(Seven& angles, double best) const;
  /// Back onto the curve with one hinge held; false if that fails.
  bool polish(Seven& angles, int held) const;
  /// A hinge that is at its limit, and its angle there.
  std::optional<std::pair<int, double>> stop(const Seven& angles) const;

  Seven min, max;  ///< limits

 private:
  /// The direction of the curve and the way back onto it, by Newton's method.
  struct Local {
    Seven way, back;
    double off;  ///< the error
  };
  Local at(const Seven& angles) const;
  double withinLimits(const Seven& angles, const Seven& way, double ds) const;
  std::pair<double, double> slopeOf(const Seven& angles, const Seven& way) const;
  double outside(const Seven& angles, int& worst) const;

  const Arm& arm_;
  Seven weights_;  ///< inverse
};

}  // namespace limber::analytic
