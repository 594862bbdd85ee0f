/// The table of solvers, each in a file of this folder.
#pragma once

#include "limber/model.h"
#include "limber/solver.h"

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

}  // namespace limber::solvers
