/// iTaSC, instantaneous task specification with constraints (De Schutter et al. 2007): damped singular directions of J;
/// see Modes. solve() has no time, so it takes full first-order steps (K = 1/h), as long as they help. step() has; see
/// cpp/src/step.
#include "descent/jacobian_stepper.h"
#include "descent/modes.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

class Itasc final : public JacobianStepper {
 public:
  static constexpr std::string_view reads = "maxError restGain selective maxDamping dampingRange";

  explicit Itasc(const Problem& problem)
      : JacobianStepper(problem, {.maxError = halfMeanLink(problem.model())}),
        modes_(problem.rows(), problem.model().nv),
        weights_(problem.jointWeights) {}

 private:
  void invert(const SolveOptions& options, const Rows& J, const Errors& e, const Level& level,
              Eigen::VectorXd& x) override {
    const auto [pull, weight] = level.lin.pull(e, level.first);
    const double curvature = level.goesOn ? std::max(pull, level.curvature(e)) : pull;
    modes_.solve(J, e, weights_, options, dampingOf(options, curvature, weight), infinity, x);
  }

  Modes modes_;
  std::span<const double> weights_;
};

}  // namespace

SolverType itasc() { return makeSolver<Itasc>("itasc", 30 * degrees, anything); }

}  // namespace limber::solvers
