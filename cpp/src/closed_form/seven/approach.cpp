#include "closed_form/seven/approach.h"

#include "closed_form/row/poses.h"
#include "closed_form/row/turns.h"

namespace limber::analytic {
namespace {

/// Longest step, and the length below which to stop; radians and sizes.
constexpr double longest = 0.3, leastStep = 1e-7;
constexpr int mostSteps = 40;
/// Largest step as a multiple of the tangent's: if a family bends towards the state, longer steps pay off.
constexpr double mostPart = 4;
/// Above this error there is no way back to the goals.
constexpr double lost = 0.3;
/// Components of a direction below this are rounding.
constexpr double still = 1e-9;

}  // namespace

Approach::Approach(Arm& arm, const Problem& problem, bool limits, const Arm::Angles& from) : arm_(arm), from_(from) {
  for (int i = 0; i < arm.joints(); ++i) {
    const Motion& motion = arm.motion(i);
    const double start = problem.state.q[motion.qIndex];
    min_[i] = limits ? motion.limits.min - start : -infinity;
    max_[i] = limits ? motion.limits.max - start : infinity;
    scale_[i] = std::sqrt(problem.jointWeights[motion.vIndex]);
  }
}

/// A line that passes through the limits does so from its current point, or from one where a joint is at a
/// limit.
bool Approach::move(Arm::Angles& angles, const Arm::Angles& direction) {
  best_ = infinity;
  anyInside_ = false;
  tryFrom(angles);
  for (int i = 0; i < arm_.joints(); ++i) {
    if (std::abs(direction[i]) < still * arm_.unitOf(i)) continue;
    for (const double bound : {min_[i], max_[i]}) {
      if (!std::isfinite(bound)) continue;
      const double along = arm_.unitOf(i) * arm_.way(i, angles[i], bound) / direction[i];
      tryFrom(moved(angles, along, direction));
    }
  }
  provesNone_ = best_ == infinity && !anyInside_ && isLine(angles, direction);
  if (best_ < infinity) angles = nearest_;
  return best_ < infinity;
}

void Approach::tryFrom(Arm::Angles angles) {
  anyInside_ |= settle(angles);
  if (!restore(angles)) return;
  descend(angles);
  if (way(angles) >= best_) return;
  best_ = way(angles);
  nearest_ = angles;
}

bool Approach::settle(Arm::Angles& angles) const {
  bool isInside = true;
  for (int i = 0; i < arm_.joints(); ++i) {
    if (!arm_.motion(i).slides())
      angles[i] = from_[i] + settled(angles[i] - from_[i], min_[i] - from_[i], max_[i] - from_[i]);
    isInside &= angles[i] >= min_[i] - atLimit && angles[i] <= max_[i] + atLimit;
  }
  return isInside;
}

/// Newton's method: back to the goals, and stepwise into the limits.
bool Approach::restore(Arm::Angles& a) {
  for (int step = 0; step < mostSteps; ++step) {
    const double left = arm_.errorAt(a);
    bool isInside = true;
    for (int i = 0; i < arm_.joints(); ++i) isInside &= a[i] >= min_[i] && a[i] <= max_[i];
    if (isInside && left <= good) return true;
    if (left > lost) return false;
    a = nearestOnTangent(a, a);
  }
  return false;
}

/// Steps to the nearest point of the tangent plane, and back to the goals; shorter if that was farther. If a
/// family bends, the way ahead does not shrink by the fraction that was gone, and the secant gives the next
/// step.
void Approach::descend(Arm::Angles& a) {
  Arm::Angles last{};
  double part = 1, gone = 0;
  for (int step = 0; step < mostSteps; ++step) {
    arm_.errorAt(a);
    const Arm::Angles ahead = moved(nearestOnTangent(a, from_), -1, a);
    double far = 0;
    for (int i = 0; i < arm_.joints(); ++i) far = std::max(far, std::abs(ahead[i]) / arm_.unitOf(i));
    if (gone > 0) {
      const double shrunk = 1 - dot(ahead, last) / dot(last, last);
      part = shrunk * mostPart > gone ? gone / shrunk : mostPart;
    }
    gone = std::min(part, longest / far);
    if (!(gone * far > leastStep)) return;
    Arm::Angles next = moved(a, gone, ahead);
    if (restore(next) && way(next) < way(a)) {
      a = next;
      last = ahead;
    } else {
      part = 0.5 * gone;
      gone = 0;
    }
  }
}

/// min Σ (xᵢ − toᵢ)² / wᵢ with J(x − a) = e and x within the limits, at the arm's last errorAt(). With
/// x = to + √w z that is the shortest z. Joints that would pass a limit are held there, one after the other;
/// joints far beyond one come in by a bounded step.
Arm::Angles Approach::nearestOnTangent(const Arm::Angles& a, const Arm::Angles& to) {
  const Arm::Rows J = arm_.rows();
  const int count = static_cast<int>(J.rows());
  std::array<Row, 2 * maxRows> rows;
  std::array<double, 2 * maxRows> right;
  std::array<bool, mostJoints> isHeld{};
  Arm::Angles x = a;  // keeps the angle of a hinge that is held
  for (bool isFree = true;; isFree = false) {
    for (int k = 0; k < count; ++k) {
      right[k] = arm_.errors[k];
      rows[k] = {};
      for (int i = 0; i < arm_.joints(); ++i) {
        const double slope = J(k, i) / arm_.unitOf(i);
        right[k] += slope * (a[i] - (isHeld[i] ? x[i] : to[i]));
        if (!isHeld[i]) rows[k].set(i, slope * scale_[i]);
      }
    }
    const Row z = shortestOf(rows, right, count);
    const auto isUnit = [](const Row& row) { return row.dot(row) > 0; };
    if (isFree) rank_ = static_cast<int>(std::count_if(rows.begin(), rows.begin() + count, isUnit));
    int worst = -1;
    double most = 0, bound = 0;
    for (int i = 0; i < arm_.joints(); ++i) {
      if (isHeld[i]) continue;
      x[i] = to[i] + scale_[i] * z[i];
      const double step = longest * arm_.unitOf(i);
      const double min = std::min(min_[i], a[i] + step), max = std::max(max_[i], a[i] - step);
      const double beyond = std::max(min - x[i], x[i] - max);
      if (beyond <= most) continue;
      most = beyond;
      worst = i;
      bound = x[i] < min ? min : max;
    }
    if (worst < 0) return x;
    isHeld[worst] = true;
    x[worst] = bound;
  }
}

/// Whether the family is a closed line, on which only this direction moves; if two hinges turn, each turns
/// once.
bool Approach::isLine(const Arm::Angles& angles, const Arm::Angles& direction) {
  double most = 0;
  for (int i = 0; i < arm_.joints(); ++i) most = std::max(most, std::abs(direction[i]));
  for (int i = 0; i < arm_.joints(); ++i) {
    const double part = std::abs(direction[i]);
    if (part > still && (part < most - still || arm_.motion(i).slides())) return false;
  }
  for (const double by : {1, 2, 3}) {
    if (arm_.errorAt(moved(angles, by, direction)) > 2 * good) return false;
  }
  arm_.errorAt(angles);
  nearestOnTangent(angles, angles);
  return rank_ == arm_.joints() - 1;
}

double Approach::way(const Arm::Angles& angles) const {
  double sum = 0;
  for (int i = 0; i < arm_.joints(); ++i) {
    const double way = (angles[i] - from_[i]) / scale_[i];
    sum += way * way;
  }
  return sum;
}

}  // namespace limber::analytic
