#include "problem/reached.h"

#include <algorithm>

namespace limber {

void resolveTolerances(const Problem& problem, SolveOptions& options) {
  if (options.tolerance == automatic) options.tolerance = 1e-4 * problem.model().size;
  if (options.angleTolerance == automatic) options.angleTolerance = 1e-3;
}

bool isReached(const Goal& goal, const Residual& left, const SolveOptions& options) {
  return (left.distance <= options.tolerance || goal.linearWeight() == 0) &&
         (left.angle <= options.angleTolerance || goal.angularWeight() == 0);
}

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
