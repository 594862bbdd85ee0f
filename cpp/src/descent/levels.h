/// Strict priorities: each level in the null space of those before it (Siciliano and Slotine 1991),
///
///   x ← x + inverse(J_k N) (e_k − J_k x),   N = I − BᵀB
///
/// and at last a pull of x towards the rest posture, N x_rest. The rows of B span all levels before, and
/// whatever comes before the first: loops and bounds.
#pragma once

#include <span>

#include "descent/avoidance.h"
#include "descent/linearisation.h"
#include "linear/row_space.h"

namespace limber {

class Levels {
 public:
  using Rows = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  using Errors = Eigen::Ref<const Eigen::VectorXd>;

  explicit Levels(const Problem& problem)
      : higher(std::min(static_cast<int>(problem.errors.size()) + Avoidance::roomFor(problem), problem.model().nv),
               problem.model().nv),
        projected_(problem.rows(), problem.model().nv),
        left_(problem.rows()),
        part_(problem.model().nv) {}

  RowSpace higher;  ///< B

  /// Adds all levels to x, which holds the part of `higher`; `ends` are the first of lin.levels(). invert(J, e, first,
  /// x) adds inverse(J) e, whose first row is lin's row `first`, to a zero x. `leaves`: the rest posture follows.
  template <class Invert>
  void solve(const Linearisation& lin, std::span<const int> ends, bool leaves, Eigen::VectorXd& x, Invert&& invert) {
    int first = 0;
    for (const int& end : ends) {
      const int count = end - first;
      const bool isFree = first == 0 && higher.isEmpty();
      if (!isFree) project(lin, first, count, x);
      const Rows J = isFree ? Rows(lin.J().topRows(count)) : Rows(projected_.topRows(count));
      part_.setZero();
      invert(J, isFree ? Errors(lin.e().head(count)) : Errors(left_.head(count)), first, part_);
      x += part_;
      if (leaves || &end != &ends.back()) higher.add(J);
      first = end;
    }
  }

  /// x of the last level, or of the rest posture.
  Eigen::VectorXd& part() { return part_; }

  /// part() ← gain (rest − q) / scale.
  template <class Scale>
  void readRest(const Problem& problem, double gain, const Scale& scale) {
    difference(problem.model(), problem.state.q.data(), problem.rest.data(), part_.data());
    for (int v = 0; v < part_.size(); ++v) part_[v] = scale[v] > 0 ? gain * part_[v] / scale[v] : 0;
  }
  /// Adds part() in the null space of all levels.
  void addRest(Eigen::VectorXd& x) {
    higher.removeFrom(part_);
    x += part_;
  }

 private:
  /// J_k N and e_k − J_k x.
  void project(const Linearisation& lin, int first, int count, const Eigen::VectorXd& x) {
    auto J = projected_.topRows(count);
    J = lin.J().middleRows(first, count);
    for (int i = 0; i < count; ++i) left_[i] = lin.e()[first + i] - J.row(i).dot(x);
    for (int i = 0; i < count && !higher.isEmpty(); ++i) {
      const double length = J.row(i).norm();
      higher.removeFrom(J.row(i).transpose());
      // Only rounding errors are left of the row.
      if (J.row(i).norm() < 1e-9 * length) J.row(i).setZero();
    }
  }

  Eigen::MatrixXd projected_;
  Eigen::VectorXd left_;
  Eigen::VectorXd part_;
};

}  // namespace limber
