/// The table of solvers, each in a file of this folder.
#pragma once

#include <algorithm>

#include "limber/model.h"
#include "problem/stepper.h"

#define LIMBER_SOLVERS(X) \
  X(ccd)                  \
  X(fabrik)               \
  X(curl) X(transpose) X(pseudoinverse) X(dls) X(svd) X(sdls) X(lm) X(autodiff) X(maximal) X(itasc) X(analytic)

namespace limber::solvers {

#define LIMBER_DECLARE(solver) SolverType solver();
LIMBER_SOLVERS(LIMBER_DECLARE)
#undef LIMBER_DECLARE

/// `supports` of solvers for trees with targets in the world.
const char* worldTargets(const Problem& problem);

/// `supports` of solvers without priorities.
const char* onePriority(const Problem& problem);

/// `supports` of solvers with both.
const char* plainTrees(const Problem& problem);

/// `supports` of solvers for all problems.
inline const char* anything(const Problem&) { return nullptr; }

inline constexpr double degrees = pi / 180;

/// The solver's line of the table.
template <class S>
SolverType makeSolver(const char* name, double maxStep, const char* (*supports)(const Problem&) = onePriority,
                      double maxStepToFind = 0) {
  const auto make = [](const Problem& problem) -> std::unique_ptr<Stepper> { return std::make_unique<S>(problem); };
  return {name, maxStep, std::max(maxStep, maxStepToFind), supports, make, false, S::avoids, S::reads};
}

}  // namespace limber::solvers
