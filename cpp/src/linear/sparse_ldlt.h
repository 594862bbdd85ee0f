/// A = L D Lᵀ of a sparse symmetric matrix with a fixed pattern. Allocates once; Eigen's allocates in every
/// factorisation.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace limber::maximal {

class SparseLdlt {
 public:
  /// `sizes` of blocks of unknowns, and pairs of blocks that share a row. Orders the blocks for little fill-in.
  SparseLdlt(std::span<const int> sizes, std::span<const std::array<int, 2>> pairs);

  int size() const { return static_cast<int>(diagonal_.size()); }
  /// Index of a block's first unknown, in elimination order.
  int first(int block) const { return first_[block]; }
  /// Index in values() of the entry of two unknowns.
  int place(int a, int b) const;
  std::vector<double>& values() { return values_; }
  double diagonal(int unknown) const { return values_[columns_[unknown + 1] - 1]; }
  /// Number of entries of L.
  int entries() const { return static_cast<int>(lower_.size()); }

  /// Factors values() with `added` on the diagonal. False if a pivot is rounding or not positive.
  bool factorise(std::span<const double> added);
  /// b → A⁻¹ b
  void solve(std::span<double> b) const;

 private:
  void order(std::span<const int> sizes, std::span<const std::array<int, 2>> pairs);
  void analyse();

  std::vector<int> first_;
  /// The upper half of A by columns, rows in order, the diagonal last.
  std::vector<int> columns_;
  std::vector<int> rows_;
  std::vector<double> values_;

  /// L without its unit diagonal, by columns; and by rows, the columns of its entries, in order of
  /// dependence.
  std::vector<int> lowerColumns_;
  std::vector<int> lowerRows_;
  std::vector<double> lower_;
  std::vector<int> rowStarts_;
  std::vector<int> rowColumns_;
  std::vector<double> diagonal_;
  std::vector<double> inverse_;  ///< of diagonal_
  std::vector<int> filled_;      ///< entries of each column of L so far
  std::vector<double> work_;
};

}  // namespace limber::maximal
