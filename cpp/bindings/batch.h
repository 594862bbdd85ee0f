/// Memory of a batch: blocks that JavaScript fills with a slice of its rows and reads the answers from.
#pragma once

#include <cstddef>

#include "common.h"

namespace limber::bindings {

/// JavaScript reads a result as four integers: status, iterations, restarts, and an address that it ignores.
static_assert(sizeof(Result) == 4 * sizeof(int) && offsetof(Result, iterations) == sizeof(int));
static_assert(sizeof(Residual) == 2 * sizeof(double));

class BatchRoom {
 public:
  /// Makes room for `rows` rows of the current goals. Returns the start of the numbers: targets, starts and q
  /// of all rows, then residuals.
  const double* reserve(const Problem& problem, int rows) {
    const std::size_t perRow = targetNumbers(problem) + 2 * problem.state.q.size() + 2 * problem.goals().size();
    results_.resize(static_cast<std::size_t>(rows));
    numbers_.resize(results_.size() * perRow);
    return numbers_.data();
  }
  const Result* results() const { return results_.data(); }
  const Result& last() const { return results_.back(); }

  /// `starts`: the number of rows with a start: none, one or all.
  Batch batch(const Problem& problem, int starts) {
    const std::size_t rows = results_.size();
    const std::size_t nq = problem.state.q.size();
    double* at = numbers_.data();
    const auto next = [&](std::size_t length) { return std::span(std::exchange(at, at + length), length); };
    const std::span targets = next(rows * targetNumbers(problem));
    const std::span from = next(rows * nq).first(static_cast<std::size_t>(starts) * nq);
    const std::span q = next(rows * nq);
    return {targets, from, q, {reinterpret_cast<Residual*>(at), rows * problem.goals().size()}, results_};
  }

 private:
  std::vector<double> numbers_;
  std::vector<Result> results_;
};

}  // namespace limber::bindings
