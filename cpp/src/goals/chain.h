/// The feature chain of iTaSC.
#pragma once

#include "limber/problem.h"

namespace limber::goals {

/// Reads chain and rows into `goal`. Errors: badGoal.
std::optional<Error> takeChain(const GoalOptions& options, Goal& goal);

}  // namespace limber::goals
