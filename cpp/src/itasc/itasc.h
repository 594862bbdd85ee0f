/// The solver itasc: instantaneous task specification with constraints (De Schutter et al. 2007).
#pragma once

#include "../solvers/jacobian_stepper.h"
#include "modes.h"
#include "simulation.h"

namespace limber {

/// solve() has no time, so it takes full first-order steps (K = 1/h), as long as they help.
class Itasc final : public solvers::JacobianStepper {
 public:
  explicit Itasc(const Problem& problem);
  void prepare(const Problem& problem, const SolveOptions& options) override;
  StepResult simulate(Problem& problem, double dt, const SolveOptions& options) {
    return simulation_.run(problem, dt, options, maxError());
  }
  /// Stores the current state for the next step().
  void remember(Problem& problem) const { simulation_.remember(problem); }

 private:
  void invert(const SolveOptions& options, const Rows& J, const Eigen::Ref<const Eigen::VectorXd>& e,
              Eigen::VectorXd& x) override;
  double maxError() const override { return maxError_; }

  Modes modes_;
  Simulation simulation_;
  const std::vector<double>* weights_ = nullptr;
  double maxError_ = 1;
};

}  // namespace limber
