#include "solvers/lm/search.h"

#include <algorithm>
#include <utility>

#include "problem/reach.h"

namespace limber::arms {

Search::Search(const Problem& problem) : arm_(problem) {
  for (Row& row : rows_) row.best = row.drawn = problem.state.q;
}

bool Search::prepare(Problem& problem, const SolveOptions& options) {
  problem_ = &problem;
  options_ = &options;
  const bool isPlain =
      options.mode == Mode::find && options.restGain == 0 && options.annealing == 0 && problem.loops().empty();
  if (!isPlain || !arm_.read(problem, options)) return false;
  descents_.prepare(problem, options);
  return true;
}

void Search::load(int r) {
  Row& row = rows_[r];
  // Draws leave out what is held.
  for (auto* each : {&row.best, &row.drawn}) std::ranges::copy(problem_->state.q, each->begin());
  row.target = arm_.goal().target;
  row.plan = Plan(*options_, true);
  row.isLive = true;
  row.isFar = row.isOpen = false;
  launch(flights_[0].row < 0 ? 0 : 1, r, row.plan.first());
}

void Search::launch(int lane, int r, const Plan::Descent& descent) {
  Row& row = rows_[r];
  if (flights_[1 - lane].row != r) row.lane = lane;
  flights_[lane] = {r, descent};
  row.drawn = row.best;
  row.plan.place(descent, *problem_, *options_, row.drawn.data());
  descents_.load(lane, row.drawn.data(), row.target.data(), descent, row.plan.deadline());
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
  Distance at = end.distance;
  if (flight.descent.obstacles == Plan::Obstacles::ignored && at.reached()) readObstacles(flight, at);
  if (row.plan.takes(flight.descent, at, end.progress))
    for (int i = 0; i < arm_.count(); ++i) row.best[arm_[i].qIndex] = flight.q[i];
  if (row.isFar || row.plan.best().reached()) return drop(r);
  const bool cannot = isFirst && isBeyond(row);
  if (cannot) row.plan.skipRandom();
  if (cannot || row.plan.deadline().isOver()) drop(r);
  const int other = 1 - row.lane;
  if (flights_[other].row == r) {
    row.lane = other;
    return;
  }
  const auto next = row.plan.next(*options_);
  row.isOpen = next && options_->clearance >= 0 && next->obstacles != Plan::Obstacles::ignored;
  row.isLive = next && !row.isOpen;
  if (row.isLive) launch(row.lane, r, *next);
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

void Search::readObstacles(const Flight& flight, Distance& at) {
  for (int i = 0; i < arm_.count(); ++i) problem_->state.q[arm_[i].qIndex] = flight.q[i];
  sweep(problem_->state);
  at.readObstacles(*problem_, *options_);
}

/// Then restarts cannot help.
bool Search::isBeyond(const Row& row) const {
  Goal goal = arm_.goal();
  goal.target = row.target;
  return limber::isBeyond(*problem_, goal, options_->tolerance, options_->limits);
}

}  // namespace limber::arms
