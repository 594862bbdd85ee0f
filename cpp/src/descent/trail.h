/// Recent poses in which all goals were reached, over successive solves, and the way back to one that leads to the
/// goals again. A stretched arm's elbow poses coincide, and the arm may bend back into the one that ends at a limit. If
/// it then gets no nearer, the goals may still be reached from an earlier pose.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "descent/move.h"
#include "limber/problem.h"

namespace limber::solvers {

class Trail {
 public:
  explicit Trail(const Problem& problem) : back_(problem.state.q), dq_(problem.model().nv) {
    for (auto& pose : poses_) pose = problem.state.q;
  }

  void forget() {
    count_ = missed_ = 0;
    goesBack_ = false;
  }
  bool isEmpty() const { return count_ == 0; }

  /// Records a pose in which all goals are reached.
  void remember(const Problem& problem) {
    missed_ = 0;
    goesBack_ = false;
    if (count_ > 0) difference(problem.model(), pose(0).data(), problem.state.q.data(), dq_.data());
    if (count_ > 0 && !(greatest(problem.model(), dq_) > apart)) return;
    std::ranges::copy(problem.state.q, poses_[static_cast<std::size_t>(count_++ % most)].begin());
  }

  /// Called after a step without success; true if it is time to look back.
  bool misses() { return ++missed_ >= stepsToLookBack; }
  void startToMiss() { missed_ = 0; }

  /// End of an attempt to reach the goals.
  enum class Attempt { reached, underWay, stuck };
  /// attempt(fall) continues from the present pose, and gives up if the squared error no longer falls to the fraction
  /// `fall` within some steps. Chooses the first pose that leads to the goals, unless the present one does. Keeps the
  /// problem's pose.
  template <class F>
  void lookBack(Problem& problem, F&& attempt) {
    std::ranges::copy(problem.state.q, back_.begin());
    const bool isOnTheWay = attempt(slowly) != Attempt::stuck;
    for (int i = 0; !isOnTheWay && !goesBack_ && i < std::min(count_, most); ++i) {
      std::ranges::copy(pose(i), problem.state.q.begin());
      refresh(problem);
      goesBack_ = attempt(quickly) == Attempt::reached;
    }
    std::ranges::swap_ranges(problem.state.q, back_);
    refresh(problem);
  }

  /// Whether the next steps go to the chosen end of an attempt.
  bool goesBack() const { return goesBack_; }
  double goBack(Problem& problem, const SolveOptions& options) {
    difference(problem.model(), problem.state.q.data(), back_.data(), dq_.data());
    goesBack_ = greatest(problem.model(), dq_) > options.maxStep;
    return moveBy(problem, options, dq_);
  }

 private:
  static constexpr int most = 6;
  /// Least distance between recorded poses, in radians.
  static constexpr double apart = 0.5;
  /// Steps without success until the solver looks back. It also does so when nothing moves any more.
  static constexpr int stepsToLookBack = 20;
  /// From the present pose, where a solver may be slow, and from earlier poses.
  static constexpr double slowly = 0.8;
  static constexpr double quickly = 0.25;

  /// 0 is the newest.
  const std::vector<double>& pose(int i) const { return poses_[static_cast<std::size_t>((count_ - 1 - i) % most)]; }

  std::array<std::vector<double>, most> poses_;
  int count_ = 0;   ///< number of poses ever recorded
  int missed_ = 0;  ///< steps since all goals were reached, or since the last look back
  bool goesBack_ = false;
  std::vector<double> back_;
  Eigen::VectorXd dq_;
};

}  // namespace limber::solvers
