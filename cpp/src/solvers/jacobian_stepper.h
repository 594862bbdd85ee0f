/// What all solvers that invert J share. A step is
///
///   x = inverse(J) e            the solver's own
///   x += (I − J⁺J) x_rest       towards the rest posture, in the null space of the goals
///   hold, and again             a joint at a limit that would go further loses its column of J
///   q ← q ⊕ scale · x           capped, clamped
///   halve, and again            while the error is larger than before
///
/// and where all that leads nowhere, a small turn off the ridge on which the arm may stand. The last line keeps a
/// solver from jumping about a target, in reach or not: J is a tangent, and a step along it that is too long makes
/// things worse.
///
/// Priorities are strict: a level has its say once all levels before it are settled, that is reached, or as near as
/// they get. So the first goal takes the way that it takes alone. From then on a step must not make a settled level
/// worse.
///
/// Where loops are closed, x is found in the null space of their rows, as for a level before all others, and after each
/// move they are closed again; see LoopRows.
#pragma once

#include "../damped.h"
#include "../linearisation.h"
#include "../loop_rows.h"
#include "../move.h"
#include "../row_space.h"
#include "limber/problem.h"
#include "ridge.h"
#include "solvers.h"

namespace limber::solvers {

class JacobianStepper : public Stepper {
 public:
  explicit JacobianStepper(const Problem& problem);
  void prepare(const Problem& problem, const SolveOptions& options) override;
  double step(Problem& problem, const SolveOptions& options) final;

 protected:
  /// x of the step for `rows`, given as J and e; x has as many numbers as J columns.
  using Rows = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  virtual void invert(const SolveOptions& options, const Rows& J, const Eigen::Ref<const Eigen::VectorXd>& e,
                      Eigen::VectorXd& x) = 0;
  /// How far off a target counts where SolveOptions::maxError is automatic.
  virtual double maxError() const { return infinity; }

  /// One step for the first `wishes` wishes: the levels, then the rest posture. Returns how far it went.
  virtual double stepFor(Problem& problem, const SolveOptions& options, int wishes);

  /// Reads e, shortened, and J; keeps q. Steps from here are judged by so many wishes.
  void linearise(const Problem& problem, const SolveOptions& options, int wishes);
  /// dq of a step from there.
  Eigen::VectorXd& findStep(const Problem& problem, const SolveOptions& options);
  /// q ← q ⊕ dq, capped, clamped, loops closed again; what moveBy() returns.
  double go(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);
  /// Whether the step since linearise() was worth it. The first level that has changed decides; one that was within
  /// tolerance and still is has not changed.
  bool isBetter(const Problem& problem, const SolveOptions& options);
  /// q as it was at linearise(); poses and errors do not follow.
  void takeBack(Problem& problem) const;

  Linearisation lin_;

 private:
  int wishes(const SolveOptions& options) const;
  bool isLevelReached(const Problem& problem, const SolveOptions& options, int level) const;
  /// Closes loops that gape, at the start; how far that moved, 0 where nothing gaped.
  double closeLoops(Problem& problem, const SolveOptions& options);
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
  double promisedGain(const Problem& problem, int first, int count);
  void addRest(const Problem& problem, const SolveOptions& options);

  Eigen::VectorXd x_;
  Eigen::VectorXd part_;  ///< x of one priority
  Eigen::VectorXd dq_;
  Eigen::VectorXd last_;  ///< what the last wish has added to dq_
  Eigen::VectorXd left_;  ///< e of one priority, less what those before it do to it
  Eigen::MatrixXd projected_;
  RowSpace higher_;
  LoopRows loops_;
  Ridge ridge_;
  bool loopsHold_ = true;  ///< whether the last go() has left them closed
  std::vector<double> q_;  ///< before the step
  int wishes_ = 1;         ///< that the step is made for and judged by
  /// Levels that have come to rest, or nearly: the one after them is being worked on.
  int settled_ = 0;
  std::vector<char> wasReached_;  ///< a level each, before the step
  /// A goal whose target is far away.
  struct Far {
    const Goal* goal;
    int row;
    Vec3 tool;  ///< before the step, world
    Mat3 map;   ///< −∂e/∂tool
  };
  void noteFar(const Problem& problem);

  std::vector<Far> far_;
  Eigen::VectorXd shift_;   ///< from far targets to those that steps are judged by
  Eigen::VectorXd before_;  ///< e before the step, not shortened
  Eigen::VectorXd after_;
};

/// Shortens each goal's error to `most`, lengths and angles each for themselves.
void clampErrors(const Linearisation& lin, Eigen::VectorXd& e, double most);

/// Finds the coordinates that stand at a limit and that `x` would take further, zeroes their columns of J, and returns
/// whether there were new ones. Of a ball only the direction that its limits take away is zeroed.
bool holdAtLimits(const Problem& problem, Linearisation& lin, const Eigen::VectorXd& x);

/// One file a solver is all it takes.
template <class S>
SolverType makeSolver(const char* name, double maxStep, const char* (*supports)(const Problem&) = onePriority,
                      double maxStepToFind = 0) {
  return {name, maxStep, std::max(maxStep, maxStepToFind), supports,
          [](const Problem& problem) -> std::unique_ptr<Stepper> { return std::make_unique<S>(problem); }};
}

inline constexpr double degrees = pi / 180;

/// λ² of dls and svd. By default λ is a twentieth of the singular values' root mean square.
inline Damping dampingOf(const SolveOptions& options) {
  if (options.damping == automatic) return {0, 0.05 * 0.05};
  return {options.damping * options.damping, 0};
}

/// What is added to a default λ² for `left`, the part of the error of length `whole` that the step would leave: the
/// part that is out of reach. It bends the error's surface by up to its length per radian squared, and a stretched arm
/// feels nothing else; with a smaller λ² each step would pass the bottom, and the next one come back.
inline double dampingFor(double left, double whole) { return whole > 0 ? left * left / whole : 0; }

/// Of pseudoinverse, dls and svd: how far off a target counts, as a part of the reach, or radians.
inline constexpr double defaultMaxError = 0.3;

}  // namespace limber::solvers
