/// The space that some rows span, and what is left of a vector outside of it.
#pragma once

#include <Eigen/Core>

namespace limber {

/// Orthonormal rows B, by Gram and Schmidt, each twice for the digits. Then I − BᵀB projects onto
/// the null space of all rows that were added: exactly, also near a singularity, where a damped
/// inverse does not.
class RowSpace {
 public:
  RowSpace(int mostRows, int columns) : basis_(columns, mostRows) {}

  void clear() { count_ = 0; }
  bool isEmpty() const { return count_ == 0; }

  template <class Rows>
  void add(const Rows& rows) {
    for (int i = 0; i < rows.rows() && count_ < basis_.cols() && count_ < basis_.rows(); ++i) {
      auto next = basis_.col(count_);
      next = rows.row(i).transpose();
      const double before = next.norm();
      for (int pass = 0; pass < 2; ++pass) removeFrom(next);
      const double left = next.norm();
      if (!(left > 1e-9 * before) || before < 1e-150) continue;
      next /= left;
      ++count_;
    }
  }

  /// v ← (I − BᵀB) v.
  template <class V>
  void removeFrom(V&& v) const {
    for (int k = 0; k < count_; ++k) v -= basis_.col(k).dot(v) * basis_.col(k);
  }

 private:
  Eigen::MatrixXd basis_;  ///< one column a row of B
  int count_ = 0;
};

}  // namespace limber
