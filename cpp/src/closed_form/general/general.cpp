// Raghavan and Roth (1993). With the loop cut in two, E₃E₄E₅E₆ = (E₁E₂)⁻¹G, both sides move the sixth hinge's line to
// the same place. Relative to o₃, that line has the point p and the direction l; p, l, p·p, p·l, p×l and
// (p·p) l − 2(p·l) p are 14 numbers that do not depend on q₆, and on each side each is linear in (1, cos, sin) of every
// angle: on the right 9 products of q₁ and q₂, on the left 27 of q₃, q₄ and q₅. Eight of the right's are eliminated, so
// that 6 equations in q₃, q₄, q₅ remain. Times (cos ½q₄, sin ½q₄) they are 12 in 12 unknowns, with coefficients in q₃
// alone: M(q₃) y = 0. det M is a trigonometric polynomial of degree 8, found from its values at 17 angles.
//
// If the first two axes meet or are parallel, that determinant is zero for every q₃, and its values are
// rounding. Multiplied by cos ½q₅ and sin ½q₅ as well, there are 24 equations in 16 unknowns, whose rank is
// full except at poses. So 16 sums of them have a nonzero determinant, of degree 16; its roots count if all
// 24 have a kernel.

#include "closed_form/general/general.h"

#include <Eigen/LU>

#include "closed_form/families/wave.h"
#include "linear/elimination.h"

namespace limber::analytic {
namespace {

/// Degrees of the determinant.
constexpr int smallDegree = 8, largestDegree = 16;
/// Distance of roots from the circle, because the determinant is rounded.
constexpr double nearCircle = 0.05;
/// Noise relative to the largest determinant that means failure: after the first few samples, and after all.
constexpr double hopeless = 1e-3, mostNoise = 1e-9;
constexpr int fewSamples = 2;
/// Multiple of the noise above which a determinant is certainly not zero.
constexpr double sure = 1e3;
/// Pivots relative to the first: above `noKernel`, there is no kernel; below `nearZero`, the root is exact.
/// `gap` separates pivots of a kernel from others, which must exceed `leastPivot`.
constexpr double noKernel = 1e-3, nearZero = 1e-5, gap = 1e3, leastPivot = 1e-6;
/// The third to last pivot near a family, and the distance that counts as near.
constexpr double nearFamily = 0.05, aside = 0.2;
/// Radians and sizes, before Newton's method: certainly a pose below `near`, certainly none above `far`.
constexpr double near = 1e-3, far = 0.05;
/// Least condition of the eight right-hand columns.
constexpr double leastCondition = 1e-6;

using Fourteen = Eigen::Matrix<double, 14, 1>;
using Left = Eigen::Matrix<double, 14, 27>;
using Right = Eigen::Matrix<double, 14, 9>;
/// The eight columns to eliminate, then the left side with the constants.
constexpr int eliminated = 8;
/// Then one column that is written per solution.
constexpr int sumColumn = eliminated + 27;
using Table = Eigen::Matrix<double, 14, sumColumn + 1, Eigen::RowMajor>;

Fourteen numbersOf(const Vec3& p, const Vec3& l) {
  Fourteen numbers;
  numbers << p, l, p.squaredNorm(), p.dot(l), p.cross(l), p.squaredNorm() * l - 2 * p.dot(l) * p;
  return numbers;
}

/// (1, cos q, sin q).
Vec3 basis(double q) {
  const auto [cosine, sine] = cosSin(q);
  return {1, cosine, sine};
}

/// Converts three values, a third of a turn apart, to coefficients of (1, cos, sin).
const Mat3& fromThirds() {
  static const Mat3 inverse = [] {
    Mat3 values;
    for (int i = 0; i < 3; ++i) values.row(i) = basis(2 * pi / 3 * i);
    return Mat3(values.inverse());
  }();
  return inverse;
}

/// The motions of a hinge at 0, ⅓ and ⅔ of a turn.
std::array<Rigid, 3> thirds(const Line& line, double sign = 1) {
  return {motionOf(line, 0), motionOf(line, sign * 2 * pi / 3), motionOf(line, sign * 4 * pi / 3)};
}

/// Converts columns `stride` apart, in blocks of three.
template <class M>
void toCoefficients(M& table, int stride) {
  for (int c = 0; c < table.cols(); ++c) {
    if (c / stride % 3 != 0) continue;
    Eigen::Matrix<double, 14, 3> values;
    for (int i = 0; i < 3; ++i) values.col(i) = table.col(c + i * stride);
    for (int i = 0; i < 3; ++i) table.col(c + i * stride) = values * fromThirds().row(i).transpose();
  }
}

/// (1, cos, sin) times cos ½q and times sin ½q, in the basis (cos ½q, sin ½q, cos 3/2 q, sin 3/2 q).
using Half = Eigen::Matrix<double, 4, 3>;
const std::array<Half, 2>& halves() {
  static const std::array<Half, 2> both = [] {
    std::array<Half, 2> each;
    each[0] << 1, .5, 0, 0, 0, .5, 0, .5, 0, 0, 0, .5;
    each[1] << 0, 0, .5, 1, -.5, 0, 0, 0, -.5, 0, .5, 0;
    return each;
  }();
  return both;
}

/// Factor of a row in the sums of rows, without a pattern.
double mixing(int row, int other) { return cosSin(1 + 5 * row + 7.3 * other * other + other * row).cos; }

class General {
 public:
  General(const ClosedChain& loop, Found& found) : loop_(loop), found_(found) {}

  /// Whether every root on the circle is accounted for. `isLarge`: the second method, for any pair of first
  /// hinges.
  bool solve(bool isLarge) {
    readLeft();
    if (!eliminate()) return false;
    readMatrices(isLarge);
    TrigPolynomial<largestDegree> determinant;
    if (!readDeterminant(isLarge ? largestDegree : smallDegree, determinant)) return false;
    const auto [q3, off, count] = rootsOf(determinant, nearCircle);
    bool isGood = true;
    for (int i = 0; i < count; ++i) isGood = isSettled(q3[i]) && isGood;
    return isGood;
  }

 private:
  /// 12 or 24 equations.
  using Rows = Eigen::Matrix<double, 24, 16, Eigen::RowMajor>;
  using Vector = std::array<double, 16>;
  /// Verdict on a vector: belongs to a pose, certainly to none, or unsure.
  enum class Verdict { pose, none, unsure };

  const Line& line(int i) const { return loop_.lines[i]; }

  /// Column 9x + 3y + z, where x, y, z select from (1, cos, sin) of q₃, q₄, q₅.
  void readLeft() {
    const auto e3 = thirds(line(2)), e4 = thirds(line(3)), e5 = thirds(line(4));
    for (int c = 0; c < 27; ++c) {
      const Line moved = e3[c / 9] * (e4[c / 3 % 3] * (e5[c % 3] * line(5)));
      left_.col(c) = numbersOf((moved.o - line(2).o) / loop_.size, moved.h);
    }
    for (const int stride : {1, 3, 9}) toCoefficients(left_, stride);
  }

  /// Column 3x + y, where x, y select from those of q₁, q₂.
  bool eliminate() {
    const auto e1 = thirds(line(0), -1), e2 = thirds(line(1), -1);
    const Line wanted = loop_.G * line(5);
    Right right;
    for (int c = 0; c < 9; ++c) {
      const Line moved = e2[c % 3] * (e1[c / 3] * wanted);
      right.col(c) = numbersOf((moved.o - line(2).o) / loop_.size, moved.h);
    }
    for (const int stride : {1, 3}) toCoefficients(right, stride);
    left_.col(0) -= right.col(0);
    table_ << right.rightCols<eliminated>(), left_, Fourteen::Zero();
    elimination_.emplace(table_.data(), 14, sumColumn + 1, eliminated);
    if (elimination_->rank(leastCondition * std::abs(elimination_->pivot(0))) < eliminated) return false;
    rounding_ = 1e-15 * std::abs(elimination_->pivot(0) / elimination_->pivot(eliminated - 1));
    return true;
  }

  /// y: products of (cos ½q₄, sin ½q₄, cos 3/2 q₄, sin 3/2 q₄) and (1, cos q₅, sin q₅), or the same four of q₅.
  void readMatrices(bool isLarge) {
    wide_ = isLarge ? 4 : 3;
    n_ = 4 * wide_;
    rows_ = isLarge ? 24 : 12;
    for (int x = 0; x < 3; ++x) {
      for (int row = 0; row < rows_; ++row) {
        const double* c = &table_(eliminated + row % 6, eliminated + 9 * x);
        const Half part = halves()[row / 6 % 2] * Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(c);
        for (int i = 0; i < n_; ++i) {
          const auto of4 = part.row(i / wide_);
          all_[x](row, i) = isLarge ? of4.dot(halves()[row / 12].row(i % 4)) : of4[i % 3];
        }
      }
      for (int row = 0; row < n_; ++row) {
        mixed_[x].row(row) = all_[x].row(row);
        for (int other = n_; other < rows_; ++other) mixed_[x].row(row) += mixing(row, other) * all_[x].row(other);
      }
    }
  }

  /// Eliminates M(q₃), stored without gaps between rows.
  Elimination eliminateAt(double q3, const std::array<Rows, 3>& from, int rows, double* M) const {
    const Vec3 b = basis(q3);
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < n_; ++c) M[r * n_ + c] = from[0](r, c) + b.y() * from[1](r, c) + b.z() * from[2](r, c);
    }
    return {M, rows, n_, n_};
  }

  /// Rounding changes pivots by a fraction of the first one, and the determinant by its effect on the last.
  struct Determinant {
    double value, noise;
  };
  Determinant determinantAt(double q3) const {
    std::array<double, 16 * 16> M;
    const Elimination E = eliminateAt(q3, mixed_, n_, M.data());
    double noise = rounding_ * E.pivot(0);
    for (int i = 0; i < n_ - 1; ++i) noise *= E.pivot(i);
    return {E.determinant(), std::abs(noise)};
  }

  /// False if the determinant is nothing but rounding.
  bool readDeterminant(int degree, TrigPolynomial<largestDegree>& determinant) {
    const int samples = 2 * degree + 1;
    std::array<double, 2 * largestDegree + 1> values;
    double most = 0;
    noise_ = 0;
    for (int j = 0; j < samples; ++j) {
      const auto [value, noise] = determinantAt(2 * pi * j / samples);
      values[j] = value;
      most = std::max(most, std::abs(value));
      noise_ = std::max(noise_, noise);
      if (j == fewSamples && !(noise_ < hopeless * most)) return false;
    }
    for (int m = 0; m <= degree; ++m) {
      for (int j = 0; j < samples; ++j) {
        const auto [cosine, sine] = cosSin(2 * pi * (m * j % samples) / samples);
        determinant.c[m] += values[j] / samples * std::complex<double>(cosine, -sine);
      }
    }
    return noise_ < mostNoise * most;
  }

  /// Offers the poses of a root; false if there may be others. If the determinant is clearly not zero on the
  /// circle, rounding has not moved the root off it.
  bool isSettled(double q3) {
    if (std::abs(determinantAt(q3).value) > sure * noise_) return true;
    std::array<double, 24 * 16> M;
    const Elimination E = eliminateAt(q3, all_, rows_, M.data());
    const auto last = [&](int i) { return std::abs(E.pivot(n_ - i) / E.pivot(0)); };
    if (last(1) > noKernel) return last(3) > nearFamily || !isBesideFamily(q3);
    // Whether exactly i pivots are zero, up to the error of the root.
    const auto isKernel = [&](int i) { return last(i + 1) > gap * last(i) && last(i + 1) > leastPivot; };
    Vector y, z;
    if (n_ < 16 || isKernel(1)) {
      E.kernel(n_ - 1, n_ - 1, y.data());
      const Verdict verdict = offer(q3, y.data());
      return isKernel(1) && (verdict == Verdict::pose || (verdict == Verdict::none && last(1) < nearZero));
    }
    E.kernel(n_ - 2, n_ - 2, y.data());
    E.kernel(n_ - 2, n_ - 1, z.data());
    return offerTwo(q3, y, z) && isKernel(2);
  }

  /// If a family of poses shares one q₃, the kernel there has three dimensions or more, and the determinant
  /// as many roots, which rounding may move far apart. Newton's method leads back, as the third pivot is
  /// about linear.
  bool isBesideFamily(double q3) const {
    constexpr int steps = 3;
    constexpr double dq = 1e-3;
    const auto third = [&](double q) {
      std::array<double, 24 * 16> M;
      const Elimination E = eliminateAt(q, all_, rows_, M.data());
      return std::abs(E.pivot(n_ - 3) / E.pivot(0));
    };
    double q = q3;
    for (int i = 0; i < steps && std::abs(q - q3) < aside; ++i) {
      const double value = third(q);
      if (value < noKernel) return true;
      q -= value * 2 * dq / (third(q + dq) - third(q - dq));
    }
    return std::abs(q - q3) < aside && third(q) < noKernel;
  }

  /// The lowest two of four coefficients, low[0] and low[stride], times cos q and times sin q.
  struct Product {
    double cosine, sine;
  };
  static Product times(const double* low, int stride, int which) {
    const double w0 = low[0], w1 = low[stride], w2 = low[2 * stride], w3 = low[3 * stride];
    return which ? Product{(w3 - w1) / 2, (w0 - w2) / 2} : Product{(w2 + w0) / 2, (w3 + w1) / 2};
  }

  /// The four lowest coefficients of y(i, k), i for q₄ and k for q₅, times
  /// f = a cos q₄ + b sin q₄ + c cos q₅ + d sin q₅.
  static Eigen::Vector4d timesF(const Vector& y) {
    constexpr double a = 0.6, b = -0.83, c = 0.47, d = 0.91;
    Eigen::Vector4d product;
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < 2; ++k) {
        const Product of4 = times(&y[k], 4, i), of5 = times(&y[4 * i], 1, k);
        product[2 * i + k] = a * of4.cosine + b * of4.sine + c * of5.cosine + d * of5.sine;
      }
    }
    return product;
  }

  /// Two poses with one q₃ span the kernel: Y = (y z). For each, the four lowest products with f are f times
  /// the four lowest coefficients, so with the rows L of Y, and F of f Y, F = L T, and the eigenvalues of T
  /// are both f.
  bool offerTwo(double q3, const Vector& y, const Vector& z) {
    Eigen::Matrix<double, 4, 2> L, F;
    L << y[0], z[0], y[1], z[1], y[4], z[4], y[5], z[5];
    F << timesF(y), timesF(z);
    const Eigen::Matrix2d T = (L.transpose() * L).inverse() * (L.transpose() * F);
    const double middle = T.trace() / 2, square = middle * middle, rest = square - T.determinant();
    const bool fits = (L * T - F).norm() < 1e-3 * F.norm();
    // Both are complex.
    if (fits && rest < -1e-3 * (square + std::abs(T.determinant()))) return true;
    const double half = std::sqrt(std::max(0.0, rest));
    bool areGood = true;
    for (const double f : {middle - half, middle + half}) {
      const Eigen::Vector2d first(T(0, 1), f - T(0, 0)), second(f - T(1, 1), T(1, 0));
      const Eigen::Vector2d e = first.squaredNorm() > second.squaredNorm() ? first : second;
      Vector x;
      for (int i = 0; i < 16; ++i) x[i] = e[0] * y[i] + e[1] * z[i];
      const Verdict verdict = offer(q3, x.data());
      areGood = areGood && (verdict == Verdict::pose || (verdict == Verdict::none && !fits));
    }
    return areGood;
  }

  /// Reads q₄ and q₅ from the largest parts of y; then q₁ and q₂ from the eight equations, and q₆ from the
  /// remaining turn. Newton's method must only move them a little: elsewhere it may find a pose by chance.
  Verdict offer(double q3, const double* given) {
    const Eigen::Map<const Eigen::Matrix<double, 4, Eigen::Dynamic, Eigen::RowMajor>> y(given, 4, wide_);
    int row, column;
    y.rowwise().squaredNorm().maxCoeff(&row);
    y.colwise().squaredNorm().maxCoeff(&column);
    const auto byHalves = [](const auto& v) { return std::atan2(v[3], v[2]) - std::atan2(v[1], v[0]); };
    const double sign = y(row, 0) < 0 ? -1 : 1;
    const double q5 = wide_ == 3 ? std::atan2(sign * y(row, 2), sign * y(row, 1)) : byHalves(y.row(row));
    const double q4 = byHalves(y.col(column));
    readSum(basis(q3), basis(q4), basis(q5));
    std::array<double, eliminated> of12;
    elimination_->solve(sumColumn, eliminated, of12.data());
    const double q2 = std::atan2(of12[1], of12[0]);
    const double q1 = std::atan2(of12[5], of12[2]);
    const Rigid g = motionOf(line(0), q1) * motionOf(line(1), q2) * motionOf(line(2), q3) * motionOf(line(3), q4) *
                    motionOf(line(4), q5);
    const Vec3 across = anyPerpendicular(line(5).h);
    const Angle q6 = angleAbout(line(5).h, across, g.R.transpose() * (loop_.G.R * across), 1, 0);
    const Line wanted = loop_.G * line(5), reached = g * line(5);
    const double left = std::max((wanted.o - reached.o).norm() / loop_.size, (wanted.h - reached.h).norm());
    const double moved = found_.offer({q1, q2, q3, q4, q5, q6.q}, true);
    if (left < near && moved < near) return Verdict::pose;
    return left > far ? Verdict::none : Verdict::unsure;
  }

  /// Evaluates the left side of the first rows at given angles.
  void readSum(const Vec3& b3, const Vec3& b4, const Vec3& b5) {
    for (int r = 0; r < eliminated; ++r) {
      double& sum = table_(r, sumColumn) = 0;
      for (int c = 0; c < 27; ++c) sum += b3[c / 9] * b4[c / 3 % 3] * b5[c % 3] * table_(r, eliminated + c);
    }
  }

  const ClosedChain& loop_;
  Found& found_;
  Left left_;
  Table table_;
  std::optional<Elimination> elimination_;
  double rounding_ = 0;  ///< of the six equations
  double noise_ = 0;     ///< of the determinant
  int n_ = 0, rows_ = 0, wide_ = 0;
  std::array<Rows, 3> all_, mixed_;  ///< coefficients of 1, cos q₃, sin q₃
};

/// Offers the solutions of a loop that begins elsewhere.
struct Begun : Found {
  using Found::offer;
  Found& found;
  int k;
  Begun(Found& found, int k) : found(found), k(k) {}
  bool hasFound = false;
  double offer(const std::array<double, 6>& angles, bool isOpen) override {
    const double moved = found.offer(angles, k, isOpen);
    hasFound |= moved < infinity;
    return moved;
  }
};

}  // namespace

/// That there are no other poses is confirmed by a second run, where one of the twelve ways can. None at all must be.
bool solveGeneral(const ClosedChain& loop, Found& found, int first) {
  int agreed = 0;
  bool hasFound = false;
  for (int i = 0; i < 12 && agreed < 2; ++i) {
    const int k = (first + i) % 6;
    Begun begun(found, k);
    const bool isSure = General(loop.begunAt(k), begun).solve(i >= 6);
    agreed += isSure;
    hasFound |= isSure && begun.hasFound;
    if ((hasFound || isSure) && found.isEnough(hasFound)) return true;
  }
  return agreed >= 2 || hasFound;
}

}  // namespace limber::analytic
