/// solve() in mode `find` by lm for many targets of one serial arm.
#pragma once

#include <functional>

#include "arm.h"

namespace limber::arms {

/// One row: its start, its target, and where its answer goes.
struct Row {
  const double* start = nullptr;
  const double* target = nullptr;
  std::span<double> q;  ///< the best pose
  Result result;
  bool isReached = false;
};

/// `options` are resolved. Rows end in any order.
void solveRows(const Problem& problem, const Arm& arm, const SolveOptions& options, std::span<Row> rows);

}  // namespace limber::arms
