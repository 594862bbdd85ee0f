#include "solvers/lm/search.h"

#include <algorithm>
#include <utility>

#include "problem/reach.h"

namespace limber::arms {

Search::Search(const Problem& problem) : arm_(problem) {
  for (Row& row : rows_) row.best = row.drawn = problem.state.q;
}

bool Search::prepare(const Problem& problem, const SolveOptions& options) {
  problem_ = &problem;
  options_ = &options;
  const bool isPlain = options.mode == Mode::find && options.restGain == 0 && options.annealing == 0 &&
                       options.clearance < 0 && problem.loops().empty();
  if (!isPlain || !arm_.read(problem, options)) return false;
  descents_.prepare(problem, options);
  return true;
}

void Search::load(int r, const Problem& problem) {
  Row& row = rows_[r];
  // Draws leave out what is held.
  for (auto* each : {&row.best, &row.drawn}) std::ranges::copy(problem.state.q, each->begin());
  row.target = arm_.goal().target;
  row.random = Random(static_cast<std::uint64_t>(options_->seed));
  row.deadline = Deadline(options_->maxTime);
  row.plan.begin(*options_);
  row.isLive = true;
  row.isFar = false;
  launch(flights_[0].row < 0 ? 0 : 1, r, {});
}

void Search::launch(int lane, int r, const Plan::Descent& descent) {
  Row& row = rows_[r];
  if (flights_[1 - lane].row != r) row.lane = lane;
  flights_[lane] = {r, descent};
  if (descent.from == Plan::From::random)
    drawPose(problem_->model(), problem_->jointWeights, options_->limits, row.random, row.drawn.data(), descent.part);
  const auto& from = descent.from == Plan::From::random ? row.drawn : row.best;
  descents_.load(lane, from.data(), row.target.data(), descent.from, row.deadline);
}

void Search::lookAhead() {
  for (int lane = 0; lane < 2; ++lane) {
    const int row = flights_[1 - lane].row;
    if (flights_[lane].row >= 0 || row < 0) continue;
    if (const auto descent = rows_[row].plan.nextRandom()) launch(lane, row, *descent);
  }
}

int Search::advance() {
  lookAhead();
  const int lane = descents_.run();
  Flight& flight = flights_[lane];
  flight.isOver = true;
  for (int i = 0; i < arm_.count(); ++i) flight.q[i] = descents_.q(lane, i);
  const int row = flight.row;
  while (rows_[row].isLive && flights_[rows_[row].lane].isOver) takeEnd(row);
  return rows_[row].isLive ? -1 : row;
}

void Search::takeEnd(int r) {
  Row& row = rows_[r];
  const Flight flight = std::exchange(flights_[row.lane], {});
  const PairOfDescents::End& end = descents_.end(row.lane);
  const bool isFirst = flight.descent.from == Plan::From::start;
  row.isFar = end.isFar && !end.distance.reached();
  if (isFirst) row.plan.setStart(end.start);
  if (row.plan.takes(flight.descent, end.distance, end.progress))
    for (int i = 0; i < arm_.count(); ++i) row.best[arm_[i].qIndex] = flight.q[i];
  if (row.isFar || row.plan.best().reached()) return drop(r);
  const bool cannot = isFirst && isBeyond(row);
  if (cannot) row.plan.skipRandom();
  if (cannot || row.deadline.isOver()) drop(r);
  const int other = 1 - row.lane;
  if (flights_[other].row == r) {
    row.lane = other;
  } else if (const auto next = row.plan.next(*options_, row.deadline)) {
    row.isLive = true;
    launch(row.lane, r, *next);
  } else {
    row.isLive = false;
  }
}

/// Ends a row, and its descents under way.
void Search::drop(int r) {
  rows_[r].isLive = false;
  for (int lane = 0; lane < 2; ++lane) {
    if (flights_[lane].row != r) continue;
    flights_[lane] = {};
    descents_.retire(lane);
  }
}

/// Then restarts cannot help.
bool Search::isBeyond(const Row& row) const {
  Goal goal = arm_.goal();
  goal.target = row.target;
  return limber::isBeyond(*problem_, goal, options_->tolerance, options_->limits);
}

}  // namespace limber::arms
