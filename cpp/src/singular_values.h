/// J = Σ σ u vᵀ for the solvers that look at J's directions one by one.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

namespace limber {

/// Of the threes of rows that belong to one tool: how far it moves, added up over the tools.
template <class V>
double sumOfLengths(const V& rows) {
  double sum = 0;
  for (Eigen::Index first = 0; first < rows.size(); first += 3)
    sum += rows.template segment<3>(first).norm();
  return sum;
}

/// One-sided Jacobi (Hestenes 1958): rows of J are turned in pairs until all are across each other;
/// then their lengths are σ, their directions v, and the turns u. Small σ keep their digits, and a
/// J of few rows is done in few operations. Memory is made once, for up to `rows` × `columns`.
class SingularValues {
 public:
  SingularValues(int rows, int columns)
      : across_(columns, rows), u_(rows, rows), sigma_(rows), order_(rows) {}

  void compute(const Eigen::Ref<const Eigen::MatrixXd>& J) {
    count_ = static_cast<int>(J.rows());
    across_.leftCols(count_) = J.transpose();
    u_.topLeftCorner(count_, count_).setIdentity();
    for (int sweeps = 0; sweeps < 40 && turnAllPairs(); ++sweeps) {
    }
    for (int i = 0; i < count_; ++i) sigma_[i] = across_.col(i).norm();
    sort();
  }

  int count() const { return count_; }
  /// Largest first; of rows beyond the rank 0, to rounding.
  double sigma(int i) const { return sigma_[order_[i]]; }
  auto u(int i) const { return u_.col(order_[i]).head(count_); }
  /// σ v
  auto scaledV(int i) const { return across_.col(order_[i]); }

 private:
  /// By insertion: few, and nearly in order already after the turns. Equal ones keep their order.
  void sort() {
    for (int i = 0; i < count_; ++i) {
      int at = i;
      for (; at > 0 && sigma_[order_[at - 1]] < sigma_[i]; --at) order_[at] = order_[at - 1];
      order_[at] = i;
    }
  }

  /// Whether there was something to turn.
  bool turnAllPairs() {
    bool turned = false;
    for (int p = 0; p < count_; ++p) {
      for (int q = p + 1; q < count_; ++q) turned |= turnPair(p, q);
    }
    return turned;
  }

  bool turnPair(int p, int q) {
    const double pp = across_.col(p).squaredNorm();
    const double qq = across_.col(q).squaredNorm();
    const double pq = across_.col(p).dot(across_.col(q));
    if (!(std::abs(pq) > 1e-15 * std::sqrt(pp * qq)) || std::abs(pq) < 1e-300) return false;
    // The smaller of the two turns that make them perpendicular: tan 2θ = 2pq / (pp − qq).
    const double zeta = (qq - pp) / (2 * pq);
    const double tangent = std::copysign(1 / (std::abs(zeta) + std::hypot(1, zeta)), zeta);
    const double cosine = 1 / std::hypot(1, tangent);
    turn(across_.col(p), across_.col(q), cosine, cosine * tangent);
    turn(u_.col(p).head(count_), u_.col(q).head(count_), cosine, cosine * tangent);
    return true;
  }

  template <class V>
  static void turn(V&& a, V&& b, double cosine, double sine) {
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      const double before = a[i];
      a[i] = cosine * before - sine * b[i];
      b[i] = sine * before + cosine * b[i];
    }
  }

  Eigen::MatrixXd across_;  ///< a column a row of J; in the end σ v
  Eigen::MatrixXd u_;
  Eigen::VectorXd sigma_;
  std::vector<int> order_;
  int count_ = 0;
};

}  // namespace limber
