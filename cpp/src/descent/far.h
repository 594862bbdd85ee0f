/// Targets far away. For a target 1e9 away, rounding hides every motion. A point ten reaches away on the same line is
/// used instead: approaching it approaches the target.
#pragma once

#include <vector>

#include "descent/linearisation.h"

namespace limber::solvers {

class Far {
 public:
  explicit Far(const Problem& problem) : shift_(problem.rows()) { tools_.reserve(problem.goals().size()); }

  /// Brings the targets behind e nearer.
  void shorten(const Problem& problem, const Linearisation& lin, Eigen::VectorXd& e) {
    shift_ = e;
    clampErrors(lin, e, 10);
    shift_ -= e;
    tools_.clear();
    for (const auto& block : lin.blocks()) {
      const Goal& goal = *block.goal;
      if (!goal.type->hasPoint(goal) || goal.targetLink >= 0 || shift_.segment<3>(block.row).isZero(0)) continue;
      const Pose tool = problem.toolPose(goal);
      const Mat3 map = goal.type->rowMap(goal, tool).topLeftCorner<3, 3>();
      tools_.push_back({&goal, block.row, tool.p, block.linearWeight / problem.model().reach * map});
    }
  }

  /// e after a step, for the same nearer targets; `before` is the e that shorten() left.
  void shortenAgain(const Problem& problem, int rows, const Eigen::VectorXd& before, Eigen::VectorXd& e) const {
    e.head(rows) -= shift_.head(rows);
    // For a far target, e − shift is rounding; use the tool's motion instead.
    for (const Tool& tool : tools_)
      e.segment<3>(tool.row) = before.segment<3>(tool.row) - tool.map * (problem.toolPose(*tool.goal).p - tool.p);
  }

 private:
  struct Tool {
    const Goal* goal;
    int row;
    Vec3 p;    ///< before the step, world
    Mat3 map;  ///< −∂e/∂p
  };

  Eigen::VectorXd shift_;  ///< from far targets to the nearer ones
  std::vector<Tool> tools_;
};

}  // namespace limber::solvers
