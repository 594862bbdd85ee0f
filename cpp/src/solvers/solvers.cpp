#include "solvers.h"

#include <algorithm>
#include <array>

namespace limber {

std::span<const SolverType> solverTypes() {
#define LIMBER_LINE(solver) solvers::solver(),
  static const std::array types = {LIMBER_SOLVERS(LIMBER_LINE)};
#undef LIMBER_LINE
  return types;
}

const SolverType* findSolverType(std::string_view name) {
  const auto found = std::ranges::find(solverTypes(), name, &SolverType::name);
  return found == solverTypes().end() ? nullptr : &*found;
}

}  // namespace limber
