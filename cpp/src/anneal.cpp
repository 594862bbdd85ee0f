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

void addRandomOffsets(const Model& model, std::span<const double> jointWeights, double amplitude,
                      Random& random, double* q) {
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    double* at = q + motion.qIndex;
    const double* weights = &jointWeights[motion.vIndex];
    if (motion.kind == Motion::Kind::screw) {
      const double most = amplitude * rangeOf(motion, model.reach);
      at[0] += weights[0] * random.between(-most, most);
      continue;
    }
    Vec3 turn = rotationWithin(amplitude * pi, random);
    for (int k = 0; k < 3; ++k) turn[k] *= weights[k];
    if (turn.isZero(0)) continue;
    writeQuat<double>((readQuat(at) * expRotation<double>(turn)).normalized(), at);
  }
}

}  // namespace limber
