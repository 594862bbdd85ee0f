#include "limber/step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "descent/avoidance.h"
#include "descent/distance.h"
#include "descent/move.h"
#include "solve/solvable.h"
#include "step/simulation.h"

namespace limber {
namespace {

Status statusOf(const Problem& problem, const SolveOptions& options) {
  if (Distance(problem, options).reached()) return Status::converged;
  const bool rests =
      std::ranges::all_of(problem.velocities, [&](double v) { return std::abs(v) <= options.stallTolerance; });
  if (!rests) return Status::moving;
  return isPressed(problem, options) ? Status::blocked : Status::stalled;
}

const char* findBadVelocity(const Problem& problem) {
  const auto isInfinite = [](double v) { return std::isinf(v); };
  if (std::ranges::any_of(problem.drivenVelocities, isInfinite)) return "a driven velocity is not finite";
  for (const auto& goal : problem.goals()) {
    if (goal->weight > 0 && std::ranges::any_of(goal->velocity, isInfinite)) return "a target's velocity is not finite";
    if (goal->weight > 0 && (std::isnan(goal->gain) || std::isinf(goal->gain))) return "a goal's gain is not finite";
  }
  return nullptr;
}

StepResult refuse(Status status, const char* reason) {
  StepResult result;
  result.status = status;
  result.reason = reason;
  return result;
}

}  // namespace

StepResult step(Problem& problem, double dt, const SolveOptions& options) {
  if (check(options)) return refuse(Status::unsupported, "an option is out of range; check(options) says which");
  return stepChecked(problem, dt, options);
}

StepResult stepChecked(Problem& problem, double dt, const SolveOptions& given) {
  if (!std::isfinite(dt)) return refuse(Status::notFinite, "dt is not finite");
  if (dt < 0) return refuse(Status::unsupported, "dt is negative");
  if (!std::ranges::all_of(problem.motionBounds, [](double most) { return most > 0; }))
    return refuse(Status::unsupported, "a motion bound is not above 0");
  if (const char* reason = findBadVelocity(problem)) return refuse(Status::notFinite, reason);
  if (const Refusal refusal = findRefusal(problem, given); refusal.reason)
    return refuse(refusal.status, refusal.reason);

  SolveOptions options = given;
  resolveTolerances(problem, options);
  Simulation& simulation = Simulation::of(problem);
  std::ranges::copy(problem.state.q, simulation.startQ.begin());
  // With bounds, joints outside their limits come in slowly.
  const bool limits = std::exchange(options.limits, options.limits && !MotionBounds::isAny(problem, options));
  startWithinLimits(problem, options);
  options.limits = limits;
  StepResult result = simulation.run(problem, dt, options);
  if (const Refusal overflow = undoOverflow(problem, simulation.startQ); overflow.reason) {
    std::ranges::fill(problem.velocities, 0.0);
    return refuse(overflow.status, overflow.reason);
  }
  simulation.remember(problem);
  problem.time += dt;
  findActiveLimits(problem.model(), problem.state.q.data(), problem.activeLimits.data());
  result.status = statusOf(problem, options);
  return result;
}

void forgetMotion(Problem& problem) {
  problem.stepped.q.clear();
  problem.stepped.targets.clear();
}

}  // namespace limber
