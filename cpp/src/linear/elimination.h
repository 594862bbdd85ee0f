/// Gaussian elimination with full pivoting: determinants, ranks, kernels and solutions of small systems, all
/// by one function that is compiled once. Eigen's decompositions, one per size, would weigh as much as the
/// rest of the closed forms.
#pragma once

#include <array>

namespace limber::analytic {

class Elimination {
 public:
  /// In place, on the first `unknowns` columns of a row-major matrix; the other columns are transformed
  /// along. `unknowns` is at most 16.
  Elimination(double* a, int rows, int columns, int unknowns);

  double pivot(int i) const { return at(i, i); }
  /// The unknown that belongs to a pivot; beyond the rank, an unknown without one.
  int unknown(int i) const { return order_[i]; }
  /// The number of pivots above `least`.
  int rank(double least) const;
  /// Determinant of the unknowns' columns, if there are as many rows.
  double determinant() const;
  /// Writes the unknowns for the right-hand side in `column`; those without a pivot are zero.
  void solve(int column, int rank, double* x) const;
  /// Writes a vector of the kernel: 1 for unknown `free`, counted from 0, among those without a pivot.
  void kernel(int rank, int free, double* x) const;

 private:
  double& at(int row, int column) const { return a_[row * columns_ + column]; }
  void bringUp(int i, int row, int column);
  /// Back substitution, from the last of `rank` unknowns to the first.
  void substitute(int rank, double* sorted) const;
  void sortBack(const double* sorted, double* x) const;

  double* a_;
  int rows_, columns_, unknowns_;
  std::array<int, 16> order_;  ///< order of the unknowns
  double sign_ = 1;
};

}  // namespace limber::analytic
