/// The loop around any solver: stop rules, limits, restarts and annealing.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "limber/problem.h"

namespace limber {

/// Whether a solve stays near its start.
enum class Mode {
  track,  ///< continue from the current pose, without restarts: smooth targets give smooth motion
  find,   ///< restart from random poses within the limits until the goals are reached; keep the best
};
std::span<const std::string_view> modeNames();

struct SolveOptions {
  int maxIterations = 100;  ///< steps per descent; one step of CCD is a sweep over all joints
  /// Milliseconds after which no iteration begins, and step() takes the rest of dt at once. If finite, the
  /// result depends on the machine's speed.
  double maxTime = infinity;
  /// Metres within which a position counts as reached; automatic: 1e-4 of the model's size.
  double tolerance = automatic;
  /// Radians within which a direction or orientation counts as reached; automatic: 1e-3.
  double angleTolerance = automatic;
  double stallTolerance = 1e-6;  ///< radians (slides: of size); stalled if no step moves farther
  bool limits = true;            ///< keep joint limits
  /// Largest move of a coordinate per step, in radians (slides: of reach); automatic: the solver's own.
  double maxStep = automatic;
  Mode mode = Mode::track;
  int maxRestarts = 100;  ///< find: further descents, from random poses within the limits
  /// find: give up a start if this many iterations do not halve the error, while restarts are left.
  int patience = 5;
  int annealing = 0;              ///< further descents, from shrinking random offsets of the best pose
  double annealingAmplitude = 1;  ///< first offset, relative to each joint's range
  int seed = 1;                   ///< for random offsets and poses

  /// λ of dls and svd, relative to the reach; automatic: 0.035 of the root mean square of J's singular values, each
  /// weighted by its square, so that it grows with the number of joints.
  double damping = automatic;
  /// Errors are shortened to this length, relative to the reach, a radian counting 0.3; automatic: each solver's own.
  double maxError = automatic;
  /// pseudoinverse and svd: singular values below this fraction of the largest are dropped; automatic: 0.01 for
  /// pseudoinverse, none for svd, which damps instead.
  double truncation = automatic;
  /// transpose: fixed factor of a step, which shrinks near the target; automatic: Buss's step length.
  double stepSize = automatic;
  /// transpose: each joint takes the mean over the goals it moves instead of their sum.
  bool meanOverGoals = false;
  /// Metres to keep between bodies: shapes on links, and obstacles. automatic: they may touch. It holds where
  /// a solve ends, not on the way between two solves. Only solvers with SolverType::avoids support it.
  double clearance = automatic;
  /// Fraction of the way to Problem::rest per step, in the null space of the goals; 0: none. Only solvers with a
  /// Jacobian use it.
  double restGain = 0;

  // For itasc and step().

  /// K, 1/s: errors decay as exp(−Kt). At most the inverse of a substep's length.
  double gain = 20;
  /// step(): number of equal substeps, each with its own linearisation; 0: as the motion requires,
  /// each from minTimeStep to maxTimeStep, but at most 10,000.
  int substeps = 4;
  double minTimeStep = 0.01;  ///< seconds
  double maxTimeStep = 0.06;  ///< seconds
  double maxVelocity = 50;    ///< largest speed of a screw or ball: radians (slides: reaches) per second
  /// step(): anticipate the motion of targets and driven coordinates.
  bool feedForward = true;
  /// Limit each singular direction by the ratio of joint motion to tool motion, instead of damping.
  bool selective = false;
  /// Largest λ, at a singularity; automatic: 0.05, or more where errors are large.
  double maxDamping = automatic;
  /// Damping sets in below this singular value of the dimensionless J; automatic: maxDamping.
  double dampingRange = automatic;
};

/// One line of the table of options, used by bindings and checks.
struct OptionField {
  std::string_view name;
  std::variant<int SolveOptions::*, double SolveOptions::*, bool SolveOptions::*, Mode SolveOptions::*> member;
  double min;
  double max;
  /// Names of the solvers that read it, and "step" if step() does; empty: solve() reads it, so it applies to
  /// all.
  std::string_view readers = {};

  double get(const SolveOptions& options) const;
  void set(SolveOptions& options, double value) const;
};
std::span<const OptionField> optionFields();
/// badOption, naming the option, its value and its range.
std::optional<Error> check(const SolveOptions& options);

enum class Status {
  converged,      ///< every goal is within its tolerance
  stalled,        ///< goals are missed and nothing moves any more
  maxIterations,  ///< still moving when the iterations were used up
  notFinite,      ///< a target or coordinate is not finite; the state is unchanged
  unreachable,    ///< nothing moves any more; lengths or a closed form prove a target out of reach
  unsupported,    ///< the solver does not support this problem, or an option is out of range; see `reason`
  moving,         ///< step() only: not all goals are reached yet, and joints are moving
  maxTime,        ///< still moving when the time was used up
  blocked,        ///< goals are missed because obstacles are in the way, or no collision-free pose was found
};
/// Names of all statuses, in order.
std::span<const std::string_view> statusNames();
inline std::string_view name(Status status) { return statusNames()[static_cast<std::size_t>(status)]; }

struct Result {
  Status status = Status::converged;
  int iterations = 0;  ///< steps over all descents
  int restarts = 0;    ///< descents after the first
  const char* reason = "";
};

/// The first solver, in order of preference, that supports the problem.
const SolverType& defaultSolver(const Problem& problem);

/// Solves from problem.state and leaves the best pose there, with residuals and active limits. Does not
/// allocate once problem.stepper(solver) exists. Deterministic to the bit. `unsupported` comes with a reason:
/// an unknown solver, an option or parameter out of range, or arrays whose size has changed.
Result solve(Problem& problem, const SolverType& solver, const SolveOptions& options = {});
Result solve(Problem& problem, std::string_view solver, const SolveOptions& options = {});
/// With defaultSolver(). Mode::find begins with the closed form, `analytic`, where that supports the problem.
Result solve(Problem& problem, const SolveOptions& options = {});

/// The same with options already accepted by check(), for many solves with the same options.
Result solveChecked(Problem& problem, const SolverType& solver, const SolveOptions& options);
Result solveChecked(Problem& problem, const SolveOptions& options);

}  // namespace limber
