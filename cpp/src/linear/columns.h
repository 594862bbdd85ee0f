/// Columns of numbers in memory, without the cost of views, which is that of a few numbers.
#pragma once

#include <Eigen/Core>

namespace limber {

/// In two sums, which do not wait for each other.
inline double dot(const double* a, const double* b, Eigen::Index count) {
  double sum = 0, other = 0;
  Eigen::Index i = 0;
  for (; i + 1 < count; i += 2) {
    sum += a[i] * b[i];
    other += a[i + 1] * b[i + 1];
  }
  return i < count ? sum + other + a[i] * b[i] : sum + other;
}

/// b ← b + factor a
inline void add(double factor, const double* __restrict a, double* __restrict b, Eigen::Index count) {
  for (Eigen::Index i = 0; i < count; ++i) b[i] += factor * a[i];
}

/// a and b ← c a − s b and s a + c b
inline void turn(double c, double s, double* __restrict a, double* __restrict b, Eigen::Index count) {
  for (Eigen::Index i = 0; i < count; ++i) {
    const double before = a[i];
    a[i] = c * before - s * b[i];
    b[i] = s * before + c * b[i];
  }
}

}  // namespace limber
