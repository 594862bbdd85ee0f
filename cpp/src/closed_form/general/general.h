/// Six hinges of any geometry: up to sixteen solutions.
#pragma once

#include "closed_form/row/lines.h"

namespace limber::analytic {

/// Offers the solutions of a loop, begun at hinge `first`; false if its equations are too nearly dependent to
/// tell whether all were found. Does not allocate.
bool solveGeneral(const ClosedChain& loop, Found& found, int first = 0);

}  // namespace limber::analytic
