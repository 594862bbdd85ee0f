/// The loop around any solver: stop rules, limits, and the way out of concavities.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "limber/problem.h"

namespace limber {

/// A tolerance that follows from the model: 1e-4 of its reach in metres; 1e-3 radians.
inline constexpr double automatic = -1;

struct SolveOptions {
  int maxIterations =
      100;  ///< steps of the solver a descent; for CCD a step is a sweep over all joints
  double tolerance = automatic;  ///< metres within which a position is reached
  double angleTolerance =
      automatic;  ///< radians within which a direction or orientation is reached
  double stallTolerance =
      1e-6;  ///< radians (slides: of reach): a step that moves nothing further has stalled
  bool limits = true;         ///< keep the joints' limits
  double maxStep = infinity;  ///< radians (slides: of reach) that a coordinate may move a step
  int annealing = 0;  ///< further descents from shrinking random offsets of the best pose; 0: none
  double annealingAmplitude = 1;  ///< first offset, as a part of each joint's range
  int seed = 1;                   ///< of the random offsets
};

/// One line of the table of options, from which bindings and checks are made.
struct OptionField {
  std::string_view name;
  std::variant<int SolveOptions::*, double SolveOptions::*, bool SolveOptions::*> member;
  double min;
  double max;

  double get(const SolveOptions& options) const;
  void set(SolveOptions& options, double value) const;
};
std::span<const OptionField> optionFields();
/// badOption, naming the option, its value and its range.
std::optional<Error> check(const SolveOptions& options);

enum class Status {
  converged,      ///< every goal is within its tolerance
  stalled,        ///< nothing moves any more, not all goals are reached
  maxIterations,  ///< still moving when the iterations were used up
  notFinite,      ///< a target or coordinate is not a finite number; the state is as it was
  unsupported,  ///< the solver cannot take this problem, or an option is out of range; see `reason`
};
/// Names of all statuses in their order.
std::span<const std::string_view> statusNames();
inline std::string_view name(Status status) {
  return statusNames()[static_cast<std::size_t>(status)];
}

struct Result {
  Status status = Status::converged;
  int iterations = 0;  ///< steps over all descents
  int restarts = 0;    ///< descents after the first
  const char* reason = "";
};

/// Solves from problem.state and leaves the best pose found there, with residuals and active limits
/// for the reading. Allocates nothing once problem.stepper(solver) has been made. Same input, same
/// bits.
Result solve(Problem& problem, const SolverType& solver, const SolveOptions& options = {});

/// The same for options that check() has passed: for callers who solve many times with the same
/// ones.
Result solveChecked(Problem& problem, const SolverType& solver, const SolveOptions& options);

}  // namespace limber
