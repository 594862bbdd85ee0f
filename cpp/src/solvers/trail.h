/// Recent poses in which all goals were reached, over successive solves, and the way back to one that leads
/// to the goals again.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "../move.h"
#include "limber/problem.h"

namespace limber::solvers {

class Trail {
 public:
  explicit Trail(const Problem& problem) : back(problem.state.q), dq_(problem.model().nv) {
    for (auto& pose : poses_) pose = problem.state.q;
  }

  /// The pose to go back to.
  std::vector<double> back;
  bool goesBack = false;
  /// Steps since all goals were reached, or since the last look back.
  int missed = 0;

  void forget() {
    count_ = missed = 0;
    goesBack = false;
  }
  bool isEmpty() const { return count_ == 0; }
  int size() const { return std::min(count_, most); }
  /// 0 is the newest.
  const std::vector<double>& pose(int i) const { return at(count_ - 1 - i); }

  /// Records a pose in which all goals are reached.
  void remember(const Problem& problem) {
    missed = 0;
    goesBack = false;
    if (count_ > 0) difference(problem.model(), pose(0).data(), problem.state.q.data(), dq_.data());
    if (count_ > 0 && !(greatest(problem.model(), dq_) > apart)) return;
    std::ranges::copy(problem.state.q, poses_[static_cast<std::size_t>(count_++ % most)].begin());
  }

 private:
  static constexpr int most = 6;
  /// Least distance between recorded poses, in radians.
  static constexpr double apart = 0.5;

  const std::vector<double>& at(int i) const { return poses_[static_cast<std::size_t>(i % most)]; }

  std::array<std::vector<double>, most> poses_;
  int count_ = 0;  ///< number of poses ever recorded
  Eigen::VectorXd dq_;
};

}  // namespace limber::solvers
