#include "descent/levels.h"

namespace limber {

void Levels::project(const Linearisation& lin, int first, int count, const Eigen::VectorXd& x) {
  auto J = projected_.topRows(count);
  J = lin.J().middleRows(first, count);
  for (int i = 0; i < count; ++i) left_[i] = lin.e()[first + i] - J.row(i).dot(x);
  for (int i = 0; i < count && !higher.isEmpty(); ++i) {
    const double length = J.row(i).norm();
    higher.removeFrom(J.row(i).transpose());
    // Only rounding errors are left of the row.
    if (J.row(i).norm() < 1e-9 * length) J.row(i).setZero();
  }
}

Levels::Own Levels::ownOf(const Linearisation& lin, int first, int end, const Eigen::VectorXd& x) {
  const int count = end - first;
  if (first == 0 && higher.isEmpty() && !lin.rests()) return {lin.J().topRows(count), lin.e().head(count), 0};
  project(lin, first, count, x);
  int row = first;
  const int rows = lin.rests() ? lin.pack(first, count, projected_, left_, row) : count;
  return {projected_.topRows(rows), left_.head(rows), row};
}

void Levels::add(const Linearisation& lin, const Own& own, int first, int end, Eigen::VectorXd& x) {
  if (!edges.any()) return higher.add(own.J);
  before_ = x;
  project(lin, first, end - first, x);
  edges.addTo(higher, projected_, first, end, x);
}

}  // namespace limber
