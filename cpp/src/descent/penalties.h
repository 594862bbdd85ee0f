/// Clearance violations of `find`, which goes through obstacles. For each pair of links, or link and obstacle, at a
/// distance d below the clearance m, slightly enlarged so that an equilibrium is free of violations, the row
///
///   w ∂d/∂x · x = w (m − d)
///
/// stands beside those of the goals.
#pragma once

#include "descent/avoidance.h"
#include "descent/linearisation.h"

namespace limber::solvers {

class Penalties {
 public:
  /// Largest number of rows.
  static constexpr int most = 24;

  explicit Penalties(const Problem& problem) : row_(problem.model().nv) {}
  void prepare(const Problem& problem, const SolveOptions& options, bool isAllowed) {
    isOn_ = isAllowed && options.mode == Mode::find && options.clearance >= 0 && problem.hasBodies();
    if (!isOn_) return;
    clearance_ = options.clearance + spareClearance * problem.model().size;
    reach_ = problem.model().reach;
    if (J_.size() > 0) return;
    J_.resize(problem.rows() + most, problem.model().nv);
    e_.resize(J_.rows());
    near_.reserve(mostPairs);
  }

  bool isOn() const { return isOn_; }
  /// Adds the rows at the current state to those of the goals.
  void read(const Problem& problem, const Linearisation& lin) {
    before_ = now(problem);
    const auto found = problem.bodies().found();
    near_.assign(found.begin(), found.end());
    rows_ = lin.rows();
    J_.topRows(rows_) = lin.J();
    e_.head(rows_) = lin.e();
    for (std::size_t i = 0; i < std::min<std::size_t>(most, near_.size()); ++i) {
      bringNearest(std::span(near_).subspan(i));
      if (!(violation(near_[i]) > 0)) break;
      readDistanceRow(problem, near_[i], lin.scale, row_);
      // e = m − d, so −∂e = ∂d.
      J_.row(rows_) = weight / reach_ * row_.transpose();
      e_[rows_++] = violation(near_[i]);
    }
  }
  /// Of goals and violations.
  auto J() { return J_.topRows(rows_); }
  auto e() const { return e_.head(rows_); }

  /// Σ e² of all violations, at the last read() and now.
  double before() const { return before_; }
  double now(const Problem& problem) const {
    problem.bodies().find(problem.state, clearance_);
    double sum = 0;
    for (const NearPair& pair : problem.bodies().found()) sum += violation(pair) * violation(pair);
    return sum;
  }

 private:
  /// Of a length relative to the goals.
  static constexpr double weight = 2;

  double violation(const NearPair& pair) const {
    return weight * std::max(0.0, clearance_ - pair.at.distance) / reach_;
  }

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
