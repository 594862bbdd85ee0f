#include "closed_form/row/turns.h"

namespace limber::analytic {

Turns::Turns(const Motion& motion, double start, double angle, bool isLimited) {
  const double value = start + angle;
  const Interval& limits = motion.limits;
  if (motion.slides()) {
    first = value;
    count = !isLimited || (value >= limits.min - atLimit && value <= limits.max + atLimit);
    return;
  }
  if (!isLimited || !std::isfinite(limits.min) || !std::isfinite(limits.max)) {
    const double clamped = isLimited ? std::clamp(value, limits.min, limits.max) : value;
    first = value;
    count = 1;
    // With a limit on one side only: the nearest turn inside.
    if (clamped > value) first += 2 * pi * std::ceil((clamped - value - atLimit) / (2 * pi));
    if (clamped < value) first += 2 * pi * std::floor((clamped - value + atLimit) / (2 * pi));
    return;
  }
  const double fewest = std::ceil((limits.min - atLimit - value) / (2 * pi));
  const double most = std::floor((limits.max + atLimit - value) / (2 * pi));
  first = value + 2 * pi * fewest;
  count = static_cast<int>(std::clamp(most - fewest + 1, 0.0, 1e6));
}

}  // namespace limber::analytic
