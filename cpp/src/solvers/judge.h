/// Judges steps by the error before and after.
///
/// Priorities are strict: a level joins in once all levels before it have settled, at their goals or as near as they
/// get. So the first goal moves as if it were alone. From then on no step may make a settled level worse. The first
/// level whose error has changed decides; a change within tolerance does not count.
#pragma once

#include "far.h"

namespace limber::solvers {

/// Whether all goals of these rows, or of all rows, are reached.
bool areReached(const Problem& problem, const Linearisation& lin, const SolveOptions& options, int first, int last);
inline bool areReached(const Problem& problem, const Linearisation& lin, const SolveOptions& options) {
  return areReached(problem, lin, options, 0, lin.rows());
}

class Judge {
 public:
  explicit Judge(const Problem& problem, const Linearisation& lin);

  /// A new descent: no level has settled.
  void restart() { settled_ = 0; }
  int settled() const { return settled_; }
  /// The next level may join in.
  void settle() { ++settled_; }
  bool isReached(const Problem& problem, const SolveOptions& options, int level) const;
  /// The number of levels to work on, the rest posture being the last.
  int levels(const SolveOptions& options) const;

  /// Before a step that the first `levels` levels judge: saves q, and e for nearer targets; see Far.
  void begin(const Problem& problem, const SolveOptions& options, int levels);
  const Eigen::VectorXd& before() const { return before_; }
  /// The number of levels that judge the present step.
  int judging() const { return judging_; }
  /// Reads e after the step.
  void measure(const Problem& problem);
  const Eigen::VectorXd& after() const { return after_; }
  /// |e|² now, for the true targets.
  double squareNow(const Problem& problem) {
    lin_.readError(problem, after_);
    return after_.squaredNorm();
  }
  /// Whether the step was good enough. `isPressed`: against an obstacle.
  bool isBetter(const Problem& problem, const SolveOptions& options, bool isPressed);
  /// Restores q, not poses and errors.
  void takeBack(Problem& problem) const { std::ranges::copy(q_, problem.state.q.begin()); }

 private:
  double promisedGain(const Problem& problem, int first, int count);

  const Linearisation& lin_;
  Far far_;
  std::vector<double> q_;
  Eigen::VectorXd before_;
  Eigen::VectorXd after_;
  Eigen::VectorXd step_;
  std::vector<char> wasReached_;  ///< per level
  int judging_ = 1;
  int settled_ = 0;
};

}  // namespace limber::solvers
