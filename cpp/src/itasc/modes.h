/// x = A⁺ b by A's singular directions, σ u vᵀ, none of which moves a coordinate too fast:
///
///   x = Σ σ/(σ² + λ²) v (uᵀb),   λ² = (1 − (σ/ε)²) λmax² where σ < ε, else 0          (WDLS)
///   x = Σ σ⁻¹ v (uᵀb),           capped at q̇max min(1, N/M)                           (WSDLS)
///
/// N is how far a direction moves the tools, M how far its coordinates could; see sdls.cpp.
/// Sources: Y. Nakamura and H. Hanafusa (1986); A. A. Maciejewski and C. A. Klein (1988); S. R.
/// Buss and J.-S. Kim (2005).
#pragma once

#include "../singular_values.h"
#include "limber/problem.h"
#include "limber/solve.h"

namespace limber {

/// λmax where SolveOptions::damping is automatic.
inline constexpr double greatestDamping = 0.5;

class Modes {
 public:
  Modes(int rows, int columns) : svd_(rows, columns), speed_(columns) {}

  /// Adds to `x`. `weights`: by how much of its unit a coordinate moves for one of x. `most`: the
  /// greatest velocity.
  template <class M, class E>
  void solve(const M& A, const E& b, const std::vector<double>& weights,
             const SolveOptions& options, double most, Eigen::VectorXd& x) {
    const double lambda = options.damping == automatic ? greatestDamping : options.damping;
    const double range = options.dampingRange;
    svd_.compute(A);
    if (options.selective) {
      for (Eigen::Index c = 0; c < A.cols(); ++c) speed_[c] = sumOfLengths(A.col(c));
    }
    for (int i = 0; i < svd_.count() && svd_.sigma(i) > 1e-12; ++i) {
      const double square = svd_.sigma(i) * svd_.sigma(i);
      const auto v = svd_.scaledV(i);
      const auto u = svd_.u(i);
      const bool isDamped = !options.selective && svd_.sigma(i) < range;
      const double damping = isDamped ? (1 - square / (range * range)) * lambda * lambda : 0;
      double part = u.dot(b) / (square + damping);
      double cap = most;
      if (options.selective)
        cap *= std::min(1.0, sumOfLengths(u) * square / v.cwiseAbs().dot(speed_));
      double fastest = 0;
      for (Eigen::Index c = 0; c < v.size(); ++c)
        fastest = std::max(fastest, std::abs(part * v[c]) * weights[static_cast<std::size_t>(c)]);
      if (fastest > cap) part *= cap / fastest;
      x += part * v;
    }
  }

 private:
  /// Of the threes of rows that belong to one tool.
  template <class V>
  static double sumOfLengths(const V& rows) {
    double sum = 0;
    for (Eigen::Index first = 0; first < rows.size(); first += 3)
      sum += rows.template segment<3>(first).norm();
    return sum;
  }

  SingularValues svd_;
  Eigen::VectorXd speed_;  ///< Σ_l |∂s_l/∂x_j|
};

}  // namespace limber
