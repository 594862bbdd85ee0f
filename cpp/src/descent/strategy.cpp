#include "descent/strategy.h"

#include <algorithm>
#include <utility>

#include "model/limits.h"
#include "model/random_pose.h"

namespace limber {
namespace {

/// Descents that ignore obstacles, besides the one from the start.
constexpr int mostBare = 40;

Random firstRandom(const SolveOptions& options) { return Random(static_cast<std::uint64_t>(options.seed)); }

}  // namespace

void Progress::begin(const Distance& start, bool isImpatient) {
  *this = {};
  mark_ = start;
  isImpatient_ = isImpatient;
}

void Progress::count(double moved) {
  moved_ = moved;
  ++iterations_;
}

bool Progress::isOver(const Distance& at, const SolveOptions& options, const Deadline& deadline) {
  // A capped step is not a stall.
  if (moved_ <= std::min(options.stallTolerance, 0.5 * options.maxStep)) {
    status_ = Status::stalled;
    return true;
  }
  if (iterations_ > 0 && deadline.isOver()) {
    status_ = Status::maxTime;
    return true;
  }
  if (iterations_ >= options.maxIterations) return true;
  if (!isImpatient_) return false;
  if (at.isHalfOf(mark_)) {
    mark_ = at;
    markedAt_ = iterations_;
  }
  // A reached start continues towards the rest posture.
  return iterations_ - markedAt_ >= options.patience && !at.reached();
}

Plan::Plan(const SolveOptions& options, bool mayIgnore) : deadline_(options.maxTime), random_(firstRandom(options)) {
  const bool finds = options.mode == Mode::find;
  const bool restarts = finds && options.maxRestarts > 0;
  ignores_ = finds && mayIgnore && options.clearance >= 0;
  restarts_.left = restarts ? options.maxRestarts : 0;
  bare_.left = ignores_ ? std::min(restarts_.left, mostBare) : 0;
  patient_.left = restarts;
  clear_.left = restarts && options.clearance >= 0;
  offsets_.left = options.annealing;
  result.restarts = -1;
}

std::optional<Plan::Descent> Plan::next(const SolveOptions& options) {
  using enum From;
  if (best_.reached() || (!ignores_ && restarts_.left + patient_.left + clear_.left + offsets_.left == 0)) return {};
  const bool isOver = deadline_.isOver();
  if (isOver && !ignores_) {
    result.status = Status::maxTime;
    return {};
  }
  if (const auto descent = isOver ? std::nullopt : nextRandom()) return descent;
  if (std::exchange(ignores_, false)) {
    random_ = firstRandom(options);
    return first();
  }
  if (patient_.next()) return Descent{best};
  if (clear_.next()) return Descent{best, Obstacles::hard};
  offsets_.next();
  return Descent{.from = offset,
                 .part = options.annealingAmplitude * (1 - double(offsets_.gone - 1) / options.annealing)};
}

std::optional<Plan::Descent> Plan::nextRandom() {
  if (ignores_ && bare_.next()) return Descent{From::nearStart, Obstacles::ignored, 0.2 + 0.8 * bare_.gone / mostBare};
  if (ignores_ || !restarts_.next()) return {};
  return Descent{.from = From::random, .part = partOfRestart(restarts_.gone - 1)};
}

void Plan::place(const Descent& descent, const Problem& problem, const SolveOptions& options, double* q) {
  using enum From;
  if (descent.from == random) drawPose(problem.model(), problem.jointWeights, options.limits, random_, q, descent.part);
  if (descent.from != nearStart && descent.from != offset) return;
  addRandomOffsets(problem.model(), problem.jointWeights, descent.part, random_, q);
  if (options.limits) projectOntoLimits(problem.model(), q);
}

bool Plan::takes(const Descent& descent, const Distance& end, const Progress& progress) {
  using enum From;
  result.iterations += progress.iterations();
  ++result.restarts;
  // A pose that misses the goals without obstacles says nothing about those with them.
  if (descent.obstacles == Obstacles::ignored && !end.reached()) return false;
  // Where the start was the best, its descent is kept if it is no worse: its status is more reliable.
  const bool isKept = end.reached() || end.compare(best_) < (descent.isOneOfMany() ? 0 : 1);
  if (isKept) best_ = end;
  // Solver and Distance weigh lengths and angles differently: the patient descent's status counts even if it ends no
  // better.
  const bool counts = isKept || descent.from == start || (descent.from == best && !best_.reached());
  if (counts) result.status = progress.status(end);
  return isKept;
}

}  // namespace limber
