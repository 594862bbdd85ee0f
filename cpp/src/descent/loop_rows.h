/// Keeps loops closed for solvers on joint coordinates. Steps stay in the null space of the loops' rows, and Newton's
/// method removes the gap that curvature leaves,
///
///   x = J_Lᵀ (J_L J_Lᵀ + μI)⁻¹ e_L,   q ← q ⊕ scale · x,   until |e_L| is rounding
///
/// with a tiny μ while that helps, and a larger one otherwise (Levenberg–Marquardt). Redundant rows, as in a
/// Bennett linkage, do no harm.
#pragma once

#include <utility>

#include "descent/hold.h"
#include "descent/linearisation.h"
#include "linear/damped.h"

namespace limber {

class LoopRows {
 public:
  explicit LoopRows(const Problem& problem);
  void prepare(const Problem& problem, const SolveOptions& options);

  /// Whether no loop is closed.
  bool isEmpty() const { return lin_.blocks().empty(); }
  /// J_L and e_L at the current state.
  void read(const Problem& problem);
  Linearisation& rows() { return lin_; }

  /// The loops' gap: |e_L|, dimensionless.
  double gape(const Problem& problem);
  /// Whether the gap is larger than after the last close(), beyond rounding.
  bool isOpen(const Problem& problem) { return !isEmpty() && gape(problem) > allowed_; }
  /// Moves coordinates until the loops are closed as far as possible. Returns the largest change of a
  /// coordinate.
  double close(Problem& problem, const SolveOptions& options);
  /// Closes the loops again after a step; false if the gap stays larger than before.
  bool reclose(Problem& problem, const SolveOptions& options);

 private:
  double improveFully(Problem& problem, const SolveOptions& options);
  bool improve(Problem& problem, const SolveOptions& options, double& moved);

  Linearisation lin_;
  Damped damped_;
  Eigen::VectorXd e_;
  Eigen::VectorXd x_;
  Eigen::VectorXd dq_;
  std::vector<double> q_;
  Bounds bounds_;
  double allowed_ = 0;
  double mu_ = 0;
};

}  // namespace limber
