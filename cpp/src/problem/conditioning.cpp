#include <limits>
#include <optional>

#include "goals/goal_type.h"
#include "limber/problem.h"
#include "linear/singular_values.h"

namespace limber {
namespace {

/// Limit of rows × columns × the smaller of both; above it the decomposition would take seconds.
constexpr double mostWork = 1e8;

/// The goal with its target at the current tool pose, where −∂e is the tool's velocity; one with room where it is, by
/// its edges.
Goal reachedHere(const Problem& problem, const Goal& goal) {
  Goal here = goal;
  const GoalType& type = *goal.type;
  here.atEdges = hasRoom(goal);
  if (!here.atEdges && (type.quaternionAt >= 0 || type.directionAt >= 0))
    type.targetAt(here, problem.toolInTarget(goal), here.target.data());
  return here;
}

/// Gram–Schmidt, far cheaper than singular values. A column shorter than this depends on those before it.
constexpr double dependent = 1e-9;
struct Independent {
  int count = 0;
  double volume = 1;
};
Independent findIndependent(Eigen::MatrixXd columns) {
  Independent found;
  for (Eigen::Index i = 0; i < columns.cols(); ++i) {
    auto own = columns.col(i);
    for (Eigen::Index k = 0; k < i; ++k) own -= columns.col(k).dot(own) * columns.col(k);
    const double length = own.norm();
    found.volume *= length;
    found.count += length > dependent;
    own *= length > dependent ? 1 / length : 0;
  }
  return found;
}

/// Clears the rows that are inside their room: they constrain nothing.
void clearInside(const Problem& problem, const Goal& here, Eigen::Ref<Jacobian> rows) {
  if (!here.atEdges) return;
  std::array<double, maxRows> e;
  std::array<Side, maxRows> sides;
  readEdges(here, problem.toolInTarget(here), e.data(), sides.data());
  for (int i = 0; i < here.type->rows(); ++i) {
    if (insideBy(sides[i], e[i]) > 0) rows.row(i).setZero();
  }
}

/// Degrees of freedom that a goal constrains: two for a direction, which has three rows.
int freedoms(const Problem& problem, const Goal& goal) {
  Jacobian map = problem.rowMap(goal);
  clearInside(problem, goal, map);
  if (goal.linearWeight() == 0) map.topRows(goal.type->linearRows).setZero();
  if (goal.angularWeight() == 0) map.middleRows(goal.type->linearRows, goal.type->angularRows).setZero();
  return findIndependent(map.topRows(goal.type->rows()).transpose()).count;
}

SingularValues singularValues(const Jacobian& J) {
  SingularValues svd(static_cast<int>(J.rows()), static_cast<int>(J.cols()));
  svd.compute(J);
  return svd;
}

}  // namespace

/// The goals' J without units, and its number of singular values that count.
struct Problem::Asked {
  Jacobian J;
  int count = 0;
  bool isTooLarge = false;
  std::optional<SingularValues> svd = {};  ///< from the first sigma() on
  double sigma(int i) {
    if (!svd) svd = singularValues(J);
    return svd->sigma(i);
  }
  double manipulability();
};

Problem::Asked Problem::asked() const {
  const double m = rows(), n = model().nv;
  if (m * n * std::min(m, n) > mostWork) return {.J = {}, .isTooLarge = true};
  Asked asked{.J = Jacobian::Zero(rows(), model().nv)};
  int row = 0;
  for (const auto& goal : goals_) {
    auto own = asked.J.middleRows(row, goal->type->rows());
    row += goal->type->rows();
    if (!(goal->weight > 0)) continue;
    const Goal here = reachedHere(*this, *goal);
    addJacobian(here, own);
    clearInside(*this, here, own);
    const double linear = goal->linearWeight();
    const double angular = goal->angularWeight();
    own.topRows(goal->type->linearRows) *= linear > 0 ? 1 / (linear * model().size) : 0;
    own.bottomRows(goal->type->angularRows) *= angular > 0 ? 1 / angular : 0;
    asked.count += freedoms(*this, here);
  }
  for (const Motion& motion : model().motions) {
    if (!motion.mimics && !motion.turns()) asked.J.col(motion.vIndex) *= model().size;
  }
  asked.count = asked.J.allFinite() ? std::min(asked.count, model().nv) : 0;
  return asked;
}

double Problem::Asked::manipulability() {
  if (isTooLarge) return std::numeric_limits<double>::quiet_NaN();
  if (count == 0) return 0;
  if (count == J.rows()) return findIndependent(J.transpose()).volume;
  double product = 1;
  for (int i = 0; i < count; ++i) product *= sigma(i);
  return product;
}

double Problem::manipulability() const { return asked().manipulability(); }

Conditioning Problem::conditioning() const {
  Asked at = asked();
  const double product = at.manipulability();
  if (at.isTooLarge || at.count == 0) return {product, product};
  return {at.sigma(at.count - 1), product};
}

}  // namespace limber
