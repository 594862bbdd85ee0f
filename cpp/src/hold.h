#pragma once

#include "linearisation.h"

namespace limber {

/// Rows whose columns may be zeroed.
using HeldRows = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

/// Whether limits may hold the coordinates now: a screw at one of its limits, or a ball that has any.
inline bool mayBeHeld(const Problem& problem, const Motion& motion) {
  if (motion.kind == Motion::Kind::ball) return motion.ballLimits.any();
  const double q = problem.state.q[motion.qIndex];
  return !motion.mimics && (q <= motion.limits.min || q >= motion.limits.max);
}

/// The part that a ball's limits block of the first milliradian of a turn; zero if they block little.
Vec3 blockedTurn(const Motion& motion, const Quat& before, const Vec3& turn);

/// Zeroes the columns of J for coordinates at a limit that `x` would take farther; returns whether there were
/// new ones. For a ball, only removes the blocked direction.
bool holdAtLimits(const Problem& problem, const Eigen::VectorXd& scale, HeldRows J, const Eigen::VectorXd& x);
inline bool holdAtLimits(const Problem& problem, Linearisation& lin, const Eigen::VectorXd& x) {
  return holdAtLimits(problem, lin.scale, lin.J(), x);
}

}  // namespace limber
