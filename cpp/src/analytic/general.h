/// Six hinges of any geometry: up to sixteen solutions.
#pragma once

#include "lines.h"

namespace limber::analytic {

/// Offers the solutions of a loop; false if its equations are too near to one another to tell whether all were found.
/// The loop is begun at hinge `first`. Allocates nothing.
bool solveGeneral(const Loop& loop, Found& found, int first = 0);

}  // namespace limber::analytic
