/// Free directions of a descent: all but those in which a coordinate is at a limit and would go farther.
#pragma once

#include "descent/hold.h"

namespace limber::solvers {

class FreeDirections {
 public:
  explicit FreeDirections(const Model& model) : free_(model.nv), bounds_(model) {}

  /// For a descent along d, where dq = scale · x; projects it.
  void find(const Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale, Eigen::VectorXd& d) {
    free_ = (scale.array() > 0).cast<double>();
    bounds_.read(problem, options, scale);
    do project(d);
    while (bounds_.hold(d));
  }

  /// Projects `x` onto the free directions.
  template <class X>
  void project(X&& x) const {
    x = x.cwiseProduct(free_);
    bounds_.removeFromVector(x);
  }

 private:
  Eigen::VectorXd free_;  ///< 1 or 0
  Bounds bounds_;
};

}  // namespace limber::solvers
