/// The step that J, the tangent at the current pose, demands:
///
///   x = inverse(J) e            the solver's own; levels of priority one after the other, see Levels
///   x += (I − J⁺J) x_rest       towards the rest posture, in the null space of the goals
///   hold, and repeat            a joint at a limit that would go farther loses its column of J
///   dq = scale · x
///
/// Constraints come before all levels. Errors are shortened first, because J is only valid nearby.
#pragma once

#include "../levels.h"
#include "constraints.h"
#include "far.h"
#include "penalties.h"

namespace limber::solvers {

using Rows = Levels::Rows;
using Errors = Levels::Errors;

/// The solver's own part of a step.
class Inverse {
 public:
  /// Adds inverse(J) e to a zero x, which has as many numbers as J columns.
  virtual void invert(const SolveOptions& options, const Rows& J, const Errors& e, Eigen::VectorXd& x) = 0;

 protected:
  ~Inverse() = default;
};

/// Facts about an inverse.
struct InverseTraits {
  /// Used if SolveOptions::maxError is automatic.
  double maxError = infinity;
  /// Whether it can take Penalties::most rows more than the goals have.
  bool takesPenalties = false;
};

class Tangent {
 public:
  Tangent(const Problem& problem, const InverseTraits& traits);
  void prepare(const Problem& problem, const SolveOptions& options);

  /// Reads J, e and the constraints at the current state.
  void read(const Problem& problem, const SolveOptions& options, const Eigen::VectorXd& e);
  /// dq for the first `count` levels, of which the rest posture is the last.
  Eigen::VectorXd& find(const Problem& problem, const SolveOptions& options, int count, Inverse& inverse);
  /// dq along the gradient of the first level, with the best length for J.
  Eigen::VectorXd& findSteepest(const Problem& problem, const SolveOptions& options);

  /// The last level's part of find().
  Eigen::VectorXd& last() { return last_; }
  /// Whether the rest posture now pulls against last().
  bool pullsBack(const Problem& problem, const SolveOptions& options);

  /// Curvature (see damped.h) of the rows that are being inverted. `goesOn`: see Travel.
  double curvature(const Problem& problem, const Errors& left, bool goesOn) const;
  /// The first row of the level that is being inverted.
  int firstRow() const { return levels_.first(); }

  Linearisation lin;
  Constraints constraints;
  Penalties penalties;

 private:
  void shortenErrors(double most);
  void solve(const Problem& problem, const SolveOptions& options, int count, Inverse& inverse);
  bool hold(const Problem& problem, const SolveOptions& options);
  void readGradient(int rows);

  InverseTraits traits_;
  Levels levels_;
  Eigen::VectorXd x_;
  Eigen::VectorXd dq_;
  Eigen::VectorXd last_;
  Eigen::VectorXd change_;  ///< J x
};

/// α that minimises |e − α J x|; `change` is memory for J x.
double bestLength(const Rows& J, const Errors& e, const Eigen::VectorXd& x, Eigen::VectorXd& change);

}  // namespace limber::solvers
