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

/// A field is an option of TypeScript too, with the same text; `automatic`: as the text says.
struct SolveOptions {
  /// Iterations per descent; one iteration of CCD is a sweep over all joints.
  int maxIterations = 100;
  /// Milliseconds after which no further iteration begins; `step` then takes the rest of dt at once. A solve that
  /// ends this way has the status `maxTime`. With a finite value the same input may give other results on another
  /// machine.
  double maxTime = infinity;
  /// Metres within which a position counts as reached. Default 1e-4 of the model's size.
  double tolerance = automatic;
  /// Radians within which a direction or orientation counts as reached. Default 1e-3.
  double angleTolerance = automatic;
  /// Radians (slides: fraction of the model's size): an iteration that moves no joint farther counts as stalled.
  double stallTolerance = 1e-6;
  /// Keep the joints' limits.
  bool limits = true;
  /// Radians (slides: fraction of the reach) that a coordinate may move per iteration. Default: the solver's own cap.
  double maxStep = automatic;
  /// track: solve from the current pose. find: restart from random poses until reached.
  Mode mode = Mode::track;
  /// find: further descents, from random poses inside the limits, while not reached.
  int maxRestarts = 100;
  /// find: a start is abandoned if this many iterations do not halve its error, while restarts are left.
  int patience = 5;
  /// Further descents, from shrinking random offsets of the best pose so far, while not reached.
  int annealing = 0;
  /// First random offset, as a fraction of each joint's range.
  double annealingAmplitude = 1;
  /// Seed of random offsets and poses: equal seeds give equal results.
  int seed = 1;
  /// dls, svd: λ, as a fraction of the reach. Default 0.035 of the root mean square of J's singular values, each
  /// weighted by its square.
  double damping = automatic;
  /// Errors are shortened to this length, as a fraction of the reach; a radian counts as 0.3. Default 0.3 for
  /// pseudoinverse, dls and svd, 1 for lm and maximal, half the mean link for itasc and step, else Infinity.
  double maxError = automatic;
  /// pseudoinverse and svd: singular values below this fraction of the largest are dropped. Default 0.01 for
  /// pseudoinverse, none for svd, which damps instead.
  double truncation = automatic;
  /// transpose: fixed factor of an iteration, which shrinks near the target. Default: Buss's step length.
  double stepSize = automatic;
  /// transpose: each joint takes the mean over the goals that it moves instead of their sum.
  bool meanOverGoals = false;
  /// Solvers that invert J, step and, to find, analytic: metres to keep between collision shapes, on links
  /// (`collision`) and obstacles. Takes precedence over all goals. Kept where a solve ends, not on the way between two.
  /// Default: shapes may touch.
  double clearance = automatic;
  /// Fraction of the way to `problem.rest` per iteration, in the null space of the goals.
  double restGain = 0;
  /// step: K, 1/s: errors decay as exp(−Kt). At most one over the substep's length.
  double gain = 20;
  /// step: number of equal parts of dt; 0: as many as the motion requires, at most 10,000.
  int substeps = 4;
  /// step: seconds of the shortest substep if substeps is 0.
  double minTimeStep = 0.01;
  /// step: seconds of the longest substep if substeps is 0.
  double maxTimeStep = 0.06;
  /// step: radians (slides: reaches) per second of a coordinate.
  double maxVelocity = 50;
  /// step: largest acceleration of a coordinate, in the same unit per second. With a bound on acceleration or jerk, or
  /// with `problem.motionBounds`, joints brake before their limits.
  double maxAcceleration = infinity;
  /// step: largest jerk of a coordinate, in the same unit per second squared.
  double maxJerk = infinity;
  /// step: anticipate the motion of targets and driven coordinates instead of only following it.
  bool feedForward = true;
  /// itasc, step: cap each singular direction instead of damping it (WSDLS instead of WDLS).
  bool selective = false;
  /// itasc, step: largest λ, at a singularity. Default 0.05, or more where errors are large.
  double maxDamping = automatic;
  /// itasc, step: damping sets in below this singular value of the dimensionless J. Default: maxDamping.
  double dampingRange = automatic;
};

/// One line of the table of options, used by bindings and checks.
struct OptionField {
  std::string_view name;
  std::variant<int SolveOptions::*, double SolveOptions::*, bool SolveOptions::*, Mode SolveOptions::*> member;
  double min;
  double max;

  /// Names of the solvers that read it, and "step" if step() does; empty: solve() reads it, so it applies to all.
  std::vector<std::string_view> readers() const;
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

/// At the current poses: the first priority, the lowest number, of which a goal is missed by these tolerances.
std::optional<int> firstMissed(const Problem& problem, const SolveOptions& options = {});

/// The first solver, in order of preference, that supports the problem.
const SolverType& defaultSolver(const Problem& problem);

/// Solves from problem.state and leaves the best pose there, with residuals and active limits. Does not
/// allocate once problem.stepper(solver) exists. Deterministic to the bit. `unsupported` comes with a reason:
/// an unknown solver, or an option or parameter out of range.
Result solve(Problem& problem, const SolverType& solver, const SolveOptions& options = {});
Result solve(Problem& problem, std::string_view solver, const SolveOptions& options = {});
/// With defaultSolver(). Mode::find begins with the closed form, `analytic`, where that supports the problem.
Result solve(Problem& problem, const SolveOptions& options = {});

/// The same with options already accepted by check(), for many solves with the same options.
Result solveChecked(Problem& problem, const SolverType& solver, const SolveOptions& options);
Result solveChecked(Problem& problem, const SolveOptions& options);

}  // namespace limber
