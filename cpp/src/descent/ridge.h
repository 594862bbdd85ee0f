/// Ways off a ridge, where the error's slope vanishes but the error does not: an arm whose target is on its own axis or
/// exactly behind it. No step along Jᵀe leaves it.
#pragma once

#include <vector>

#include "descent/linearisation.h"

namespace limber::solvers {

class Ridge {
 public:
  /// Number of directions to try, to both sides.
  static constexpr int ways = 5;

  explicit Ridge(const Problem& problem);

  /// Finds how the error of the first `rows` rows curves at the current state. Keeps q, but changes poses,
  /// errors, and J and e of `lin`.
  void look(Problem& problem, Linearisation& lin, int rows);
  /// x of a direction. Along the first the error curves down most, or up least. The others are arbitrary,
  /// because at half a turn the error has an edge and its curvature means little.
  void way(int number, Eigen::VectorXd& x) const;

 private:
  void chooseColumns(const Linearisation& lin);
  void readSlope(const Linearisation& lin, int rows, Eigen::VectorXd& slope) const;
  void findLowest();

  std::vector<int> columns_;  ///< coordinates to turn: all that move a goal, or a subset if there are many
  std::vector<double> q_;
  Eigen::MatrixXd bend_;
  Eigen::VectorXd slope_, turned_, lowest_;
};

}  // namespace limber::solvers
