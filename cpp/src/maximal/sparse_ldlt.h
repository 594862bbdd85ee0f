/// A = L D Lᵀ of a sparse symmetric matrix whose pattern never changes. All memory is asked for once; Eigen's own asks
/// for some at every factorisation.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace limber::maximal {

class SparseLdlt {
 public:
  /// Unknowns come in blocks of so many numbers; each pair names two blocks that some row ties. They are put into an
  /// order in which few entries fill in.
  SparseLdlt(std::span<const int> sizes, std::span<const std::array<int, 2>> pairs);

  int size() const { return static_cast<int>(diagonal_.size()); }
  /// The place of a block's first number among the unknowns, in the order of elimination.
  int first(int block) const { return first_[block]; }
  /// The place in values() of the entry of two unknowns whose blocks a pair ties.
  int place(int a, int b) const;
  std::vector<double>& values() { return values_; }
  double diagonal(int unknown) const { return values_[columns_[unknown + 1] - 1]; }
  /// Entries of L, for the measure of fill.
  int entries() const { return static_cast<int>(lower_.size()); }

  /// Of values() with `added` on the diagonal. False where a pivot is lost in rounding or not positive.
  bool factorise(std::span<const double> added);
  /// b → A⁻¹ b
  void solve(std::span<double> b) const;

 private:
  void order(std::span<const int> sizes, std::span<const std::array<int, 2>> pairs);
  void analyse();

  std::vector<int> first_;
  /// The upper half of A by columns, rows in order, so that the diagonal stands last.
  std::vector<int> columns_;
  std::vector<int> rows_;
  std::vector<double> values_;

  /// L without its ones, by columns; and by rows the columns of their entries, each after those that it depends on.
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
