/// What a solver is: a name, what it can take, and one step. The loop around it is solve().
#pragma once

#include <memory>
#include <span>
#include <string_view>

namespace limber {

class Problem;
struct SolveOptions;

/// One solver at work on one problem. Allocates when made, never after.
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Before the first step of each solve: which goals are on and which joints may move can have changed.
  virtual void prepare(const Problem& problem, const SolveOptions& options) = 0;
  /// Moves state.q inside its limits and brings the rest of state up to date, to rounding, and problem.errors, which
  /// are up to date before, with it. Returns the greatest change of a coordinate: radians, slides as parts of the
  /// model's size.
  virtual double step(Problem& problem, const SolveOptions& options) = 0;
  /// For a solver that leaves the state behind the errors while it steps: brings it up to date.
  virtual void finish(Problem&, const SolveOptions&) {}

  /// For a solver to which poses are more than what q makes of them (SolverType::keepsPoses): called after prepare();
  virtual void start(Problem&, const SolveOptions&) {}
  /// keeps the poses beside a q that the loop keeps; and brings them back when q is there again.
  virtual void keepPoses(const Problem&) {}
  virtual void takePoses(Problem&) {}
};

/// One line of the table of solvers.
struct SolverType {
  std::string_view name;
  /// The cap of a step where SolveOptions::maxStep is automatic, for Mode::track and for Mode::find: radians, slides as
  /// parts of the reach.
  double maxStep;
  double maxStepToFind;
  /// Nothing, or the reason why not.
  const char* (*supports)(const Problem&);
  std::unique_ptr<Stepper> (*make)(const Problem&);
  /// Whether it starts from State::place() and leaves poses that q alone does not tell.
  bool keepsPoses = false;
};

std::span<const SolverType> solverTypes();
/// Or nullptr. To solve, give solve() the name itself.
const SolverType* findSolverType(std::string_view name);

}  // namespace limber
