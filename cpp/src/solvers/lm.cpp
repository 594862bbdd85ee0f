/// Levenberg–Marquardt: damped least squares whose damping follows what its steps are worth,
///
///   (JᵀJ + μ|e|²s² I) x = Jᵀ e,   μ ← 0.3μ after a step that lowers |e|, 4μ and another try after
///   one that does not
///
/// s² is the mean of J Jᵀ's diagonal. |e|² lets the damping fade as the target comes near, so that the last steps are
/// Newton's (Sugihara 2011, "Solvability-Unconcerned Inverse Kinematics by the Levenberg–Marquardt Method"). Limits by
/// an active set: what stands at a bound and would go further is held, and the rest solved again. No accepted step
/// makes the error larger, so an unreachable target is approached steadily to the closest pose. Priorities: see
/// JacobianStepper; a step may disturb a higher one by its tolerance and no more.
#include <utility>

#include "../damped.h"
#include "jacobian_stepper.h"
#include "solvers.h"

namespace limber::solvers {
namespace {

constexpr int mostTries = 8;
/// Best on eleven arms, by iterations to a random pose, with the factors of step().
constexpr double firstDamping = 0.3;

class Lm final : public JacobianStepper {
 public:
  explicit Lm(const Problem& problem) : JacobianStepper(problem), damped_(problem.rows(), problem.model().nv) {}

  void prepare(const Problem& problem, const SolveOptions& options) override {
    JacobianStepper::prepare(problem, options);
    mu_ = firstDamping;
    triedFor_ = 1;
  }

  double stepFor(Problem& problem, const SolveOptions& options, int wishes) override {
    // No damping shortens what draws towards the rest posture; shorter steps do.
    if (options.restGain > 0) return JacobianStepper::stepFor(problem, options, wishes);
    if (std::exchange(triedFor_, wishes) != wishes) mu_ = firstDamping;
    linearise(problem, options, wishes);
    double moved = 0;
    for (int tries = 0; tries < mostTries; ++tries) {
      moved = go(problem, options, findStep(problem, options));
      if (isBetter(problem, options)) {
        mu_ = std::max(0.3 * mu_, 1e-12);
        return moved;
      }
      mu_ = std::min(4 * mu_, 1e12);
      takeBack(problem);
    }
    follow(problem);
    return moved;
  }

 private:
  /// A target far away only says which way to go.
  double maxError() const override { return 1; }

  void invert(const SolveOptions&, const Rows& J, const Eigen::Ref<const Eigen::VectorXd>& e,
              Eigen::VectorXd& x) override {
    damped_.solve(J, e, Damping{1e-14, mu_ * e.squaredNorm()}, x);
  }

  Damped damped_;
  double mu_ = firstDamping;
  int triedFor_ = 1;
};

}  // namespace

SolverType lm() {
  return makeSolver<Lm>(
      "lm", 45 * degrees, [](const Problem&) -> const char* { return nullptr; }, 2);
}

}  // namespace limber::solvers
