#include "hold.h"

#include <algorithm>

namespace limber {
namespace {

bool holdScrew(const Problem& problem, HeldRows& J, const Motion& motion, double x) {
  const double q = problem.state.q[motion.qIndex];
  const bool isOut = (q <= motion.limits.min && x < 0) || (q >= motion.limits.max && x > 0);
  if (isOut) J.col(motion.vIndex).setZero();
  return isOut;
}

bool holdBall(const Problem& problem, const Vec3& scale, HeldRows& J, const Motion& motion, const Vec3& x) {
  const Vec3 lost = blockedTurn(motion, readQuat(&problem.state.q[motion.qIndex]), scale.cwiseProduct(x));
  if (lost.isZero(0)) return false;
  const Vec3 away = unit(Vec3(scale.cwiseProduct(lost)));
  auto columns = J.middleCols<3>(motion.vIndex);
  // Row by row: a product of views would allocate.
  for (int row = 0; row < columns.rows(); ++row) {
    const Vec3 kept = columns.row(row).transpose();
    columns.row(row) -= kept.dot(away) * away.transpose();
  }
  return true;
}

}  // namespace

Vec3 blockedTurn(const Motion& motion, const Quat& before, const Vec3& turn) {
  const double length = norm(turn);
  if (!(length > 1e-12)) return Vec3::Zero();
  const Vec3 small = std::min(1.0, 1e-3 / length) * turn;
  const Quat after = clampBall(motion, (before * expRotation<double>(small)).normalized());
  const Vec3 lost = small - logRotation<double>(before.conjugate() * after);
  return norm(lost) > 1e-3 * norm(small) ? lost : Vec3::Zero();
}

bool holdAtLimits(const Problem& problem, const Eigen::VectorXd& scale, HeldRows J, const Eigen::VectorXd& x) {
  bool holds = false;
  for (const Motion& motion : problem.model().motions) {
    if (!mayBeHeld(problem, motion)) continue;
    holds |= motion.kind == Motion::Kind::screw
                 ? holdScrew(problem, J, motion, x[motion.vIndex])
                 : holdBall(problem, scale.segment<3>(motion.vIndex), J, motion, x.segment<3>(motion.vIndex));
  }
  return holds;
}

}  // namespace limber
