#include "search.h"

#include <algorithm>

#include "../reach.h"

namespace limber::arms {

Search::Search(const Problem& problem) {
  for (Row& row : rows_) row.start = row.best = row.drawn = problem.state.q;
}

bool Search::prepare(const Problem& problem, const SolveOptions& options) {
  problem_ = &problem;
  options_ = options;
  const bool isPlain = options.mode == Mode::find && options.restGain == 0 && options.annealing == 0 &&
                       options.clearance < 0 && problem.loops().empty();
  if (!isPlain || !arm_.read(problem, options)) return false;
  descents_.prepare(problem, options);
  return true;
}

void Search::load(int lane, const Problem& problem) {
  Row& row = rows_[lane];
  row.start = row.best = problem.state.q;
  row.target = arm_.goal().target;
  row.random = Random(static_cast<std::uint64_t>(options_.seed));
  row.deadline = Deadline(options_.maxTime);
  row.result = {};
  row.k = -1;
  using enum Descents::Patience;
  descents_.load(lane, row.start.data(), row.target.data(), options_.maxRestarts > 0 ? someIfFar : endless,
                 row.deadline);
}

bool Search::goesOn(int lane) {
  using enum Descents::Patience;
  Row& row = rows_[lane];
  const Descents::End& end = descents_.end(lane);
  row.result.iterations += end.iterations;
  if (end.isFar && !end.distance.reached()) return false;
  const bool isFirst = row.k < 0;
  const bool isLast = row.k == options_.maxRestarts;
  if (isFirst) row.distance = end.start;
  const int order = end.distance.compare(row.distance);
  // The last is kept if it is no worse: its status is more reliable.
  if (end.distance.reached() || order < (isFirst || isLast ? 1 : 0)) {
    row.distance = end.distance;
    row.result.status = end.status;
    for (int i = 0; i < arm_.count(); ++i) row.best[arm_[i].qIndex] = descents_.q(lane, i);
  }
  if (isFirst || (isLast && !row.distance.reached())) row.result.status = end.status;
  if (row.distance.reached() || isLast || options_.maxRestarts == 0) return false;
  if (row.deadline.isOver()) {
    row.result.status = Status::maxTime;
    return false;
  }
  row.k = isFirst && isBeyond(row) ? options_.maxRestarts : row.k + 1;
  ++row.result.restarts;
  if (row.k == options_.maxRestarts) {
    descents_.load(lane, row.best.data(), row.target.data(), endless, row.deadline);
    return true;
  }
  drawPose(problem_->model(), problem_->jointWeights, options_.limits, row.random, row.drawn.data(),
           partOfRestart(row.k));
  descents_.load(lane, row.drawn.data(), row.target.data(), some, row.deadline);
  return true;
}

/// Then restarts cannot help.
bool Search::isBeyond(const Row& row) const {
  Goal goal = arm_.goal();
  goal.target = row.target;
  return limber::isBeyond(*problem_, goal, options_.tolerance, options_.limits);
}

void Search::place(int lane, Problem& problem) const {
  const Row& row = rows_[lane];
  const_cast<Goal&>(arm_.goal()).target = row.target;
  std::ranges::copy(row.best, problem.state.q.begin());
}

}  // namespace limber::arms
