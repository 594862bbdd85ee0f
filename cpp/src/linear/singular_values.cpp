#include "linear/singular_values.h"

#include <cmath>

#include "linear/columns.h"

namespace limber {
namespace {

/// take(i, number) for what is not zero in a row of L: a joint moves few of many goals.
template <class Row, class Take>
void eachOf(const Row& row, int n, Take&& take) {
  for (int i = 0; i < n; ++i) {
    if (row[i] != 0) take(i, row[i]);
  }
}

}  // namespace

inline void SingularValues::turnBoth(int p, int q, double cosine, double sine) {
  // A few numbers, for which SIMD takes longer to set up.
  const auto turnFew = [&](auto&& a, auto&& b) {
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      const double before = a[i];
      a[i] = cosine * before - sine * b[i];
      b[i] = sine * before + cosine * b[i];
    }
  };
  turnFew(long_.col(p).head(length_), long_.col(q).head(length_));
  turnFew(short_.col(p).head(count_), short_.col(q).head(count_));
}

inline bool SingularValues::turnPair(int p, int q) {
  auto a = long_.col(p).head(length_);
  auto b = long_.col(q).head(length_);
  const double pp = a.squaredNorm();
  const double qq = b.squaredNorm();
  const double pq = a.dot(b);
  // Products of long columns are rounded more often.
  const double rounding = 1e-15 * std::max(1.0, static_cast<double>(length_) / 64);
  if (!(std::abs(pq) > rounding * std::sqrt(pp * qq)) || std::abs(pq) < 1e-300) return false;
  // The smaller of the two rotations that make them orthogonal: tan 2θ = 2pq / (pp − qq).
  const double zeta = (qq - pp) / (2 * pq);
  const double tangent = std::copysign(1 / (std::abs(zeta) + std::hypot(1, zeta)), zeta);
  const double cosine = 1 / std::hypot(1, tangent);
  turnBoth(p, q, cosine, cosine * tangent);
  return true;
}

/// Whether any pair was rotated.
inline bool SingularValues::turnAllPairs() {
  bool turned = false;
  for (int p = 0; p < count_; ++p) {
    for (int q = p + 1; q < count_; ++q) turned |= turnPair(p, q);
  }
  return turned;
}

void SingularValues::read(const Eigen::Ref<const Eigen::MatrixXd>& J) {
  isTall_ = J.rows() > J.cols();
  count_ = static_cast<int>(std::min(J.rows(), J.cols()));
  length_ = std::max(J.rows(), J.cols());
  if (isTall_)
    long_.topLeftCorner(length_, count_) = J;
  else
    long_.topLeftCorner(length_, count_) = J.transpose();
}

void SingularValues::compute(const Eigen::Ref<const Eigen::MatrixXd>& J, bool near) {
  read(J);
  short_.topLeftCorner(count_, count_).setIdentity();
  const bool isNear = count_ > few && bringNear();
  for (int sweeps = 0; !(near && isNear) && sweeps < 40 && turnAllPairs(); ++sweeps) {
  }
  for (int i = 0; i < count_; ++i) sigma_[i] = longSide(i).norm();
  if (isTall_) moveSizes();
  sort();
}

bool SingularValues::step(const Eigen::Ref<const Eigen::MatrixXd>& J, const Eigen::Ref<const Eigen::VectorXd>& b,
                          const ModeDamping& damping, Weighing& weighing, Eigen::VectorXd& x) {
  read(J);
  const int n = readProducts();
  if (!(damping.least() > 1e-6 * products_.topLeftCorner(n, n).trace())) return false;
  double* part = left_.data();
  for (int j = 0; j < n; ++j) part[j] = isTall_ ? dot(&long_(0, used_[j]), b.data(), length_) : b[used_[j]];
  reduce(n);
  for (int k = 0; k + 1 < n; ++k) reflectOne(k, n, part);
  if (!weighing.weigh(sigma_.data(), beside_.data(), n, damping, part)) return false;
  for (int k = n - 2; k >= 0; --k) reflectOne(k, n, part);
  x.setZero();
  for (int j = 0; j < n; ++j) {
    if (isTall_)
      x[used_[j]] = part[j];
    else
      add(part[j], &long_(0, used_[j]), x.data(), length_);
  }
  return true;
}

Trial SingularValues::trial(const Eigen::Ref<const Eigen::VectorXd>& e) {
  const double square = trialDamping * meanSquare();
  auto left = left_.head(e.size());
  left = e;
  forEachMode(leastSigma, [&](double sigma, const auto& u, const auto&) {
    left -= sigma * sigma / (sigma * sigma + square) * u.dot(e) * u;
  });
  return {square, left};
}

/// S on and below its diagonal. Leaves out zero columns of L, so that they have no effect. Returns S's order.
int SingularValues::readProducts() {
  int n = 0;
  for (int i = 0; i < count_; ++i) {
    if (!longSide(i).isZero(0)) used_[n++] = i;
  }
  products_.topLeftCorner(n, n).setZero();
  for (int r = 0; r < length_; ++r) {
    for (int i = 0; i < n; ++i) rows_(i, r) = long_(r, used_[i]);
    eachOf(rows_.col(r), n, [&](int j, double a) { add(a, &rows_(j, r), &products_(j, j), n - j); });
  }
  return n;
}

/// a ← H a, by the H of reflect(k, n).
void SingularValues::reflectOne(int k, int n, double* a) const {
  const double* v = &products_(k + 1, k);
  add(-2 * dot(a + k + 1, v, n - k - 1), v, a + k + 1, n - k - 1);
}

/// Makes S tridiagonal; `sigma_` is its diagonal.
void SingularValues::reduce(int n) {
  for (int k = 0; k + 1 < n; ++k) reflect(k, n);
  sigma_.head(n) = products_.diagonal().head(n);
}

/// L ← L Z with Z D Zᵀ = LᵀL. Whether D was found.
bool SingularValues::bringNear() {
  const int n = readProducts();
  reduce(n);
  turned_.topLeftCorner(n, n).setIdentity();
  for (int k = n - 2; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) reflectOne(k, n, &turned_(0, j));
  }
  const bool isDone = makeDiagonal(sigma_.data(), beside_.data(), n, [&](int k, double c, double s) {
    turn(c, s, &turned_(0, k), &turned_(0, k + 1), n);
  });
  products_.topLeftCorner(n, n) = turned_.topLeftCorner(n, n).transpose();
  auto row = sigma_.head(n);
  for (int r = 0; r < length_; ++r) {
    row.setZero();
    eachOf(rows_.col(r), n, [&](int i, double a) { add(a, &products_(0, i), sigma_.data(), n); });
    for (int j = 0; j < n; ++j) long_(r, used_[j]) = row[j];
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) short_(used_[i], used_[j]) = turned_(i, j);
  }
  return isDone;
}

/// H = I − 2 v vᵀ reduces column k below the diagonal to its first element b, stored in `beside_`:
/// S ← H S H = S − v wᵀ − w vᵀ with p = 2 S v, w = p − (pᵀv) v. Reads and writes S on and below the diagonal, and
/// leaves v in its place.
void SingularValues::reflect(int k, int n) {
  const int m = n - k - 1;
  double* v = &products_(k + 1, k);
  double* w = sigma_.data();
  const double length = std::sqrt(dot(v, v, m));
  beside_[k] = v[0] > 0 ? -length : length;
  v[0] -= beside_[k];
  const double size = std::sqrt(dot(v, v, m));
  if (!(size > 0)) return;
  for (int i = 0; i < m; ++i) {
    v[i] /= size;
    w[i] = 0;
  }
  for (int j = 0; j < m; ++j) {
    const double* column = &products_(k + 1 + j, k + 1 + j);
    w[j] += 2 * dot(column, v + j, m - j);
    add(2 * v[j], column + 1, w + j + 1, m - j - 1);
  }
  add(-dot(v, w, m), v, w, m);
  for (int j = 0; j < m; ++j) {
    double* column = &products_(k + 1 + j, k + 1 + j);
    for (int i = j; i < m; ++i) column[i - j] -= w[j] * v[i] + v[j] * w[i];
  }
}

/// σ u and v become u and σ v.
void SingularValues::moveSizes() {
  for (int i = 0; i < count_; ++i) {
    if (sigma_[i] > 0) long_.col(i).head(length_) /= sigma_[i];
    short_.col(i).head(count_) *= sigma_[i];
  }
}

/// Insertion sort, stable: few numbers, and nearly sorted already.
void SingularValues::sort() {
  for (int i = 0; i < count_; ++i) {
    int at = i;
    for (; at > 0 && sigma_[order_[at - 1]] < sigma_[i]; --at) order_[at] = order_[at - 1];
    order_[at] = i;
  }
}

}  // namespace limber
