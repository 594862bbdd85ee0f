#include "descent/move.h"

#include <algorithm>

#include "descent/linearisation.h"

namespace limber {
namespace {

/// Skips the slow division, because most units are 1.
double measuredIn(double unit, double length) { return unit == 1 ? length : length / unit; }

/// Returns the turn made.
Quat turnBall(const SolveOptions& options, const Motion& motion, const Vec3& dq, double* q) {
  const Quat before = readQuat(q);
  const Quat after = stepBall(options, motion, before, dq);
  writeQuat(after, q);
  return before.conjugate() * after;
}

}  // namespace

double greatest(const Model& model, const Eigen::VectorXd& dq) {
  double most = 0;
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    most = motion.kind == Motion::Kind::ball
               ? std::max(most, norm(dq.segment<3>(motion.vIndex)))
               : std::max(most, measuredIn(unitOf(model, motion), std::abs(dq[motion.vIndex])));
  }
  return most;
}

Quat stepBall(const SolveOptions& options, const Motion& motion, const Quat& before, Vec3 dq) {
  for (int tries = 0; tries < 8; ++tries) {
    const Quat after = (before * expRotation<double>(dq)).normalized();
    if (!options.limits) return after;
    const Quat clamped = clampBall(motion, after);
    if (clamped.coeffs() == after.coeffs()) return after;
    const double made = logRotation<double>(before.conjugate() * clamped).norm();
    if (made <= options.maxStep * (1 + 1e-12)) return clamped;
    dq *= 0.5;
  }
  return before;
}

double changeScrew(Problem& problem, const SolveOptions& options, const Motion& motion, double change, double unit) {
  double& q = problem.state.q[motion.qIndex];
  const double most = options.maxStep * unit;
  const double wanted = q + std::clamp(change * problem.jointWeights[motion.vIndex], -most, most);
  const double next = options.limits ? clampScrew(motion, wanted) : wanted;
  const double made = next - q;
  q = next;
  return made;
}

std::optional<Quat> changeBall(Problem& problem, const SolveOptions& options, const Motion& motion, const Quat& turn) {
  const Axis* axes = &problem.state.axes[motion.axisIndex];
  const Vec3 local(turn.vec().dot(axes[0].w), turn.vec().dot(axes[1].w), turn.vec().dot(axes[2].w));
  Vec3 dq = logRotation<double>(Quat(turn.w(), local.x(), local.y(), local.z()));
  for (int k = 0; k < 3; ++k) dq[k] *= problem.jointWeights[motion.vIndex + k];
  if (norm(dq) > options.maxStep) dq *= options.maxStep / norm(dq);
  if (dq.isZero(0)) return std::nullopt;
  return turnBall(options, motion, dq, &problem.state.q[motion.qIndex]);
}

double moveCoordinates(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq) {
  const Model& model = problem.model();
  const double most = greatest(model, dq);
  const double part = most > options.maxStep ? options.maxStep / most : 1;
  double moved = 0;
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    double* q = &problem.state.q[motion.qIndex];
    if (motion.kind == Motion::Kind::ball) {
      const Vec3 turn = part * dq.segment<3>(motion.vIndex);
      if (!turn.isZero(0)) moved = std::max(moved, norm(logRotation<double>(turnBall(options, motion, turn, q))));
      continue;
    }
    const double change = part * dq[motion.vIndex];
    if (change == 0) continue;
    const double next = options.limits ? clampScrew(motion, *q + change) : *q + change;
    moved = std::max(moved, measuredIn(restUnitOf(model, motion), std::abs(next - *q)));
    *q = next;
  }
  return moved;
}

double moveBy(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq) {
  const double moved = moveCoordinates(problem, options, dq);
  refresh(problem);
  return moved;
}

void refresh(Problem& problem) {
  sweep(problem.state);
  problem.measure();
}

}  // namespace limber
