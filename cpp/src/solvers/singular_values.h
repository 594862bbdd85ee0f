/// J = Σ σ u vᵀ for the solvers that look at J's directions one by one.
#pragma once

#include <Eigen/SVD>

#include "jacobian_stepper.h"

namespace limber::solvers {

/// Of Jᵀ, which is the tall one of most arms. Memory is made once for `rows` × `columns`; fewer
/// rows are filled up with zeros, which add singular values of zero.
class SingularValues {
 public:
  SingularValues(int rows, int columns)
      : transposed_(columns, rows),
        svd_(columns, rows, Eigen::ComputeThinU | Eigen::ComputeThinV) {}

  template <class M>
  void compute(const M& J) {
    transposed_.setZero();
    transposed_.leftCols(J.rows()) = J.transpose();
    svd_.compute(transposed_);
  }

  int count() const { return static_cast<int>(svd_.singularValues().size()); }
  /// Largest first.
  double sigma(int i) const { return svd_.singularValues()[i]; }
  auto u(int i, Eigen::Index rows) const { return svd_.matrixV().col(i).head(rows); }
  auto v(int i) const { return svd_.matrixU().col(i); }

 private:
  Eigen::MatrixXd transposed_;
  Eigen::JacobiSVD<Eigen::MatrixXd> svd_;
};

}  // namespace limber::solvers
