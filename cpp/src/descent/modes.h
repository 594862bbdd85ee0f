/// x = A⁺ b by A's singular directions σ u vᵀ, with bounded velocities:
///
///   x = Σ σ/(σ² + λ²) v (uᵀb),   λ² = (1 − (σ/ε)²) λmax² where σ < ε, else 0          (WDLS)
///   x = Σ σ⁻¹ v (uᵀb),           capped at q̇max min(1, N/M)                           (WSDLS)
///
/// N is how far a direction moves the tools, M how far its coordinates could move them; see singular.cpp. Sources: Y.
/// Nakamura and H. Hanafusa (1986); A. A. Maciejewski and C. A. Klein (1988); S. R. Buss and J.-S. Kim (2005).
#pragma once

#include "limber/problem.h"
#include "limber/solve.h"
#include "linear/lanczos.h"
#include "linear/singular_values.h"

namespace limber {

/// λmax and ε from the options. If automatic, λ² is at least `curvature`, K h |e|: in a singular direction the cost
/// curves only by up to |e| per radian squared, and with less damping steps overshoot and a stretched arm trembles.
/// `weight`: the sum of the squared weights in A, to which its σ² are relative.
inline ModeDamping dampingOf(const SolveOptions& options, double curvature, double weight = 1) {
  constexpr double least = 0.05;
  const double needed = std::max(least * least * weight, curvature);
  return {options.maxDamping == automatic ? needed : options.maxDamping * options.maxDamping,
          options.dampingRange == automatic ? std::sqrt(needed) : options.dampingRange};
}

/// Half the mean length of the links, relative to the reach: `maxError` if automatic. 1 without lengths.
double halfMeanLink(const Model& model);

class Modes {
 public:
  Modes(int rows, int columns)
      : svd_(rows, columns),
        lanczos_(rows, columns),
        weighing_(std::min(rows, columns) + 4),
        speed_(columns),
        known_(rows, columns) {}

  /// `weights`: motion of a coordinate per unit of x. `most`: the largest velocity.
  template <class M, class E>
  void solve(const M& A, const E& b, std::span<const double> weights, const SolveOptions& options,
             const ModeDamping& damping, double most, Eigen::VectorXd& x) {
    const bool isPlain = !options.selective && std::min(A.rows(), A.cols()) > SingularValues::few;
    if (isPlain) knownRows_ = -1;
    const bool isFound =
        isPlain && (lanczos_.solve(A, b, damping, weighing_, x) || svd_.step(A, b, damping, weighing_, x));
    // No direction's part is longer than x.
    if (isFound && x.norm() * *std::ranges::max_element(weights) <= most) return;
    x.setZero();
    if (!isKnown(A)) svd_.compute(A, true);
    if (options.selective) {
      for (Eigen::Index c = 0; c < A.cols(); ++c) speed_[c] = sumOfLengths(A.col(c));
    }
    svd_.forEachMode(leastSigma, [&](double sigma, const auto& u, const auto& v) {
      const double square = sigma * sigma;
      double part = u.dot(b) / (options.selective ? square : damping.damped(square));
      double cap = most;
      if (options.selective) cap *= std::min(1.0, sumOfLengths(u) * square / v.cwiseAbs().dot(speed_));
      double fastest = 0;
      for (Eigen::Index c = 0; c < v.size(); ++c)
        fastest = std::max(fastest, std::abs(part * v[c]) * weights[static_cast<std::size_t>(c)]);
      if (fastest > cap) part *= cap / fastest;
      x += part * v;
    });
  }

 private:
  /// Whether A is what svd_ has, as where only b or damping changed. Remembers it.
  bool isKnown(const Eigen::Ref<const Eigen::MatrixXd>& A) {
    auto known = known_.topLeftCorner(A.rows(), A.cols());
    const bool is = knownRows_ == A.rows() && known == A;
    known = A;
    knownRows_ = A.rows();
    return is;
  }

  SingularValues svd_;
  Lanczos lanczos_;
  Weighing weighing_;
  Eigen::VectorXd speed_;  ///< Σ_l |∂s_l/∂x_j|
  Eigen::MatrixXd known_;  ///< what svd_ has
  Eigen::Index knownRows_ = -1;
};

}  // namespace limber
