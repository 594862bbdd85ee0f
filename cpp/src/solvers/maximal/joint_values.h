/// Joint coordinates from poses.
#pragma once

#include "limber/problem.h"

namespace limber::maximal {

/// Writes to state.q the values nearest to the poses, joint by joint; angles stay within half a turn of their old
/// values. `isHeld` are fixed coordinates; mimics follow their leaders.
void readJointValues(Problem& problem, const std::vector<char>& isHeld);

}  // namespace limber::maximal
