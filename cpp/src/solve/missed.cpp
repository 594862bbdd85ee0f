// Which goals are missed, for the reason of a result; runs once per solve.

#include <algorithm>

#include "solve/solvable.h"

namespace limber {

std::optional<int> firstMissed(const Problem& problem, const SolveOptions& given) {
  SolveOptions options = given;
  resolveTolerances(problem, options);
  std::optional<int> first;
  for (const auto& goal : problem.goals()) {
    const bool isMissed = !isReached(*goal, problem.residual(*goal), options);
    if (isMissed && (!first || goal->priority < *first)) first = goal->priority;
  }
  return first;
}

bool isMissedLater(const Problem& problem, const SolveOptions& options) {
  const std::optional<int> first = firstMissed(problem, options);
  return first && std::ranges::any_of(problem.goals(),
                                      [&](const auto& goal) { return goal->weight > 0 && goal->priority < *first; });
}

}  // namespace limber
