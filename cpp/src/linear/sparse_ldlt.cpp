#include "linear/sparse_ldlt.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

namespace limber::maximal {
namespace {

/// A pivot reduced below this fraction by elimination is rounding.
constexpr double leastPivot = 1e-15;

}  // namespace

SparseLdlt::SparseLdlt(std::span<const int> sizes, std::span<const std::array<int, 2>> pairs) {
  order(sizes, pairs);
  analyse();
}

void SparseLdlt::order(std::span<const int> sizes, std::span<const std::array<int, 2>> pairs) {
  const int blocks = static_cast<int>(sizes.size());
  std::vector<Eigen::Triplet<double, int>> ties;
  for (int i = 0; i < blocks; ++i) ties.emplace_back(i, i, 1);
  for (const auto& [a, b] : pairs) {
    ties.emplace_back(a, b, 1);
    ties.emplace_back(b, a, 1);
  }
  Eigen::SparseMatrix<double> graph(blocks, blocks);
  graph.setFromTriplets(ties.begin(), ties.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> inOrder;
  Eigen::AMDOrdering<int>()(graph, inOrder);

  std::vector<int> rank(blocks);
  first_.resize(blocks);
  int count = 0;
  for (int k = 0; k < blocks; ++k) {
    const int block = inOrder.indices()[k];
    rank[block] = k;
    first_[block] = count;
    count += sizes[block];
  }
  columns_.assign(1, 0);
  std::vector<int> before;
  for (int k = 0; k < blocks; ++k) {
    const int block = inOrder.indices()[k];
    before.clear();
    for (Eigen::SparseMatrix<double>::InnerIterator it(graph, block); it; ++it) {
      if (rank[it.row()] < k) before.push_back(rank[it.row()]);
    }
    std::ranges::make_heap(before);
    std::ranges::sort_heap(before);
    for (int c = 0; c < sizes[block]; ++c) {
      for (const int other : before) {
        const int at = inOrder.indices()[other];
        for (int r = 0; r < sizes[at]; ++r) rows_.push_back(first_[at] + r);
      }
      for (int r = 0; r <= c; ++r) rows_.push_back(first_[block] + r);
      columns_.push_back(static_cast<int>(rows_.size()));
    }
  }
  values_.resize(rows_.size());
  diagonal_.resize(count);
}

/// Row k of L has entries where the elimination tree is reached from A's entries in column k (Davis, "Direct methods
/// for sparse linear systems", 2006, §4).
void SparseLdlt::analyse() {
  const int n = size();
  std::vector<int> parent(n, -1);
  std::vector<int> seen(n, -1);
  std::vector<int> counts(n, 0);
  std::vector<int> path;
  std::vector<int> stack;
  rowStarts_.assign(1, 0);
  for (int k = 0; k < n; ++k) {
    seen[k] = k;
    stack.clear();
    for (int p = columns_[k]; p < columns_[k + 1]; ++p) {
      path.clear();
      for (int i = rows_[p]; seen[i] != k; i = parent[i]) {
        if (parent[i] < 0) parent[i] = k;
        path.push_back(i);
        ++counts[i];
        seen[i] = k;
      }
      // Later paths come first: they may be below earlier ones.
      stack.insert(stack.end(), path.rbegin(), path.rend());
    }
    rowColumns_.insert(rowColumns_.end(), stack.rbegin(), stack.rend());
    rowStarts_.push_back(static_cast<int>(rowColumns_.size()));
  }
  lowerColumns_.assign(1, 0);
  for (const int count : counts) lowerColumns_.push_back(lowerColumns_.back() + count);
  lowerRows_.resize(rowColumns_.size());
  filled_.assign(n, 0);
  for (int k = 0; k < n; ++k) {
    for (int p = rowStarts_[k]; p < rowStarts_[k + 1]; ++p) {
      const int i = rowColumns_[p];
      lowerRows_[lowerColumns_[i] + filled_[i]++] = k;
    }
  }
  lower_.resize(rowColumns_.size());
  inverse_.resize(n);
  work_.assign(n, 0);
}

int SparseLdlt::place(int a, int b) const {
  const int column = std::max(a, b);
  const auto from = rows_.begin() + columns_[column];
  const auto to = rows_.begin() + columns_[column + 1];
  return static_cast<int>(std::lower_bound(from, to, std::min(a, b)) - rows_.begin());
}

bool SparseLdlt::factorise(std::span<const double> added) {
  const int n = size();
  std::ranges::fill(filled_, 0);
  double* y = work_.data();
  for (int k = 0; k < n; ++k) {
    const int last = columns_[k + 1] - 1;
    for (int p = columns_[k]; p < last; ++p) y[rows_[p]] = values_[p];
    const double whole = values_[last] + added[k];
    double pivot = whole;
    for (int p = rowStarts_[k]; p < rowStarts_[k + 1]; ++p) {
      const int i = rowColumns_[p];
      const double yi = y[i];
      y[i] = 0;
      const int start = lowerColumns_[i];
      const int end = start + filled_[i];
      for (int r = start; r < end; ++r) y[lowerRows_[r]] -= lower_[r] * yi;
      const double entry = yi * inverse_[i];
      pivot -= entry * yi;
      lower_[end] = entry;
      ++filled_[i];
    }
    if (!(pivot > leastPivot * whole)) return false;
    diagonal_[k] = pivot;
    inverse_[k] = 1 / pivot;
  }
  return true;
}

void SparseLdlt::solve(std::span<double> b) const {
  const int n = size();
  for (int k = 0; k < n; ++k) {
    for (int p = lowerColumns_[k]; p < lowerColumns_[k + 1]; ++p) b[lowerRows_[p]] -= lower_[p] * b[k];
  }
  for (int k = n; k-- > 0;) {
    double sum = b[k] * inverse_[k];
    for (int p = lowerColumns_[k]; p < lowerColumns_[k + 1]; ++p) sum -= lower_[p] * b[lowerRows_[p]];
    b[k] = sum;
  }
}

}  // namespace limber::maximal
