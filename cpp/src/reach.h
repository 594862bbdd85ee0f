/// What lengths alone can prove.
#pragma once

#include "limber/solve.h"

namespace limber {

/// Whether some goal that is on asks for a point that its link can never come within the tolerance of, because its
/// chain is too short, or too unevenly long to fold that near. False says nothing.
bool isBeyondReach(const Problem& problem, const SolveOptions& options);

/// Whether every goal that is not reached is one of those, so that no other start helps.
bool onlyBeyondReach(const Problem& problem, const SolveOptions& options);

}  // namespace limber
