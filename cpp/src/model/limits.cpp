#include "model/limits.h"

#include <algorithm>
#include <array>

#include "limber/state.h"
#include "numbers/cos_sin.h"

namespace limber {
namespace {

/// The point of the quarter ellipse (x/a)² + (y/b)² ≤ 1, x and y ≥ 0, that is nearest to (x, y) outside it. The nearest
/// point of the whole curve is (a u, b v) with u = ax/(a² + t), v = by/(b² + t) and t the one root in (−b², ∞) of
/// f = u² + v² = 1 (Eberly, "Distance from a point to an ellipse"). The root of every outside point is where t ≥ 0.
/// There 1/√f is concave and almost straight, so Newton's method climbs to the root from a t at which either part alone
/// is ≥ 1.
std::array<double, 2> nearestOnQuarter(double a, double b, double x, double y) {
  if (a <= 0) return {0, std::min(y, b)};
  if (b <= 0) return {std::min(x, a), 0};
  double t = std::max({0.0, a * (x - a), b * (y - b)});
  double u = 0, v = 0;
  for (int i = 0; i < 50; ++i) {
    const double s = a * a + t, r = b * b + t;
    u = a * x / s;
    v = b * y / r;
    const double f = u * u + v * v;
    const double next = t + f * (std::sqrt(f) - 1) / (u * u / s + v * v / r);
    if (!(next > t)) break;
    t = next;
  }
  return {a * u, b * v};
}

double share(double value, double bound) { return value == 0 ? 0 : value / bound; }

/// Half axes of the ellipse in the quadrant of a swing.
std::array<double, 2> halfAxes(const SwingBounds& bounds, double x, double y) {
  return {x < 0 ? -bounds.x.min : bounds.x.max, y < 0 ? -bounds.y.min : bounds.y.max};
}

/// Above 1 outside the ellipse of its quadrant.
double swingMeasure(double x, double y, const SwingBounds& bounds) {
  const auto [a, b] = halfAxes(bounds, x, y);
  const double u = share(x, a);
  const double v = share(y, b);
  return u * u + v * v;
}

/// Half axes of a swing up to this are none.
constexpr double flat = 1e-6;
constexpr double edge = 1e-9;  ///< room at a limit, for rounding: radians, and relative in a swing

/// Swing and twist of a ball in the frame whose Z is its bone.
SwingTwist splitInBoneFrame(const Motion& motion, const Quat& r) {
  return splitSwingTwist(motion.jointFromBone.conjugate() * r * motion.jointFromBone, Vec3::UnitZ());
}

bool clampSwing(const SwingBounds& bounds, Vec3& swing) {
  if (swingMeasure(swing.x(), swing.y(), bounds) <= 1 + edge) return false;
  const auto [a, b] = halfAxes(bounds, swing.x(), swing.y());
  const auto [x, y] = nearestInEllipse(a, b, swing.x(), swing.y());
  const Vec3 nearest(x, y, 0);
  // With a zero or tiny half axis, rounding alone gives a large measure: ignore moves that small.
  if ((nearest - swing).norm() <= edge) return false;
  swing = nearest;
  return true;
}

/// Radians between two angles, on the circle: π and −π are one.
double circleDistance(double a, double b) { return std::abs(std::remainder(a - b, 2 * pi)); }

/// Clamps to the nearer of the two bounds on the circle.
bool clampTwist(const Interval& bounds, double& twist) {
  if (twist >= bounds.min && twist <= bounds.max) return false;
  const double toMin = circleDistance(twist, bounds.min);
  const double toMax = circleDistance(twist, bounds.max);
  if (std::min(toMin, toMax) <= edge) return false;
  twist = toMin < toMax ? bounds.min : bounds.max;
  return true;
}

/// `value` minus whole turns, if that is within the limits.
double withoutWholeTurns(const Motion& motion, double value) {
  const Interval& limits = motion.limits;
  if (!motion.turns() || motion.slides() || motion.ratio != 1) return value;
  if (value >= limits.min && value <= limits.max) return value;
  const double turn = 2 * pi;
  const double raised = value + turn * std::ceil((limits.min - value) / turn);
  const double lowered = value - turn * std::ceil((value - limits.max) / turn);
  if (value < limits.min) return raised <= limits.max ? raised : value;
  return lowered >= limits.min ? lowered : value;
}

/// 1 at the upper bound, −1 at the lower, 0 between, and 0 if both are equal.
double screwSide(double value, const Interval& limits) {
  if (limits.min >= limits.max) return 0;
  return double(value >= limits.max) - double(value <= limits.min);
}

/// The same for a twist. With equal limits, or limits of −π and π, it is at both at once, which cancels to 0.
double twistSide(double twist, const Interval& limits) {
  return double(circleDistance(twist, limits.max) <= 1e-6) - double(circleDistance(twist, limits.min) <= 1e-6);
}

bool projectMotion(const Motion& motion, double* q) {
  if (motion.kind == Motion::Kind::screw) {
    const double before = *q;
    *q = clampScrew(motion, withoutWholeTurns(motion, before));
    return *q != before;
  }
  if (!motion.ballLimits.swing && !motion.ballLimits.twist) return false;
  const Quat before = readQuat(q);
  const Quat after = clampBall(motion, before);
  writeQuat(after, q);
  return after.coeffs() != before.coeffs();
}

}  // namespace

double clampScrew(const Motion& motion, double value) {
  return std::clamp(value, motion.limits.min, motion.limits.max);
}

std::array<double, 2> nearestInEllipse(double a, double b, double x, double y) {
  const double u = share(x, a), v = share(y, b);
  if (u * u + v * v <= 1) return {x, y};
  const auto [nearX, nearY] = nearestOnQuarter(a, b, std::abs(x), std::abs(y));
  return {std::copysign(nearX, x), std::copysign(nearY, y)};
}

Quat clampBall(const Motion& motion, const Quat& r) {
  const BallLimits& limits = motion.ballLimits;
  if (!limits.swing && !limits.twist) return r;
  SwingTwist parts = splitInBoneFrame(motion, r);
  const bool swingMoved = limits.swing && clampSwing(*limits.swing, parts.swing);
  const bool twistMoved = limits.twist && clampTwist(*limits.twist, parts.twist);
  if (!swingMoved && !twistMoved) return r;
  const Quat inBone = joinSwingTwist(parts, Vec3::UnitZ());
  return (motion.jointFromBone * inBone * motion.jointFromBone.conjugate()).normalized();
}

/// With r = exp(s) exp(τ z) in the bone's frame, s = θ ŝ and p̂ = z × ŝ, a turn ω about the ball's axes gives, for
/// u = exp(τ z) ω,
///
///   s' = (u · ŝ) ŝ + θ/sin θ (u · p̂) p̂,   τ' = u · z + tan(θ/2) (u · p̂)
///
/// so a bound whose slope is g in s and h in τ has the slope (g · ŝ) ŝ + (θ/sin θ (g · p̂) + h tan(θ/2)) p̂ + h z in u.
int ballBounds(const Motion& motion, const Quat& r, std::array<Vec3, mostBallBounds>& out) {
  const BallLimits& limits = motion.ballLimits;
  if (!limits.any()) return 0;
  const SwingTwist parts = splitInBoneFrame(motion, r);
  const Vec3& s = parts.swing;
  const double angle = norm(s);
  const Vec3 along = angle > 1e-12 ? Vec3(s / angle) : Vec3::UnitX();
  const Vec3 across = Vec3::UnitZ().cross(along);
  const auto [cosine, sine] = cosSin(0.5 * angle);
  const double half = sine / cosine;
  // θ/sin θ
  const double stretch = angle > 1e-4 ? 0.5 * angle * (half + 1 / half) : 1;
  const Quat fromU = motion.jointFromBone * expRotation<double>(Vec3(0, 0, -parts.twist));
  int count = 0;
  const auto add = [&](const Vec3& g, double h) {
    const Vec3 u = g.dot(along) * along + (stretch * g.dot(across) + h * half) * across + h * Vec3::UnitZ();
    out[count++] = fromU * u.normalized();
  };
  if (limits.swing) {
    const SwingBounds& bounds = *limits.swing;
    const auto addFlat = [&](double value, const Interval& bound, const Vec3& axis) {
      if (bound.max <= flat && value >= -flat) add(axis, 0);
      if (bound.min >= -flat && value <= flat) add(-axis, 0);
    };
    addFlat(s.x(), bounds.x, Vec3::UnitX());
    addFlat(s.y(), bounds.y, Vec3::UnitY());
    const auto [a, b] = halfAxes(bounds, s.x(), s.y());
    const Vec3 g(a > flat ? s.x() / (a * a) : 0, b > flat ? s.y() / (b * b) : 0, 0);
    if (g.dot(s) >= 1 - 1e-6) add(g, 0);
  }
  if (limits.twist && limits.twist->max - limits.twist->min < 2 * pi - edge) {
    if (circleDistance(parts.twist, limits.twist->max) <= 1e-6) add(Vec3::Zero(), 1);
    if (circleDistance(parts.twist, limits.twist->min) <= 1e-6) add(Vec3::Zero(), -1);
  }
  return count;
}

bool projectOntoLimits(const Model& model, double* q) {
  bool moved = false;
  for (const Motion& motion : model.motions) {
    if (!motion.mimics) moved |= projectMotion(motion, q + motion.qIndex);
  }
  return moved;
}

void findActiveLimits(const Model& model, const double* q, double* active) {
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    double* at = active + motion.vIndex;
    const double* value = q + motion.qIndex;
    if (motion.kind == Motion::Kind::screw) {
      at[0] = screwSide(value[0], motion.limits);
      continue;
    }
    const BallLimits& limits = motion.ballLimits;
    if (!limits.swing && !limits.twist) {
      at[0] = at[1] = at[2] = 0;
      continue;
    }
    const SwingTwist parts = splitInBoneFrame(motion, readQuat(value));
    at[0] = limits.swing && swingMeasure(parts.swing.x(), parts.swing.y(), *limits.swing) >= 1 - 1e-6 ? 1 : 0;
    at[1] = 0;
    at[2] = limits.twist ? twistSide(parts.twist, *limits.twist) : 0;
  }
}

}  // namespace limber
