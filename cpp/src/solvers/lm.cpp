/// Levenberg–Marquardt: damped least squares with adaptive damping,
///
///   (JᵀJ + μ|e|²s² I) x = Jᵀ e,   μ ← 0.3μ after a step that lowers |e|, 4μ and another try
///   otherwise
///
/// s² is the mean of J Jᵀ's diagonal. |e|² lets the damping vanish near the target, so that the last steps are
/// Gauss–Newton steps (Sugihara 2011, "Solvability-Unconcerned Inverse Kinematics by the Levenberg–Marquardt Method").
/// Limits by an active set: coordinates at a bound that would go farther are held, and the rest is solved
/// again. Those that the gradient would take farther are held beforehand (Bertsekas 1982, "Projected Newton
/// Methods"). No accepted step increases the error, so with an unreachable target the arm steadily approaches
/// the closest pose. For priorities see JacobianStepper; a step may disturb a higher one within its tolerance
/// only.
#include <utility>

#include "descent/hold.h"
#include "descent/jacobian_stepper.h"
#include "linear/damped.h"
#include "solvers/lm/damping.h"
#include "solvers/lm/search.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

using arms::dampingOf, arms::firstDamping, arms::mostDampings, arms::nextDamping;

/// Pressed against an obstacle, an arm often cannot come nearer at all.
constexpr int mostDampingsIfPressed = 5;

class Lm final : public JacobianStepper {
 public:
  explicit Lm(const Problem& problem)
      // A far target only gives a direction, so shorten its error.
      : JacobianStepper(problem, {.maxError = 1, .takesPenalties = true}),
        damped_(problem.rows() + Penalties::most, problem.model().nv),
        search_(problem),
        slope_(Eigen::VectorXd::Zero(problem.model().nv)) {}

  arms::Search* pairs() override { return &search_; }

  void begin() override {
    JacobianStepper::begin();
    mu_ = firstDamping;
    triedFor_ = 1;
  }

  double stepFor(Problem& problem, const SolveOptions& options, int levels) override {
    // Damping does not shorten the pull towards the rest posture; halving does.
    if (options.restGain > 0) return JacobianStepper::stepFor(problem, options, levels);
    if (std::exchange(triedFor_, levels) != levels) mu_ = firstDamping;
    linearise(problem, options, levels);
    if (levels == 1) holdBySlope(problem, options);
    double moved = 0;
    for (int tries = 0; tries < (isPressed() ? mostDampingsIfPressed : mostDampings); ++tries) {
      moved = go(problem, options, findStep(problem, options));
      const bool isTaken = isBetter(problem, options);
      mu_ = nextDamping(mu_, isTaken);
      if (isTaken) return moved;
      takeBack(problem);
    }
    refresh(problem);
    return moved;
  }

 private:
  /// Avoids most of the repeated solves for limits. Only if a single level matters.
  void holdBySlope(const Problem& problem, const SolveOptions& options) {
    if (tangent().bounds.isEmpty() || options.clearance >= 0 || lin().levels().empty() || !problem.loops().empty())
      return;
    const int rows = lin().levels()[0];
    for (int c = 0; c < lin().columns(); ++c) slope_[c] = lin().J().col(c).head(rows).dot(lin().e().head(rows));
    tangent().hold(slope_);
  }

  void invert(const SolveOptions&, const Rows& J, const Errors& e, const Level& level, Eigen::VectorXd& x) override {
    if (level.isNew) damped_.read(J);
    const double square = J.squaredNorm() / static_cast<double>(J.rows());
    double lambda = dampingOf(mu_, e.squaredNorm(), square);
    // A later level only has the freedom that those before leave; more damping would keep it from using that.
    if (level.goesOn && level.first == 0)
      lambda += std::sqrt(mu_ / firstDamping) * level.curvature(damped_.trial(J, e).left);
    damped_.solve(J, e, lambda, x);
  }

  Damped damped_;
  arms::Search search_;
  Eigen::VectorXd slope_;
  double mu_ = firstDamping;
  int triedFor_ = 1;
};

}  // namespace

SolverType lm() { return makeSolver<Lm>("lm", 45 * degrees, anything, 2); }

}  // namespace limber::solvers
