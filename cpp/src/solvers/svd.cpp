/// Damped least squares by singular values, with the damping of each direction explicit:
///
///   x = Σ σ/(σ² + λ²) v (uᵀe)
///
/// or, with `truncation`, without damping, over the σ above that fraction of the largest:
///
///   x = Σ σ⁻¹ v (uᵀe)
///
/// Sources: Buss (2004), section 6; A. A. Maciejewski and C. A. Klein (1988). Cap of a step: 45°.
#include "descent/jacobian_stepper.h"
#include "linear/singular_values.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

class Svd final : public JacobianStepper {
 public:
  static constexpr std::string_view reads = "maxError damping truncation";

  explicit Svd(const Problem& problem)
      : JacobianStepper(problem, {.maxError = defaultMaxError}),
        svd_(problem.rows(), problem.model().nv),
        left_(problem.rows()) {}

 private:
  void invert(const SolveOptions& options, const Rows& J, const Errors& e, const Level& level,
              Eigen::VectorXd& x) override {
    const bool truncates = options.truncation != automatic;
    svd_.compute(J);
    double added = options.damping * options.damping;
    if (options.damping == automatic) {
      auto left = left_.head(e.size());
      added = trialDamping * svd_.meanSquare();
      svd_.leave(e, added, left);
      added += level.curvature(left);
    }
    const double least = std::max(truncates ? options.truncation * svd_.sigma(0) : 0, 1e-12);
    for (int i = 0; i < svd_.count() && svd_.sigma(i) > least; ++i) {
      const double sigma = svd_.sigma(i);
      const double damped = sigma * sigma + (truncates ? 0 : added);
      x += svd_.u(i).dot(e) / damped * svd_.scaledV(i);
    }
  }

  SingularValues svd_;
  Eigen::VectorXd left_;
};

}  // namespace

SolverType svd() { return makeSolver<Svd>("svd", 45 * degrees); }

}  // namespace limber::solvers
