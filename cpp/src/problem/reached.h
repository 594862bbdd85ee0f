/// When goals are reached, and which are missed.
#pragma once

#include "limber/solve.h"

namespace limber {

/// Fills in automatic tolerances from the model.
void resolveTolerances(const Problem& problem, SolveOptions& options);

/// Whether the remaining error of a goal is within tolerance; a part of weight 0 always is.
bool isReached(const Goal& goal, const Residual& left, const SolveOptions& options);

/// Whether goals are met whose priority comes before those that are missed.
bool isMissedLater(const Problem& problem, const SolveOptions& options);

/// A target within this fraction of the size, and this many radians, was dragged there, and the pose next to
/// the start is worth all iterations.
inline bool isNear(const Problem& problem, const Goal& goal, const Residual& left) {
  return isReached(goal, left, {.tolerance = 0.1 * problem.model().size, .angleTolerance = 0.1});
}

}  // namespace limber
