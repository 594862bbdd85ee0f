/// Moves a problem's state by a solver's step.
#pragma once

#include <optional>

#include "limber/solve.h"

namespace limber {

/// before · exp(dq), clamped. If the clamp moves the ball farther than `maxStep`, the step is halved until it
/// does not, or dropped.
Quat stepBall(const SolveOptions& options, const Motion& motion, const Quat& before, Vec3 dq);

/// Changes a screw by `change` times its joint weight, by at most options.maxStep of `unit`, within the limits. Returns
/// the change. Does not update poses.
double changeScrew(Problem& problem, const SolveOptions& options, const Motion& motion, double change, double unit);
/// Turns a ball by the world rotation `turn`, likewise. Returns the turn about its own axes, unless that is none.
std::optional<Quat> changeBall(Problem& problem, const SolveOptions& options, const Motion& motion, const Quat& turn);

/// The largest change of a coordinate by dq: radians, slides relative to the reach; a ball counts as one
/// coordinate.
double greatest(const Model& model, const Eigen::VectorXd& dq);

/// q ← q ⊕ dq within the limits, scaled down so that no coordinate moves by more than options.maxStep. Returns the
/// largest change: radians, slides relative to the size. Does not update poses or errors.
double moveCoordinates(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);

/// The same, and updates poses, axes and errors.
double moveBy(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq);

/// Poses, axes and errors from q.
void refresh(Problem& problem);

}  // namespace limber
