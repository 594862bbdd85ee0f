/// x = Jᵀ(J Jᵀ + μI)⁻¹ e = (JᵀJ + μI)⁻¹ Jᵀ e, by whichever matrix is smaller.
#pragma once

#include <Eigen/Core>

namespace limber {

/// Factors S = L Lᵀ in place, L below the diagonal; a pivot that rounding has made too small counts
/// as `floor`. Written out, because a library's blocks and calls cost more than the few numbers.
template <class M>
void factorise(M&& S, double floor) {
  const auto n = S.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) {
      const double l = S(j, k);
      for (Eigen::Index i = j; i < n; ++i) S(i, j) -= S(i, k) * l;
    }
    const double pivot = 1 / std::sqrt(std::max(S(j, j), floor));
    S(j, j) = pivot;  // its inverse is what the solution needs
    for (Eigen::Index i = j + 1; i < n; ++i) S(i, j) *= pivot;
  }
}

/// b ← (L Lᵀ)⁻¹ b for what factorise() has left.
template <class M, class V>
void solveFactorised(const M& L, V&& b) {
  const auto n = L.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    b[j] *= L(j, j);
    for (Eigen::Index i = j + 1; i < n; ++i) b[i] -= L(i, j) * b[j];
  }
  for (Eigen::Index j = n; j-- > 0;) {
    for (Eigen::Index i = j + 1; i < n; ++i) b[j] -= L(i, j) * b[i];
    b[j] *= L(j, j);
  }
}

/// Memory for systems of up to `rows` × `columns`.
class Damped {
 public:
  Damped(int rows, int columns)
      : matrix_(std::min(rows, columns), std::min(rows, columns)), vector_(rows) {}

  template <class M, class E>
  void solve(const M& J, const E& e, double mu, Eigen::VectorXd& x) {
    const auto rows = J.rows();
    const auto columns = J.cols();
    if (rows <= columns) {
      auto S = matrix_.topLeftCorner(rows, rows);
      S.setZero();
      for (Eigen::Index c = 0; c < columns; ++c) {
        for (Eigen::Index j = 0; j < rows; ++j) {
          const double a = J(j, c);
          if (a == 0) continue;  // a goal that the joint does not move
          for (Eigen::Index i = j; i < rows; ++i) S(i, j) += J(i, c) * a;
        }
      }
      auto y = vector_.head(rows);
      y = e;
      factorise(addTo(S, mu), floorOf(mu));
      solveFactorised(S, y);
      for (Eigen::Index c = 0; c < columns; ++c) x[c] = J.col(c).dot(y);
      return;
    }
    auto S = matrix_.topLeftCorner(columns, columns);
    for (Eigen::Index j = 0; j < columns; ++j) {
      for (Eigen::Index i = j; i < columns; ++i) S(i, j) = J.col(i).dot(J.col(j));
      x[j] = J.col(j).dot(e);
    }
    factorise(addTo(S, mu), floorOf(mu));
    solveFactorised(S, x);
  }

 private:
  template <class M>
  static M& addTo(M& S, double mu) {
    for (Eigen::Index i = 0; i < S.rows(); ++i) S(i, i) += mu;
    return S;
  }
  /// Where nothing moves and nothing is damped, pivots are zero.
  static double floorOf(double mu) { return std::max(mu * 1e-3, 1e-30); }

  Eigen::MatrixXd matrix_;
  Eigen::VectorXd vector_;
};

}  // namespace limber
