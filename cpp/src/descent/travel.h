/// Limits how far a solve of `track` may go. An arm whose pose is no longer a nearest one slides to another,
/// however little the target has moved. A solve that continues from the last one may move by a fixed amount,
/// plus an amount for the motion of the targets, plus half the last solve's motion: so the arm speeds up and
/// slows down over several solves instead of jumping. With other iterations or limits a solve does not count
/// as the next frame, and starts afresh.
#pragma once

#include <vector>

#include "descent/linearisation.h"
#include "problem/stepper.h"

namespace limber::solvers {

class Travel {
 public:
  explicit Travel(const Problem& problem);

  /// Called before a solve.
  void begin(const Problem& problem, const Linearisation& lin, const SolveOptions& options);
  /// Whether this solve of `track` continues from the last one: only then can an arm tremble.
  bool goesOn() const { return goesOn_; }
  /// Remaining allowance for the largest change of a coordinate, in the units of maxStep.
  double left() const { return most_ - gone_; }
  bool isSpent() const { return gone_ >= most_; }
  /// Called after a step.
  void measure(const Problem& problem);
  /// Called after a solve.
  void end(const Problem& problem, const Linearisation& lin, const SolveOptions& options);
  /// The next solve starts afresh.
  void forget() { last_.rows = -1; }

 private:
  double most_ = infinity;
  double gone_ = 0;
  bool goesOn_ = false;
  std::vector<double> start_;
  Eigen::VectorXd e_;
  Eigen::VectorXd dq_;
  /// Result of the last solve.
  struct Left {
    std::vector<double> q;
    Eigen::VectorXd e;
    Eigen::VectorXd scale;
    double gone = 0;
    int rows = -1;
    bool limits = true;
    int maxIterations = 0;
  };
  Left last_;
};

}  // namespace limber::solvers
