#include "descent/distance.h"

#include <algorithm>
#include <cmath>

#include "descent/avoidance.h"
#include "problem/reached.h"

namespace limber {
namespace {

/// Relative to the size, and in radians: a loop with a larger gap is open.
constexpr double loopTolerance = 1e-8;
/// Priorities of loops and misfits of joints, and of obstacles, before all goals.
constexpr int ofLoops = -2;
constexpr int ofObstacles = -1;

/// So that both can be added; the size if a tolerance is zero.
double metresPerRadian(const SolveOptions& options, double size) {
  const bool canCompare = options.tolerance > 0 && options.angleTolerance > 0;
  return canCompare ? options.tolerance / options.angleTolerance : size;
}

}  // namespace

void Distance::read(const Problem& problem, const SolveOptions& options) {
  const double size = problem.model().size;
  const double metres = metresPerRadian(options, size);
  count_ = 0;
  tolerance_ = options.tolerance;
  const auto addLoop = [&](const Residual& left) {
    add(ofLoops, left.distance, left.angle * metres,
        left.distance <= loopTolerance * size && left.angle <= loopTolerance);
  };
  for (std::size_t i = 0; i < problem.misfits.size(); i += 2) addLoop({problem.misfits[i], problem.misfits[i + 1]});
  for (const auto& loop : problem.loops()) {
    if (loop->closed) addLoop(problem.measured(loop->goal));
  }
  if (options.clearance >= 0) readObstacles(problem, options);
  for (const auto& goal : problem.goals()) {
    if (goal->weight > 0) add(*goal, problem.measured(*goal), options, metres);
  }
}

void Distance::readObstacles(const Problem& problem, const SolveOptions& options) {
  const double missing = std::sqrt(missingClearance(problem, options.clearance));
  add(ofObstacles, missing, 0, missing == 0);
}

void Distance::read(const Problem& problem, const Goal& goal, const Residual& left, const SolveOptions& options) {
  count_ = 0;
  tolerance_ = options.tolerance;
  add(goal, left, options, metresPerRadian(options, problem.model().size));
}

void Distance::add(const Goal& goal, const Residual& left, const SolveOptions& options, double metres) {
  add(goal.priority, goal.linearWeight() * left.distance, goal.angularWeight() * left.angle * metres,
      isReached(goal, left, options));
}

bool Distance::reached() const {
  return std::all_of(levels_.begin(), levels_.begin() + count_, [](const Level& level) { return level.reached; });
}

bool Distance::isBlocked() const {
  return !reached() && std::all_of(levels_.begin(), levels_.begin() + count_,
                                   [](const Level& level) { return level.reached == (level.priority != ofObstacles); });
}

int Distance::compare(const Distance& other) const {
  for (int i = 0; i < std::min(count_, other.count_); ++i) {
    const Level& mine = levels_[i];
    const Level& its = other.levels_[i];
    const bool isLast = i + 1 == count_;
    if (mine.reached && its.reached && !isLast) continue;
    if (mine.reached != its.reached) return mine.reached ? -1 : 1;
    const double slack = isLast ? 0 : tolerance_;
    const double farther = std::sqrt(mine.square) - std::sqrt(its.square);
    if (!(std::abs(farther) <= slack)) return farther < 0 ? -1 : 1;
  }
  return 0;
}

/// find goes through obstacles, so their level is judged together with the next.
bool Distance::isHalfOf(const Distance& mark) const {
  double is = 0;
  double was = 0;
  for (int i = 0; i < count_; ++i) {
    if (mark.levels_[i].reached && levels_[i].reached) continue;
    is += levels_[i].square;
    was += mark.levels_[i].square;
    if (levels_[i].priority != ofObstacles) return levels_[i].reached || is <= 0.25 * was;
  }
  return is <= 0.25 * was;
}

/// Searched from the end: most goals are in the order of their priorities.
Distance::Level& Distance::level(int priority) {
  int at = count_;
  while (at > 0 && levels_[at - 1].priority > priority) --at;
  if (at > 0 && levels_[at - 1].priority == priority) return levels_[at - 1];
  if (count_ == mostLevels) return levels_.back();
  for (int i = count_++; i > at; --i) levels_[i] = levels_[i - 1];
  return levels_[at] = {priority, 0, true};
}

void Distance::add(int priority, double way, double turn, bool reached) {
  Level& to = level(priority);
  to.square += way * way + turn * turn;
  to.reached &= reached;
}

}  // namespace limber
