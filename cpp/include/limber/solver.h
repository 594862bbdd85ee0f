/// A solver: a name, the problems it supports, and one step. solve() is the loop around it.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace limber {

class Problem;
struct SolveOptions;
struct SolverType;
namespace arms {
class Search;
}

/// A solver's findings besides the final pose.
struct Insight {
  bool isFinal = false;            ///< other starts would end in the same pose
  bool provesUnreachable = false;  ///< no pose within the limits meets the goals
  const char* reason = "";         ///< why the goals are missed, if known
};

/// When a solver keeps SolveOptions::clearance.
enum class Avoids { never, inFind, always };

/// One solver on one problem. Allocates only when constructed.
class Stepper {
 public:
  static constexpr Avoids avoids = Avoids::never;
  static constexpr bool pullsToRest = false;
  static constexpr std::string_view reads = "";

  virtual ~Stepper() = default;
  /// SolverType::supports, for a solver that keeps for its step what it reads for the answer.
  virtual const char* supports(const Problem& problem, const SolverType& type);
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

/// One line of the table of solvers.
struct SolverType {
  std::string_view name;
  /// Largest step where SolveOptions::maxStep is automatic, for Mode::track and Mode::find: radians, slides relative to
  /// the reach.
  double maxStep;
  double maxStepToFind;
  /// Null, or the reason why the problem is not supported.
  const char* (*supports)(const Problem&);
  std::unique_ptr<Stepper> (*make)(const Problem&);
  /// It starts from the poses of State::place(), and its poses are not determined by q alone.
  bool keepsPoses = false;
  Avoids avoids = Avoids::never;
  bool pullsToRest = false;  ///< whether it reads SolveOptions::restGain
  /// Names of its other options, besides those that solve() reads for all, with spaces between.
  std::string_view reads = {};
};

inline const char* Stepper::supports(const Problem& problem, const SolverType& type) { return type.supports(problem); }

std::span<const SolverType> solverTypes();
/// Or nullptr. solve() also takes the name itself.
const SolverType* findSolverType(std::string_view name);

}  // namespace limber
