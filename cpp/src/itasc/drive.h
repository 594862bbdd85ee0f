/// What the caller moves: targets, and coordinates of weight 0. Between two steps they are taken to have moved evenly.
#pragma once

#include "limber/problem.h"

namespace limber {

class Drive {
 public:
  explicit Drive(const Problem& problem);

  /// From where the last step left them to where they are now.
  void begin(Problem& problem);
  /// Puts them where they were after a part of the step, from 0 to 1; poses do not follow.
  void place(Problem& problem, double part) const;
  /// Puts them where they are foreseen to be at `part`, which is `h` seconds after `from`: there, or where velocities
  /// that the caller has given lead.
  void foresee(Problem& problem, double from, double part, double h) const;
  /// Remembers where they are now for the next step.
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
