/// Strict priorities: each level in the null space of those before it (Siciliano and Slotine 1991),
///
///   x ← x + inverse(J_k N) (e_k − J_k x),   N = I − BᵀB
///
/// and at last a pull of x towards the rest posture, N x_rest. The rows of B span all levels before, and
/// whatever comes before the first: loops and bounds.
#pragma once

#include <span>

#include "descent/avoidance.h"
#include "descent/edges.h"
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
        edges(problem),
        projected_(problem.rows(), problem.model().nv),
        left_(problem.rows()),
        part_(problem.model().nv),
        before_(problem.model().nv) {}

  RowSpace higher;  ///< B
  Edges edges;

  /// Adds all levels to x, which holds the part of `higher`; `ends` are the first of lin.levels(). invert(J, e, first,
  /// x) adds inverse(J) e, whose first row is lin's row `first`, to a zero x. `leaves`: the rest posture follows.
  template <class Invert>
  void solve(const Linearisation& lin, std::span<const int> ends, bool leaves, Eigen::VectorXd& x, Invert&& invert) {
    int first = 0;
    for (const int& end : ends) {
      const Own own = ownOf(lin, first, end, x);
      part_.setZero();
      if (own.J.rows() > 0) invert(own.J, own.e, own.first, part_);
      x += part_;
      if (leaves || &end != &ends.back()) add(lin, own, first, end, x);
      first = end;
    }
  }

  /// x of the last level, or of the rest posture.
  Eigen::VectorXd& part() { return part_; }
  /// The same, with the way to edges that it needs; a longer step has a longer way.
  const Eigen::VectorXd& lastOf(const Eigen::VectorXd& x) {
    if (edges.bind()) part_ = x - before_;
    return part_;
  }

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
  /// What a level inverts: J_k N, e_k − J_k x, and its first row among those of goals that do not rest.
  struct Own {
    Rows J;
    Errors e;
    int first;
  };
  Own ownOf(const Linearisation& lin, int first, int end, const Eigen::VectorXd& x);
  void add(const Linearisation& lin, const Own& own, int first, int end, Eigen::VectorXd& x);
  /// J_k N and e_k − J_k x.
  void project(const Linearisation& lin, int first, int count, const Eigen::VectorXd& x);

  Eigen::MatrixXd projected_;
  Eigen::VectorXd left_;
  Eigen::VectorXd part_;
  Eigen::VectorXd before_;  ///< x before the last edges
};

}  // namespace limber
