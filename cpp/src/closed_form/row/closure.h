/// How nearly six joints close their loop, and how far from singular they are there: for two sets of values at once.
#pragma once

#include "closed_form/row/arm.h"
#include "numbers/lanes.h"

namespace limber::analytic {

class Closure {
 public:
  Closure(const Arm& arm, const Six& first, const Six& second);
  /// The largest part of the tool's error: radians, and metres relative to the size.
  Lanes gap() const;
  /// Of the joints' twists at the tool, in the same units.
  Lanes determinant() const;
  /// Where this is true, complete pivoting finds all six pivots of the twists larger than `least`; near it, perhaps
  /// not.
  Mask isRegular(double least) const { return isRegular(determinant(), least); }
  Mask isRegular(Lanes determinant, double least) const;
  /// The same for all of these: how long their levers are at most follows from the lines and the slides.
  static bool areRegular(const Arm& arm, std::span<const Six> all, double determinant, double least);

 private:
  using Vec = Vec3T<Lanes>;
  const ClosedChain& loop_;
  Lanes by_;                          ///< 1 / size
  std::array<Vec, 6> axes_, levers_;  ///< directions; from the hinges to the tool's point
  Vec X_, Y_, Z_, gap_;               ///< frame of the joints so far, identity at zero; the point's distance
};

}  // namespace limber::analytic
