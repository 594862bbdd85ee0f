/// Judges steps by the error before and after.
///
/// Priorities are strict: a level joins in once all levels before it have settled, at their goals or as near as they
/// get. So the first goal moves as if it were alone. From then on no step may make a settled level worse. The first
/// level whose error has changed decides; a change within tolerance does not count.
#pragma once

#include <algorithm>

#include "descent/far.h"
#include "problem/reached.h"

namespace limber::solvers {

class Judge {
 public:
  Judge(const Problem& problem, const Linearisation& lin)
      : lin_(lin),
        far_(problem),
        q_(problem.model().nq),
        before_(problem.rows()),
        after_(problem.rows()),
        step_(problem.model().nv),
        wasReached_(problem.goals().size()) {}

  /// A new descent: no level has settled.
  void restart() { settled_ = 0; }
  int settled() const { return settled_; }
  /// The next level may join in.
  void settle() { ++settled_; }
  /// The number of levels to work on, the rest posture being the last.
  int levels(const SolveOptions& options) const {
    const int levels = static_cast<int>(lin_.levels().size());
    if (settled_ + 1 < levels) return settled_ + 1;
    return levels + (options.restGain > 0 ? 1 : 0);
  }

  /// Whether all goals of a level, or of all levels, are reached.
  bool isReached(const Problem& problem, const SolveOptions& options, int level) const {
    return areReached(problem, options, level > 0 ? lin_.levels()[level - 1] : 0, lin_.levels()[level]);
  }
  bool areReached(const Problem& problem, const SolveOptions& options) const {
    return areReached(problem, options, 0, lin_.rows());
  }

  /// Before a step that the first `levels` levels judge: saves q, and e for nearer targets; see Far.
  void begin(const Problem& problem, const SolveOptions& options, int levels) {
    judging_ = levels;
    std::ranges::copy(problem.state.q, q_.begin());
    for (std::size_t i = 0; levels > 1 && i < lin_.levels().size(); ++i)
      wasReached_[i] = isReached(problem, options, static_cast<int>(i));
    lin_.readError(problem, before_);
    far_.shorten(problem, lin_, before_);
  }
  const Eigen::VectorXd& before() const { return before_; }
  /// The number of levels that judge the present step.
  int judging() const { return judging_; }
  /// Reads e after the step.
  void measure(const Problem& problem) {
    lin_.readError(problem, after_);
    far_.shortenAgain(problem, lin_.rows(), before_, after_);
  }
  const Eigen::VectorXd& after() const { return after_; }
  /// |e|² now, for the true targets.
  double squareNow(const Problem& problem) {
    lin_.readError(problem, after_);
    return after_.squaredNorm();
  }
  /// Restores q, not poses and errors.
  void takeBack(Problem& problem) const { std::ranges::copy(q_, problem.state.q.begin()); }

  /// Whether the step was good enough. `isPressed`: against an obstacle.
  bool isBetter(const Problem& problem, const SolveOptions& options, bool isPressed) {
    const int levels = std::min(judging_, static_cast<int>(lin_.levels().size()));
    const bool isPlain = levels == 1 && options.restGain == 0;
    // The rest posture may use half the tolerance.
    const double tolerance = options.tolerance / problem.model().reach;
    const double slack = options.restGain > 0 ? 0.25 * tolerance * tolerance : 0;
    int first = 0;
    for (int level = 0; level < levels; ++level) {
      const int count = lin_.levels()[level] - first;
      const double was = before_.segment(first, count).squaredNorm();
      const double is = after_.segment(first, count).squaredNorm();
      const double rounding = isPlain ? 0 : 1e-13 * was;
      if (!isPlain && options.restGain == 0 && wasReached_[level]) {
        if (!isReached(problem, options, level)) return false;
      } else if (is > slack && is > was + rounding) {
        return false;
      } else if (is < was - rounding && was > slack) {
        const bool isSettled = was - is < settledGain * was;
        // Pressed against an obstacle, an arm that accepted so small a gain would creep for ever.
        if (isPressed && isSettled) return false;
        if (level == settled_ && isSettled) ++settled_;
        return options.mode == Mode::find || was - is >= leastGain * promisedGain(problem, first, count);
      }
      first += count;
    }
    return options.restGain > 0;
  }

 private:
  /// Required fraction of the decrease that the slope predicts. A step to the minimum of a parabola gains half
  /// of it; a step twice as long gains nothing, and the next comes back: jitter around unreachable targets.
  /// Only required in track, where jitter is visible.
  static constexpr double leastGain = 0.25;
  /// A level whose error falls by a smaller fraction per step has settled, and the next level joins in.
  static constexpr double settledGain = 1e-6;

  bool areReached(const Problem& problem, const SolveOptions& options, int first, int last) const {
    return std::ranges::all_of(lin_.blocks(), [&](const auto& block) {
      return block.row < first || block.row >= last ||
             limber::isReached(*block.goal, problem.measured(*block.goal), options);
    });
  }

  /// Decrease of |e|² of these rows that their slope predicts for the step.
  double promisedGain(const Problem& problem, int first, int count) {
    difference(problem.model(), q_.data(), problem.state.q.data(), step_.data());
    double sum = 0;
    for (int v = 0; v < step_.size(); ++v) {
      if (lin_.scale[v] > 0)
        sum += step_[v] / lin_.scale[v] * lin_.J().col(v).segment(first, count).dot(before_.segment(first, count));
    }
    return 2 * sum;
  }

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
