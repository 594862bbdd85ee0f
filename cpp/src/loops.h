/// Checks of what ties one link to another: closures, and goals whose target hangs on a link.
#pragma once

#include "limber/problem.h"

namespace limber {

/// Index of the link of that name, or the error that lists those there are.
Expected<int> linkNamed(const Model& model, std::string_view name);

/// The wish that closes a loop. Errors: unknownLink, badLoop, notFinite, notUnit.
Expected<Goal> closureOf(const Model& model, const LoopDescription& loop);

/// Whether goals or loops tie links to each other or ask for values of joints, for solvers that know targets in the
/// world only.
bool hasTies(const Problem& problem);

}  // namespace limber
