/// Shared by solve() and step(): checks before they begin, and when a goal is reached.
#pragma once

#include "limber/solve.h"

namespace limber {

/// Whether the caller has resized an array. Called first, because other checks read the arrays.
const char* findBadSize(const Problem& problem);

/// The reason why a problem cannot be solved; null if it can.
struct Refusal {
  Status status = Status::unsupported;
  const char* reason = nullptr;
};
Refusal findRefusal(const Problem& problem, const SolveOptions& options = {});
Refusal findRefusal(const Problem& problem, const SolverType& solver, const SolveOptions& options);

/// Fills in automatic tolerances from the model; and all automatic options, from model and solver.
void resolveTolerances(const Problem& problem, SolveOptions& options);
SolveOptions resolved(const Problem& problem, const SolverType& solver, SolveOptions options);
void startWithinLimits(Problem& problem, const SolveOptions& options);
/// solve() after all checks, by the solver's steps.
Result solveByDescents(Problem& problem, const SolverType& solver, const SolveOptions& options);
/// Places the answer of a lane for the target that the goal has, with poses and errors. `startQ` is the start before it
/// was clamped.
void takeAnswer(Problem& problem, const arms::Search& search, int lane, const SolveOptions& options,
                std::span<const double> startQ);
/// The result of a solve, from that of its descents.
Result conclude(Problem& problem, const SolveOptions& options, std::span<const double> startQ, Result result,
                const Insight& insight, bool wasBlocked);

/// Whether the remaining error of a goal is within tolerance; a part of weight 0 always is.
bool isReached(const Goal& goal, const Residual& left, const SolveOptions& options);

/// Whether goals are met whose priority comes before those that are missed.
bool isMissedLater(const Problem& problem, const SolveOptions& options);

/// A target within this fraction of the size, and this many radians, was dragged there, and the pose next to
/// the start is worth all iterations.
inline bool isNear(const Problem& problem, const Goal& goal, const Residual& left) {
  return isReached(goal, left, {.tolerance = 0.1 * problem.model().size, .angleTolerance = 0.1});
}

}  // namespace limber
