/// Following moving targets over time, by iTaSC.
#pragma once

#include "limber/solve.h"

namespace limber {

struct StepResult {
  /// converged: every goal is within its tolerance; moving: not yet; stalled: goals are missed and nothing moves any
  /// more.
  Status status = Status::converged;
  int substeps = 0;
  const char* warning = "";  ///< how the options were changed, such as a lowered gain
  const char* reason = "";
};

/// Lets `dt` seconds pass. Targets and coordinates of weight 0 (bases, objects) that the caller has moved
/// since the last step are assumed to have moved at constant velocity, and the joints follow:
///
///   A q̇ = K e + ẏ
///
/// with A the goals' Jacobian, K the gain, and ẏ the rate at which those motions change the errors
/// (feed-forward: B Ẋu and ẏd in iTaSC's notation). Targets end exactly where the caller has put them. The
/// first step assumes that everything was at rest. Does not allocate but for its first call on a problem.
StepResult step(Problem& problem, double dt, const SolveOptions& options = {});

/// The same with options already accepted by check().
StepResult stepChecked(Problem& problem, double dt, const SolveOptions& options);

/// After a jump: the next step assumes that everything was at rest where it then is.
void forgetMotion(Problem& problem);

}  // namespace limber
