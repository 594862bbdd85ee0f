#include "limber/batch.h"

#include <algorithm>

namespace limber {
namespace {

std::optional<Error> checkLength(std::string_view name, std::size_t length, std::size_t wanted) {
  if (length == wanted) return std::nullopt;
  return makeError(ErrorCode::badOption,
                   {"batch.", name, " has length ", text(double(length)), "; give ", text(double(wanted))});
}

/// The error for the first row of `width` numbers that are not all finite.
std::optional<Error> checkRows(std::string_view name, std::span<const double> rows, std::size_t width) {
  const auto found = std::ranges::find_if_not(rows, [](double value) { return std::isfinite(value); });
  if (found == rows.end()) return std::nullopt;
  const auto row = static_cast<std::size_t>(found - rows.begin()) / width;
  return makeError(ErrorCode::notFinite, {"batch.", name, ": row ", text(double(row)), " (from 0) holds ", text(*found),
                                          "; give finite numbers"});
}

std::optional<Error> check(const Problem& problem, const Batch& batch) {
  const std::size_t rows = batch.results.size();
  const auto nq = static_cast<std::size_t>(problem.model().nq);
  const std::size_t width = targetNumbers(problem);
  const bool isOneStart = batch.starts.empty() || batch.starts.size() == nq;
  if (auto error = checkLength("targets", batch.targets.size(), rows * width)) return error;
  if (auto error = checkLength("q", batch.q.size(), rows * nq)) return error;
  if (auto error = checkLength("residuals", batch.residuals.size(), rows * problem.goals().size())) return error;
  if (auto error = isOneStart ? std::nullopt : checkLength("starts", batch.starts.size(), rows * nq)) return error;
  if (auto error = checkRows("targets", batch.targets, width)) return error;
  return checkRows("starts", batch.starts, nq);
}

/// Writes a row's targets and start.
void place(Problem& problem, const Batch& batch, std::size_t row) {
  const double* target = batch.targets.data() + row * targetNumbers(problem);
  for (const auto& goal : problem.goals()) {
    std::copy_n(target, goal->type->targetSize, goal->target.begin());
    target += goal->type->targetSize;
  }
  if (batch.starts.empty()) return;
  State& state = problem.state;
  const std::size_t nq = state.q.size();
  std::copy_n(batch.starts.data() + (batch.starts.size() == nq ? 0 : row * nq), nq, state.q.begin());
  // Also for rows that will be refused, and for a pose-based solver, which would start from the last row's
  // poses.
  normalise(problem.model(), state.q.data());
  sweep(state);
}

/// A refused solve has not measured the errors.
bool hasMeasured(const Result& result) {
  return result.status != Status::notFinite && result.status != Status::unsupported;
}

}  // namespace

std::size_t targetNumbers(const Problem& problem) {
  std::size_t count = 0;
  for (const auto& goal : problem.goals()) count += static_cast<std::size_t>(goal->type->targetSize);
  return count;
}

std::optional<Error> solveAll(Problem& problem, const Batch& batch, const SolveOptions& options,
                              const SolverType* solver) {
  if (auto error = check(options)) return error;
  if (auto error = check(problem, batch)) return error;
  solveAllChecked(problem, batch, options, solver);
  return std::nullopt;
}

void solveAllChecked(Problem& problem, const Batch& batch, const SolveOptions& options, const SolverType* solver) {
  auto q = batch.q.begin();
  auto residual = batch.residuals.begin();
  for (std::size_t row = 0; row < batch.results.size(); ++row) {
    place(problem, batch, row);
    // A row with its own start must not depend on other rows.
    if (!batch.starts.empty()) problem.forgetSolves();
    const Result result = solver ? solveChecked(problem, *solver, options) : solveChecked(problem, options);
    batch.results[row] = result;
    q = std::ranges::copy(problem.state.q, q).out;
    for (const auto& goal : problem.goals())
      *residual++ = hasMeasured(result) ? problem.measured(*goal) : problem.residual(*goal);
  }
}

}  // namespace limber
