#pragma once

#include "linearisation.h"

namespace limber {

/// The rows of which columns are zeroed.
using HeldRows = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

/// Whether limits may hold the coordinates now: a screw at one of its limits, and a ball that has some.
inline bool mayBeHeld(const Problem& problem, const Motion& motion) {
  if (motion.kind == Motion::Kind::ball) return motion.ballLimits.any();
  const double q = problem.state.q[motion.qIndex];
  return !motion.mimics && (q <= motion.limits.min || q >= motion.limits.max);
}

/// Zeroes the columns of J of coordinates at a limit that `x` would take farther, and returns whether there were new
/// ones. Of a ball only the blocked direction is zeroed.
bool holdAtLimits(const Problem& problem, const Eigen::VectorXd& scale, HeldRows J, const Eigen::VectorXd& x);
inline bool holdAtLimits(const Problem& problem, Linearisation& lin, const Eigen::VectorXd& x) {
  return holdAtLimits(problem, lin.scale, lin.J(), x);
}

}  // namespace limber
