#include "limber/math.h"

namespace limber {

template Vec3 logRotation(const Quat&);
template Mat3 inverseRightJacobian(const Vec3&);

Vec3 anyPerpendicular(const Vec3& a) {
  // Drop the smallest component, so that the result is far from zero.
  Eigen::Index least = 0;
  a.cwiseAbs().minCoeff(&least);
  return a.cross(Vec3::Unit(least)).stableNormalized();
}

double extremeNorm(const Vec3& a) { return a.stableNorm(); }

Vec3 halfTurnAxis(const Vec3& across, double length) { return length * anyPerpendicular(across); }

Quat rotationBetween(const Vec3& from, const Vec3& to) {
  const Vec3 a = unit(from);
  const Vec3 b = unit(to);
  const Vec3 sum = a + b;
  const double twiceCos = sum.norm();  // |a + b| = 2 cos(θ/2), |a − b| = 2 sin(θ/2)
  if (!std::isfinite(twiceCos) || a.isZero(0) || b.isZero(0)) return Quat::Identity();
  // (a − b) × (a + b) = 2 a × b, but accurate for nearly parallel or opposite a and b.
  Vec3 axis = (a - b).cross(sum);
  axis = axis.norm() > 1e-14 ? axis.stableNormalized() : anyPerpendicular(a);
  const Vec3 v = axis * (0.5 * (a - b).norm());
  return Quat(0.5 * twiceCos, v.x(), v.y(), v.z()).normalized();
}

SwingTwist splitSwingTwist(const Quat& r, const Vec3& bone) {
  const double twist = twistAngle(r, bone);
  const auto [cosine, sine] = cosSin(0.5 * twist);
  const Vec3 v = bone * -sine;
  const Quat untwist(cosine, v.x(), v.y(), v.z());
  Vec3 swing = logRotation<double>(r * untwist);
  swing -= bone * bone.dot(swing);
  return {swing, twist};
}

Quat joinSwingTwist(const SwingTwist& parts, const Vec3& bone) {
  return expRotation<double>(parts.swing) * expRotation<double>(bone * parts.twist);
}

}  // namespace limber
