/// Joint coordinates out of poses.
#pragma once

#include "limber/problem.h"

namespace limber::maximal {

/// Writes into state.q what comes nearest to the poses as they are, joint by joint: turns to the value next to the one
/// there was. `isHeld` are coordinates that stay; mimics follow their masters.
void readJointValues(Problem& problem, const std::vector<char>& isHeld);

}  // namespace limber::maximal
