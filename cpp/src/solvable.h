/// What solve() and step() have in common: what they look at before they begin, and when they end.
#pragma once

#include "limber/solve.h"

namespace limber {

/// Nothing, or what is not a finite number.
const char* findNotFinite(const Problem& problem);
/// Nothing, or that a joint weight is not from 0 to 1.
const char* findBadWeight(const Problem& problem);

/// Nothing, or which of the caller's blocks of numbers has got another size.
const char* findBadSize(const Problem& problem);
/// Nothing, or that a parameter of a goal that is on is out of range.
const char* findBadParameter(const Problem& problem);
/// Whether what is left of a goal is within the tolerances; what weighs nothing always is.
bool isReached(const Goal& goal, const Residual& left, const SolveOptions& options);

}  // namespace limber
