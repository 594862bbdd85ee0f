/// Keeps closed loops closed, for solvers that move joint coordinates: their steps go along the loops (in the null
/// space of the loops' rows), and what curvature opens again is closed by Newton's method,
///
///   x = J_Lᵀ (J_L J_Lᵀ + μI)⁻¹ e_L,   q ← q ⊕ scale · x,   until |e_L| is rounding
///
/// with μ next to nothing while that helps, and more where it does not (Levenberg and Marquardt). Loops may ask for
/// more than there is to give, as a Bennett linkage's do: rows that others imply are no harm to either.
#pragma once

#include <utility>

#include "damped.h"
#include "linearisation.h"

namespace limber {

class LoopRows {
 public:
  explicit LoopRows(const Problem& problem);
  void prepare(const Problem& problem, const SolveOptions& options);

  /// Whether no loop is closed.
  bool isEmpty() const { return lin_.blocks().empty(); }
  /// J_L and e_L where the problem stands.
  void read(const Problem& problem);
  Linearisation& rows() { return lin_; }

  /// How far the loops gape: |e_L| without units.
  double gape(const Problem& problem);
  /// Whether that is more than where `close` last ended, or more than rounding there.
  bool isOpen(const Problem& problem) { return !isEmpty() && gape(problem) > allowed_; }
  /// Moves coordinates until the loops are closed, or as nearly as they can be. Returns how far the one went that moved
  /// most.
  double close(Problem& problem, const SolveOptions& options);
  /// After a step along the loops: closes them again; false where they stay more open than before.
  bool reclose(Problem& problem, const SolveOptions& options);

 private:
  bool improve(Problem& problem, const SolveOptions& options, double& moved);

  Linearisation lin_;
  Damped damped_;
  Eigen::VectorXd e_;
  Eigen::VectorXd x_;
  Eigen::VectorXd dq_;
  std::vector<double> q_;
  double allowed_ = 0;
  double mu_ = 0;
};

}  // namespace limber
