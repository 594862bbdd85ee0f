/// The whole turns of a hinge; a slide has none.
#pragma once

#include "limber/model.h"

namespace limber::analytic {

/// Violation of limits by rounding.
inline constexpr double atLimit = 1e-10;

/// The values of a hinge that are whole turns apart: all within the limits, or only the nearest if those do
/// not bound it on both sides.
struct Turns {
  double first = 0;
  int count = 0;  ///< 0: limits allow none

  Turns() = default;
  Turns(const Motion& motion, double start, double angle, bool limits);
  double at(int i) const { return first + 2 * pi * i; }
  /// Index of the value nearest to `start`; only if there is one.
  int nearest(double start) const {
    return static_cast<int>(std::clamp(std::round((start - first) / (2 * pi)), 0.0, count - 1.0));
  }
};

}  // namespace limber::analytic
