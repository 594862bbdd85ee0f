/// Quasi-Newton descent of the weighted error, with derivatives by dual numbers only.
///
///   g = ∂f/∂x           one pass of dual numbers per coordinate; see DualError
///   d = −H g            H ≈ (∂²f/∂x²)⁻¹ from the last eight steps, in the directions that limits leave free
///   q ← P(q ⊕ scale·t·d)  P: onto the limits; t = 1, then shorter until f falls enough
///
/// J. Nocedal, "Updating Quasi-Newton Matrices with Limited Storage" (1980); D. C. Liu and J. Nocedal, "On the Limited
/// Memory BFGS Method for Large Scale Optimization" (1989). Coordinates at a limit that would go farther are left out
/// of H, too, after D. P. Bertsekas, "Projected Newton Methods for Optimization Problems with Simple Constraints"
/// (1982).
///
/// Why not momentum: both need one gradient per step, which dominates the cost. A stretched arm makes a narrow valley.
/// Momentum needs a weight tuned to it and still oscillates at limits; L-BFGS learns the valley's shape and the step
/// length.
///
/// Without pairs (at the start, and where −H g does not help) the step follows the gradient, with the best
/// length for linear errors, found by one more pass of dual numbers. A ball's pairs are in tangent
/// coordinates of earlier poses but used at the current one: steps are short where it matters, and a wrong H
/// costs a step, not convergence. The rest posture is ignored, because there is no J and no null space.
///
/// Cost per step: links, plus coordinates times the goals that each carries, because everything that a
/// coordinate carries moves as one rigid body.
#include <algorithm>

#include "descent/move.h"
#include "linear/lbfgs.h"
#include "solvers/autodiff/dual_error.h"
#include "solvers/autodiff/free_directions.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

constexpr int mostTries = 8;
constexpr int mostTriesDownhill = 20;

/// Required fraction of the decrease that the slope predicts (Armijo 1966).
constexpr double sufficient = 1e-4;

class Autodiff final : public Stepper {
 public:
  explicit Autodiff(const Problem& problem)
      : error_(problem),
        free_(problem.model()),
        memory_(problem.model().nv),
        g_(problem.model().nv),
        before_(problem.model().nv),
        free_g_(problem.model().nv),
        d_(problem.model().nv),
        s_(problem.model().nv),
        dq_(problem.model().nv),
        q_(problem.model().nq) {}

  void prepare(const Problem& problem, const SolveOptions& options) override {
    error_.prepare(problem, options);
    memory_.clear();
    hasStep_ = false;
  }

  double step(Problem& problem, const SolveOptions& options) override {
    linearise(problem, options);
    if (!free_g_.allFinite() || free_g_.isZero(0)) return 0;
    const auto project = [&](auto&& x) { free_.project(x); };
    // A zero step may be due to outdated pairs: try the gradient.
    if (memory_.findDirection(project, free_g_, d_)) {
      const double rest = std::min(options.stallTolerance, 0.5 * options.maxStep);
      if (const double moved = search(problem, options, 1, mostTries, rest)) return moved;
      memory_.clear();
    }
    d_ = -free_g_;
    const double curvature = error_.curvatureAlong(problem, d_);
    if (!(curvature > 1e-280)) return 0;
    return search(problem, options, d_.squaredNorm() / curvature, mostTriesDownhill, 0);
  }

 private:
  /// The gradient, and its change by the last step.
  void linearise(const Problem& problem, const SolveOptions& options) {
    std::ranges::copy(problem.state.q, q_.begin());
    error_.read(problem);
    before_ = g_;
    error_.findGradient(problem, g_);
    if (hasStep_) {
      before_ = g_ - before_;
      memory_.add(s_, before_);
    }
    hasStep_ = false;
    // Downhill, and back.
    free_g_ = -g_;
    free_.find(problem, options, error_.scale, free_g_);
    free_g_ = -free_g_;
  }

  /// Line search along d, projected onto the limits, with ever shorter steps until the error falls enough. If
  /// none does, nothing changes.
  double search(Problem& problem, const SolveOptions& options, double length, int tries, double rest) {
    for (; tries > 0; --tries) {
      dq_ = length * error_.scale.cwiseProduct(d_);
      const double moved = moveBy(problem, options, dq_);
      if (moved <= rest) break;
      readStep(problem);
      const double slope = g_.dot(s_);
      const double change = error_.change(problem);
      if (slope < 0 && change <= sufficient * slope) {
        hasStep_ = true;
        return moved;
      }
      // Minimum of the parabola through slope and change, counted from where limits and cap ended the step.
      const double went = std::min(length, s_.dot(d_) / d_.squaredNorm());
      const double best = 0.5 * slope / (slope - change);
      length = went * (best > 0.1 ? std::min(best, 0.5) : 0.1);
      takeBack(problem);
    }
    takeBack(problem);
    refresh(problem);
    return 0;
  }

  /// The actual step in x, after limits and cap.
  void readStep(const Problem& problem) {
    difference(problem.model(), q_.data(), problem.state.q.data(), s_.data());
    for (int v = 0; v < s_.size(); ++v) s_[v] = error_.scale[v] > 0 ? s_[v] / error_.scale[v] : 0;
  }

  void takeBack(Problem& problem) const { std::ranges::copy(q_, problem.state.q.begin()); }

  DualError error_;
  FreeDirections free_;
  Lbfgs memory_;
  Eigen::VectorXd g_;
  Eigen::VectorXd before_;  ///< g before the last step, later the change of g
  Eigen::VectorXd free_g_;
  Eigen::VectorXd d_;
  Eigen::VectorXd s_;  ///< the last step
  Eigen::VectorXd dq_;
  std::vector<double> q_;
  bool hasStep_ = false;
};

}  // namespace

SolverType autodiff() { return makeSolver<Autodiff>("autodiff", 45 * degrees, plainTrees); }

}  // namespace limber::solvers
