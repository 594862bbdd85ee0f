#pragma once

#include <chrono>

#include "limber/math.h"

namespace limber {

/// The time limit of a call, counted from its construction. Without a maxTime no clock is read, so that the
/// same input gives the same bits.
class Deadline {
 public:
  /// Milliseconds.
  explicit Deadline(double maxTime = infinity) : isSet_(maxTime < infinity) {
    // A year: more would overflow the clock.
    if (isSet_) end_ += std::chrono::microseconds(static_cast<std::int64_t>(1e3 * std::min(maxTime, 3e10)));
  }
  bool isOver() const { return isSet_ && Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool isSet_;
  Clock::time_point end_ = isSet_ ? Clock::now() : Clock::time_point();
};

}  // namespace limber
