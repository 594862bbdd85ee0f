/// What solve() and step() share: checks before they begin, and when a goal is reached.
#pragma once

#include "limber/solve.h"

namespace limber {

/// The caller may have resized an array. Comes first, because other checks read the arrays.
const char* findBadSize(const Problem& problem);

/// Why a problem cannot be solved; without a reason it can.
struct Refusal {
  Status status = Status::unsupported;
  const char* reason = nullptr;
};
Refusal findRefusal(const Problem& problem, const SolveOptions& options = {});

/// Whether the remaining error of a goal is within tolerance; a part of weight 0 always is.
bool isReached(const Goal& goal, const Residual& left, const SolveOptions& options);

}  // namespace limber
