/// Following over time: what moves, and how fast, beside where it is to end. The solver is itasc.
#pragma once

#include "limber/solve.h"

namespace limber {

struct StepResult {
  /// converged: every goal is within its tolerance; moving: not yet; stalled: nothing moves any more, and not all goals
  /// are reached.
  Status status = Status::converged;
  int substeps = 0;
  const char* warning = "";  ///< what was done otherwise than asked: a gain that was lowered
  const char* reason = "";
};

/// Lets `dt` seconds pass. What the caller has moved since the last step, targets and coordinates of weight 0 (bases,
/// objects), is taken to have moved evenly during these; the joints follow it,
///
///   A q̇ = K e + ẏ
///
/// with A the goals' Jacobian, K the gain, ẏ what those motions do to the errors (feed-forward: B Ẋu and ẏd in the
/// words of iTaSC). In the end targets stand where the caller has put them. The first step takes everything as having
/// stood still. Allocates nothing once problem.stepper(itasc) has been made.
StepResult step(Problem& problem, double dt, const SolveOptions& options = {});

/// The same for options that check() has passed.
StepResult stepChecked(Problem& problem, double dt, const SolveOptions& options);

/// Whatever is moved before the next step has not moved but stood there: after a jump.
void forgetMotion(Problem& problem);

}  // namespace limber
