/// Shared by solve(), solveAll() and step(): what comes before and after their descents.
#pragma once

#include "descent/strategy.h"
#include "limber/solve.h"
#include "problem/reached.h"
#include "problem/stepper.h"

namespace limber {

/// The reason why a problem cannot be solved; null if it can.
struct Refusal {
  Status status = Status::unsupported;
  const char* reason = nullptr;
};
Refusal findRefusal(const Problem& problem, const SolveOptions& options = {});
Refusal findRefusal(const Problem& problem, const SolverType& solver, const SolveOptions& options);

/// Fills in all automatic options, from model and solver.
SolveOptions resolved(const Problem& problem, const SolverType& solver, SolveOptions options);
void startWithinLimits(Problem& problem, const SolveOptions& options);
/// Huge numbers can overflow during a solve or step. If they did, goes back to the start and says so.
Refusal undoOverflow(Problem& problem, std::span<const double> startQ);
/// solve() after all checks, by the solver's steps; goes on with a plan that lanes have begun.
Result solveByDescents(Problem& problem, const SolverType& solver, const SolveOptions& options,
                       const Plan* begun = nullptr);
/// Places the answer of a lane for the target that the goal has, with poses and errors. `startQ` is the start before it
/// was clamped. False if it claims to have converged where the errors say otherwise.
bool takeAnswer(Problem& problem, const arms::Search& search, int lane, const SolveOptions& options,
                std::span<const double> startQ);
/// The result of a solve, from that of its descents.
Result conclude(Problem& problem, const SolveOptions& options, std::span<const double> startQ, Result result,
                const Insight& insight, bool wasBlocked);

}  // namespace limber
