/// The strategy of a solve, one for all solvers and widths: when a descent ends, which comes next, and what is kept.
#pragma once

#include <optional>

#include "descent/distance.h"
#include "numbers/deadline.h"
#include "numbers/random.h"

namespace limber {

/// One descent: steps until reached, stalled, or out of iterations or time. An impatient one also ends after `patience`
/// steps that have not halved the error.
class Progress {
 public:
  void begin(const Distance& start, bool isImpatient);
  /// Whether the descent ends here, and how.
  bool isOver(const Distance& at, const SolveOptions& options, const Deadline& deadline);
  /// After a step whose largest change of a coordinate is this.
  void count(double moved);

  int iterations() const { return iterations_; }
  /// Where the descent has ended.
  Status status(const Distance& at) const { return at.reached() ? Status::converged : status_; }

 private:
  Distance mark_;  ///< when the error had last halved
  int markedAt_ = 0;
  int iterations_ = 0;
  double moved_ = infinity;
  bool isImpatient_ = false;
  Status status_ = Status::maxIterations;
};

/// The descents of one solve: from the start; in `find`, from random poses until the goals are reached, then once more,
/// with patience, from the best pose; then from random offsets of the best pose, which shrink linearly.
///
/// Among obstacles, `find` first descends without looking at them, which costs a twelfth: from the start, then from
/// random offsets of it, which grow. It looks at the poses that reach the goals, and most scenes leave one of the first
/// few clear. If none is, all begins anew, as if those descents had not been.
class Plan {
 public:
  enum class From { start, nearStart, random, best, offset };
  /// What a descent does about obstacles: nothing; be pushed out of them, but end inside if the target is there; keep
  /// the clearance on its whole way.
  enum class Obstacles { ignored, soft, hard };
  struct Descent {
    From from = From::start;
    Obstacles obstacles = Obstacles::soft;
    /// From which fraction of the limits to draw a pose, or of each joint's range to draw an offset.
    double part = 1;
    bool isOneOfMany() const { return from == From::nearStart || from == From::random; }
    /// Whether it is given up early: one of many; the first, if many may follow, unless its start is near the goals.
    template <class F>
    bool isImpatient(const SolveOptions& options, F&& isNear) const {
      return isOneOfMany() ||
             (from == From::start && options.mode == Mode::find && options.maxRestarts > 0 && !isNear());
    }
  };

  Plan() = default;
  /// `mayIgnore`: whether it may begin with descents that ignore obstacles.
  Plan(const SolveOptions& options, bool mayIgnore);
  void setStart(const Distance& start) { best_ = start; }

  const Distance& best() const { return best_; }
  const Deadline& deadline() const { return deadline_; }
  Descent first() const { return {From::start, ignores_ ? Obstacles::ignored : Obstacles::soft}; }
  /// The descent after the first; none if the goals are reached, or time is up.
  std::optional<Descent> next(const SolveOptions& options);
  /// The same before the one under way has ended, if that does not matter unless it reaches the goals.
  std::optional<Descent> nextRandom();
  /// Takes a descent's end, with obstacles if it reaches the goals. Whether its pose is now the best.
  bool takes(const Descent& descent, const Distance& end, const Progress& progress);
  /// Takes q from the best pose so far to where the descent begins.
  void place(const Descent& descent, const Problem& problem, const SolveOptions& options, double* q);
  /// Random poses cannot help where lengths prove the goals unreachable.
  void skipRandom() { bare_.left = restarts_.left = 0; }

  Result result;

 private:
  struct Series {
    int left = 0;
    int gone = 0;
    bool next() { return left > 0 && left-- && ++gone; }
  };

  Distance best_;
  Deadline deadline_;
  Random random_{0};
  bool ignores_ = false;
  Series bare_, restarts_, patient_, clear_, offsets_;
};

}  // namespace limber
