/// Cosine and sine, one text for all widths.
#pragma once

#include "limber/math.h"

namespace limber {
namespace cosSinParts {

constexpr double oneOver(int n) { return n < 2 ? 1 : oneOver(n - 1) / n; }  ///< 1 / n!

/// 1/n! − z/(n + 2)! + z²/(n + 4)! − …, seven terms: for z ≤ (π/4)² the remainder is below the last digit. Evaluated in
/// pairs (Estrin's scheme), which shortens the chain of dependent operations.
template <int n, class S>
S series(S z) {
  constexpr double c[] = {oneOver(n),     -oneOver(n + 2),  oneOver(n + 4), -oneOver(n + 6),
                          oneOver(n + 8), -oneOver(n + 10), oneOver(n + 12)};
  const S zz = z * z;
  return (S(c[0]) + S(c[1]) * z) + zz * ((S(c[2]) + S(c[3]) * z) + zz * ((S(c[4]) + S(c[5]) * z) + zz * S(c[6])));
}

/// x minus a number of quarter turns. π/2 is split into three parts, the first two with 33 bits, so that their
/// multiples are exact (Cody and Waite 1980).
template <class S>
S reduced(S x, S quarters) {
  x -= quarters * S(0x1.921fb544p+0);
  x -= quarters * S(0x1.0b4611a6p-34);
  return x - quarters * S(0x1.3198a2e037073p-69);
}

/// For |x| ≤ π/4.
template <class S>
CosSin<S> cosSinOfSmall(S x) {
  const S z = x * x;
  const S half = S(0.5) * z;
  const S most = S(1) - half;
  const S cosine = most + (((S(1) - most) - half) + z * z * series<4>(z));  // with the rounding error of 1 − z/2
  return {cosine, x - x * z * series<3>(z)};
}

}  // namespace cosSinParts

/// Beyond it, the multiples of a quarter turn lose digits, but no more than the angle itself has lost.
inline constexpr double mostReduced = 1e6;

}  // namespace limber
