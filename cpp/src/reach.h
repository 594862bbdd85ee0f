/// Unreachability that follows from lengths alone.
#pragma once

#include "limber/solve.h"

namespace limber {

/// Whether lengths alone keep the goal's point away from where it is wanted, by more than a tolerance in metres.
/// `limits` are those of slides.
bool isBeyond(const Problem& problem, const Goal& goal, double tolerance, bool limits);

/// Whether some active goal's point is out of reach for sure: its chain is too short, or cannot fold far enough. False
/// proves nothing.
bool isBeyondReach(const Problem& problem, const SolveOptions& options);

/// Whether this holds for every goal that is not reached, so that restarts cannot help.
bool onlyBeyondReach(const Problem& problem, const SolveOptions& options);

}  // namespace limber
