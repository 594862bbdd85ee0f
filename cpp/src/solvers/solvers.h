/// The table of solvers: one file of this folder each, and its name here.
#pragma once

#include "limber/solver.h"

#define LIMBER_SOLVERS(X) X(ccd)

namespace limber::solvers {

#define LIMBER_DECLARE(solver) SolverType solver();
LIMBER_SOLVERS(LIMBER_DECLARE)
#undef LIMBER_DECLARE

}  // namespace limber::solvers
