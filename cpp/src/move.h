/// Moves a problem's state by a solver's step.
#pragma once

#include "limber/solve.h"

namespace limber {

/// before · exp(dq), clamped. If the clamp moves the ball farther than `maxStep`, the step is halved until it
/// does not, or dropped.
Quat stepBall(const SolveOptions& options, const Motion& motion, const Quat& before, Vec3 dq);

/// The largest change of a coordinate by dq: radians, slides relative to the reach; a ball counts as one
/// coordinate.
double greatest(const Model& model, const Eigen::VectorXd& dq);

/// q ← q ⊕ dq within the limits, scaled down so that no coordinate moves by more than options.maxStep. Returns the
/// largest change: radians, slides relative to the size. Does not update poses or errors.
double moveCoordinates(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);

/// The same, and updates poses, axes and errors.
double moveBy(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);

/// Poses, axes and errors from q.
void follow(Problem& problem);

}  // namespace limber
