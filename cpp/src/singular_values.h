/// Singular value decomposition J = Σ σ u vᵀ.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

namespace limber {

/// Sum of the lengths of each three rows, which belong to one tool: how far the tools move.
template <class V>
double sumOfLengths(const V& rows) {
  double sum = 0;
  for (Eigen::Index first = 0; first < rows.size(); first += 3) sum += rows.template segment<3>(first).norm();
  return sum;
}

/// One-sided Jacobi (Hestenes 1958): of J or its transpose, whichever has fewer columns, columns are rotated in pairs
/// until all are orthogonal. Then their lengths are σ, their directions one side of J and the rotations the other.
/// Small σ are accurate, and the cost is linear in the longer side. Allocates once, for up to `rows` × `columns`.
class SingularValues {
  auto longSide(int i) const { return long_.col(i).head(length_); }
  auto shortSide(int i) const { return short_.col(i).head(count_); }

 public:
  SingularValues(int rows, int columns)
      : long_(std::max(rows, columns), std::min(rows, columns)),
        short_(std::min(rows, columns), std::min(rows, columns)),
        sigma_(std::min(rows, columns)),
        order_(std::min(rows, columns)) {}

  void compute(const Eigen::Ref<const Eigen::MatrixXd>& J) {
    isTall_ = J.rows() > J.cols();
    count_ = static_cast<int>(std::min(J.rows(), J.cols()));
    length_ = std::max(J.rows(), J.cols());
    if (isTall_)
      long_.topLeftCorner(length_, count_) = J;
    else
      long_.topLeftCorner(length_, count_) = J.transpose();
    short_.topLeftCorner(count_, count_).setIdentity();
    for (int sweeps = 0; sweeps < 40 && turnAllPairs(); ++sweeps) {
    }
    for (int i = 0; i < count_; ++i) sigma_[i] = longSide(i).norm();
    if (isTall_) moveSizes();
    sort();
  }

  /// The smaller of rows and columns.
  int count() const { return count_; }
  /// In decreasing order; 0 to rounding beyond the rank.
  double sigma(int i) const { return sigma_[order_[i]]; }
  /// If J has more rows than columns, only valid for σ > 0.
  auto u(int i) const { return isTall_ ? longSide(order_[i]) : shortSide(order_[i]); }
  /// σ v
  auto scaledV(int i) const { return isTall_ ? shortSide(order_[i]) : longSide(order_[i]); }

 private:
  /// σ u and v become u and σ v.
  void moveSizes() {
    for (int i = 0; i < count_; ++i) {
      if (sigma_[i] > 0) long_.col(i).head(length_) /= sigma_[i];
      short_.col(i).head(count_) *= sigma_[i];
    }
  }

  /// Insertion sort, stable: few numbers, and nearly sorted already.
  void sort() {
    for (int i = 0; i < count_; ++i) {
      int at = i;
      for (; at > 0 && sigma_[order_[at - 1]] < sigma_[i]; --at) order_[at] = order_[at - 1];
      order_[at] = i;
    }
  }

  /// Whether any pair was rotated.
  bool turnAllPairs() {
    bool turned = false;
    for (int p = 0; p < count_; ++p) {
      for (int q = p + 1; q < count_; ++q) turned |= turnPair(p, q);
    }
    return turned;
  }

  bool turnPair(int p, int q) {
    auto a = long_.col(p).head(length_);
    auto b = long_.col(q).head(length_);
    const double pp = a.squaredNorm();
    const double qq = b.squaredNorm();
    const double pq = a.dot(b);
    // Products of long columns are rounded more often.
    const double rounding = 1e-15 * std::max(1.0, static_cast<double>(length_) / 64);
    if (!(std::abs(pq) > rounding * std::sqrt(pp * qq)) || std::abs(pq) < 1e-300) return false;
    // The smaller of the two rotations that make them orthogonal: tan 2θ = 2pq / (pp − qq).
    const double zeta = (qq - pp) / (2 * pq);
    const double tangent = std::copysign(1 / (std::abs(zeta) + std::hypot(1, zeta)), zeta);
    const double cosine = 1 / std::hypot(1, tangent);
    turn(a, b, cosine, cosine * tangent);
    turn(short_.col(p).head(count_), short_.col(q).head(count_), cosine, cosine * tangent);
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

  Eigen::MatrixXd long_;   ///< in the end u or σ v
  Eigen::MatrixXd short_;  ///< the other
  Eigen::VectorXd sigma_;
  std::vector<int> order_;
  int count_ = 0;
  Eigen::Index length_ = 0;
  bool isTall_ = false;
};

}  // namespace limber
