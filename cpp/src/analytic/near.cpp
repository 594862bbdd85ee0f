#include "near.h"

#include <algorithm>

#include "../damped.h"

namespace limber::analytic {
namespace {

/// Multiple of the tolerances. If the wanted target is within them beyond an edge, some of those beside are clearly
/// inside.
constexpr double beside = 10;
/// The same for the errors from which a descent is worth its while.
constexpr double hopeful = 30;
/// Radians and sizes by which a pose may be beyond limits before it is brought inside.
constexpr double outside = 0.3;
constexpr int mostSteps = 30;
/// Fraction of the squared error that a step must take off.
constexpr double leastGain = 1e-3;
/// Two poses are the same within this, in radians and sizes.
constexpr double one = 1e-3;

using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, mostJoints, mostJoints>;
using Change = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, mostJoints, 1>;

}  // namespace

/// Shifts and turns by two directions without a pattern, and by all their signs.
void aimBeside(Arm& arm, const Tolerances& tolerances, int side) {
  static const std::array<Vec3, 2> shifts = {Vec3(0.48, -0.36, 0.8), Vec3(-0.64, 0.6, 0.48)};
  static const std::array<Vec3, 2> turns = {Vec3(0.6, 0.64, -0.48), Vec3(0.36, -0.48, -0.8)};
  if (side == 0) return arm.aimAt(1);
  const int way = side - 1, sign = way & 1 ? -1 : 1, turnSign = way & 2 ? -1 : 1;
  arm.aimBeside(sign * beside * tolerances.length / arm.loop.size * shifts[way / 4],
                turnSign * beside * tolerances.angle * turns[way / 4]);
}

Near::Near(Arm& arm, const Problem& problem, bool limits, const Tolerances& tolerances)
    : arm_(arm), tolerances_(tolerances) {
  for (int i = 0; i < arm.joints(); ++i) {
    const Motion& motion = arm.motion(i);
    const double start = problem.state.q[motion.qIndex];
    min_[i] = limits ? motion.limits.min - start : -infinity;
    max_[i] = limits ? motion.limits.max - start : infinity;
  }
}

std::span<const Arm::Angles> Near::find() {
  count_ = 0;
  if (arm_.isOutOfReach(tolerances_.length)) return {};
  for (int choice = arm_.choices(); choice-- > 0;) {
    arm_.choose(choice);
    for (int side = sides; side >= 0; --side) {
      std::string_view family;
      aimBeside(arm_, tolerances_, side);
      findPoses(arm_, *this, family);
    }
  }
  return std::span(found_).first(count_);
}

double Near::offer(const Six& given, bool) {
  Arm::Angles angles = arm_.withHeld(given);
  if (bringInside(angles) && descend(angles)) keep(angles);
  return 0;
}

/// Less whole turns, and as far as the limits allow; false if that is far.
bool Near::bringInside(Arm::Angles& angles) const {
  for (int i = 0; i < arm_.joints(); ++i) {
    const double value = arm_.motion(i).slides() ? angles[i] : settled(angles[i], min_[i], max_[i]);
    angles[i] = std::clamp(value, min_[i], max_[i]);
    if (std::abs(angles[i] - value) > outside * arm_.unitOf(i)) return false;
  }
  return true;
}

/// Levenberg's and Marquardt's method; whether it ends within the tolerances.
bool Near::descend(Arm::Angles& angles) {
  arm_.errorAt(angles);
  if (!arm_.isWithin(hopeful * tolerances_.length, hopeful * tolerances_.angle)) return false;
  double damping = 1e-3, square = arm_.errors.squaredNorm();
  for (int i = 0; i < mostSteps && step(angles, damping, square); ++i) {
  }
  arm_.errorAt(angles);
  return arm_.isWithin(tolerances_.length, tolerances_.angle);
}

/// (JᵀJ + μI) x = Jᵀe, with the joints held that a limit stops. False if hardly anything is gained.
bool Near::step(Arm::Angles& angles, double& damping, double& square) {
  const int n = arm_.joints();
  Arm::Rows J = arm_.rows();
  const Change slope = J.transpose() * arm_.errors;
  for (int i = 0; i < n; ++i) {
    if (slope[i] < 0 ? angles[i] <= min_[i] : angles[i] >= max_[i]) J.col(i).setZero();
  }
  const Square JJ = J.transpose() * J;
  for (; damping < 1e3; damping *= 10) {
    Square S = JJ;
    S.diagonal().array() += damping * JJ.trace() / n;
    Change x = J.transpose() * arm_.errors;
    factorise(S, 1e-30);
    solveFactorised(S, x);
    Arm::Angles next = angles;
    for (int i = 0; i < n; ++i) next[i] = std::clamp(angles[i] + arm_.unitOf(i) * x[i], min_[i], max_[i]);
    const Arm::Errors before = arm_.errors;
    arm_.errorAt(next);
    const double after = arm_.errors.squaredNorm();
    if (after < square) {
      const bool isGain = after < (1 - leastGain) * square;
      angles = next;
      square = after;
      damping = std::max(0.1 * damping, 1e-15);
      return isGain;
    }
    arm_.errors = before;
  }
  return false;
}

/// Each once.
void Near::keep(const Arm::Angles& angles) {
  const auto isSame = [&](const Arm::Angles& other) {
    for (int i = 0; i < arm_.joints(); ++i) {
      if (std::abs(arm_.way(i, other[i], angles[i])) > one) return false;
    }
    return true;
  };
  if (count_ < static_cast<int>(found_.size()) && std::none_of(found_.begin(), found_.begin() + count_, isSame))
    found_[count_++] = angles;
}

}  // namespace limber::analytic
