/// x = Jᵀ(J Jᵀ + μI)⁻¹ e = (JᵀJ + μI)⁻¹ Jᵀ e, by whichever matrix is smaller.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <type_traits>

namespace limber {

/// Factors S = L Lᵀ in place, L below the diagonal; pivots are at least `floor`. Written out because for such small
/// matrices a library's overhead costs more than the arithmetic.
template <class M>
void factorise(M&& S, double floor) {
  constexpr int fixed = std::remove_reference_t<M>::RowsAtCompileTime;
  const Eigen::Index n = fixed == Eigen::Dynamic ? S.rows() : fixed;
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) {
      const double l = S(j, k);
      for (Eigen::Index i = j; i < n; ++i) S(i, j) -= S(i, k) * l;
    }
    const double pivot = 1 / std::sqrt(std::max(S(j, j), floor));
    S(j, j) = pivot;  // stored inverted, as solveFactorised() needs it
    for (Eigen::Index i = j + 1; i < n; ++i) S(i, j) *= pivot;
  }
}

/// b ← (L Lᵀ)⁻¹ b after factorise().
template <class M, class V>
void solveFactorised(const M& L, V&& b) {
  constexpr int fixed = M::RowsAtCompileTime;
  const Eigen::Index n = fixed == Eigen::Dynamic ? L.rows() : fixed;
  for (Eigen::Index j = 0; j < n; ++j) {
    b[j] *= L(j, j);
    for (Eigen::Index i = j + 1; i < n; ++i) b[i] -= L(i, j) * b[j];
  }
  for (Eigen::Index j = n; j-- > 0;) {
    for (Eigen::Index i = j + 1; i < n; ++i) b[j] -= L(i, j) * b[i];
    b[j] *= L(j, j);
  }
}

/// μ, and a multiple of the mean of J Jᵀ's diagonal, which is the mean square of the singular values: a chain of a
/// thousand joints needs more damping than one of six.
struct Damping {
  double absolute = 0;
  double relative = 0;
};

/// Memory for systems of up to `rows` × `columns`.
class Damped {
 public:
  Damped(int rows, int columns) : matrix_(std::min(rows, columns), std::min(rows, columns)), vector_(rows) {}

  template <class M, class E>
  void solve(const M& J, const E& e, const Damping& mu, Eigen::VectorXd& x) {
    if (J.rows() > J.cols()) return solveColumns(J, e, mu, x);
    // Most solves have one point or one pose: sizes known at compile time.
    if (J.rows() == 3) return solveRows(J, e, mu, x, Eigen::Matrix<double, 3, 3>());
    if (J.rows() == 6) return solveRows(J, e, mu, x, Eigen::Matrix<double, 6, 6>());
    solveRows(J, e, mu, x, matrix_.topLeftCorner(J.rows(), J.rows()));
  }

 private:
  /// By J Jᵀ, in S.
  template <class M, class E, class Square>
  void solveRows(const M& J, const E& e, const Damping& mu, Eigen::VectorXd& x, Square&& S) {
    constexpr int fixed = std::remove_reference_t<Square>::RowsAtCompileTime;
    const Eigen::Index rows = fixed == Eigen::Dynamic ? S.rows() : fixed;
    S.setZero();
    for (Eigen::Index c = 0; c < J.cols(); ++c) {
      const auto column = J.col(c);
      for (Eigen::Index j = 0; j < rows; ++j) {
        const double a = column[j];
        if (fixed == Eigen::Dynamic && a == 0) continue;  // the joint does not move this goal
        for (Eigen::Index i = j; i < rows; ++i) S(i, j) += column[i] * a;
      }
    }
    Eigen::Matrix<double, fixed, 1> own;
    auto y = [&] {
      if constexpr (fixed == Eigen::Dynamic)
        return vector_.head(rows);
      else
        return Eigen::Map<Eigen::Matrix<double, fixed, 1>>(own.data());
    }();
    y = e;
    const double added = mu.absolute + mu.relative * S.trace() / static_cast<double>(J.rows());
    for (Eigen::Index i = 0; i < S.rows(); ++i) S(i, i) += added;
    factorise(S, floorOf(added));
    solveFactorised(S, y);
    for (Eigen::Index c = 0; c < J.cols(); ++c) {
      const auto column = J.col(c);
      double sum = 0;
      for (Eigen::Index i = 0; i < rows; ++i) sum += column[i] * y[i];
      x[c] = sum;
    }
  }

  /// By JᵀJ.
  template <class M, class E>
  void solveColumns(const M& J, const E& e, const Damping& mu, Eigen::VectorXd& x) {
    const Eigen::Index columns = J.cols();
    auto S = matrix_.topLeftCorner(columns, columns);
    for (Eigen::Index j = 0; j < columns; ++j) {
      for (Eigen::Index i = j; i < columns; ++i) S(i, j) = J.col(i).dot(J.col(j));
      x[j] = J.col(j).dot(e);
    }
    const double added = mu.absolute + mu.relative * S.trace() / static_cast<double>(J.rows());
    for (Eigen::Index i = 0; i < S.rows(); ++i) S(i, i) += added;
    factorise(S, floorOf(added));
    solveFactorised(S, x);
  }

  /// Without motion and damping, pivots are zero.
  static double floorOf(double mu) { return std::max(mu * 1e-3, 1e-30); }

  Eigen::MatrixXd matrix_;
  Eigen::VectorXd vector_;
};

}  // namespace limber
