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

/// Without targets of its own, a row has those of the goals.
void placeTargets(Problem& problem, const Batch& batch, std::size_t row) {
  if (batch.targets.empty()) return;
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

/// Brings the problem to a start that has just been written; a row with one must not depend on other rows.
void settle(Problem& problem, const Batch& batch) {
  if (batch.starts.empty()) return;
  // Also for rows that will be refused, and for a pose-based solver, which would start from the last row's
  // poses.
  normalise(problem.model(), problem.state.q.data());
  sweep(problem.state);
  problem.forgetSolves();
}

/// Writes a row's targets and start.
void place(Problem& problem, const Batch& batch, std::size_t row) {
  placeTargets(problem, batch, row);
  if (!batch.starts.empty()) std::ranges::copy(startOf(problem, batch, row), problem.state.q.begin());
}

/// A refused solve has not measured the errors.
bool hasMeasured(const Result& result) {
  return result.status != Status::notFinite && result.status != Status::unsupported;
}

/// Writes a row's answer, which the problem's state holds.
void take(const Problem& problem, const Batch& batch, std::size_t row, const Result& result) {
  batch.results[row] = result;
  if (!batch.q.empty()) std::ranges::copy(problem.state.q, batch.q.subspan(row * problem.state.q.size()).begin());
  if (batch.residuals.empty()) return;
  auto residual = batch.residuals.subspan(row * problem.goals().size()).begin();
  for (const auto& goal : problem.goals())
    *residual++ = hasMeasured(result) ? problem.measured(*goal) : problem.residual(*goal);
}

arms::Search* findLanes(Problem& problem, const SolverType& solver, const SolveOptions& options) {
  arms::Search* search = problem.stepper(solver).pairs();
  return search && search->prepare(problem, options) ? search : nullptr;
}

/// Rows through one solver: two at a time where it has lanes that the problem fits, else one by one. Which rows run
/// together does not change their bits.
void solveRows(Problem& problem, const Batch& batch, const SolverType& solver, const SolveOptions& given) {
  const SolveOptions options = resolved(problem, solver, given);
  const std::size_t count = batch.results.size();
  const bool isChain = batch.starts.empty();  // a row starts where the one before it ends
  arms::Search* search = nullptr;
  std::array<std::size_t, 2> rowIn{};
  std::size_t upcoming = 0, last = 0;  // last: the row that the state holds
  const auto isLive = [&](int lane) { return search && search->isLive(lane); };

  // Places the next row that lanes solve; rows that they do not solve end here.
  const auto begin = [&](int lane) {
    while (upcoming < count && !(isChain && isLive(1 - lane))) {
      const std::size_t row = last = rowIn[lane] = upcoming++;
      place(problem, batch, row);
      if (!search) settle(problem, batch);
      const Refusal refusal = findRefusal(problem, solver, given);
      if (!refusal.reason && !search) search = findLanes(problem, solver, options);
      if (!refusal.reason && search) {
        if (isChain) std::ranges::copy(problem.state.q, problem.stepper(solver).startQ.begin());
        startWithinLimits(problem, options);
        return true;
      }
      if (search) settle(problem, batch);
      take(problem, batch, row,
           refusal.reason ? Result{.status = refusal.status, .reason = refusal.reason}
                          : solveByDescents(problem, solver, options));
    }
    return false;
  };
  const auto end = [&](int lane) {
    const std::size_t row = last = rowIn[lane];
    Stepper& stepper = problem.stepper(solver);
    const std::span start = isChain ? std::span<const double>(stepper.startQ) : startOf(problem, batch, row);
    placeTargets(problem, batch, row);
    const bool isOpen = search->isOpen(lane);
    if (isOpen || search->isFar(lane) || !takeAnswer(problem, *search, lane, options, start)) {
      std::ranges::copy(start, problem.state.q.begin());
      settle(problem, batch);
      const Plan* begun = isOpen ? &search->plan(lane) : nullptr;
      return take(problem, batch, row, solveByDescents(problem, solver, options, begun));
    }
    if (isChain) {
      stepper.prepare(problem, options);
      stepper.finish(problem, options);
    }
    take(problem, batch, row, conclude(problem, options, start, search->plan(lane).result, {}, false));
  };
  for (;;) {
    for (int lane = 0; lane < 2; ++lane) {
      if (!isLive(lane) && begin(lane)) search->load(lane);
    }
    if (!isLive(0) && !isLive(1)) break;
    if (const int lane = search->advance(); lane >= 0) end(lane);
  }
  if (!search || isChain) return;
  problem.forgetSolves();
  if (last + 1 == count) return;
  placeTargets(problem, batch, count - 1);
  std::ranges::copy(batch.q.last(problem.state.q.size()), problem.state.q.begin());
  refresh(problem);
  findActiveLimits(problem.model(), problem.state.q.data(), problem.activeLimits.data());
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
  // Where the closed form serves no row, one solver serves all.
  if (!solver && !batch.starts.empty() && findSolverType("analytic")->supports(problem))
    solver = &defaultSolver(problem);
  if (solver) return solveRows(problem, batch, *solver, options);
  for (std::size_t row = 0; row < batch.results.size(); ++row) {
    place(problem, batch, row);
    settle(problem, batch);
    take(problem, batch, row, solveChecked(problem, options));
  }
}

Result solveChecked(Problem& problem, const SolverType& solver, const SolveOptions& options) {
  Result result;
  solveRows(problem, {{}, {}, {}, {}, {&result, 1}}, solver, options);
  return result;
}

}  // namespace limber
