#include "anneal.h"

#include <algorithm>

namespace limber {
namespace {

double rangeOf(const Motion& motion, double reach) {
  const double width = motion.limits.max - motion.limits.min;
  if (!motion.turns()) return std::isfinite(width) ? width : reach;
  return std::min(width, pi);
}

/// A rotation vector evenly drawn from the ball of the given radius, by throwing away what falls
/// outside.
Vec3 rotationWithin(double radius, Random& random) {
  for (;;) {
    const Vec3 v(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    if (v.squaredNorm() <= 1) return radius * v;
  }
}

}  // namespace

void addRandomOffsets(const Model& model, double amplitude, Random& random, double* q) {
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    double* at = q + motion.qIndex;
    if (motion.kind == Motion::Kind::screw) {
      const double most = amplitude * rangeOf(motion, model.reach);
      at[0] += random.between(-most, most);
      continue;
    }
    const Quat offset = expRotation<double>(rotationWithin(amplitude * pi, random));
    writeQuat<double>((readQuat(at) * offset).normalized(), at);
  }
}

}  // namespace limber
