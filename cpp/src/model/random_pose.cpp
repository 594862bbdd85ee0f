#include "model/random_pose.h"

#include <algorithm>

#include "limber/state.h"

namespace limber {
namespace {

double rangeOf(const Motion& motion, double reach) {
  const double width = motion.limits.max - motion.limits.min;
  if (!motion.turns()) return std::isfinite(width) ? width : reach;
  return std::min(width, pi);
}

/// A uniform rotation vector in a ball of the given radius, by rejection.
Vec3 rotationWithin(double radius, Random& random) {
  for (;;) {
    const Vec3 v(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    if (v.squaredNorm() <= 1) return radius * v;
  }
}

constexpr double almostATurn = 6.2;  ///< radians

/// For a turn, at most one whole turn, about the middle of its limits.
Interval rangeToDraw(const Motion& motion, bool limits, double reach, double part) {
  const double most = motion.turns() ? pi : reach;
  if (!limits) return {-most, most};
  const auto [min, max] = motion.limits;
  if (!std::isfinite(min) && !std::isfinite(max)) return {-most, most};
  if (!std::isfinite(max)) return {min, min + 2 * most};
  if (!std::isfinite(min)) return {max - 2 * most, max};
  if (!motion.turns() || motion.slides() || max - min <= almostATurn) {
    const double cut = 0.5 * (1 - part) * (max - min);
    return {min + cut, max - cut};
  }
  if (max - min <= 2 * pi) return {min, max};
  // Around zero if possible, so that joints are not wound up.
  const double middle = std::clamp(0.0, min + pi, max - pi);
  return {middle - pi, middle + pi};
}

/// A uniform rotation: a point of the four-dimensional unit ball, by rejection.
Quat evenRotation(Random& random) {
  for (;;) {
    Quat r;
    for (double& each : r.coeffs()) each = random.between(-1, 1);
    const double square = r.squaredNorm();
    if (square > 1e-2 && square <= 1) return r.normalized();
  }
}

}  // namespace

void addRandomOffsets(const Model& model, std::span<const double> jointWeights, double amplitude, Random& random,
                      double* q) {
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

void drawPose(const Model& model, std::span<const double> jointWeights, bool limits, Random& random, double* q,
              double part) {
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    double* at = q + motion.qIndex;
    const double* weights = &jointWeights[motion.vIndex];
    if (motion.kind == Motion::Kind::screw) {
      if (weights[0] == 0) continue;
      const Interval range = rangeToDraw(motion, limits, model.reach, part);
      at[0] = random.between(range.min, range.max);
      continue;
    }
    if (weights[0] == 0 || weights[1] == 0 || weights[2] == 0) continue;
    const Quat any = evenRotation(random);
    writeQuat(limits ? clampBall(motion, any) : any, at);
  }
}

}  // namespace limber
