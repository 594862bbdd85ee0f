/// The loop around any solver: stop rules, limits, and the way out of concavities.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "limber/problem.h"

namespace limber {

/// How far a solve may go from where it starts.
enum class Mode {
  track,  ///< from the pose it has: no restarts, what moves smoothly is followed smoothly
  find,   ///< restarts from random poses inside the limits until reached; keeps the best
};
std::span<const std::string_view> modeNames();

struct SolveOptions {
  int maxIterations = 100;  ///< steps of the solver a descent; for CCD a step is a sweep over all joints
  /// Metres within which a position is reached; automatic: 1e-4 of the model's size.
  double tolerance = automatic;
  /// Radians within which a direction or orientation is reached; automatic: 1e-3.
  double angleTolerance = automatic;
  double stallTolerance = 1e-6;  ///< radians (slides: of size): a step that moves nothing further has stalled
  bool limits = true;            ///< keep the joints' limits
  /// Radians (slides: of reach) that a coordinate may move a step; automatic: the solver's own.
  double maxStep = automatic;
  Mode mode = Mode::track;
  int maxRestarts = 100;  ///< find: further descents, from random poses inside the limits
  /// find: leave a start unless so many iterations halve the error, while restarts are left.
  int patience = 5;
  int annealing = 0;              ///< further descents from shrinking random offsets of the best pose; 0: none
  double annealingAmplitude = 1;  ///< first offset, as a part of each joint's range
  int seed = 1;                   ///< of the random offsets and poses

  /// λ of dls and svd, as a part of the reach; automatic: a twentieth of the root mean square of J's singular values,
  /// so that it grows with the joints.
  double damping = automatic;
  /// How far off a target counts at most, as a part of the reach, with 0.3 for a radian; automatic: each solver's own.
  double maxError = automatic;
  /// pseudoinverse and svd: singular values below this part of the largest are dropped; automatic: 0.01 for
  /// pseudoinverse, and none for svd, which damps instead.
  double truncation = automatic;
  /// transpose: the flat weight of a step, which shrinks near the target; automatic: Buss's step length.
  double stepSize = automatic;
  /// transpose: each joint takes the mean over the goals that it carries instead of their sum.
  bool meanOverGoals = false;
  /// Part of the way to Problem::rest a step, in the null space of the goals; 0: none. For solvers with a Jacobian; the
  /// others ignore it.
  double restGain = 0;

  // For itasc and step().

  /// K, 1/s: an error fades as exp(−Kt). No more than one over the substep's length.
  double gain = 20;
  /// step(): evenly long parts of dt, each with a linearisation of its own; 0: as many as the motion asks for, from
  /// minTimeStep to maxTimeStep.
  int substeps = 4;
  double minTimeStep = 0.01;  ///< seconds
  double maxTimeStep = 0.06;  ///< seconds
  double maxVelocity = 50;    ///< radians (slides: reaches) a second of a screw or ball
  /// step(): what targets and driven coordinates do is not only followed but foreseen.
  bool feedForward = true;
  /// Each singular direction is capped for itself, by how far it would move the joints for what it moves the tools, and
  /// not damped.
  bool selective = false;
  /// λ at a singularity, where it is greatest; automatic: 0.05, or more where errors are large.
  double maxDamping = automatic;
  /// The singular value, of J without units, below which the damping sets in; automatic: maxDamping.
  double dampingRange = automatic;
};

/// One line of the table of options, from which bindings and checks are made.
struct OptionField {
  std::string_view name;
  std::variant<int SolveOptions::*, double SolveOptions::*, bool SolveOptions::*, Mode SolveOptions::*> member;
  double min;
  double max;
  /// Names of the solvers that read it, and "step" where step() does; empty: solve() itself, so all.
  std::string_view readers = {};

  double get(const SolveOptions& options) const;
  void set(SolveOptions& options, double value) const;
};
std::span<const OptionField> optionFields();
/// badOption, naming the option, its value and its range.
std::optional<Error> check(const SolveOptions& options);

enum class Status {
  converged,      ///< every goal is within its tolerance
  stalled,        ///< stuck: nothing moves any more, not all goals are reached
  maxIterations,  ///< still moving when the iterations were used up
  notFinite,      ///< a target or coordinate is not a finite number; the state is as it was
  unreachable,    ///< nothing moves any more, and lengths alone prove that no pose reaches a target
  unsupported,    ///< the solver cannot take this problem, or an option is out of range; see `reason`
  moving,         ///< step() only: not all goals are reached, and the joints are on their way
};
/// Names of all statuses in their order.
std::span<const std::string_view> statusNames();
inline std::string_view name(Status status) { return statusNames()[static_cast<std::size_t>(status)]; }

struct Result {
  Status status = Status::converged;
  int iterations = 0;  ///< steps over all descents
  int restarts = 0;    ///< descents after the first
  const char* reason = "";
};

/// The solver for whoever names none: the first in the order of preference that supports the problem.
const SolverType& defaultSolver(const Problem& problem);

/// Solves from problem.state and leaves the best pose found there, with residuals and active limits for the reading.
/// Allocates nothing once problem.stepper(solver) has been made. Same input, same bits. What it cannot take is
/// `unsupported` with the reason: a name that no solver has, an option or parameter out of range, numbers of the state
/// that have become fewer or more.
Result solve(Problem& problem, const SolverType& solver, const SolveOptions& options = {});
Result solve(Problem& problem, std::string_view solver, const SolveOptions& options = {});
/// By defaultSolver().
Result solve(Problem& problem, const SolveOptions& options = {});

/// The same for options that check() has passed: for callers who solve many times with the same ones.
Result solveChecked(Problem& problem, const SolverType& solver, const SolveOptions& options);

}  // namespace limber
