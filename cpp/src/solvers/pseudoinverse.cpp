/// Pseudoinverse: the shortest x that minimises |e − J x|,
///
///   x = J⁺ e = Σ σ⁻¹ v (uᵀe)
///
/// over the singular values above `truncation` times the largest; below that, steps would be huge and useless. Source:
/// Buss (2004), equation 9. Cap of a step: 5°, because near a singularity steps are erratic.
#include "descent/jacobian_stepper.h"
#include "linear/singular_values.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

class Pseudoinverse final : public JacobianStepper {
 public:
  static constexpr std::string_view reads = "maxError truncation";

  explicit Pseudoinverse(const Problem& problem)
      : JacobianStepper(problem, {.maxError = defaultMaxError}), svd_(problem.rows(), problem.model().nv) {}

 private:
  void invert(const SolveOptions& options, const Rows& J, const Errors& e, const Level&, Eigen::VectorXd& x) override {
    const double truncation = options.truncation == automatic ? 0.01 : options.truncation;
    svd_.compute(J);
    const double least = std::max(truncation * svd_.sigma(0), 1e-12);
    for (int i = 0; i < svd_.count() && svd_.sigma(i) > least; ++i)
      x += svd_.u(i).dot(e) / square(svd_.sigma(i)) * svd_.scaledV(i);
  }

  static double square(double a) { return a * a; }

  SingularValues svd_;
};

}  // namespace

SolverType pseudoinverse() { return makeSolver<Pseudoinverse>("pseudoinverse", 5 * degrees); }

}  // namespace limber::solvers
