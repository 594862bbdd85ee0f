/// The span of some rows, and the projection onto its complement.
#pragma once

#include <Eigen/Core>

namespace limber {

/// Orthonormal rows B, by Gram–Schmidt applied twice for accuracy. I − BᵀB projects onto the null space of
/// all rows added: exactly, even near a singularity, unlike a damped inverse.
class RowSpace {
 public:
  RowSpace(int mostRows, int columns) : basis_(columns, mostRows) {}

  void clear() { count_ = 0; }
  bool isEmpty() const { return count_ == 0; }

  /// Drops a row's remainder if it is shorter than `least` times the longest row: it is rounding.
  void add(const Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>& rows, double least = 0);

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
