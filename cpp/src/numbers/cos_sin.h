/// Cosine, sine and the angle with both, one text for all widths.
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

namespace angleParts {

/// (atan(r)/r − 1)/r² as a polynomial in z = r² up to tan²(π/8), Chebyshev's of degree 10: 3e-17 at most from it.
template <class S>
S polynomial(S z) {
  constexpr double c[] = {-0x1.5555555555555p-2, 0x1.999999999934cp-3, -0x1.2492492436201p-3, 0x1.c71c71853d7c8p-4,
                          -0x1.745d0b28a7649p-4, 0x1.3b12630643e8ap-4, -0x1.10fa77b104ae8p-4, 0x1.dfe6497394f40p-5,
                          -0x1.a0999c2994d42p-5, 0x1.4162bf84bf0bfp-5, -0x1.3a31b0297d745p-6};
  const S z2 = z * z, z4 = z2 * z2;
  const auto pair = [&](int i) { return S(c[i]) + S(c[i + 1]) * z; };
  return (pair(0) + z2 * pair(2)) + z4 * ((pair(4) + z2 * pair(6)) + z4 * (pair(8) + z2 * S(c[10])));
}

/// atan(a/b) for 0 ≤ a ≤ b: beyond tan(π/8), π/4 + atan((a − b)/(a + b)). The sum of an angle's two parts is exact to
/// the last digit.
template <class S>
S angleOf(S sine, S cosine) {
  using std::abs;
  constexpr double eighth = 0x1.a827999fcef32p-2;  // tan(π/8)
  constexpr double rest = 0x1.1a62633145c07p-53;   // of π, beyond its double
  const S across = abs(cosine);
  const auto isSteep = sine > across;
  const S a = choose(isSteep, across, sine), b = choose(isSteep, sine, across);
  const auto isWide = a > S(eighth) * b;
  const S r = choose(isWide, S(a - b), a) / choose(isWide, S(a + b), b);
  const S z = r * r;
  const S turn = r * z * polynomial(z);
  S angle = choose(isWide, S(S(pi / 4) + (r + (turn + S(rest / 4)))), S(r + turn));
  angle = choose(isSteep, S(S(pi / 2) - (angle - S(rest / 2))), angle);
  return choose(cosine < S(0), S(S(pi) - (angle - S(rest))), angle);
}

}  // namespace angleParts

/// Beyond it, the multiples of a quarter turn lose digits, but no more than the angle itself has lost.
inline constexpr double mostReduced = 1e6;

}  // namespace limber
