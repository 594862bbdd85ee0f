/// q̇ of one substep,
///
///   A q̇ = K e + ẏ
///
/// A the goals' Jacobian, K e the feedback, ẏ what targets and driven coordinates do to the error by themselves. Closed
/// loops come first, then the goals by priority, each in the null space of what is before it. What would pass its limit
/// within the substep goes as far as the limit and is locked there, and the rest is solved again. A goal with a good
/// side is left out until q̇ would bring it to its bound faster than at K times the way that is left.
#pragma once

#include "../damped.h"
#include "../linearisation.h"
#include "../loop_rows.h"
#include "../row_space.h"
#include "modes.h"

namespace limber {

class Rates {
 public:
  explicit Rates(const Problem& problem);
  /// Which goals are on, and on which side each is a bound: Goal::isExact has to be set from then on, so that errors
  /// are those of both sides.
  void prepare(const Problem& problem, const SolveOptions& options);

  /// A, e and the loops' rows where the problem stands.
  void linearise(const Problem& problem, const SolveOptions& options, double maxError);
  /// e and the loops' gape where the problem is foreseen to stand after `h` seconds.
  void foresee(const Problem& problem, bool feedForward, double h);
  /// q̇ for the next `h` seconds, from the q that stands in the problem. Returns whether a gain had to be lowered.
  bool find(const Problem& problem, const SolveOptions& options, double h);

  const Eigen::VectorXd& velocity() const { return velocity_; }
  /// Of that, as parts of each coordinate's unit.
  double fastest() const { return fastest_; }
  bool hasLoops() const { return !loops_.isEmpty(); }
  /// Closes loops; false where one stays open.
  bool closeLoops(Problem& problem, const SolveOptions& options);

 private:
  struct Ball {
    const Motion* motion;
    Mat3 keeps;  ///< the directions that are not locked
  };
  bool feedBack(const SolveOptions& options, double h);
  void build(double h);
  template <class Rows, class Vector>
  void moveLocked(Rows&& rows, Vector&& b);
  void solve(const Problem& problem, const SolveOptions& options);
  void addRest(const Problem& problem, const SolveOptions& options, double h);
  bool lock(const Problem& problem, double h);
  bool lockScrew(const Problem& problem, const Motion& motion, double h);
  bool lockBall(const Problem& problem, Ball& ball, double h);
  bool activate();

  Linearisation lin_;
  LoopRows loops_;
  Modes modes_;
  ModeDamping damping_{};
  Damped damped_;
  RowSpace higher_;
  Eigen::MatrixXd A_;       ///< all goals' rows, as read
  Eigen::VectorXd error_;   ///< e, as read
  Eigen::VectorXd near_;    ///< e, shortened
  Eigen::VectorXd feed_;    ///< ẏ
  Eigen::VectorXd wanted_;  ///< K e + ẏ
  Eigen::MatrixXd loopA_;
  Eigen::VectorXd gape_;  ///< that the substep is to close
  Eigen::VectorXd x_;     ///< q̇ = scale · (x + fixed)
  Eigen::VectorXd part_;
  Eigen::VectorXd left_;
  Eigen::MatrixXd projected_;
  Eigen::VectorXd fixed_;    ///< of what is locked
  Eigen::VectorXd free_;     ///< 0 for a screw that is locked
  std::vector<Ball> balls_;  ///< those with limits
  std::vector<int> sides_;   ///< of every block: GoalType::side
  std::vector<char> isOn_;   ///< of every block
  Eigen::VectorXd velocity_;
  double fastest_ = 0;
};

}  // namespace limber
