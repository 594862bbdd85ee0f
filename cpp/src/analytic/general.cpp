// Raghavan and Roth (1993). With the loop cut in two, E₃E₄E₅E₆ = (E₁E₂)⁻¹G, both sides move the sixth hinge's line to
// the same place. Of that line, seen from o₃, p is a point and l the direction; p, l, p·p, p·l, p×l and
// (p·p) l − 2(p·l) p are 14 numbers that do not depend on q₆, and on each side each is linear in (1, cos, sin) of every
// angle: on the right 9 products of q₁ and q₂, on the left 27 of q₃, q₄ and q₅. Eight of the right's are eliminated, so
// that 6 equations in q₃, q₄, q₅ remain. Times (cos ½q₄, sin ½q₄) they are 12 in 12 unknowns, with coefficients in q₃
// alone: M(q₃) y = 0. det M is a trigonometric polynomial of degree 8, found from its values at 17 angles.

#include "general.h"

#include <Eigen/LU>

#include "elimination.h"
#include "wave.h"

namespace limber::analytic {
namespace {

constexpr int degree = 8;
constexpr int samples = 2 * degree + 1;
/// Of roots from the circle, where the determinant is rounded.
constexpr double nearCircle = 0.05;
/// The eight right-hand columns may be so dependent.
constexpr double leastCondition = 1e-6;

using Fourteen = Eigen::Matrix<double, 14, 1>;
using Left = Eigen::Matrix<double, 14, 27>;
using Right = Eigen::Matrix<double, 14, 9>;
using Square = Eigen::Matrix<double, 12, 12, Eigen::RowMajor>;
/// The eight columns to eliminate, and the left side with the constants.
constexpr int eliminated = 8;
/// Then one that is written for each solution.
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

/// Three values a third of a turn apart become coefficients of (1, cos, sin).
const Mat3& fromThirds() {
  static const Mat3 inverse = [] {
    Mat3 values;
    for (int i = 0; i < 3; ++i) values.row(i) = basis(2 * pi / 3 * i);
    return Mat3(values.inverse());
  }();
  return inverse;
}

/// The turns of a hinge by 0, ⅓ and ⅔.
std::array<Rigid, 3> thirds(const Line& line, double sign = 1) {
  return {motionOf(line, 0), motionOf(line, sign * 2 * pi / 3), motionOf(line, sign * 4 * pi / 3)};
}

/// Of columns `stride` apart, in blocks of three.
template <class M>
void toCoefficients(M& table, int stride) {
  for (int c = 0; c < table.cols(); ++c) {
    if (c / stride % 3 != 0) continue;
    Eigen::Matrix<double, 14, 3> values;
    for (int i = 0; i < 3; ++i) values.col(i) = table.col(c + i * stride);
    for (int i = 0; i < 3; ++i) table.col(c + i * stride) = values * fromThirds().row(i).transpose();
  }
}

class General {
 public:
  General(const Loop& loop, Found& found) : loop_(loop), found_(found) {}

  bool solve() {
    readLeft();
    if (!eliminate()) return false;
    readMatrices();
    TrigPolynomial<degree> determinant;
    std::array<double, samples> values;
    for (int j = 0; j < samples; ++j) values[j] = determinantAt(2 * pi * j / samples);
    for (int m = 0; m <= degree; ++m) {
      for (int j = 0; j < samples; ++j) {
        const auto [cosine, sine] = cosSin(2 * pi * (m * j % samples) / samples);
        determinant.c[m] += values[j] / samples * std::complex<double>(cosine, -sine);
      }
    }
    const auto [q3, off, count] = rootsOf(determinant, nearCircle);
    bool isGood = true;
    for (int i = 0; i < count; ++i) isGood = (finish(q3[i]) || off[i] > onCircle) && isGood;
    return isGood;
  }

 private:
  const Line& line(int i) const { return loop_.lines[i]; }

  /// Column 9x + 3y + z: x, y, z for (1, cos, sin) of q₃, q₄, q₅.
  void readLeft() {
    const auto e3 = thirds(line(2)), e4 = thirds(line(3)), e5 = thirds(line(4));
    for (int c = 0; c < 27; ++c) {
      const Line moved = e3[c / 9] * (e4[c / 3 % 3] * (e5[c % 3] * line(5)));
      left_.col(c) = numbersOf((moved.o - line(2).o) / loop_.size, moved.h);
    }
    for (const int stride : {1, 3, 9}) toCoefficients(left_, stride);
  }

  /// Column 3x + y: x, y for q₁, q₂.
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
    return elimination_->rank(leastCondition * std::abs(elimination_->pivot(0))) == eliminated;
  }

  void readMatrices() {
    // y: products of (cos ½q₄, sin ½q₄, cos 3/2 q₄, sin 3/2 q₄) and (1, cos q₅, sin q₅).
    for (int x = 0; x < 3; ++x) {
      matrices_[x].setZero();
      for (int e = 0; e < 6; ++e) {
        for (int z = 0; z < 3; ++z) {
          const double* c = &table_(eliminated + e, eliminated + 9 * x + z);
          const double one = c[0], cosine = c[3] / 2, sine = c[6] / 2;
          matrices_[x](e, z) = one + cosine;
          matrices_[x](e, 3 + z) = sine;
          matrices_[x](e, 6 + z) = cosine;
          matrices_[x](e, 9 + z) = sine;
          matrices_[x](6 + e, z) = sine;
          matrices_[x](6 + e, 3 + z) = one - cosine;
          matrices_[x](6 + e, 6 + z) = -sine;
          matrices_[x](6 + e, 9 + z) = cosine;
        }
      }
    }
  }

  Square matrixAt(double q3) const {
    const Vec3 b = basis(q3);
    return matrices_[0] + b.y() * matrices_[1] + b.z() * matrices_[2];
  }

  /// Solves for y and reads q₄ and q₅ from its largest parts; then q₁ and q₂ from the eight equations, and q₆ from what
  /// is left to turn.
  bool finish(double q3) {
    const Eigen::Matrix<double, 4, 3> y = nullVector(matrixAt(q3));
    int row, column;
    y.rowwise().squaredNorm().maxCoeff(&row);
    y.colwise().squaredNorm().maxCoeff(&column);
    const Vec3 of5 = y(row, 0) < 0 ? Vec3(-y.row(row)) : Vec3(y.row(row));
    const Eigen::Vector4d of4 = y.col(column);
    const double q5 = std::atan2(of5[2], of5[1]);
    const double q4 = std::atan2(of4[3], of4[2]) - std::atan2(of4[1], of4[0]);
    const Vec3 b3 = basis(q3), b4 = basis(q4), b5 = basis(q5);
    std::array<double, eliminated> of12;
    readSum(b3, b4, b5);
    elimination_->solve(sumColumn, eliminated, of12.data());
    const double q2 = std::atan2(of12[1], of12[0]);
    const double q1 = std::atan2(of12[5], of12[2]);
    const Mat3 R = rotation(line(0).h, q1) * rotation(line(1).h, q2) * rotation(line(2).h, q3) *
                   rotation(line(3).h, q4) * rotation(line(4).h, q5);
    const Vec3 across = anyPerpendicular(line(5).h);
    const Angle q6 = angleAbout(line(5).h, across, R.transpose() * (loop_.G.R * across), 1, 0);
    return found_.offer({q1, q2, q3, q4, q5, q6.q}, true);
  }

  /// The left side of the first rows for given angles.
  void readSum(const Vec3& b3, const Vec3& b4, const Vec3& b5) {
    for (int r = 0; r < eliminated; ++r) {
      double& sum = table_(r, sumColumn) = 0;
      for (int c = 0; c < 27; ++c) sum += b3[c / 9] * b4[c / 3 % 3] * b5[c % 3] * table_(r, eliminated + c);
    }
  }

  double determinantAt(double q3) const {
    Square M = matrixAt(q3);
    return Elimination(M.data(), 12, 12, 12).determinant();
  }

  /// As if the last pivot were zero.
  static Eigen::Matrix<double, 4, 3> nullVector(Square M) {
    Eigen::Matrix<double, 4, 3, Eigen::RowMajor> y;
    Elimination(M.data(), 12, 12, 12).kernel(11, y.data());
    return y;
  }

  const Loop& loop_;
  Found& found_;
  Left left_;
  Table table_;
  std::optional<Elimination> elimination_;
  std::array<Square, 3> matrices_;
};

/// Of a loop begun elsewhere.
struct Begun : Found {
  using Found::offer;
  Found& found;
  int k;
  Begun(Found& found, int k) : found(found), k(k) {}
  bool hasFound = false;
  bool offer(const std::array<double, 6>& angles, bool isOpen) override {
    const bool isGood = found.offer(angles, k, isOpen);
    hasFound |= isGood;
    return isGood;
  }
};

}  // namespace

bool solveGeneral(const Loop& loop, Found& found, int first) {
  int agreed = 0;
  for (int i = 0; i < 6 && agreed < 2; ++i) {
    const int k = (first + i) % 6;
    Begun begun(found, k);
    const Loop from = loop.begunAt(k);
    if (!General(from, begun).solve()) continue;
    // That there is none is said twice.
    agreed += begun.hasFound ? 2 : 1;
  }
  return agreed >= 2;
}

}  // namespace limber::analytic
