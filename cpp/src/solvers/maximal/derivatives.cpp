/// Derivatives of the equations, normal equations, and limits.
#include <algorithm>

#include "solvers/maximal/equations.h"

namespace limber::maximal {
namespace {

/// Least damping of an unknown; a link's slide by a reach has about 1. Without it turns of short links would
/// cost almost nothing, and long chains would be closed by wild turns of their last links.
constexpr double leastInertia = 0.1;

/// Velocity of a point at `arm` from a link's origin, per unit of the link's unknowns.
Eigen::Matrix<double, 6, 6> velocities(const Vec3& arm, double reach) {
  Eigen::Matrix<double, 6, 6> map = Eigen::Matrix<double, 6, 6>::Identity();
  map.topLeftCorner<3, 3>() *= reach;
  map.topRightCorner<3, 3>() = -crossMatrix<double>(arm);
  return map;
}

}  // namespace

void Equations::linearise(const Problem& problem, double most) {
  std::ranges::copy(isHeldUnknown_, isStopped_.begin());
  stops_.clear();
  for (Row& row : rows_) {
    if (!row.isOn) continue;
    if (row.of == Of::joint) {
      lineariseJoint(problem, row);
    } else {
      if (row.of == Of::goal) bringNear(problem, row, most);
      lineariseGoal(problem, row);
    }
  }
  dropHeld();
}

/// e = [λ (p' − p); ρλ log(R' Rᵀ)], with p', R' the link's pose by its parent and q.
void Equations::lineariseJoint(const Problem& problem, const Row& row) {
  const Model& model = problem.model();
  const Link& link = model.links[row.link];
  const State& state = problem.state;
  const Pose& wanted = carried_[row.link];
  const Vec3 turn = logRotation<double>(wanted.r * state.poses[row.link].r.conjugate());
  const Mat3 ofLink = row.angular * inverseRightJacobian<double>(turn);
  const Mat3 ofWanted = ofLink.transpose();
  Columns J = derivatives(row);
  J.leftCols<6>().setZero();
  J.topLeftCorner<3, 3>().diagonal().setConstant(-row.linear * model.reach);
  J.block<3, 3>(3, 3) = -ofLink;
  int column = 6;
  if (link.parent >= 0) {
    auto parent = J.middleCols<6>(column);
    parent.setZero();
    parent.topLeftCorner<3, 3>().diagonal().setConstant(row.linear * model.reach);
    parent.topRightCorner<3, 3>() = -row.linear * crossMatrix<double>(wanted.p - state.poses[link.parent].p);
    parent.bottomRightCorner<3, 3>() = ofWanted;
    column += 6;
  }
  for (int m = link.firstMotion; m < link.lastMotion; ++m) {
    const Motion& motion = model.motions[m];
    for (int k = 0; k < motion.nv(); ++k, ++column) {
      const Axis& axis = state.axes[motion.axisIndex + k];
      const double unit = motion.ratio * units_[motion.vIndex];
      J.col(column).head<3>() = row.linear * unit * axis.velocityOf(wanted.p);
      J.col(column).tail<3>() = unit * (ofWanted * axis.w);
    }
  }
}

void Equations::lineariseGoal(const Problem& problem, const Row& row) {
  const Goal& goal = *row.goal;
  Columns J = derivatives(row);
  const int linear = goal.type->linearRows;
  // The goal's unknown is the coordinate itself.
  if (goal.type->motion) {
    J.setZero();
    const Motion& motion = goal.type->motion(goal, problem.model());
    J(0, 0) = -motion.ratio * units_[motion.vIndex] * (linear > 0 ? row.linear : row.angular);
    return;
  }
  Eigen::Matrix<double, 6, 6> map = -problem.rowMap(goal);
  map.topRows(linear) *= row.linear;
  map.middleRows(linear, goal.type->rows() - linear) *= row.angular;
  map.bottomRows(6 - goal.type->rows()).setZero();
  const Vec3 tool = problem.toolPose(goal).p;
  const double reach = problem.model().reach;
  J.leftCols<6>() = map * velocities(tool - problem.state.poses[goal.link].p, reach);
  if (goal.targetLink >= 0)
    J.middleCols<6>(6) = -map * velocities(tool - problem.state.poses[goal.targetLink].p, reach);
}

void Equations::dropHeld() {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (isStopped_[columns_[i]]) std::fill_n(&derivatives_[6 * i], 6, 0.0);
  }
}

void Equations::assemble(double softness) {
  std::ranges::fill(matrix.values(), 0);
  std::ranges::fill(gradient, 0);
  double* values = matrix.values().data();
  for (const Row& row : rows_) {
    if (!row.isOn) continue;
    const double share = row.of == Of::goal ? softness * softness : 1;
    if (share == 0) continue;
    const Columns J = derivatives(row);
    const int* place = &places_[row.places];
    for (int a = 0; a < row.count; ++a) {
      const Eigen::Matrix<double, 6, 1> column = share * J.col(a);
      gradient[columns_[row.first + a]] += column.dot(row.e);
      for (int b = 0; b <= a; ++b) values[*place++] += column.dot(J.col(b));
    }
  }
  for (const Stop& stop : stops_) {
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b <= a; ++b)
        values[matrix.place(stop.column + a, stop.column + b)] += stop.away[a] * stop.away[b];
    }
  }
  for (int i = 0; i < matrix.size(); ++i) {
    const double diagonal = matrix.diagonal(i);
    inertia[i] = std::max(diagonal, leastInertia) / std::max(willing_[i], 1e-12);
  }
}

// --- Limits -------------------------------------------------------------------------------------

bool Equations::hold(const Problem& problem, std::span<const double> x) {
  bool holds = false;
  for (const Motion& motion : problem.model().motions) {
    if (motion.mimics || isHeld_[motion.vIndex]) continue;
    const int column = columnOfMotion(motion);
    if (motion.kind == Motion::Kind::ball) {
      if (motion.ballLimits.any()) holds |= holdBall(problem, motion, Eigen::Map<const Vec3>(&x[column]));
      continue;
    }
    const double q = problem.state.q[motion.qIndex];
    const bool isOut = (q <= motion.limits.min && x[column] < 0) || (q >= motion.limits.max && x[column] > 0);
    if (!isOut || isStopped_[column]) continue;
    holds = true;
    isStopped_[column] = true;
  }
  if (holds) dropHeld();
  return holds;
}

/// A small step shows which direction the ball's limits block.
bool Equations::holdBall(const Problem& problem, const Motion& motion, const Vec3& dq) {
  const double length = norm(dq);
  if (!(length > 1e-12)) return false;
  const Vec3 small = std::min(1.0, 1e-3 / length) * dq;
  const Quat before = readQuat(&problem.state.q[motion.qIndex]);
  const Quat after = clampBall(motion, (before * expRotation<double>(small)).normalized());
  const Vec3 lost = small - logRotation<double>(before.conjugate() * after);
  if (!(norm(lost) > 1e-3 * norm(small)) || stops_.size() == stops_.capacity()) return false;
  const Vec3 away = unit(lost);
  const Row& row = rows_[motion.link];
  const int local = static_cast<int>(
      std::find(&columns_[row.first], &columns_[row.first] + row.count, columnOfMotion(motion)) - &columns_[row.first]);
  auto columns = derivatives(row).middleCols<3>(local);
  for (int i = 0; i < 6; ++i) {
    const Vec3 kept = columns.row(i).transpose();
    columns.row(i) -= kept.dot(away) * away.transpose();
  }
  stops_.push_back({columnOfMotion(motion), away});
  return true;
}

}  // namespace limber::maximal
