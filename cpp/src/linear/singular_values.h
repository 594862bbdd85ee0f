/// Singular value decomposition J = Σ σ u vᵀ.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "linear/damped.h"
#include "linear/tridiagonal.h"

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
/// Many columns would take some ten rounds over all pairs. So L is first turned by Z, where Z D Zᵀ = LᵀL: reflections
/// make S = LᵀL tridiagonal, and shifted QR steps diagonal.
class SingularValues {
  auto longSide(int i) const { return long_.col(i).head(length_); }
  auto shortSide(int i) const { return short_.col(i).head(count_); }

 public:
  /// With no more columns than this, plain Jacobi is as quick.
  static constexpr int few = 12;

  SingularValues(int rows, int columns)
      : long_(std::max(rows, columns), std::min(rows, columns)),
        short_(std::min(rows, columns), std::min(rows, columns)),
        rows_(long_.cols(), long_.rows()),
        turned_(long_.cols(), long_.cols()),
        products_(std::min(rows, columns), std::min(rows, columns)),
        beside_(std::min(rows, columns)),
        sigma_(std::min(rows, columns)),
        order_(std::min(rows, columns)),
        used_(std::min(rows, columns)),
        left_(rows) {}

  /// `near`: L Z suffices, whose columns are across each other up to rounding of the longest: for steps, which damp or
  /// bound the shortest.
  void compute(const Eigen::Ref<const Eigen::MatrixXd>& J, bool near = false);

  /// x = Jᵀ f(J Jᵀ) b = f(JᵀJ) Jᵀ b, f(s) = 1/(s + λ²), to ten digits, by S without Z; false if rounding, 1e-16 |J|²
  /// relative to the least σ² + λ², may not leave as many.
  bool step(const Eigen::Ref<const Eigen::MatrixXd>& J, const Eigen::Ref<const Eigen::VectorXd>& b,
            const ModeDamping& damping, Weighing& weighing, Eigen::VectorXd& x);

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
  Trial trial(const Eigen::Ref<const Eigen::VectorXd>& e);

 private:
  void read(const Eigen::Ref<const Eigen::MatrixXd>& J);
  int readProducts();
  void reduce(int n);
  bool bringNear();
  void reflect(int k, int n);
  void reflectOne(int k, int n, double* a) const;
  void moveSizes();
  void sort();
  inline bool turnAllPairs();
  inline bool turnPair(int p, int q);
  inline void turnBoth(int p, int q, double cosine, double sine);

  Eigen::MatrixXd long_;      ///< finally u or σ v
  Eigen::MatrixXd short_;     ///< the other
  Eigen::MatrixXd rows_;      ///< Lᵀ, without zero columns of L
  Eigen::MatrixXd turned_;    ///< Z
  Eigen::MatrixXd products_;  ///< S
  Eigen::VectorXd beside_;    ///< next to the diagonal of S
  Eigen::VectorXd sigma_;
  std::vector<int> order_;
  std::vector<int> used_;  ///< columns that are not zero
  Eigen::VectorXd left_;
  int count_ = 0;
  Eigen::Index length_ = 0;
  bool isTall_ = false;
};

}  // namespace limber
