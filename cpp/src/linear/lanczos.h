/// x = Jᵀ f(S) b, S = J Jᵀ, f(s) = 1/(s + λ²), by Lanczos' method (1950): a few products with J, no decomposition of
/// it,
///
///   S Q = Q T + β qₖ₊₁ eₖᵀ,   q₁ = b / |b|
///   f(S) b ≈ |b| Q c,   c = f(T) e₁ = Z f(D) Zᵀ e₁,   T = Z D Zᵀ tridiagonal
///
/// Each step adds the part of S qₖ across Q. While Q lacks a part of f(S) b, c does not fade: its last two numbers are
/// about as large as what is missing. Directions with the same f count as one, so few steps suffice where f is flat,
/// and never more than the rank of J and one.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "linear/damped.h"
#include "linear/tridiagonal.h"

namespace limber {

class Lanczos {
 public:
  /// Memory for J of up to `rows` × `columns`.
  Lanczos(int rows, int columns);

  /// x to ten digits; false if the mean σ² is not below the least σ² + λ², or S is small: then S whole
  /// is quicker.
  bool solve(const Damped::Rows& J, const Damped::Errors& b, const ModeDamping& damping, Weighing& weighing,
             Eigen::VectorXd& x);

 private:
  struct Range {
    Eigen::Index first, end;
  };

  double readRanges(const Damped::Rows& J);
  double step(const Damped::Rows& J, int k);
  bool weigh(int count, const ModeDamping& damping, Weighing& weighing);

  Eigen::MatrixXd basis_;     ///< Q
  Eigen::VectorXd next_;      ///< β qₖ₊₁
  Eigen::VectorXd diagonal_;  ///< of T
  Eigen::VectorXd beside_;    ///< next to it: β
  Eigen::VectorXd d_;         ///< both, being made diagonal
  Eigen::VectorXd e_;
  Eigen::VectorXd part_;  ///< c
  std::vector<Range> ranges_;
};

}  // namespace limber
