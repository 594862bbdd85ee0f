#include <utility>

#include "limber/math.h"

namespace limber {
namespace {

constexpr double oneOver(int n) { return n < 2 ? 1 : oneOver(n - 1) / n; }  ///< 1 / n!

/// 1/n! − z/(n + 2)! + z²/(n + 4)! − …, seven terms: for z ≤ (π/4)² the remainder is below the last digit. Evaluated in
/// pairs (Estrin's scheme), which shortens the chain of dependent operations.
template <int n>
double series(double z) {
  constexpr double c[] = {oneOver(n),     -oneOver(n + 2),  oneOver(n + 4), -oneOver(n + 6),
                          oneOver(n + 8), -oneOver(n + 10), oneOver(n + 12)};
  const double zz = z * z;
  return (c[0] + c[1] * z) + zz * ((c[2] + c[3] * z) + zz * ((c[4] + c[5] * z) + zz * c[6]));
}

/// x minus the nearest multiple of a quarter turn, which is counted in `quarters`. π/2 is split into three parts, the
/// first two with 33 bits, so that their multiples are exact (Cody and Waite 1980).
double reduced(double x, double& quarters) {
  quarters = std::nearbyint(x * (2 / pi));
  x -= quarters * 0x1.921fb544p+0;
  x -= quarters * 0x1.0b4611a6p-34;
  return x - quarters * 0x1.3198a2e037073p-69;
}

}  // namespace

CosSin<double> cosSin(double angle) {
  if (!(std::abs(angle) < infinity)) return {angle - angle, angle - angle};
  // Beyond 1e6 the multiples lose digits, but no more than the angle itself has lost.
  if (std::abs(angle) > 1e6) angle = std::remainder(angle, 2 * pi);
  double quarters;
  const double x = reduced(angle, quarters);
  const double z = x * x;
  double sine = x - x * z * series<3>(z);
  const double half = 0.5 * z;
  const double most = 1 - half;
  double cosine = most + (((1 - most) - half) + z * z * series<4>(z));  // with the rounding error of 1 − z/2
  const int turned = static_cast<int>(quarters) & 3;
  if (turned & 1) std::swap(cosine, sine);
  // One quarter: cosine is −sine; two: both change sign; three: sine is −cosine.
  return {turned == 1 || turned == 2 ? -cosine : cosine, turned >= 2 ? -sine : sine};
}

}  // namespace limber
