/// Gaussian elimination with full pivoting: determinants, ranks, kernels and solutions of small systems, all by one
/// function that is compiled once. Eigen's decompositions, one for each size, would weigh as much as the rest of the
/// closed forms.
#pragma once

#include <array>

namespace limber::analytic {

class Elimination {
 public:
  /// In place, of `unknowns` columns of a row-major matrix that may have more; these go along. `unknowns` is at
  /// most 16.
  Elimination(double* a, int rows, int columns, int unknowns);

  double pivot(int i) const { return at(i, i); }
  /// Which unknown a pivot is of; behind the rank, which has none.
  int unknown(int i) const { return order_[i]; }
  /// How many pivots are above `least`.
  int rank(double least) const;
  /// Of the unknowns, if there are as many rows.
  double determinant() const;
  /// Writes the unknowns for the right-hand side in `column`; those without a pivot are zero.
  void solve(int column, int rank, double* x) const;
  /// Writes unknowns whose equations sum to zero: of those without a pivot the `free` one, counted from 0, is 1.
  void kernel(int rank, int free, double* x) const;

 private:
  double& at(int row, int column) const { return a_[row * columns_ + column]; }
  void bringUp(int i, int row, int column);
  /// From the last of `rank` unknowns to the first.
  void substitute(int rank, double* sorted) const;
  void sortBack(const double* sorted, double* x) const;

  double* a_;
  int rows_, columns_, unknowns_;
  std::array<int, 16> order_;  ///< of the unknowns
  double sign_ = 1;
};

}  // namespace limber::analytic
