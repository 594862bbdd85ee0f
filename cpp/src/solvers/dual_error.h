/// The weighted error that the solvers descend, and its derivatives by dual numbers.
///
///   f = ½ Σ |r|²,   r = weight · (length / reach, perTurn · angle)   a goal
///
/// A goal farther away than ten reaches counts as Huber's loss has it, by its distance instead of the square: seen from
/// 1e9 away no turn of the arm changes a square.
#pragma once

#include <vector>

#include "limber/solve.h"

namespace limber::solvers {

class DualError {
 public:
  explicit DualError(const Problem& problem);
  /// Which goals are on, and which coordinates may move.
  void prepare(const Problem& problem, const SolveOptions& options);

  /// Takes problem.errors as what steps are judged from.
  void read(const Problem& problem);
  /// By how much problem.errors are now worse than what read() took; never less than f is worse.
  double change(const Problem& problem) const;

  /// g = ∂f/∂x where dq = scale · x, at what read() took.
  void findGradient(const Problem& problem, Eigen::VectorXd& g);
  /// |∂r/∂x · x|²: how f curves along x, as far as the errors are straight (Gauss).
  double curvatureAlong(const Problem& problem, const Eigen::VectorXd& x);

  /// dq = scale · x: weights of the joints, slides in reaches; 0 for what is held.
  Eigen::VectorXd scale;

 private:
  struct Wish {
    const Goal* goal;
    Pose tool;  ///< at read()
  };
  /// A motion that may move, and the tools that it carries: wishes_[i] for i in a part of carried_.
  struct Mover {
    int motion;
    int first;
    int last;
  };

  void findMovers(const Problem& problem);
  void addSlopes(const Problem& problem, const Mover& mover, Eigen::VectorXd& g);
  /// −r · ∂r, where `tool` has the derivative.
  double pullAlong(const Goal& goal, const PoseT<Dual>& tool) const;
  double rowWeight(const Goal& goal, int row) const;

  double perReach_;
  double perTurn_;
  std::vector<Wish> wishes_;
  std::vector<Mover> movers_;
  std::vector<int> carried_;
  /// By the rows of Problem::errors: r as it counts, and how much farther away it is.
  Eigen::VectorXd pull_;
  Eigen::VectorXd shift_;
  std::vector<Dual> q_;
  std::vector<Dual> dq_;
  std::vector<PoseT<Dual>> poses_;
};

}  // namespace limber::solvers
