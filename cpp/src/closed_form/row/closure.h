/// How nearly six joints close their loop, and how far from singular they are there: for two sets of values at once.
#pragma once

#include "closed_form/row/arm.h"
#include "numbers/lanes.h"

namespace limber::analytic {

/// The least det² with which complete pivoting finds all six pivots of the twists larger than `least`, if their squares
/// have the sum F = 6 + Σ |lever|². Derivation:
/// The inverse of the rows that are left before pivot k is part of the whole inverse. So their largest singular value
/// is at least σₖ, and their largest entry, the pivot, at least σₖ / (7 − k). If k − 1 squares with the sum F are
/// equal, their product is largest: det² ≤ σₖ²⁽⁷⁻ᵏ⁾ (F / (k − 1))ᵏ⁻¹. For a small pivot, the bound by k = 6 is the
/// largest.
template <class T>
T leastSquare(const T& F, double least) {
  const T part = F * T(0.2);
  return T(least * least) * part * part * part * part * part;
}

class Closure {
 public:
  Closure(const Arm& arm, const Six& first, const Six& second);
  /// The largest part of the tool's error: radians, and metres relative to the size.
  Lanes gap() const;
  /// Of the joints' twists at the tool, in the same units.
  Lanes determinant() const;
  /// Where this is true, complete pivoting finds all six pivots of the twists larger than `least`; near it, perhaps
  /// not.
  Mask isRegular(double least) const;

 private:
  using Vec = Vec3T<Lanes>;
  const ClosedChain& loop_;
  Lanes by_;                          ///< 1 / size
  std::array<Vec, 6> axes_, levers_;  ///< directions; from the hinges to the tool's point
  Vec X_, Y_, Z_, gap_;               ///< frame of the joints so far, identity at zero; the point's distance
};

}  // namespace limber::analytic
