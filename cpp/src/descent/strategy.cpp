#include "descent/strategy.h"

#include <algorithm>

#include "model/random_pose.h"

namespace limber {

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

void Plan::begin(const SolveOptions& options) {
  *this = {};
  const bool restarts = options.mode == Mode::find && options.maxRestarts > 0;
  random_.left = restarts ? options.maxRestarts : 0;
  patient_.left = restarts;
  clear_.left = restarts && options.clearance >= 0;
  offsets_.left = options.annealing;
}

std::optional<Plan::Descent> Plan::next(const SolveOptions& options, const Deadline& deadline) {
  using enum From;
  if (best_.reached() || random_.left + patient_.left + clear_.left + offsets_.left == 0) return {};
  if (deadline.isOver()) {
    result.status = Status::maxTime;
    return {};
  }
  if (const auto descent = nextRandom()) return descent;
  if (patient_.next()) return Descent{best};
  if (clear_.next()) return Descent{.from = best, .isClear = true};
  offsets_.next();
  return Descent{offset, options.annealingAmplitude * (1 - double(offsets_.gone - 1) / options.annealing)};
}

std::optional<Plan::Descent> Plan::nextRandom() {
  if (!random_.next()) return {};
  return Descent{From::random, partOfRestart(random_.gone - 1)};
}

bool Plan::takes(const Descent& descent, const Distance& end, const Progress& progress) {
  using enum From;
  result.iterations += progress.iterations();
  result.restarts += descent.from != start;
  // Where the start was the best, its descent is kept if it is no worse: its status is more reliable.
  const bool isKept = end.reached() || end.compare(best_) < (descent.from == random ? 0 : 1);
  if (isKept) best_ = end;
  // Solver and Distance weigh lengths and angles differently: the patient descent's status counts even if it ends no
  // better.
  const bool counts = isKept || descent.from == start || (descent.from == best && !best_.reached());
  if (counts) result.status = progress.status(end);
  return isKept;
}

}  // namespace limber
