#include "linear/lanczos.h"

#include <algorithm>
#include <cmath>

#include "linear/columns.h"

namespace limber {
namespace {

/// What may be missing, and its power of two.
constexpr double rounding = 1e-12;
constexpr double roundingPower = -40;
/// Of S.
constexpr Eigen::Index leastOrder = 26;
/// Steps until the first look at c.
constexpr int firstLook = 8;

int mostSteps(Eigen::Index rows, Eigen::Index columns) { return static_cast<int>(std::min(rows, columns + 1)); }

/// b ← b − A Aᵀ b, of four columns, `stride` apart.
void takeOut(const double* A, Eigen::Index stride, double* b, Eigen::Index count) {
  const double *a0 = A, *a1 = A + stride, *a2 = A + 2 * stride, *a3 = A + 3 * stride;
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (Eigen::Index i = 0; i < count; ++i) {
    s0 += a0[i] * b[i];
    s1 += a1[i] * b[i];
    s2 += a2[i] * b[i];
    s3 += a3[i] * b[i];
  }
  for (Eigen::Index i = 0; i < count; ++i) b[i] -= (s0 * a0[i] + s1 * a1[i]) + (s2 * a2[i] + s3 * a3[i]);
}

}  // namespace

Lanczos::Lanczos(int rows, int columns)
    : basis_(rows, mostSteps(rows, columns) + 3),
      next_(rows),
      diagonal_(basis_.cols()),
      beside_(basis_.cols()),
      d_(basis_.cols()),
      e_(basis_.cols()),
      part_(basis_.cols()),
      ranges_(static_cast<std::size_t>(columns)) {}

bool Lanczos::solve(const Damped::Rows& J, const Damped::Errors& b, const ModeDamping& damping, Weighing& weighing,
                    Eigen::VectorXd& x) {
  const auto order = std::min(J.rows(), J.cols());
  if (order < leastOrder) return false;
  const double square = readRanges(J);
  if (!(square < static_cast<double>(order) * damping.least())) return false;
  const double length = b.norm();
  x.setZero();
  if (!(length > 0)) return true;
  const int most = mostSteps(J.rows(), J.cols());
  auto next = next_.head(J.rows());
  next = b / length;
  int count = 0;
  for (int look = std::min(firstLook, most);;) {
    if (count % 4 == 0) basis_.middleCols(count, 4).setZero();
    basis_.col(count).head(J.rows()) = next;
    const double beta = step(J, count++);
    const bool isWhole = count == most || !(beta > 1e-15 * square);
    if (isWhole || count == look) {
      if (!weigh(count, damping, weighing)) return false;
      const double missing = part_.segment(count - std::min(count, 2), std::min(count, 2)).norm();
      const double relative = missing / part_.head(count).norm();
      if (isWhole || relative <= rounding) break;
      // As many digits a step as so far.
      const double longer = std::min(2.0, roundingPower / std::min(-1, std::ilogb(relative)));
      look = std::min(most, std::max(count + 1, static_cast<int>(count * longer)));
    }
    next /= beta;
  }
  next.setZero();
  for (int i = 0; i < count; ++i) add(length * part_[i], basis_.col(i).data(), next_.data(), J.rows());
  for (int c = 0; c < J.cols(); ++c) {
    const auto [first, end] = ranges_[static_cast<std::size_t>(c)];
    x[c] = dot(J.col(c).data() + first, next_.data() + first, end - first);
  }
  return true;
}

/// Of each column, from its first to its last number that is not zero: a joint moves few of many goals. Returns |J|².
double Lanczos::readRanges(const Damped::Rows& J) {
  double square = 0;
  for (int c = 0; c < J.cols(); ++c) {
    const double* column = J.col(c).data();
    Eigen::Index first = 0, end = J.rows();
    while (first < end && column[first] == 0) ++first;
    while (end > first && column[end - 1] == 0) --end;
    ranges_[static_cast<std::size_t>(c)] = {first, end};
    square += dot(column + first, column + first, end - first);
  }
  return square;
}

/// The part of S qₖ across q₁ … qₖ, whose length β it returns.
double Lanczos::step(const Damped::Rows& J, int k) {
  const double* q = basis_.col(k).data();
  double* next = next_.data();
  std::fill_n(next, J.rows(), 0.0);
  for (int c = 0; c < J.cols(); ++c) {
    const auto [first, end] = ranges_[static_cast<std::size_t>(c)];
    const double* column = J.col(c).data() + first;
    add(dot(column, q + first, end - first), column, next + first, end - first);
  }
  diagonal_[k] = dot(q, next, J.rows());
  add(-diagonal_[k], q, next, J.rows());
  if (k > 0) add(-beside_[k - 1], basis_.col(k - 1).data(), next, J.rows());
  for (int i = 0; i <= k; i += 4) takeOut(basis_.col(i).data(), basis_.rows(), next, J.rows());
  return beside_[k] = next_.head(J.rows()).norm();
}

/// c; false if T cannot be made diagonal.
bool Lanczos::weigh(int count, const ModeDamping& damping, Weighing& weighing) {
  d_.head(count) = diagonal_.head(count);
  e_.head(count) = beside_.head(count);
  part_.head(count).setZero();
  part_[0] = 1;
  return weighing.weigh(d_.data(), e_.data(), count, damping, part_.data());
}

}  // namespace limber
