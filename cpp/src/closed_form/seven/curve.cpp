#include "closed_form/seven/curve.h"

#include <algorithm>

namespace limber::analytic {
namespace {

/// Longest and shortest step, in radians.
constexpr double longestArc = 0.3, shortest = 1e-6;
/// Tolerance beyond limits, and off the curve.
constexpr double nearEnough = 1e-9;
constexpr int mostArcSteps = 30;
/// Largest deviation from the curve, as a fraction of the step.
constexpr double bend = 0.15;
/// Largest decrease of the cost, as a multiple of the parabola's prediction.
constexpr double hope = 3;

}  // namespace

double settled(double angle, double min, double max) {
  const auto beyond = [&](double x) { return std::max(min - x, x - max); };
  if (std::abs(angle) > pi) angle = wrapped(angle);
  if (!(beyond(angle) > 0)) return angle;
  // The fewest whole turns that lead inside, or one fewer if that is nearer.
  const double turns = angle < min ? std::ceil((min - angle) / (2 * pi)) : std::floor((max - angle) / (2 * pi));
  const double inside = angle + 2 * pi * turns, before = inside - std::copysign(2 * pi, turns);
  return beyond(inside) <= beyond(before) ? inside : before;
}

Curve::Curve(const Arm& arm, const Problem& problem, bool limits) : arm_(arm) {
  for (int i = 0; i < mostJoints; ++i) {
    const Motion& motion = arm.motionInRow(i);
    const double start = problem.state.q[motion.qIndex];
    min[i] = limits ? motion.limits.min - start : -infinity;
    max[i] = limits ? motion.limits.max - start : infinity;
    weights_[i] = 1 / problem.jointWeights[motion.vIndex];
  }
  Rigid before;
  for (int i = 0; i < mostJoints; ++i) {
    const auto& [z, origin, slides] = arm.line(i);
    const Vec3 x = anyPerpendicular(z);
    Rigid frame;
    frame.R << x, z.cross(x), z;
    frame.p = origin;
    between_[i] = before.inverse() * frame;
    before = frame;
  }
  wanted_ = arm.whole() * before;
}

double Curve::way(const Seven& angles) const {
  double sum = 0;
  for (int i = 0; i < mostJoints; ++i) sum += angles[i] * angles[i] * weights_[i];
  return std::sqrt(sum);
}

double Curve::settle(Seven& angles) const {
  double most = 0;
  for (int i = 0; i < mostJoints; ++i) {
    angles[i] = settled(angles[i], min[i], max[i]);
    most = std::max(most, beyond(i, angles[i]));
  }
  return most;
}

double Curve::outside(const Seven& angles, int& worst) const {
  double most = 0;
  worst = -1;
  for (int i = 0; i < mostJoints; ++i) {
    if (beyond(i, angles[i]) <= most) continue;
    most = beyond(i, angles[i]);
    worst = i;
  }
  return most;
}

/// At the point y of the last hinge's line, which G takes to z: Σ dαᵢ (hᵢ × (y − oᵢ), hᵢ) = (z − y, turn
/// left). The direction perpendicular to all these rows is the curve's.
Curve::Local Curve::at(const Seven& angles) const {
  std::array<std::array<double, 8>, 3> axes{}, places{};
  const Row q(angles);
  Row cosines, sines;
  for (int k = 0; k < 4; ++k) {
    const auto [cosine, sine] = cosSin(q.pair(k));
    cosines.pair(k) = cosine;
    sines.pair(k) = sine;
  }
  Rigid g;
  for (int i = 0; i < mostJoints; ++i) {
    g = g * between_[i];
    for (int k = 0; k < 3; ++k) {
      axes[k][i] = g.R(k, 2);
      places[k][i] = g.p[k];
    }
    const Vec3 x = g.R.col(0), y = g.R.col(1);
    g.R.col(0) = cosines[i] * x + sines[i] * y;
    g.R.col(1) = cosines[i] * y - sines[i] * x;
  }
  const double by = 1 / arm_.loop.size;
  const Vec3 away = wanted_.p - g.p;
  Vec3 turn = Vec3::Zero();
  for (int c = 0; c < 3; ++c) turn += g.R.col(c).cross(wanted_.R.col(c));
  const std::array<Row, 3> h = {Row(axes[0]), Row(axes[1]), Row(axes[2])};
  const std::array<Row, 3> o = {Row(places[0]), Row(places[1]), Row(places[2])};
  std::array<Row, 6> rows;
  std::array<double, 6> right;
  for (int k = 0; k < 3; ++k) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    right[k] = away[k] * by;
    right[3 + k] = 0.5 * turn[k];
    for (int i = 0; i < 4; ++i)
      rows[k].pair(i) =
          (h[l].pair(i) * (Lanes(g.p[m]) - o[m].pair(i)) - h[m].pair(i) * (Lanes(g.p[l]) - o[l].pair(i))) * by;
    rows[3 + k] = h[k];
  }
  Local local{};
  for (const double each : right) local.off = std::max(local.off, std::abs(each));
  local.back = shortestOf(rows, right, 6);
  // Start from the hinge that the rows constrain least.
  Row said;
  for (const Row& row : rows) said.add(1, row.times(row));
  int least = 0;
  for (int i = 1; i < mostJoints; ++i) least = said[i] < said[least] ? i : least;
  Row way;
  way.set(least, 1);
  for (const Row& row : rows) way.add(-row[least], row);
  local.way = way.times(1 / std::sqrt(way.dot(way)));
  return local;
}

/// Newton's method for the slope ½ d way² / ds, whose derivative is taken from the step before, as in the secant
/// method.
bool Curve::descend(Seven& a, double best) const {
  Seven base = a, lastWay{};
  double lastAside = 0, lastSlope = 0, ds = 0, curvature = 0;
  for (int step = 0; step < mostArcSteps; ++step) {
    auto [way, back, off] = at(a);
    const double aside = std::sqrt(dot(back, back));
    if (aside > bend * std::max(std::abs(ds), 0.02)) {
      // The step was too long for the curve's bend; or, if a shorter one is no nearer, the start was not on
      // the curve yet.
      const bool isShorter = ds != 0 && (lastAside == 0 || aside < 0.7 * lastAside);
      lastAside = isShorter ? aside : 0;
      ds *= isShorter ? 0.4 : 0;
      if (!isShorter) base = moved(a, std::min(1.0, longestArc / aside), back);
      a = moved(base, ds, lastWay);
      continue;
    }
    lastAside = 0;
    a = moved(a, 1, back);
    if (dot(way, lastWay) < 0) way = moved({}, -1, way);
    const auto [slope, flat] = slopeOf(a, way);
    if (step == 0) curvature = flat;
    if (std::abs(ds) > 1e-3) curvature = (slope - lastSlope) / ds;
    lastSlope = slope;
    lastWay = way;
    int worst;
    const double beyond = outside(a, worst);
    if (beyond > nearEnough) {
      const double to = a[worst] < min[worst] ? beyond : -beyond;
      ds = std::clamp(to / way[worst], -longestArc, longestArc);
    } else {
      const double square = this->way(a) * this->way(a);
      if (curvature > 0 && square - hope * slope * slope / curvature > best * best) return false;
      ds = curvature > 0 ? std::clamp(-slope / curvature, -longestArc, longestArc) : -std::copysign(longestArc, slope);
      ds = withinLimits(a, way, ds);
      if (std::abs(ds) < shortest && off < nearEnough) return true;
    }
    base = a;
    a = moved(a, ds, way);
  }
  return false;
}

/// Shortens a step so that all hinges stay within their limits.
double Curve::withinLimits(const Seven& a, const Seven& way, double ds) const {
  for (int i = 0; i < mostJoints; ++i) {
    if (a[i] + way[i] * ds < min[i]) ds = (min[i] - a[i]) / way[i];
    if (a[i] + way[i] * ds > max[i]) ds = (max[i] - a[i]) / way[i];
  }
  return ds;
}

/// The slope of ½ way² along a direction, and its derivative if the curve were straight.
std::pair<double, double> Curve::slopeOf(const Seven& a, const Seven& way) const {
  double slope = 0, flat = 0;
  for (int i = 0; i < mostJoints; ++i) {
    slope += way[i] * a[i] * weights_[i];
    flat += way[i] * way[i] * weights_[i];
  }
  return {slope, flat};
}

bool Curve::step(Seven& angles, Seven& way, double ds) const {
  constexpr int most = 6;
  constexpr double leastAlong = 0.95;  // cosine of the largest turn
  Seven next = moved(angles, ds, way);
  for (int k = 0; k < most; ++k) {
    const Local local = at(next);
    if (k == 0 && ds > 0 && std::sqrt(dot(local.back, local.back)) > bend * ds) return false;
    next = moved(next, 1, local.back);
    if (!(local.off < nearEnough)) continue;
    const double along = dot(way, local.way);
    if (ds > 0 && std::abs(along) < leastAlong) return false;
    angles = next;
    way = moved({}, along < 0 ? -1 : 1, local.way);
    return true;
  }
  return false;
}

bool Curve::isInside(const Seven& a) const {
  for (int i = 0; i < mostJoints; ++i) {
    if (max[i] - min[i] < 2 * pi && !(beyond(i, a[i]) <= nearEnough)) return false;
  }
  return true;
}

/// Newton's method with one hinge held.
bool Curve::polish(Seven& a, int held) const {
  for (int step = 0; step < 8; ++step) {
    const auto [way, back, off] = at(a);
    if (off < nearEnough) return true;
    if (way[held] == 0) return false;
    // Along the curve until the held hinge is back.
    const double along = -back[held] / way[held];
    for (int i = 0; i < mostJoints; ++i) a[i] += back[i] + along * way[i];
  }
  return false;
}

std::optional<std::pair<int, double>> Curve::stop(const Seven& angles) const {
  for (int i = 0; i < mostJoints; ++i) {
    for (const double bound : {min[i], max[i]}) {
      if (std::abs(angles[i] - bound) < 10 * shortest) return std::pair(i, bound);
    }
  }
  return std::nullopt;
}

}  // namespace limber::analytic
