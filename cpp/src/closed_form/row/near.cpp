#include "closed_form/row/near.h"

#include <algorithm>

#include "closed_form/families/families.h"
#include "closed_form/seven/curve.h"
#include "linear/elimination.h"

namespace limber::analytic {
namespace {

/// Number of targets beside the wanted one. Where each is an elimination, only so many if those offer no pose nearby.
constexpr int sides = 20, firstSides = 4;
/// Multiple of the tolerances. If the wanted target is within them beyond an edge, some of those beside are clearly
/// inside.
constexpr double besideBy = 10;
/// The same for the errors from which a descent is worth its while.
constexpr double hopeful = 30;
/// Radians and sizes by which a pose may be beyond limits before it is brought inside.
constexpr double farOutside = 0.3;
constexpr int mostOfDescent = 30;
/// Fraction of the squared error that a step must take off.
constexpr double leastGain = 1e-3;
/// Two poses are the same within this, in radians and sizes.
constexpr double apart = 1e-3;
/// Squared errors of a pose that is just within: one per length and angle of two goals.
constexpr double mostWithin = 4;

}  // namespace

Near::Near(Arm& arm, const Problem& problem, bool limits, const Tolerances& tolerances)
    : arm_(arm), tolerances_(tolerances), weights_(arm.weightsFor(tolerances.length, tolerances.angle)) {
  for (int i = 0; i < arm.joints(); ++i) {
    const Motion& motion = arm.motion(i);
    const double start = problem.state.q[motion.qIndex];
    min_[i] = limits ? motion.limits.min - start : -infinity;
    max_[i] = limits ? motion.limits.max - start : infinity;
  }
}

std::span<const Arm::Angles> Near::find(int starts) {
  count_ = 0;
  hasHope_ = isClose_ = false;
  offered_ = outside_ = 0;
  if (arm_.isOutOfReach(tolerances_.length)) return {};
  // Seven free hinges, of which none is held, have no loop of six.
  for (int choice = arm_.joints() < mostJoints ? arm_.choices() : 0; choice-- > 0 && !hasHope_;) {
    arm_.choose(choice);
    std::string_view family;
    for (int side = 0; side <= sides && (hasHope_ || side <= firstSides || family != anyGeometry); ++side) {
      aimBeside(side);
      findPoses(arm_, *this, family);
    }
    aimBeside(0);
  }
  const bool areAllOutside = offered_ > 0 && outside_ == offered_;
  for (int start = 0; start < starts && !areAllOutside; ++start) descendFrom(start);
  return std::span(found_).first(count_);
}

/// At the target, or beside it by a multiple of the tolerances, to both sides of three directions without a pattern: a
/// shift and a turn, in the same sense and in opposite ones, then a shift alone and a turn alone. Where an arm is
/// stretched as a whole, it cannot turn its tool; where only its wrist is, it may have to.
void Near::aimBeside(int side) {
  static constexpr double ways[3][3] = {{0.48, -0.36, 0.8}, {-0.64, 0.48, 0.6}, {0.6, 0.8, 0}};
  if (side == 0) return arm_.aimAt(1);
  const int way = side - 1, which = way / 8, kind = way / 2 % 4;
  const double sign = way % 2 ? -besideBy : besideBy;
  const double shift = kind == 3 ? 0 : sign, turn = kind == 2 ? 0 : kind == 1 ? -sign : sign;
  arm_.aimBeside(shift * tolerances_.length / arm_.loop.size * Vec3(ways[which]),
                 turn * tolerances_.angle * Vec3(ways[(which + 1) % 3]));
}

double Near::offer(const Six& given, bool) {
  Arm::Angles angles = arm_.withHeld(given);
  ++offered_;
  const bool isOutside = !bringInside(angles);
  outside_ += isOutside;
  if (isOutside || !isHopeful(angles)) return 0;
  hasHope_ = true;
  if (descend(angles)) keep(angles);
  return 0;
}

/// Less whole turns, and as far as the limits allow; false if that is far.
bool Near::bringInside(Arm::Angles& angles) const {
  for (int i = 0; i < arm_.joints(); ++i) {
    const double value = arm_.motion(i).slides() ? angles[i] : settled(angles[i], min_[i], max_[i]);
    angles[i] = std::clamp(value, min_[i], max_[i]);
    if (std::abs(angles[i] - value) > farOutside * arm_.unitOf(i)) return false;
  }
  return true;
}

bool Near::isHopeful(const Arm::Angles& angles) {
  arm_.errorAt(angles);
  return arm_.isWithin(hopeful * tolerances_.length, hopeful * tolerances_.angle);
}

/// From the state, and from angles within the limits without a pattern.
void Near::descendFrom(int start) {
  Arm::Angles angles = arm_.withHeld({});
  for (int i = 0; i < arm_.joints() && start > 0; ++i) {
    const double turns = start * (0.381966 + 0.177 * i), part = turns - std::floor(turns);
    const double width = max_[i] - min_[i];
    angles[i] = std::isfinite(width) ? min_[i] + part * width : (2 * part - 1) * pi * arm_.unitOf(i);
  }
  if (bringInside(angles) && descend(angles)) keep(angles);
}

/// Levenberg's and Marquardt's method, on errors in tolerances; whether it ends within these.
bool Near::descend(Arm::Angles& angles) {
  arm_.errorAt(angles);
  double damping = 1e-3, square = squareOfErrors();
  for (int i = 0; i < mostOfDescent && step(angles, damping, square); ++i) {
  }
  arm_.errorAt(angles);
  isClose_ |= square <= mostWithin;
  return arm_.isWithin(tolerances_.length, tolerances_.angle);
}

double Near::squareOfErrors() const {
  double sum = 0;
  for (int row = 0; row < arm_.errors.size(); ++row) {
    const double error = weights_[row] * arm_.errors[row];
    sum += error * error;
  }
  return sum;
}

/// JᵀJ x = Jᵀe at the arm's last errorAt(), with the joints held that a limit stops.
Near::Equations Near::normalEquations(const Arm::Angles& angles) const {
  const int n = arm_.joints();
  System J = systemOf(arm_);  // with e as its last column
  for (int row = 0; row < J.rows(); ++row) J.row(row) *= weights_[row];
  const auto product = [&](int i, int k) {
    double sum = 0;
    for (int row = 0; row < J.rows(); ++row) sum += J(row, i) * J(row, k);
    return sum;
  };
  for (int i = 0; i < n; ++i) {
    const bool isStopped = product(i, n) < 0 ? angles[i] <= min_[i] : angles[i] >= max_[i];
    for (int row = 0; isStopped && row < J.rows(); ++row) J(row, i) = 0;
  }
  Equations equations;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k <= n; ++k) equations[i * (n + 1) + k] = product(i, k);
  }
  return equations;
}

/// (JᵀJ + μI) x = Jᵀe. False if hardly anything is gained.
bool Near::step(Arm::Angles& angles, double& damping, double& square) {
  const int n = arm_.joints();
  const Equations all = normalEquations(angles);
  double trace = 0;
  for (int i = 0; i < n; ++i) trace += all[i * (n + 2)];
  for (; damping < 1e3; damping *= 10) {
    Equations damped = all;
    for (int i = 0; i < n; ++i) damped[i * (n + 2)] += damping * trace / n;
    const Elimination eliminated(damped.data(), n, n + 1, n);
    Arm::Angles x, next = angles;
    eliminated.solve(n, eliminated.rank(0), x.data());
    for (int i = 0; i < n; ++i) next[i] = std::clamp(angles[i] + arm_.unitOf(i) * x[i], min_[i], max_[i]);
    arm_.errorAt(next);
    const double after = squareOfErrors();
    if (after < square) {
      const bool isGain = after < (1 - leastGain) * square;
      angles = next;
      square = after;
      damping = std::max(0.1 * damping, 1e-15);
      return isGain;
    }
  }
  return false;
}

/// Each once.
void Near::keep(const Arm::Angles& angles) {
  const auto isSame = [&](const Arm::Angles& other) {
    for (int i = 0; i < arm_.joints(); ++i) {
      if (std::abs(arm_.way(i, other[i], angles[i])) > apart) return false;
    }
    return true;
  };
  if (count_ < static_cast<int>(found_.size()) && std::none_of(found_.begin(), found_.begin() + count_, isSame))
    found_[count_++] = angles;
}

}  // namespace limber::analytic
