/// Unreachability that follows from lengths alone.
#pragma once

#include "limber/solve.h"

namespace limber {

/// Whether lengths alone keep the goal's point away from its target, by more than a tolerance in metres.
/// `limits`: whether those of slides count.
bool isBeyond(const Problem& problem, const Goal& goal, double tolerance, bool limits);

/// Whether an active goal's point is certainly out of reach: its chain is too short, or cannot fold far
/// enough. False proves nothing.
bool isBeyondReach(const Problem& problem, const SolveOptions& options);

/// Whether all goals that are not reached are out of reach, so that restarts cannot help.
bool onlyBeyondReach(const Problem& problem, const SolveOptions& options);

}  // namespace limber
