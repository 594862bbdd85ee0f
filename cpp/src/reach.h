/// Unreachability that follows from lengths alone.
#pragma once

#include "limber/solve.h"

namespace limber {

/// Whether some active goal's point is out of reach for sure: its chain is too short, or cannot fold far enough. False
/// proves nothing.
bool isBeyondReach(const Problem& problem, const SolveOptions& options);

/// Whether this holds for every goal that is not reached, so that restarts cannot help.
bool onlyBeyondReach(const Problem& problem, const SolveOptions& options);

}  // namespace limber
