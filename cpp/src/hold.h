#pragma once

#include "linearisation.h"

namespace limber {

/// The rows of which columns are zeroed.
using HeldRows = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

/// Zeroes the columns of J of coordinates at a limit that `x` would take farther, and returns whether there were new
/// ones. Of a ball only the blocked direction is zeroed.
bool holdAtLimits(const Problem& problem, const Eigen::VectorXd& scale, HeldRows J, const Eigen::VectorXd& x);
inline bool holdAtLimits(const Problem& problem, Linearisation& lin, const Eigen::VectorXd& x) {
  return holdAtLimits(problem, lin.scale, lin.J(), x);
}

}  // namespace limber
