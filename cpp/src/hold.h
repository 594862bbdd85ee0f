#pragma once

#include "linearisation.h"

namespace limber {

/// Zeroes the columns of J of coordinates at a limit that `x` would take farther, and returns whether there were new
/// ones. Of a ball only the blocked direction is zeroed.
bool holdAtLimits(const Problem& problem, Linearisation& lin, const Eigen::VectorXd& x);

}  // namespace limber
