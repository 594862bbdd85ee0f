/// A solver: a name and the problems it supports.
#pragma once

#include <memory>
#include <span>
#include <string_view>

namespace limber {

class Problem;
class Stepper;

/// When a solver keeps SolveOptions::clearance.
enum class Avoids { never, inFind, always };

/// One line of the table of solvers.
struct SolverType {
  std::string_view name;
  /// Largest step where SolveOptions::maxStep is automatic, for Mode::track and Mode::find: radians, slides relative to
  /// the reach.
  double maxStep;
  double maxStepToFind;
  /// Null, or the reason why the problem is not supported.
  const char* (*supports)(const Problem&);
  std::unique_ptr<Stepper> (*make)(const Problem&);  ///< the core's
  /// It starts from the poses of State::place(), and its poses are not determined by q alone.
  bool keepsPoses = false;
  Avoids avoids = Avoids::never;
  /// Names of its options, besides clearance and those that solve() reads for all, with spaces between.
  std::string_view reads = {};
};

std::span<const SolverType> solverTypes();
/// Or nullptr. solve() also takes the name itself.
const SolverType* findSolverType(std::string_view name);

}  // namespace limber
