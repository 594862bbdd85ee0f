/// iTaSC over a span of time, in substeps.
#pragma once

#include "limber/step.h"
#include "numbers/deadline.h"
#include "step/outside_motion.h"
#include "step/rates.h"

namespace limber {

/// Largest number of substeps per step, whatever the options say: a step of any length ends.
constexpr int mostSubsteps = 10'000;

class Simulation : public Memory {
 public:
  /// Names of options, besides those that solve() reads for all.
  static constexpr std::string_view reads =
      "maxError clearance restGain gain substeps minTimeStep maxTimeStep maxVelocity maxAcceleration maxJerk "
      "feedForward selective maxDamping "
      "dampingRange";

  /// The problem's own, made on first use.
  static Simulation& of(Problem& problem);
  explicit Simulation(const Problem& problem);

  StepResult run(Problem& problem, double dt, const SolveOptions& options);
  std::vector<double> startQ;  ///< of the step, before it was clamped
  /// Stores the current state and motion for the next step.
  void remember(Problem& problem) const;

 private:
  struct Part {
    double from;  ///< fractions of dt
    double to;
    double h;  ///< seconds
  };
  void linearise(Problem& problem, double at);
  void find(Problem& problem, const Part& part);
  Part next(Problem& problem, double from);
  void advance(Problem& problem, const Part& part);
  void move(Problem& problem);
  void readVelocities(Problem& problem);
  void place(Problem& problem, const Part& part);
  void goAgain(Problem& problem, const Part& part);
  bool canStop(Problem& problem, const Part& part);
  bool brake(Problem& problem, const Part& part);
  void keepClear(Problem& problem, const Part& part);

  Rates rates_;
  MotionBounds motionBounds_;
  Avoidance wayOut_;
  OutsideMotion outside_;
  Eigen::VectorXd dq_;
  Eigen::VectorXd stop_;       ///< dq_ if all joints stop
  Eigen::VectorXd landing_;    ///< velocities after the step; then the way that would clear the stop's end
  std::vector<double> q_;      ///< at the start of a part
  std::vector<double> stopQ_;  ///< at its end, while its stop is looked at
  std::vector<double> endQ_;   ///< where that ends
  SolveOptions options_;
  double dt_ = 0;
  double maxError_;  ///< used if SolveOptions::maxError is automatic
  StepResult result_;
  Deadline deadline_;
};

}  // namespace limber
