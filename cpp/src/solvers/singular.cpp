/// Solvers by the singular directions of J = Σ σ u vᵀ. Pseudoinverse: the shortest x that minimises |e − J x|,
///
///   x = J⁺ e = Σ σ⁻¹ v (uᵀe)
///
/// over the σ above `truncation` times the largest; below that, steps would be huge and useless. svd: damped least
/// squares, with the damping of each direction explicit,
///
///   x = Σ σ/(σ² + λ²) v (uᵀe)
///
/// or, with `truncation`, as above. sdls, selectively damped least squares: each direction is damped by the ratio of
/// joint motion to effector motion.
///
///   φ_i = clamp(σ_i⁻¹ (u_iᵀe) v_i, γ_i),   γ_i = γ min(1, N_i / M_i)
///   N_i = Σ_l |u_{l,i}|,   M_i = σ_i⁻¹ Σ_l Σ_j |v_{j,i}| |∂s_l/∂θ_j|
///   x = clamp(Σ φ_i, γ)
///
/// l runs over the effectors (three rows each: a point, or an orientation), j over the coordinates, clamp shortens so
/// that no coordinate exceeds the bound, γ = 45°. Caps of a step: 5° for pseudoinverse, because near a singularity
/// steps are erratic; 45°. Sources: Buss (2004), equation 9 and section 6; A. A. Maciejewski and C. A. Klein (1988); S.
/// R. Buss and J.-S. Kim, "Selectively Damped Least Squares for Inverse Kinematics" (2005).
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

class Svd : public JacobianStepper {
 public:
  static constexpr std::string_view reads = "maxError restGain damping truncation";

  /// `truncation`: if SolveOptions::truncation is automatic.
  explicit Svd(const Problem& problem, double truncation = automatic)
      : JacobianStepper(problem, {.maxError = defaultMaxError}),
        svd_(problem.rows(), problem.model().nv),
        truncation_(truncation) {}

 private:
  void invert(const SolveOptions& options, const Rows& J, const Errors& e, const Level& level,
              Eigen::VectorXd& x) final {
    const double truncation = options.truncation == automatic ? truncation_ : options.truncation;
    const bool truncates = truncation != automatic;
    svd_.compute(J, true);
    const double square = truncates ? 0 : dampingOf(options, level, [&] { return svd_.trial(e); });
    const double least = truncates ? std::max(truncation * svd_.sigma(0), leastSigma) : leastSigma;
    svd_.forEachMode(least, [&](double sigma, const auto& u, const auto& scaledV) {
      x += u.dot(e) / (sigma * sigma + square) * scaledV;
    });
  }

  SingularValues svd_;
  double truncation_;
};

struct Pseudoinverse final : Svd {
  static constexpr std::string_view reads = "maxError restGain truncation";

  explicit Pseudoinverse(const Problem& problem) : Svd(problem, 0.01) {}
};

class Sdls final : public JacobianStepper {
 public:
  explicit Sdls(const Problem& problem)
      : JacobianStepper(problem),
        svd_(problem.rows(), problem.model().nv),
        phi_(problem.model().nv),
        speed_(problem.model().nv) {}

 private:
  void invert(const SolveOptions&, const Rows& J, const Errors& e, const Level& level, Eigen::VectorXd& x) override {
    for (int c = 0; c < J.cols(); ++c) speed_[c] = sumOfLengths(J.col(c));
    svd_.compute(J, true);
    const double added = level.goesOn ? level.curvature(svd_.trial(e).left) : 0;
    svd_.forEachMode(leastSigma, [&](double sigma, const auto& u, const auto& scaledV) {
      const double M = scaledV.cwiseAbs().dot(speed_) / (sigma * sigma);
      phi_ = u.dot(e) / (sigma * sigma + added) * scaledV;
      clampLargest(phi_, gamma * std::min(1.0, sumOfLengths(u) / M));
      x += phi_;
    });
    clampLargest(x, gamma);
  }

  SingularValues svd_;
  Eigen::VectorXd phi_;
  Eigen::VectorXd speed_;  ///< Σ_l |∂s_l/∂θ_j|
};

}  // namespace

SolverType pseudoinverse() { return makeSolver<Pseudoinverse>("pseudoinverse", 5 * degrees); }
SolverType svd() { return makeSolver<Svd>("svd", 45 * degrees); }
SolverType sdls() { return makeSolver<Sdls>("sdls", 45 * degrees); }

}  // namespace limber::solvers
