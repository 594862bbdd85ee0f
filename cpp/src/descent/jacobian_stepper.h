/// Base of all solvers that invert J. A step is
///
///   dq = scale · x              the solver's own; see Tangent
///   q ← q ⊕ dq                  capped, clamped
///   halve, and repeat           while the error is larger than before; see Judge
///
/// and if all that fails, a small turn off the ridge on which the arm may be. Halving keeps a solver from
/// jumping around a target: J is only a tangent, and a step that is too long makes things worse.
#pragma once

#include "descent/judge.h"
#include "descent/move.h"
#include "descent/ridge.h"
#include "descent/tangent.h"
#include "descent/trail.h"
#include "descent/travel.h"
#include "limber/problem.h"
#include "linear/damped.h"

namespace limber::solvers {

class JacobianStepper : public Stepper {
 public:
  static constexpr Avoids avoids = Avoids::always;
  static constexpr std::string_view reads = "maxError restGain";

  explicit JacobianStepper(const Problem& problem, const InverseTraits& traits = {});
  void prepare(const Problem& problem, const SolveOptions& options) override;
  double step(Problem& problem, const SolveOptions& options) final;
  void finish(Problem& problem, const SolveOptions& options) override;
  bool isSpent() const override { return travel_.isSpent(); }
  void forget() override { travel_.forget(); }

 protected:
  /// The solver's own part of a step: adds inverse(J) e to a zero x, which has as many numbers as J columns.
  virtual void invert(const SolveOptions& options, const Rows& J, const Errors& e, const Level& level,
                      Eigen::VectorXd& x) = 0;
  /// Called at the start of a descent.
  virtual void begin() { judge_.restart(); }
  /// One step for the first `levels` levels, the rest posture being the last. Returns the largest change.
  virtual double stepFor(Problem& problem, const SolveOptions& options, int levels);

  /// Reads e, shortened, and J, and saves q. Steps from here are judged by the first `levels` levels.
  void linearise(const Problem& problem, const SolveOptions& options, int levels);
  /// dq of a step from linearise().
  Eigen::VectorXd& findStep(const Problem& problem, const SolveOptions& options);
  /// q ← q ⊕ dq, capped, clamped, constraints met again. Returns the largest change.
  double go(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);
  /// Whether the step since linearise() was good enough.
  bool isBetter(const Problem& problem, const SolveOptions& options);
  /// Restores q of linearise(); poses and errors only if obstacles are avoided.
  void takeBack(Problem& problem) const;

  bool isPressed() const { return tangent_.constraints.isPressed(); }
  Linearisation& lin() { return tangent_.lin; }
  Tangent& tangent() { return tangent_; }

 private:
  double stepWithin(Problem& problem, const SolveOptions& options);
  double goAlong(Problem& problem, const SolveOptions& options, Eigen::VectorXd& dq, int most);
  double goWithLessOfTheLast(Problem& problem, const SolveOptions& options, Eigen::VectorXd& dq);
  double leaveRidge(Problem& problem, const SolveOptions& options);
  void lookBack(Problem& problem, const SolveOptions& options);
  Trail::Attempt attempt(Problem& problem, const SolveOptions& options, double fall);

  SolveOptions shorter_;  ///< the solve's, with maxStep as far as Travel leaves it
  Tangent tangent_;
  Judge judge_;
  Ridge ridge_;
  Travel travel_;
  Trail trail_;
  Eigen::VectorXd tilt_;
};

/// λ² of dls and svd. By default λ is 0.035 of the singular values' mean, as in a Trial, and more if out of reach.
template <class F>
double dampingOf(const SolveOptions& options, const Level& level, F&& trial) {
  if (options.damping != automatic) return options.damping * options.damping;
  const Trial tried = trial();
  return tried.square + level.curvature(tried.left);
}

/// maxError of pseudoinverse, dls and svd: relative to the reach, or radians.
inline constexpr double defaultMaxError = 0.3;

}  // namespace limber::solvers
