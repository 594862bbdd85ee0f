/// Damped least squares: the x that minimises |e − J x|² + λ²|x|²,
///
///   x = Jᵀ (J Jᵀ + λ²I)⁻¹ e
///
/// Errors are first shortened to `maxError`, because J is only valid nearby. The default λ grows if the target is out
/// of reach. Sources: C. W. Wampler (1986); Y. Nakamura and H. Hanafusa (1986); Buss (2004), equation 11; cap of a
/// step: 45°. Priorities: see JacobianStepper.
#include "descent/jacobian_stepper.h"
#include "linear/damped.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

class Dls final : public JacobianStepper {
 public:
  static constexpr std::string_view reads = "maxError restGain damping";

  explicit Dls(const Problem& problem)
      : JacobianStepper(problem, {.maxError = defaultMaxError, .takesPenalties = true}),
        damped_(problem.rows() + Penalties::most, problem.model().nv) {}

 private:
  void invert(const SolveOptions& options, const Rows& J, const Errors& e, const Level& level,
              Eigen::VectorXd& x) override {
    if (level.isNew) damped_.read(J);
    damped_.solve(J, e, dampingOf(options, level, [&] { return damped_.trial(J, e); }), x);
  }

  Damped damped_;
};

}  // namespace

SolverType dls() { return makeSolver<Dls>("dls", 45 * degrees, anything); }

}  // namespace limber::solvers
