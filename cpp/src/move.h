/// Moving a problem's state by a step of a solver.
#pragma once

#include "limber/solve.h"

namespace limber {

/// before · exp(dq), clamped. What a clamp changes can be more than the step itself: then the step is taken shorter,
/// until it keeps `maxStep`, or not at all.
Quat stepBall(const SolveOptions& options, const Motion& motion, const Quat& before, Vec3 dq);

/// q ← q ⊕ dq inside the limits, shortened evenly until no coordinate moves by more than options.maxStep. Returns the
/// greatest change: radians, slides as parts of the size. Neither poses nor errors follow.
double moveCoordinates(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);

/// The same, and poses, axes and errors follow.
double moveBy(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);

/// Poses, axes and errors from q.
void follow(Problem& problem);

}  // namespace limber
