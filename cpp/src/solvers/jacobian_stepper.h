/// Base of all solvers that invert J. A step is
///
///   x = inverse(J) e            the solver's own
///   x += (I − J⁺J) x_rest       towards the rest posture, in the null space of the goals
///   hold, and repeat            a joint at a limit that would go farther loses its column of J
///   q ← q ⊕ scale · x           capped, clamped
///   halve, and repeat           while the error is larger than before
///
/// and if all that fails, a small turn off the ridge on which the arm may be. Halving keeps a solver from
/// jumping around a target: J is only a tangent, and a step that is too long makes things worse.
///
/// Priorities are strict: a level joins in once all levels before it have settled, at their goals or as near
/// as they get. So the first goal moves as if it were alone. From then on no step may make a settled level
/// worse.
///
/// With closed loops, x stays in the null space of their rows, like a level before all others, and loops are
/// closed again after each move; see LoopRows. Bounds on the speed at which links approach each other and
/// obstacles come next; see Avoidance.
#pragma once

#include "../avoidance.h"
#include "../damped.h"
#include "../linearisation.h"
#include "../loop_rows.h"
#include "../move.h"
#include "../row_space.h"
#include "limber/problem.h"
#include "ridge.h"
#include "solvers.h"
#include "trail.h"
#include "travel.h"

namespace limber::solvers {

class JacobianStepper : public Stepper, protected Curvature {
 public:
  explicit JacobianStepper(const Problem& problem);
  void prepare(const Problem& problem, const SolveOptions& options) override;
  double step(Problem& problem, const SolveOptions& options) final;
  void finish(Problem& problem, const SolveOptions& options) override;
  bool isSpent() const override { return travel_.isSpent(); }
  void forget() override { travel_.forget(); }

 protected:
  /// Called at the start of a descent.
  virtual void begin() { settled_ = 0; }
  /// x of the step for `rows`, given as J and e; x has as many numbers as J columns.
  using Rows = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  virtual void invert(const SolveOptions& options, const Rows& J, const Eigen::Ref<const Eigen::VectorXd>& e,
                      Eigen::VectorXd& x) = 0;
  /// Used if SolveOptions::maxError is automatic.
  virtual double maxError() const { return infinity; }
  /// Whether invert() can take Avoidance::mostPenalties rows more than the goals have.
  virtual bool takesPenalties() const { return false; }

  /// One step for the first `activeLevels` levels, the rest posture being the last. Returns the largest change.
  virtual double stepFor(Problem& problem, const SolveOptions& options, int activeLevels);

  /// Reads e, shortened, and J, and saves q. Steps from here are judged by the first `activeLevels` levels.
  void linearise(const Problem& problem, const SolveOptions& options, int activeLevels);
  /// dq of a step from linearise().
  Eigen::VectorXd& findStep(const Problem& problem, const SolveOptions& options);
  /// q ← q ⊕ dq, capped, clamped, loops closed again. Returns the result of moveBy().
  double go(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);
  /// Whether the step since linearise() was good enough. The first level that has changed decides; a change
  /// within tolerance does not count.
  bool isBetter(const Problem& problem, const SolveOptions& options);
  /// Restores q of linearise(); poses and errors only if obstacles are avoided.
  void takeBack(Problem& problem) const;

  /// Whether obstacles bound the last step found.
  bool isPressed() const { return avoids() && avoidance_.hasBounds(); }

  /// See Travel.
  bool goesOn() const { return travel_.goesOn(); }
  /// The first row of the level that is being inverted.
  int firstRow() const { return firstRow_; }
  /// Curvature (see damped.h) of the rows that are being inverted.
  double of(const Eigen::Ref<const Eigen::VectorXd>& left) const override;

  Linearisation lin_;

 private:
  int activeLevels(const SolveOptions& options) const;
  bool isLevelReached(const Problem& problem, const SolveOptions& options, int level) const;
  /// Closes loops that are open at the start. Returns the largest change of a coordinate.
  double closeLoops(Problem& problem, const SolveOptions& options);
  bool isPlain(const SolveOptions& options) const;
  void readPenalties(const Problem& problem);
  bool holdAll(const Problem& problem);
  void startWithLoops();
  void solveAll(const Problem& problem, const SolveOptions& options);
  void solveLevels(const SolveOptions& options, std::span<const int> ends);
  double goAlong(Problem& problem, const SolveOptions& options, Eigen::VectorXd& dq, int most);
  double goWithLessOfTheLast(Problem& problem, const SolveOptions& options);
  bool passesRest(const Problem& problem, const SolveOptions& options);
  Eigen::VectorXd& steepest(const Problem& problem, const SolveOptions& options);
  void measureStep(const Problem& problem);
  double leaveRidge(Problem& problem, const SolveOptions& options);
  bool isBetterWithPenalties(const Problem& problem);
  /// Whether obstacles are avoided by bounds.
  bool avoids() const { return avoidance_.isOn() && !hasPenalties_; }
  double promisedGain(const Problem& problem, int first, int count);
  void addRest(const Problem& problem, const SolveOptions& options);

  const Problem* problem_ = nullptr;
  int firstRow_ = 0;  ///< of the level that is being inverted
  Eigen::VectorXd x_;
  Eigen::VectorXd part_;  ///< x of one level
  Eigen::VectorXd dq_;
  Eigen::VectorXd last_;  ///< the last level's part of dq_
  Eigen::VectorXd left_;  ///< e of one level, less the effect of those before it
  Eigen::MatrixXd projected_;
  RowSpace higher_;
  LoopRows loops_;
  Ridge ridge_;
  Avoidance avoidance_;
  Avoidance wayOut_;
  bool hasPenalties_ = false;  ///< find: through obstacles
  /// J and e of a plain step, with rows for clearance violations.
  Eigen::MatrixXd penalisedJ_;
  Eigen::VectorXd penalisedE_;
  int penalisedRows_ = 0;
  bool loopsHold_ = true;  ///< whether the last go() has left them closed
  std::vector<double> q_;  ///< before the step
  int activeLevels_ = 1;   ///< levels of the current step, which also judge it
  /// Levels that have settled; the next one is being worked on.
  int settled_ = 0;
  std::vector<char> wasReached_;  ///< per level, before the step
  /// A goal whose target is far away.
  struct Far {
    const Goal* goal;
    int row;
    Vec3 tool;  ///< before the step, world
    Mat3 map;   ///< −∂e/∂tool
  };
  void noteFar(const Problem& problem);

  double stepWithin(Problem& problem, const SolveOptions& options);
  Travel travel_;
  Trail trail_;
  bool areAllReached(const Problem& problem, const SolveOptions& options) const;
  void lookBack(Problem& problem, const SolveOptions& options);
  enum class Attempt { reached, underWay, stuck };
  /// Continues from the present pose, and gives up if the squared error no longer falls to the fraction
  /// `fall`.
  Attempt attempt(Problem& problem, const SolveOptions& options, double fall);
  double goBack(Problem& problem, const SolveOptions& options);

  std::vector<Far> far_;
  Eigen::VectorXd shift_;   ///< from far targets to the nearer ones that judge steps
  Eigen::VectorXd before_;  ///< e before the step, not shortened
  Eigen::VectorXd after_;
};

/// The solver's line of the table.
template <class S>
SolverType makeSolver(const char* name, double maxStep, const char* (*supports)(const Problem&) = onePriority,
                      double maxStepToFind = 0) {
  return {name,
          maxStep,
          std::max(maxStep, maxStepToFind),
          supports,
          [](const Problem& problem) -> std::unique_ptr<Stepper> { return std::make_unique<S>(problem); },
          false,
          std::is_base_of_v<JacobianStepper, S> ? Avoids::always : Avoids::never};
}

inline constexpr double degrees = pi / 180;

/// λ² of dls and svd. By default λ is 0.035 of the singular values' mean (see Damping), and more if out of
/// reach.
inline Damping dampingOf(const SolveOptions& options, const Curvature& curvature) {
  if (options.damping == automatic) return {0, trialDamping, &curvature};
  return {options.damping * options.damping, 0};
}

/// maxError of pseudoinverse, dls and svd: relative to the reach, or radians.
inline constexpr double defaultMaxError = 0.3;

}  // namespace limber::solvers
