/// Targets and coordinates of weight 0, moved by the caller: at constant velocity between two steps.
#pragma once

#include "limber/problem.h"

namespace limber {

class OutsideMotion {
 public:
  explicit OutsideMotion(const Problem& problem);

  /// Reads their motion since the last step.
  void begin(Problem& problem);
  /// Puts them at their places after a fraction of the step, from 0 to 1. Does not update poses.
  void place(Problem& problem, double part) const;
  /// Puts them at their expected places at `part`, `h` seconds after `from`, also by velocities that the
  /// caller has given.
  void foresee(Problem& problem, double from, double part, double h) const;
  /// Stores their current places for the next step.
  void remember(Problem& problem) const;
  /// Writes velocities over a step of `dt` seconds to problem.velocities.
  void readVelocities(Problem& problem, double dt) const;

 private:
  struct Target {
    Goal* goal;
    std::array<double, 7> from;
    std::array<double, 7> to;
  };
  void placeTarget(const Target& target, double part) const;
  void placeMotion(Problem& problem, const Motion& motion, double part) const;

  std::vector<const Motion*> driven_;
  std::vector<Target> targets_;
  std::vector<double> from_;  ///< q
  std::vector<double> to_;
  std::vector<double> by_;  ///< nv numbers, from ⊕ by = to
};

}  // namespace limber
