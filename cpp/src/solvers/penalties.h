/// Clearance violations of `find`, which goes through obstacles. For each pair of links, or link and obstacle, at a
/// distance d below the clearance m, slightly enlarged so that an equilibrium is free of violations, the row
///
///   w ∂d/∂x · x = w (m − d)
///
/// stands beside those of the goals.
#pragma once

#include "../collision/bodies.h"
#include "../hold.h"

namespace limber::solvers {

class Penalties {
 public:
  /// Largest number of rows.
  static constexpr int most = 24;

  explicit Penalties(const Problem& problem) : row_(problem.model().nv) {}
  void prepare(const Problem& problem, const SolveOptions& options, bool isAllowed);

  bool isOn() const { return isOn_; }
  /// Adds the rows at the current state to those of the goals.
  void read(const Problem& problem, const Linearisation& lin);
  /// See holdAtLimits().
  bool hold(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x) {
    return isOn_ && holdAtLimits(problem, scale, J_.topRows(rows_), x);
  }
  /// Of goals and violations.
  auto J() const { return J_.topRows(rows_); }
  auto e() const { return e_.head(rows_); }

  /// Σ e² of all violations, at the last read() and now.
  double before() const { return before_; }
  double now(const Problem& problem) const;

 private:
  double violation(const NearPair& pair) const;

  bool isOn_ = false;
  double clearance_ = 0;  ///< m
  double reach_ = 1;
  std::vector<NearPair> near_;
  int rows_ = 0;
  Eigen::MatrixXd J_;
  Eigen::VectorXd e_;
  Eigen::VectorXd row_;
  double before_ = 0;
};

}  // namespace limber::solvers
