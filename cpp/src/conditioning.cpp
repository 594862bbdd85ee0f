#include <limits>

#include "limber/problem.h"
#include "singular_values.h"

namespace limber {
namespace {

/// Limit of rows × columns × the smaller of both; above it the decomposition would take seconds.
constexpr double mostWork = 1e8;

/// The goal with its target at the current tool pose, where −∂e is the tool's velocity.
Goal reachedHere(const Problem& problem, const Goal& goal) {
  Goal here = goal;
  const GoalType& type = *goal.type;
  if (type.quaternionAt >= 0 || type.directionAt >= 0)
    type.targetAt(here, problem.toolInTarget(goal), here.target.data());
  return here;
}

/// Degrees of freedom that a goal constrains: two for a direction, which has three rows.
int freedoms(const Problem& problem, const Goal& goal) {
  RowMap map = problem.rowMap(goal);
  if (goal.linearWeight() == 0) map.topRows(goal.type->linearRows).setZero();
  if (goal.angularWeight() == 0) map.middleRows(goal.type->linearRows, goal.type->angularRows).setZero();
  SingularValues svd(goal.type->rows(), 6);
  svd.compute(Eigen::MatrixXd(map.topRows(goal.type->rows())));
  int count = 0;
  while (count < svd.count() && svd.sigma(count) > 1e-9) ++count;
  return count;
}

}  // namespace

Conditioning Problem::conditioning() const {
  const double m = rows(), n = model().nv;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (m * n * std::min(m, n) > mostWork) return {nan, nan};
  Jacobian J = Jacobian::Zero(rows(), model().nv);
  int asked = 0, row = 0;
  for (const auto& goal : goals_) {
    auto own = J.middleRows(row, goal->type->rows());
    row += goal->type->rows();
    if (!(goal->weight > 0)) continue;
    const Goal here = reachedHere(*this, *goal);
    addJacobian(here, own);
    const double linear = goal->linearWeight();
    const double angular = goal->angularWeight();
    own.topRows(goal->type->linearRows) *= linear > 0 ? 1 / (linear * model().size) : 0;
    own.bottomRows(goal->type->angularRows) *= angular > 0 ? 1 / angular : 0;
    asked += freedoms(*this, here);
  }
  for (const Motion& motion : model().motions) {
    if (!motion.mimics && !motion.turns()) J.col(motion.vIndex) *= model().size;
  }
  const int count = std::min(asked, model().nv);
  if (count == 0 || !J.allFinite()) return {};
  SingularValues svd(rows(), model().nv);
  svd.compute(J);
  Conditioning at{svd.sigma(count - 1), 1};
  for (int i = 0; i < count; ++i) at.manipulability *= svd.sigma(i);
  return at;
}

}  // namespace limber
