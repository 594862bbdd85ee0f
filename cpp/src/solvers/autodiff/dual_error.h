/// The weighted error and its derivatives by dual numbers.
///
///   f = ½ Σ |r|²,   r = weight · (length / reach, perTurn · angle)   per goal, weights over the largest
///
/// Beyond ten reaches a goal counts by its distance instead of the square (Huber's loss): for a target 1e9 away,
/// rounding of the square would hide every motion.
#pragma once

#include <vector>

#include "goals/goal_type.h"
#include "limber/solve.h"

namespace limber::solvers {

class DualError {
 public:
  explicit DualError(const Problem& problem);
  /// Finds active goals and free coordinates.
  void prepare(const Problem& problem, const SolveOptions& options);

  /// Takes problem.errors as the reference for change().
  void read(const Problem& problem);
  /// Increase of problem.errors since read(); at least the increase of f.
  double change(const Problem& problem) const;

  /// g = ∂f/∂x with dq = scale · x, at read().
  void findGradient(const Problem& problem, Eigen::VectorXd& g);
  /// |∂r/∂x · x|²: curvature of f along x for linear errors (Gauss–Newton).
  double curvatureAlong(const Problem& problem, const Eigen::VectorXd& x);

  Eigen::VectorXd scale;  ///< see readScale()

 private:
  struct Wish {
    const Goal* goal;
    Pose tool;  ///< at read()
  };
  /// A free motion and the tools it carries: wishes_[i] for i in a range of carried_.
  struct Mover {
    int motion;
    int first;
    int last;
  };

  void findMovers(const Problem& problem);
  void addSlopes(const Problem& problem, const Mover& mover, Eigen::VectorXd& g);
  /// −r · ∂r, with the derivative in `tool`.
  double pullAlong(const Goal& goal, const PoseT<Dual>& tool) const;
  double rowWeight(const Goal& goal, int row) const;

  double perReach_;
  double perTurn_;
  double greatest_ = 1;  ///< the largest weight
  std::vector<Wish> wishes_;
  std::vector<Mover> movers_;
  std::vector<int> carried_;
  /// For each row of Problem::errors: the part of r within `farAway`, and the rest.
  Eigen::VectorXd pull_;
  Eigen::VectorXd shift_;
  std::vector<Dual> q_;
  std::vector<Dual> dq_;
  std::vector<PoseT<Dual>> poses_;
};

}  // namespace limber::solvers
