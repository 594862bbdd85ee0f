#include "linear/elimination.h"

#include <algorithm>
#include <cmath>

namespace limber::analytic {

Elimination::Elimination(double* a, int rows, int columns, int unknowns)
    : a_(a), rows_(rows), columns_(columns), unknowns_(unknowns) {
  for (int i = 0; i < unknowns; ++i) order_[i] = i;
  for (int i = 0; i < std::min(rows, unknowns); ++i) {
    int row = i, column = i;
    for (int r = i; r < rows; ++r) {
      for (int c = i; c < unknowns; ++c) {
        if (std::abs(at(r, c)) > std::abs(at(row, column))) row = r, column = c;
      }
    }
    bringUp(i, row, column);
    if (pivot(i) == 0) return;
    for (int r = i + 1; r < rows; ++r) {
      const double part = at(r, i) / pivot(i);
      if (part == 0) continue;
      for (int c = i; c < columns; ++c) at(r, c) -= part * at(i, c);
    }
  }
}

void Elimination::bringUp(int i, int row, int column) {
  if (row != i) {
    std::swap_ranges(&at(i, 0), &at(i, 0) + columns_, &at(row, 0));
    sign_ = -sign_;
  }
  if (column != i) {
    for (int r = 0; r < rows_; ++r) std::swap(at(r, i), at(r, column));
    std::swap(order_[i], order_[column]);
    sign_ = -sign_;
  }
}

int Elimination::rank(double least) const {
  int rank = 0;
  while (rank < std::min(rows_, unknowns_) && std::abs(pivot(rank)) > least) ++rank;
  return rank;
}

double Elimination::determinant() const {
  double product = sign_;
  for (int i = 0; i < unknowns_; ++i) product *= pivot(i);
  return product;
}

void Elimination::solve(int column, int rank, double* x) const {
  std::array<double, 16> sorted{};
  for (int i = 0; i < rank; ++i) sorted[i] = at(i, column);
  substitute(rank, sorted.data());
  sortBack(sorted.data(), x);
}

void Elimination::kernel(int rank, int free, double* x) const {
  std::array<double, 16> sorted{};
  for (int i = 0; i < rank; ++i) sorted[i] = -at(i, free);
  substitute(rank, sorted.data());
  sorted[free] = 1;
  sortBack(sorted.data(), x);
}

void Elimination::substitute(int rank, double* sorted) const {
  for (int i = rank - 1; i >= 0; --i) {
    for (int c = i + 1; c < rank; ++c) sorted[i] -= at(i, c) * sorted[c];
    sorted[i] /= pivot(i);
  }
}

void Elimination::sortBack(const double* sorted, double* x) const {
  for (int i = 0; i < unknowns_; ++i) x[order_[i]] = sorted[i];
}

}  // namespace limber::analytic
