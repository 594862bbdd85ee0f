/// Singular value decomposition J = Σ σ u vᵀ.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "linear/damped.h"

namespace limber {

/// Smaller σ count as zero.
inline constexpr double leastSigma = 1e-12;

/// Motion of the tools: the sum of the lengths of each three rows, which belong to one tool.
template <class V>
double sumOfLengths(const V& rows) {
  double sum = 0;
  for (Eigen::Index first = 0; first < rows.size(); first += 3) sum += rows.template segment<3>(first).norm();
  return sum;
}

/// One-sided Jacobi (Hestenes 1958): of J or its transpose, whichever has fewer columns, columns are rotated
/// in pairs until all are orthogonal. Then their lengths are σ, their directions one side of J and the
/// rotations the other. Small σ are accurate, and the cost is linear in the longer side. Allocates once, for
/// up to `rows` × `columns`.
///
/// Many columns would take some ten rounds over all pairs. So their products S = LᵀL are first made diagonal
/// up to rounding, by reflections and shifted QR steps (Golub and Van Loan, 8.3), each applied to L and the
/// rotations, too.
class SingularValues {
  auto longSide(int i) const { return long_.col(i).head(length_); }
  auto shortSide(int i) const { return short_.col(i).head(count_); }

 public:
  SingularValues(int rows, int columns)
      : long_(std::max(rows, columns), std::min(rows, columns)),
        short_(std::min(rows, columns), std::min(rows, columns)),
        products_(std::min(rows, columns), std::min(rows, columns)),
        beside_(std::min(rows, columns)),
        sigma_(std::min(rows, columns)),
        order_(std::min(rows, columns)),
        used_(std::min(rows, columns)),
        left_(rows) {}

  void compute(const Eigen::Ref<const Eigen::MatrixXd>& J) {
    isTall_ = J.rows() > J.cols();
    count_ = static_cast<int>(std::min(J.rows(), J.cols()));
    length_ = std::max(J.rows(), J.cols());
    if (isTall_)
      long_.topLeftCorner(length_, count_) = J;
    else
      long_.topLeftCorner(length_, count_) = J.transpose();
    short_.topLeftCorner(count_, count_).setIdentity();
    if (count_ > few) bringNear();
    for (int sweeps = 0; sweeps < 40 && turnAllPairs(); ++sweeps) {
    }
    for (int i = 0; i < count_; ++i) sigma_[i] = longSide(i).norm();
    if (isTall_) moveSizes();
    sort();
  }

  /// The smaller of rows and columns.
  int count() const { return count_; }
  /// In decreasing order; 0 up to rounding beyond the rank.
  double sigma(int i) const { return sigma_[order_[i]]; }
  /// If J has more rows than columns, only valid for σ > 0.
  auto u(int i) const { return isTall_ ? longSide(order_[i]) : shortSide(order_[i]); }
  /// Σσ⁴ / Σσ²
  double meanSquare() const {
    double sum = 0, squares = 0;
    for (int i = 0; i < count_; ++i) {
      const double square = sigma_[i] * sigma_[i];
      sum += square;
      squares += square * square;
    }
    return sum > 0 ? squares / sum : 0;
  }
  /// σ v
  auto scaledV(int i) const { return isTall_ ? shortSide(order_[i]) : longSide(order_[i]); }
  /// take(σ, u, σ v) for σ above `least`, the largest first.
  template <class Take>
  void forEachMode(double least, Take&& take) const {
    for (int i = 0; i < count_ && sigma(i) > least; ++i) take(sigma(i), u(i), scaledV(i));
  }
  /// By the step x = Σ σ/(σ² + λ²) v (uᵀe). Valid until the next.
  Trial trial(const Eigen::Ref<const Eigen::VectorXd>& e) {
    const double square = trialDamping * meanSquare();
    auto left = left_.head(e.size());
    left = e;
    forEachMode(leastSigma, [&](double sigma, const auto& u, const auto&) {
      left -= sigma * sigma / (sigma * sigma + square) * u.dot(e) * u;
    });
    return {square, left};
  }

 private:
  /// With no more columns than this, plain Jacobi is as quick.
  static constexpr int few = 12;

  /// Makes columns orthogonal up to rounding. Skips zero columns, so that they have no effect.
  void bringNear() {
    int n = 0;
    for (int i = 0; i < count_; ++i) {
      if (!longSide(i).isZero(0)) used_[n++] = i;
    }
    for (int j = 0; j < n; ++j) {
      for (int i = j; i < n; ++i) products_(i, j) = products_(j, i) = longSide(used_[i]).dot(longSide(used_[j]));
    }
    for (int k = 0; k + 1 < n; ++k) reflect(k, n);
    makeDiagonal(n);
  }

  /// H = I − 2 v vᵀ reduces column k below the diagonal to its first element b, stored in `beside_`:
  /// S ← H S H = S − v wᵀ − w vᵀ with p = 2 S v, w = p − (pᵀv) v. Only keeps the remaining part of S.
  void reflect(int k, int n) {
    const int m = n - k - 1;
    auto v = products_.col(k).segment(k + 1, m);
    const double length = v.norm();
    beside_[k] = v[0] > 0 ? -length : length;
    v[0] -= beside_[k];
    const double size = v.norm();
    if (!(size > 0)) return;
    v /= size;
    auto w = sigma_.head(m);
    for (int j = 0; j < m; ++j) w[j] = 2 * products_.col(k + 1 + j).segment(k + 1, m).dot(v);
    w -= w.dot(v) * v;
    for (int j = 0; j < m; ++j) products_.col(k + 1 + j).segment(k + 1, m) -= w[j] * v + v[j] * w;
    reflectColumns(long_, length_, v, k + 1);
    reflectColumns(short_, count_, v, k + 1);
  }

  template <class V>
  void reflectColumns(Eigen::MatrixXd& columns, Eigen::Index length, const V& v, int first) {
    for (Eigen::Index r = 0; r < length; ++r) {
      double along = 0;
      for (int j = 0; j < v.size(); ++j) along += columns(r, used_[first + j]) * v[j];
      for (int j = 0; j < v.size(); ++j) columns(r, used_[first + j]) -= 2 * along * v[j];
    }
  }

  /// QR steps on the symmetric matrix with the diagonal of `products_` and `beside_` next to it. Ends early
  /// if they do not converge: Jacobi's rotations do the rest.
  void makeDiagonal(int n) {
    auto d = products_.diagonal();
    for (int high = n - 1, steps = 0; high > 0 && steps < 30 * n; ++steps) {
      int low = high;
      while (low > 0 && std::abs(beside_[low - 1]) > 1e-15 * (std::abs(d[low - 1]) + std::abs(d[low]))) --low;
      if (low == high) {
        --high;
        continue;
      }
      // Wilkinson's shift: the last two rows' eigenvalue nearer to the last element.
      const double half = (d[high - 1] - d[high]) / 2, b = beside_[high - 1];
      const double shift = d[high] - b * b / (half + std::copysign(std::hypot(half, b), half));
      double x = d[low] - shift, z = beside_[low];
      for (int k = low; k < high; ++k) {
        const double r = std::hypot(x, z), c = x / r, s = -z / r;
        if (!(r > 0)) return;
        if (k > low) beside_[k - 1] = r;
        const double p = d[k], q = d[k + 1], e = beside_[k];
        d[k] = c * c * p - 2 * c * s * e + s * s * q;
        d[k + 1] = s * s * p + 2 * c * s * e + c * c * q;
        beside_[k] = c * s * (p - q) + (c * c - s * s) * e;
        x = beside_[k];
        if (k + 1 < high) {
          z = -s * beside_[k + 1];
          beside_[k + 1] *= c;
        }
        turnBoth(used_[k], used_[k + 1], c, s);
      }
    }
  }

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
    turnBoth(p, q, cosine, cosine * tangent);
    return true;
  }

  void turnBoth(int p, int q, double cosine, double sine) {
    turn(long_.col(p).head(length_), long_.col(q).head(length_), cosine, sine);
    turn(short_.col(p).head(count_), short_.col(q).head(count_), cosine, sine);
  }

  template <class V>
  static void turn(V&& a, V&& b, double cosine, double sine) {
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      const double before = a[i];
      a[i] = cosine * before - sine * b[i];
      b[i] = sine * before + cosine * b[i];
    }
  }

  Eigen::MatrixXd long_;   ///< finally u or σ v
  Eigen::MatrixXd short_;  ///< the other
  Eigen::MatrixXd products_;
  Eigen::VectorXd beside_;  ///< next to the diagonal of S
  Eigen::VectorXd sigma_;
  std::vector<int> order_;
  std::vector<int> used_;  ///< columns that are not zero
  Eigen::VectorXd left_;
  int count_ = 0;
  Eigen::Index length_ = 0;
  bool isTall_ = false;
};

}  // namespace limber
