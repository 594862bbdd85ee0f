/// The table of solvers: one file of this folder each, and its name here.
#pragma once

#include "limber/model.h"
#include "limber/solver.h"

#define LIMBER_SOLVERS(X) \
  X(ccd)                  \
  X(fabrik)               \
  X(curl) X(transpose) X(pseudoinverse) X(dls) X(svd) X(sdls) X(lm) X(autodiff) X(maximal) X(itasc)

namespace limber::solvers {

#define LIMBER_DECLARE(solver) SolverType solver();
LIMBER_SOLVERS(LIMBER_DECLARE)
#undef LIMBER_DECLARE

/// For solvers that know targets in the world only, and trees.
const char* worldTargets(const Problem& problem);

/// What most solvers say of what they support: anything, but no goal before another.
const char* onePriority(const Problem& problem);

}  // namespace limber::solvers
