#include "solvers/solvers.h"

#include <algorithm>
#include <array>

#include "goals/goal_type.h"
#include "limber/solve.h"

namespace limber {
namespace {

/// Whether loops are closed, targets are on links or goals are for joint values.
bool hasTies(const Problem& problem) {
  return std::ranges::any_of(problem.loops(), [](const auto& loop) { return loop->closed; }) ||
         std::ranges::any_of(problem.goals(),
                             [](const auto& goal) { return goal->targetLink >= 0 || goal->type->needsJacobian; });
}

}  // namespace

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

const SolverType& defaultSolver(const Problem& problem) {
  const SolverType& preferred = *findSolverType("lm");
  if (!preferred.supports(problem)) return preferred;
  const auto able =
      std::ranges::find_if(solverTypes(), [&](const SolverType& each) { return !each.supports(problem); });
  // If none supports it, the preferred one gives the reason.
  return able == solverTypes().end() ? preferred : *able;
}

const char* solvers::worldTargets(const Problem& problem) {
  if (!hasTies(problem)) return nullptr;
  return "this solver only works on trees with targets in the world, not with closed loops, targetLinks or joint "
         "values; use lm";
}

const char* solvers::onePriority(const Problem& problem) {
  const auto goals = problem.goals();
  const bool differs =
      std::ranges::any_of(goals, [&](const auto& goal) { return goal->priority != goals[0]->priority; });
  return differs ? "goals have different priorities; use lm, or give all the same" : nullptr;
}

const char* solvers::plainTrees(const Problem& problem) {
  const char* reason = worldTargets(problem);
  return reason ? reason : onePriority(problem);
}

}  // namespace limber
