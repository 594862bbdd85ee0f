#include "numbers/cos_sin.h"

#include <utility>

namespace limber {

CosSin<double> cosSin(double angle) {
  if (!(std::abs(angle) < infinity)) return {angle - angle, angle - angle};
  if (std::abs(angle) > mostReduced) angle = std::remainder(angle, 2 * pi);
  const double quarters = std::nearbyint(angle * (2 / pi));
  auto [cosine, sine] = cosSinParts::cosSinOfSmall(cosSinParts::reduced(angle, quarters));
  const int turned = static_cast<int>(quarters) & 3;
  if (turned & 1) std::swap(cosine, sine);
  // One quarter: cosine is −sine; two: both change sign; three: sine is −cosine.
  return {turned == 1 || turned == 2 ? -cosine : cosine, turned >= 2 ? -sine : sine};
}

double angleOf(double sine, double cosine) { return angleParts::angleOf(sine, cosine); }

}  // namespace limber
