/// Jacobian transpose: each coordinate follows the goals' pull on it.
///
///   x = α Jᵀ e,   α = ⟨e, J Jᵀe⟩ / ⟨J Jᵀe, J Jᵀe⟩
///
/// which minimises |e − J x| along that direction. Or, with `stepSize`, a fixed factor instead of α, which
/// shrinks near the target, so that the effector does not jump around it. Over several goals Jᵀe is the sum
/// of their pulls or, with `meanOverGoals`, the mean over those that a joint moves. Sources: S. R. Buss,
/// "Introduction to Inverse Kinematics with Jacobian Transpose, Pseudoinverse and Damped Least Squares
/// Methods" (2004), equations 7 and 8; cap of a step: 30°.
#include "descent/jacobian_stepper.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

class Transpose final : public JacobianStepper {
 public:
  static constexpr std::string_view reads = "maxError restGain stepSize meanOverGoals";

  explicit Transpose(const Problem& problem) : JacobianStepper(problem), change_(problem.rows()) {}

 private:
  void invert(const SolveOptions& options, const Rows& J, const Errors& e, const Level& level,
              Eigen::VectorXd& x) override {
    for (int c = 0; c < J.cols(); ++c) {
      x[c] = J.col(c).dot(e);
      if (options.meanOverGoals && level.lin.goalsMoved()[c] > 1) x[c] /= level.lin.goalsMoved()[c];
    }
    x *= options.stepSize == automatic ? bestLength(J, e, x, change_) : flatWeight(options.stepSize, e);
  }

  /// The whole factor for errors beyond a tenth of the reach, proportionally less for smaller ones, down to a
  /// tenth of it.
  static double flatWeight(double stepSize, const Errors& e) { return stepSize * std::clamp(e.norm() / 0.1, 0.1, 1.0); }

  Eigen::VectorXd change_;  ///< J x
};

}  // namespace

SolverType transpose() { return makeSolver<Transpose>("transpose", 30 * degrees); }

}  // namespace limber::solvers
