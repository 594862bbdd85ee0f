/// How nearly six joints close their loop, and how far from singular they are there: for two sets of values at once.
#pragma once

#include <span>

#include "arm.h"
#include "limber/lanes.h"

namespace limber::analytic {

struct Closure {
  Pair gap;          ///< the largest part of the tool's error: radians, and metres relative to the size
  Pair determinant;  ///< of the joints' twists at the tool, in the same units
  Pair squares;      ///< sum of the squares of the twists' entries

  Closure(const Arm& arm, const Six& first, const Six& second);
  /// If this is true, complete pivoting finds all six pivots larger than `least`; near it, perhaps not.
  bool isRegular(int lane, double least) const;
};

/// Of several poses, those that polishing would leave as they are, and that are far from singular.
class Finished {
 public:
  Finished(const Arm& arm, std::span<const Six> all) : arm_(arm), all_(all) {}
  bool operator[](std::size_t i);

 private:
  const Arm& arm_;
  std::span<const Six> all_;
  std::size_t first_ = ~std::size_t(0);  ///< index of the pair that was tested last
  std::array<bool, 2> is_{};
};

}  // namespace limber::analytic
