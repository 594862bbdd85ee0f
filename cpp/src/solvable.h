/// Shared by solve() and step(): checks before they begin, and when a goal is reached.
#pragma once

#include "limber/solve.h"

namespace limber {

/// Whether the caller has resized an array. Called first, because other checks read the arrays.
const char* findBadSize(const Problem& problem);

/// The reason why a problem cannot be solved; null if it can.
struct Refusal {
  Status status = Status::unsupported;
  const char* reason = nullptr;
};
Refusal findRefusal(const Problem& problem, const SolveOptions& options = {});

/// Whether the remaining error of a goal is within tolerance; a part of weight 0 always is.
bool isReached(const Goal& goal, const Residual& left, const SolveOptions& options);

}  // namespace limber
