/// How far a solve of `track` may go. An arm whose pose is no longer a nearest one slides to another, however little
/// the target has moved. A solve that goes on from the last one goes no farther than so many radians for what the
/// targets have moved, and half of what the last one went: so the arm speeds up and slows down over several solves
/// instead of jumping. With other iterations or limits a solve is not the next frame, and starts afresh.
#pragma once

#include <vector>

#include "../linearisation.h"
#include "limber/solver.h"

namespace limber::solvers {

class Travel {
 public:
  explicit Travel(const Problem& problem);

  /// Before a solve.
  void begin(const Problem& problem, const Linearisation& lin, const SolveOptions& options);
  /// This solve of `track` goes on where the last one ended: there an arm may tremble.
  bool goesOn() const { return goesOn_; }
  /// What is left for the largest change of a coordinate, in the units of maxStep.
  double left() const { return most_ - gone_; }
  bool isSpent() const { return gone_ >= most_; }
  /// After a step.
  void measure(const Problem& problem);
  /// After a solve.
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
  /// What the last solve has left.
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
