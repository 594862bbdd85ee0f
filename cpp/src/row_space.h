/// The span of some rows, and the projection onto its complement.
#pragma once

#include <Eigen/Core>
#include <algorithm>

namespace limber {

/// Orthonormal rows B, by Gram–Schmidt applied twice for accuracy. I − BᵀB projects onto the null space of
/// all rows added: exactly, even near a singularity, unlike a damped inverse.
class RowSpace {
 public:
  RowSpace(int mostRows, int columns) : basis_(columns, mostRows) {}

  void clear() { count_ = 0; }
  bool isEmpty() const { return count_ == 0; }

  /// Drops a row's remainder if it is shorter than `least` times the longest row: it is rounding.
  template <class Rows>
  void add(const Rows& rows, double least = 0) {
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

  /// v ← (I − BᵀB) v.
  template <class V>
  void removeFrom(V&& v) const {
    for (int k = 0; k < count_; ++k) v -= basis_.col(k).dot(v) * basis_.col(k);
  }

 private:
  Eigen::MatrixXd basis_;  ///< columns are the rows of B
  int count_ = 0;
};

}  // namespace limber
