/// Batches: many targets for one problem in one call.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "limber/solve.h"

namespace limber {

/// The caller's arrays, row-major. The number of rows is that of results.
struct Batch {
  /// Targets of all goals in order: targetNumbers() per row.
  std::span<const double> targets;
  /// Starts: nq numbers shared by all rows, or nq per row. Empty: each row starts where the previous one
  /// ended, the first at state.q.
  std::span<const double> starts;
  /// nq per row: the final pose.
  std::span<double> q;
  /// One per goal and row, in metres and radians.
  std::span<Residual> residuals;
  std::span<Result> results;
};

/// Numbers per row of Batch::targets.
std::size_t targetNumbers(const Problem& problem);

/// Same result per row, to the bit, as writing the start, sweeping, writing the targets and calling solve().
/// Leaves the problem as the last row did. Without a solver: like solve() without one. Does not allocate once
/// problem.stepper(solver) exists. Checks before solving any row: badOption for an option or an array of the
/// wrong length; notFinite, naming the row, for a target or start.
std::optional<Error> solveAll(Problem& problem, const Batch& batch, const SolveOptions& options = {},
                              const SolverType* solver = nullptr);

/// The same with options and rows already checked.
void solveAllChecked(Problem& problem, const Batch& batch, const SolveOptions& options, const SolverType* solver);

}  // namespace limber
