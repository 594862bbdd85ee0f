/// Selectively damped least squares: each singular direction is damped by the ratio of joint motion to
/// effector motion.
///
///   φ_i = clamp(σ_i⁻¹ (u_iᵀe) v_i, γ_i),   γ_i = γ min(1, N_i / M_i)
///   N_i = Σ_l |u_{l,i}|,   M_i = σ_i⁻¹ Σ_l Σ_j |v_{j,i}| |∂s_l/∂θ_j|
///   x = clamp(Σ φ_i, γ)
///
/// l runs over the effectors (three rows each: a point, or an orientation), j over the coordinates, clamp shortens so
/// that no coordinate exceeds the bound, γ = 45°. Source: S. R. Buss and J.-S. Kim, "Selectively Damped Least Squares
/// for Inverse Kinematics" (2005).
#include "descent/jacobian_stepper.h"
#include "linear/singular_values.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

constexpr double gamma = 45 * degrees;

void clampLargest(Eigen::VectorXd& x, double most) {
  const double largest = x.cwiseAbs().maxCoeff();
  if (largest > most) x *= most / largest;
}

class Sdls final : public JacobianStepper {
 public:
  explicit Sdls(const Problem& problem)
      : JacobianStepper(problem),
        svd_(problem.rows(), problem.model().nv),
        phi_(problem.model().nv),
        speed_(problem.model().nv),
        left_(problem.rows()) {}

 private:
  void invert(const SolveOptions&, const Rows& J, const Errors& e, const Level& level, Eigen::VectorXd& x) override {
    for (int c = 0; c < J.cols(); ++c) speed_[c] = sumOfLengths(J.col(c));
    svd_.compute(J);
    double added = 0;
    if (level.goesOn) {
      auto left = left_.head(e.size());
      svd_.leave(e, trialDamping * svd_.meanSquare(), left);
      added = level.curvature(left);
    }
    for (int i = 0; i < svd_.count() && svd_.sigma(i) > 1e-12; ++i) {
      const auto u = svd_.u(i);
      const double square = svd_.sigma(i) * svd_.sigma(i);
      const double M = svd_.scaledV(i).cwiseAbs().dot(speed_) / square;
      phi_ = u.dot(e) / (square + added) * svd_.scaledV(i);
      clampLargest(phi_, gamma * std::min(1.0, sumOfLengths(u) / M));
      x += phi_;
    }
    clampLargest(x, gamma);
  }

  SingularValues svd_;
  Eigen::VectorXd phi_;
  Eigen::VectorXd speed_;  ///< Σ_l |∂s_l/∂θ_j|
  Eigen::VectorXd left_;
};

}  // namespace

SolverType sdls() { return makeSolver<Sdls>("sdls", 45 * degrees); }

}  // namespace limber::solvers
