#include "linear/row_space.h"

#include <algorithm>

namespace limber {

void RowSpace::add(const Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>& rows, double least) {
  double shortest = 1e-150;
  for (int i = 0; i < rows.rows(); ++i) shortest = std::max(shortest, least * rows.row(i).norm());
  for (int i = 0; i < rows.rows() && count_ < basis_.cols() && count_ < basis_.rows(); ++i) {
    auto next = basis_.col(count_);
    next = rows.row(i).transpose();
    const double before = next.norm();
    for (int pass = 0; pass < 2; ++pass) removeFrom(next);
    const double left = next.norm();
    if (!(left > 1e-9 * before) || left < shortest) continue;
    next /= left;
    ++count_;
  }
}

}  // namespace limber
