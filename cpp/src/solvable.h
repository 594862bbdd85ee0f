/// What solve() and step() look at before they begin.
#pragma once

#include "limber/problem.h"

namespace limber {

/// Nothing, or what is not a finite number.
const char* findNotFinite(const Problem& problem);
/// Nothing, or that a joint weight is not from 0 to 1.
const char* findBadWeight(const Problem& problem);

}  // namespace limber
