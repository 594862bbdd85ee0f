/// Batches: many targets for one problem in one call.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "limber/solve.h"

namespace limber {

/// The caller's arrays, row after row. There are as many rows as results.
struct Batch {
  /// The targets of all goals in order: targetNumbers() a row.
  std::span<const double> targets;
  /// Where rows start: nq numbers for all of them, or nq a row. Empty: where the row before ended, the first at
  /// state.q.
  std::span<const double> starts;
  /// nq a row: where it ended.
  std::span<double> q;
  /// One for each goal, in metres and radians.
  std::span<Residual> residuals;
  std::span<Result> results;
};

/// Numbers of a row of Batch::targets.
std::size_t targetNumbers(const Problem& problem);

/// Does for each row what solve() does once the start is written and swept, and the targets are written, to the bit,
/// and leaves the problem as the last row did. Without a solver: as solve() without one. Does not allocate once
/// problem.stepper(solver) exists. Errors come before any row is solved: badOption for an option, or for an array of
/// another length; notFinite, naming the row, for a target or start.
std::optional<Error> solveAll(Problem& problem, const Batch& batch, const SolveOptions& options = {},
                              const SolverType* solver = nullptr);

/// The same with options and rows that have been checked.
void solveAllChecked(Problem& problem, const Batch& batch, const SolveOptions& options, const SolverType* solver);

}  // namespace limber
