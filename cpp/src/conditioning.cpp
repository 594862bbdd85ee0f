#include <Eigen/LU>
#include <Eigen/SVD>

#include "limber/problem.h"

namespace limber {
namespace {

/// Rows of a goal that ask for something: a direction has three rows and two freedoms.
Eigen::Index freedoms(const Problem& problem, const Goal& goal) {
  const RowMap map = goal.type->rowMap(goal, problem.toolPose(goal));
  const Eigen::MatrixXd used = map.topRows(goal.type->rows());
  return used.fullPivLu().rank();
}

}  // namespace

Conditioning Problem::conditioning() const {
  Eigen::MatrixXd J(rows(), model().nv);
  jacobian(J);
  Eigen::Index asked = 0;
  for (const auto& goal : goals_) {
    auto own = J.middleRows(goal->firstRow, goal->type->rows());
    own *= goal->weight > 0 ? 1 / goal->weight : 0;
    own.topRows(goal->type->linearRows) /= model().reach;
    if (goal->weight > 0) asked += freedoms(*this, *goal);
  }
  for (const Motion& motion : model().motions) {
    if (!motion.mimics && !motion.turns()) J.col(motion.vIndex) *= model().reach;
  }
  const Eigen::Index count = std::min(asked, J.cols());
  if (count == 0 || !J.allFinite()) return {};
  const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(J).singularValues();
  return {sigma[count - 1], sigma.head(count).prod()};
}

}  // namespace limber
