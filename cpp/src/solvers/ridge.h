/// Ways off a ridge: where the slope of the error vanishes and the error does not. An arm stands there with its target
/// on its own axis, or turned exactly away from it, and no step made of Jᵀe leaves it.
#pragma once

#include <vector>

#include "../linearisation.h"

namespace limber::solvers {

class Ridge {
 public:
  /// Ways worth trying, to both sides.
  static constexpr int ways = 5;

  explicit Ridge(const Problem& problem);

  /// Looks how the error of the first `rows` rows bends about where the problem stands. Afterwards q is as it was;
  /// poses, errors, and J and e of `lin` are not.
  void look(Problem& problem, Linearisation& lin, int rows);
  /// x of a way: the first is the one along which the error bends down most, or up least. The others are any, because
  /// at a half turn the error has an edge, and its bend says little.
  void way(int number, Eigen::VectorXd& x) const;

 private:
  void chooseColumns(const Linearisation& lin);
  void readSlope(const Linearisation& lin, int rows, Eigen::VectorXd& slope) const;
  void findLowest();

  std::vector<int> columns_;  ///< that are turned: all that move a goal, or some of very many
  std::vector<double> q_;
  Eigen::MatrixXd bend_;
  Eigen::VectorXd slope_, turned_, lowest_;
};

}  // namespace limber::solvers
