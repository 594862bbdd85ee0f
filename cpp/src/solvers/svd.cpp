/// Damped least squares by singular values, which shows the damping of each direction:
///
///   x = Σ σ/(σ² + λ²) v (uᵀe)
///
/// or, with `truncation`, without damping, over the σ above that fraction of the largest:
///
///   x = Σ σ⁻¹ v (uᵀe)
///
/// Sources: Buss (2004), section 6; A. A. Maciejewski and C. A. Klein (1988). Cap of a step: 45°.
#include "../singular_values.h"
#include "jacobian_stepper.h"
#include "solvers.h"

namespace limber::solvers {
namespace {

class Svd final : public JacobianStepper {
 public:
  explicit Svd(const Problem& problem) : JacobianStepper(problem), svd_(problem.rows(), problem.model().nv) {}

 private:
  void invert(const SolveOptions& options, const Rows& J, const Eigen::Ref<const Eigen::VectorXd>& e,
              Eigen::VectorXd& x) override {
    const bool truncates = options.truncation != automatic;
    svd_.compute(J);
    const Damping mu = dampingOf(options);
    double added = mu.absolute + mu.relative * J.squaredNorm() / static_cast<double>(J.rows());
    if (mu.growsOutOfReach) added += dampingFor(leftBy(added, e), e.norm());
    const double least = std::max(truncates ? options.truncation * svd_.sigma(0) : 0, 1e-12);
    for (int i = 0; i < svd_.count() && svd_.sigma(i) > least; ++i) {
      const double sigma = svd_.sigma(i);
      const double damped = sigma * sigma + (truncates ? 0 : added);
      x += svd_.u(i).dot(e) / damped * svd_.scaledV(i);
    }
  }
  /// |e − J x| of a step with this λ².
  double leftBy(double square, const Eigen::Ref<const Eigen::VectorXd>& e) const {
    double left = e.squaredNorm();
    for (int i = 0; i < svd_.count() && svd_.sigma(i) > 1e-12; ++i) {
      const double sigma = svd_.sigma(i) * svd_.sigma(i);
      const double kept = square / (sigma + square);
      left -= (1 - kept * kept) * std::pow(svd_.u(i).dot(e), 2);
    }
    return std::sqrt(std::max(left, 0.0));
  }
  double maxError() const override { return defaultMaxError; }

  SingularValues svd_;
};

}  // namespace

SolverType svd() { return makeSolver<Svd>("svd", 45 * degrees); }

}  // namespace limber::solvers
