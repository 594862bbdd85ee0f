/// One step of a solver. solve() is the loop around it.
#pragma once

#include "limber/problem.h"

namespace limber {

struct SolveOptions;
namespace arms {
class Search;
}

/// A solver's findings besides the final pose.
struct Insight {
  bool isFinal = false;            ///< other starts would end in the same pose
  bool provesUnreachable = false;  ///< no pose within the limits meets the goals
  const char* reason = "";         ///< why the goals are missed, if known
};

/// One solver on one problem. Allocates only when constructed.
class Stepper {
 public:
  static constexpr Avoids avoids = Avoids::never;
  static constexpr std::string_view reads = "";

  virtual ~Stepper() = default;
  /// SolverType::supports, for a solver that keeps for its step what it reads for the answer.
  virtual const char* supports(const Problem& problem, const SolverType& type) { return type.supports(problem); }
  /// Called before the first step of each solve: active goals and free joints may have changed.
  virtual void prepare(const Problem& problem, const SolveOptions& options) = 0;
  /// Moves state.q within its limits and updates the rest of the state, to rounding, and problem.errors,
  /// which must be up to date before. Returns the largest change of a coordinate: radians, slides relative to
  /// the model's size.
  virtual double step(Problem& problem, const SolveOptions& options) = 0;
  /// Updates the state now, for solvers that do so only lazily while stepping.
  virtual void finish(Problem&, const SolveOptions&) {}
  /// Whether this solve has moved the joints as far as it may.
  virtual bool isSpent() const { return false; }
  /// The next solve must not continue from the last one, even if it starts from the pose that the last one
  /// left.
  virtual void forget() {}
  /// Called after a descent.
  virtual Insight insight() const { return {}; }
  /// Whether `track` may undo a descent that ended farther from the goals than it began.
  virtual bool goesBack() const { return false; }

  /// Its search for two rows at once, if it has one.
  virtual arms::Search* pairs() { return nullptr; }

  /// For solvers with SolverType::keepsPoses, whose poses are not determined by q. Called after prepare().
  virtual void start(Problem&, const SolveOptions&) {}
  /// Saves the poses that belong to the q that the loop keeps, and restores them with that q.
  virtual void keepPoses(const Problem&) {}
  virtual void takePoses(Problem&) {}

  /// nq numbers each, of the loop around the steps: its start, its best pose, and one that is drawn.
  std::vector<double> startQ, bestQ, drawnQ;
};

}  // namespace limber
