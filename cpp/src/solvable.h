/// Checks that solve() and step() share. Each returns null or what is wrong.
#pragma once

#include "limber/solve.h"

namespace limber {

const char* findNotFinite(const Problem& problem);
const char* findBadWeight(const Problem& problem);

/// The caller may have resized an array.
const char* findBadSize(const Problem& problem);
const char* findBadParameter(const Problem& problem);
/// Whether the remaining error of a goal is within tolerance; a part of weight 0 always is.
bool isReached(const Goal& goal, const Residual& left, const SolveOptions& options);

}  // namespace limber
