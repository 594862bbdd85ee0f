#include "limber/batch.h"

#include <algorithm>
#include <array>

#include "descent/move.h"
#include "solve/solvable.h"
#include "solvers/lm/search.h"

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

void placeTargets(Problem& problem, const Batch& batch, std::size_t row) {
  const double* target = batch.targets.data() + row * targetNumbers(problem);
  for (const auto& goal : problem.goals()) {
    std::copy_n(target, goal->type->targetSize, goal->target.begin());
    target += goal->type->targetSize;
  }
}

std::span<const double> startOf(const Problem& problem, const Batch& batch, std::size_t row) {
  const std::size_t nq = problem.state.q.size();
  return batch.starts.subspan(batch.starts.size() == nq ? 0 : row * nq, nq);
}

/// Writes a row's targets and start.
void place(Problem& problem, const Batch& batch, std::size_t row) {
  placeTargets(problem, batch, row);
  if (batch.starts.empty()) return;
  std::ranges::copy(startOf(problem, batch, row), problem.state.q.begin());
  // Also for rows that will be refused, and for a pose-based solver, which would start from the last row's
  // poses.
  normalise(problem.model(), problem.state.q.data());
  sweep(problem.state);
}

/// A refused solve has not measured the errors.
bool hasMeasured(const Result& result) {
  return result.status != Status::notFinite && result.status != Status::unsupported;
}

/// Writes a row's answer, which the problem's state holds.
void take(const Problem& problem, const Batch& batch, std::size_t row, const Result& result) {
  batch.results[row] = result;
  std::ranges::copy(problem.state.q, batch.q.subspan(row * problem.state.q.size()).begin());
  auto residual = batch.residuals.subspan(row * problem.goals().size()).begin();
  for (const auto& goal : problem.goals())
    *residual++ = hasMeasured(result) ? problem.measured(*goal) : problem.residual(*goal);
}

/// Rows with starts of their own, two at a time; false if the problem does not fit. Which rows run together does not
/// change their bits.
bool solveInPairs(Problem& problem, const Batch& batch, const SolveOptions& given, const SolverType* of) {
  if (batch.starts.empty() || given.mode != Mode::find) return false;
  const SolverType& solver = of ? *of : defaultSolver(problem);
  if (!of && !findSolverType("analytic")->supports(problem)) return false;
  const SolveOptions options = resolved(problem, solver, given);
  arms::Search* search = problem.stepper(solver).pairs();
  if (!search || !search->prepare(problem, options)) return false;

  std::array<std::size_t, 2> rowIn{};
  const std::size_t count = batch.results.size();
  std::size_t upcoming = 0;
  std::size_t placed = count;  // the row whose answer the state holds
  const auto next = [&](int lane) {
    for (; upcoming < count; ++upcoming) {
      placeTargets(problem, batch, upcoming);
      std::ranges::copy(startOf(problem, batch, upcoming), problem.state.q.begin());
      const Refusal refusal = findRefusal(problem, solver, given);
      if (!refusal.reason) {
        startWithinLimits(problem, options);
        rowIn[lane] = upcoming++;
        return true;
      }
      place(problem, batch, upcoming);
      take(problem, batch, placed = upcoming, {.status = refusal.status, .reason = refusal.reason});
    }
    return false;
  };
  const auto done = [&](int lane) {
    const std::size_t row = placed = rowIn[lane];
    if (search->isFar(lane)) {
      place(problem, batch, row);
      problem.forgetSolves();
      return take(problem, batch, row, solveByDescents(problem, solver, options));
    }
    placeTargets(problem, batch, row);
    const auto start = startOf(problem, batch, row);
    takeAnswer(problem, *search, lane, options, start);
    take(problem, batch, row, conclude(problem, options, start, search->result(lane), {}, false));
  };
  search->run(problem, next, done);
  problem.forgetSolves();
  if (count == 0 || placed + 1 == count) return true;
  placeTargets(problem, batch, count - 1);
  std::ranges::copy(batch.q.last(problem.state.q.size()), problem.state.q.begin());
  refresh(problem);
  findActiveLimits(problem.model(), problem.state.q.data(), problem.activeLimits.data());
  return true;
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
  if (solveInPairs(problem, batch, options, solver)) return;
  for (std::size_t row = 0; row < batch.results.size(); ++row) {
    place(problem, batch, row);
    // A row with its own start must not depend on other rows.
    if (!batch.starts.empty()) problem.forgetSolves();
    take(problem, batch, row, solver ? solveChecked(problem, *solver, options) : solveChecked(problem, options));
  }
}

}  // namespace limber
