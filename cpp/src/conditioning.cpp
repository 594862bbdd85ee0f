#include "limber/problem.h"
#include "singular_values.h"

namespace limber {
namespace {

/// Rows of a goal that ask for something: a direction has three rows and two freedoms.
int freedoms(const Problem& problem, const Goal& goal) {
  RowMap map = problem.rowMap(goal);
  if (goal.linearWeight() == 0) map.topRows(goal.type->linearRows).setZero();
  if (goal.angularWeight() == 0)
    map.middleRows(goal.type->linearRows, goal.type->angularRows).setZero();
  SingularValues svd(goal.type->rows(), 6);
  svd.compute(Eigen::MatrixXd(map.topRows(goal.type->rows())));
  int count = 0;
  while (count < svd.count() && svd.sigma(count) > 1e-9) ++count;
  return count;
}

}  // namespace

Conditioning Problem::conditioning() const {
  Eigen::MatrixXd J(rows(), model().nv);
  jacobian(J);
  int asked = 0;
  for (const auto& goal : goals_) {
    auto own = J.middleRows(goal->firstRow, goal->type->rows());
    const double linear = goal->linearWeight();
    const double angular = goal->angularWeight();
    own.topRows(goal->type->linearRows) *= linear > 0 ? 1 / (linear * model().reach) : 0;
    own.bottomRows(goal->type->angularRows) *= angular > 0 ? 1 / angular : 0;
    if (goal->weight > 0) asked += freedoms(*this, *goal);
  }
  for (const Motion& motion : model().motions) {
    if (!motion.mimics && !motion.turns()) J.col(motion.vIndex) *= model().reach;
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
