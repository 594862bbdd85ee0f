#include "descent/motion_bounds.h"

#include <algorithm>
#include <cmath>

#include "descent/linearisation.h"

namespace limber {
namespace {

/// Stands for a velocity without bound.
constexpr double anySpeed = 1e9;
constexpr int halvings = 50;
/// Radians or metres per second: a stop ends.
constexpr double rest = 1e-4;

/// How far a coordinate goes on up, and down, while it brakes at once. On the way to the velocity 0 the jerk is −J,
/// until the acceleration is −A or landing begins. The way between two accelerations at the jerk −J is
///
///   (p (a₀ − a₁) − (a₀³ − a₁³)/6J)/J,   p = v + a²/2J, the velocity where a is 0.
///
/// Downwards by symmetry. Where v goes the other way at first, it turns at a = √(2Jp).
struct Stop {
  double down = 0;
  double up = 0;
  Stop(double v, double a, double perA, double perJ) {
    const double sign = v + a * std::abs(a) * perJ / 2 < 0 ? -1 : 1;
    v *= sign;
    a *= sign;
    const double p = v + a * a * perJ / 2;
    const double seconds = p * perA * perA <= perJ ? std::sqrt(p * perJ) : (perJ / perA + p * perA) / 2;
    const double on = a * perJ * (p - a * a * perJ / 6) + p * seconds;
    double back = 0;
    if (v < 0) {
      const double turn = std::sqrt(2 * p / perJ);
      back = perJ * (p * (a - turn) - (a * a * a - turn * turn * turn) * perJ / 6);
    }
    up = std::max(sign * on, sign * back);
    down = std::min(sign * on, sign * back);
  }
};

}  // namespace

double MotionBounds::Range::landing(double at) const {
  const double d = v - at;
  return -2 * d / (h + std::sqrt(h * h + 2 * std::abs(d) * perJ));
}

double MotionBounds::Range::reach(double wanted) const { return v + h * std::clamp(landing(wanted), low, high); }

double MotionBounds::Range::brake(double wanted) const { return std::clamp(wanted, lowest, highest); }

/// a' by A and J alone.
void MotionBounds::Range::bound() {
  low = std::clamp(-A, a - J * h, a + J * h);
  high = std::clamp(A, a - J * h, a + J * h);
}

void MotionBounds::Range::advance(double to) {
  a = (to - v) / h;
  v = to;
}

void MotionBounds::Range::find(double below, double above) {
  bound();
  const double stop = std::clamp(landing(0), low, high);
  low = std::min(stop, std::max(low, landing(-V)));
  high = std::max(stop, std::min(high, landing(V)));
  const auto farthest = [&](double end, double atLimit, bool& isBound) {
    const auto isSafe = [&](double next) {
      const double speed = v + h * next;
      const Stop way(speed, next, 1 / A, perJ);
      return h * speed + std::max(way.up, 0.0) <= above && h * speed + std::min(way.down, 0.0) >= below;
    };
    const double most = std::abs(atLimit - stop) < std::abs(end - stop) ? atLimit : end;
    double safe = stop, beyond = most;
    for (int i = 0; i < halvings && safe != beyond; ++i) {
      const double next = i == 0 ? most : (safe + beyond) / 2;
      (isSafe(next) ? safe : beyond) = next;
    }
    isBound = safe != end;
    return safe;
  };
  bool isBound;
  low = farthest(low, std::min(stop, (below / h - v) / h), isBound);
  lowest = isBound ? v + h * low : -infinity;
  high = farthest(high, std::max(stop, (above / h - v) / h), isBound);
  highest = isBound ? v + h * high : infinity;
}

bool MotionBounds::isAny(const Problem& problem, const SolveOptions& options) {
  return std::min(options.maxAcceleration, options.maxJerk) < infinity ||
         std::ranges::any_of(problem.motionBounds, [](double most) { return most < infinity; });
}

void MotionBounds::begin(const Problem& problem, std::span<const double> from, const SolveOptions& options, double h) {
  const SteppedMotion& last = problem.stepped;
  delay_ = 0;
  for (const Motion& motion : problem.model().motions) {
    if (motion.mimics) continue;
    const double* q = &from[motion.qIndex];
    const bool isKnown =
        !last.q.empty() && !last.velocity.empty() && std::equal(q, q + motion.nq(), &last.q[motion.qIndex]);
    const double unit = unitOf(problem.model(), motion);
    const bool isLimited = options.limits && motion.kind == Motion::Kind::screw;
    for (int v = motion.vIndex; v < motion.vIndex + motion.nv(); ++v) {
      const double* own = &problem.motionBounds[3 * v];
      const bool moves = isKnown && problem.jointWeights[v] > 0;
      Range& range = ranges_[v];
      const double A = range.A = std::min(own[1], unit * options.maxAcceleration);
      const double J = range.J = std::min(own[2], unit * options.maxJerk);
      range.V = std::min({own[0], unit * options.maxVelocity, anySpeed});
      // Half of A, because what follows a's change late would overshoot. Up to 2J/K the gain of short ways is K.
      range.planned = std::min(A, 2 * J / options.gain) / 2;
      range.h = h;
      if (A < infinity) delay_ = std::max(delay_, A / J + std::min(range.V / A, 1 / options.gain) / 2);
      range.v = moves ? last.velocity[v] : 0;
      range.perJ = 1 / J;
      range.a = moves && J < infinity ? last.acceleration[v] : 0;
      range.find(isLimited ? std::min(0.0, motion.limits.min - *q) : -infinity,
                 isLimited ? std::max(0.0, motion.limits.max - *q) : infinity);
    }
  }
}

double MotionBounds::gainFor(const Eigen::VectorXd& velocity, double seconds, double gain, bool lags) const {
  double most = gain;
  for (std::size_t v = 0; v < ranges_.size(); ++v) {
    const Range& range = ranges_[v];
    const double A = range.planned;
    if (!(A < infinity)) continue;
    const double c = A * range.perJ / 2;
    const double time = c / 2 + std::sqrt(c * c / 4 + seconds * std::abs(velocity[v]) / (2 * A));
    most = std::min(most, 1 / (time + (lags ? c + range.h : 0)));
  }
  return most;
}

double MotionBounds::gainToReach(const Eigen::VectorXd& wanted) const {
  double square = 0;
  for (std::size_t v = 0; v < ranges_.size(); ++v)
    square = std::max(square, 4 * std::abs(wanted[v] - ranges_[v].v) * ranges_[v].perJ);
  return 1 / std::sqrt(square);
}

void MotionBounds::readBraking(Eigen::VectorXd& way) const {
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const Range& range = ranges_[i];
    const double v = range.v + range.h * (range.v < 0 ? range.low : range.high);
    const double A = range.planned;
    way[i] = A < infinity ? v * (2 * range.h + std::abs(v) / (2 * A) + A * range.perJ / 2) : 0;
  }
}

void MotionBounds::beginStop(const Eigen::VectorXd& velocity) {
  std::ranges::copy(ranges_, stops_.begin());
  for (int v = 0; v < velocity.size(); ++v) stops_[v].advance(velocity[v]);
}

bool MotionBounds::land(Eigen::VectorXd& velocity) {
  double most = 0;
  for (int v = 0; v < velocity.size(); ++v) {
    Range& stop = stops_[v];
    stop.bound();
    stop.advance(velocity[v] = stop.reach(0));
    most = std::max(most, std::abs(stop.v));
  }
  return most > rest;
}

bool MotionBounds::isKept(const Problem& problem) const {
  for (std::size_t v = 0; v < ranges_.size(); ++v) {
    const Range& range = ranges_[v];
    const double a = (problem.velocities[v] - range.v) / range.h;
    const double rounding = 1e-9 * (1 + std::abs(a)) + 1e-12 / (range.h * range.h);
    if (problem.jointWeights[v] > 0 && (a < range.low - rounding || a > range.high + rounding)) return false;
  }
  return true;
}

void MotionBounds::remember(Problem& problem) const {
  auto& [q, velocity, acceleration, targets] = problem.stepped;
  velocity.resize(ranges_.size());
  acceleration.resize(ranges_.size());
  for (std::size_t v = 0; v < ranges_.size(); ++v) {
    const Range& range = ranges_[v];
    acceleration[v] = std::clamp((problem.velocities[v] - range.v) / range.h, range.low, range.high);
    velocity[v] = range.v + range.h * acceleration[v];
  }
}

}  // namespace limber
