/// Linear algebra of the Jacobian solvers against Eigen's: singular values, damped least squares, and
/// projection off a row space.
#include <Eigen/QR>
#include <Eigen/SVD>

#include "linear/damped.h"
#include "linear/lanczos.h"
#include "linear/row_space.h"
#include "linear/singular_values.h"
#include "random_model.h"

namespace limber::test::linear_algebra_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int mostRows = 20;
constexpr int mostColumns = 30;

MatrixXd randomMatrix(Maker& make, int rows, int columns) {
  MatrixXd J(rows, columns);
  for (double& each : J.reshaped()) each = make.between(-1, 1);
  return J;
}

VectorXd randomVector(Maker& make, int size) { return randomMatrix(make, size, 1); }

/// Matrices of any shape: full rank, lower rank, rows of very different sizes, or zero rows and columns.
MatrixXd anyMatrix(Maker& make) {
  const int rows = 1 + make.below(mostRows);
  const int columns = 1 + make.below(mostColumns);
  MatrixXd J = randomMatrix(make, rows, columns);
  switch (make.below(4)) {
    case 0:
      return J;
    case 1: {
      const int rank = 1 + make.below(std::min(rows, columns));
      return randomMatrix(make, rows, rank) * randomMatrix(make, rank, columns);
    }
    case 2:
      for (auto row : J.rowwise()) row *= std::pow(10, make.between(-8, 8));
      return J;
    default:
      J.row(make.below(rows)).setZero();
      J.col(make.below(columns)).setZero();
      return J;
  }
}

TEST(SingularValues, AreThoseOfEigenAndDirectionsAreAcrossEachOtherAndMakeUpTheMatrix) {
  SingularValues workspace(mostRows, mostColumns);  // one for all sizes
  for (auto&& make : trials(1000)) {
    MatrixXd J = anyMatrix(make);
    const bool isAlone = make.chance(0.5);
    if (!isAlone) J.conservativeResizeLike(MatrixXd::Zero(J.rows(), mostColumns));
    SingularValues own(static_cast<int>(J.rows()), static_cast<int>(J.cols()));
    SingularValues& svd = isAlone ? own : workspace;
    svd.compute(J);
    const VectorXd expected = Eigen::JacobiSVD<MatrixXd>(J).singularValues();
    ASSERT_EQ(svd.count(), std::min(J.rows(), J.cols()));
    MatrixXd sum = MatrixXd::Zero(J.rows(), J.cols());
    for (int i = 0; i < svd.count(); ++i) {
      EXPECT_NEAR(svd.sigma(i), expected[i], 1e-13 * expected[0]);
      if (svd.sigma(i) > 0 || J.rows() <= J.cols()) {
        EXPECT_NEAR(svd.u(i).norm(), 1, 1e-12);
      }
      EXPECT_NEAR(svd.scaledV(i).norm(), svd.sigma(i), 1e-13 * svd.sigma(0));
      sum += svd.u(i) * svd.scaledV(i).transpose();
      for (int k = 0; k < i; ++k) {
        EXPECT_LE(svd.sigma(i), svd.sigma(k));
        EXPECT_LE(std::abs(svd.u(i).dot(svd.u(k))), 1e-12);
        const double room = 1e-12 * svd.sigma(i) * svd.sigma(k) + 1e-28 * J.squaredNorm();
        EXPECT_LE(std::abs(svd.scaledV(i).dot(svd.scaledV(k))), room);
      }
    }
    EXPECT_LE((sum - J).norm(), 1e-12 * J.norm());
  }
}

TEST(SingularValues, SmallOnesKeepTheirDigitsWhereRowsAreOfUnlikeSize) {
  using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  for (auto&& make : trials(100)) {
    const int rows = 2 + make.below(5);
    // Rows nearly orthogonal (to a tenth), each 10 to 1000 times smaller than the one before.
    MatrixXd J = MatrixXd::Identity(rows, rows + 2) + 0.1 * randomMatrix(make, rows, rows + 2);
    double size = 1;
    for (auto row : J.rowwise()) row *= size *= std::pow(10, make.between(-3, -1));
    SingularValues svd(rows, rows + 2);
    svd.compute(J);
    // Values in the wider type are right to its digits relative to each row's scale.
    const auto expected = Eigen::JacobiSVD<Long>(J.cast<long double>()).singularValues();
    for (int i = 0; i < rows; ++i) {
      if (expected[i] < 1e-7L * expected[0]) continue;  // beyond the wider type's own digits
      EXPECT_NEAR(svd.sigma(i) / static_cast<double>(expected[i]), 1, 1e-11);
    }
  }
}

TEST(SingularValues, OfNothingAreZero) {
  SingularValues svd(4, 7);
  svd.compute(MatrixXd::Zero(4, 7));
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(svd.sigma(i), 0);
    EXPECT_TRUE(svd.scaledV(i).isZero(0));
    EXPECT_NEAR(svd.u(i).norm(), 1, 1e-15);
  }
  svd.compute(MatrixXd::Zero(0, 7));
  EXPECT_EQ(svd.count(), 0);
}

TEST(SingularValues, NearOnesMakeUpTheMatrixAndTheirShortSideIsAcrossItself) {
  for (auto&& make : trials(300)) {
    const MatrixXd J = anyMatrix(make);
    SingularValues svd(static_cast<int>(J.rows()), static_cast<int>(J.cols()));
    svd.compute(J, true);
    const VectorXd expected = Eigen::JacobiSVD<MatrixXd>(J).singularValues();
    MatrixXd sum = MatrixXd::Zero(J.rows(), J.cols());
    for (int i = 0; i < svd.count(); ++i) {
      EXPECT_NEAR(svd.sigma(i), expected[i], 1e-7 * expected[0]);
      sum += svd.u(i) * svd.scaledV(i).transpose();
      for (int k = 0; k < i && J.rows() <= J.cols(); ++k) EXPECT_LE(std::abs(svd.u(i).dot(svd.u(k))), 1e-12);
    }
    EXPECT_LE((sum - J).norm(), 1e-12 * J.norm());
  }
}

/// Where nothing is damped, and where some directions are or all.
TEST(Modes, StepWithoutSingularValuesIsTheirsToNineDigits) {
  int plain = 0, mixed = 0, flat = 0, refused = 0;
  for (auto&& make : trials(1000)) {
    const MatrixXd J = make.chance(0.5) ? anyMatrix(make) : MatrixXd(0.03 * randomMatrix(make, 30, 40));
    const VectorXd b = randomVector(make, static_cast<int>(J.rows()));
    const ModeDamping damping{std::pow(10, make.between(-6, 1)), std::pow(10, make.between(-3, 1))};
    Lanczos lanczos(30, 40);
    SingularValues whole(30, 40);
    Weighing weighing(40);
    VectorXd x = VectorXd::Ones(J.cols());
    const double least = std::min(damping.square, damping.range * damping.range);
    const bool isFlat = lanczos.solve(J, b, damping, weighing, x);
    flat += isFlat;
    if (!isFlat && !whole.step(J, b, damping, weighing, x)) {
      EXPECT_LE(least, 1.001e-6 * J.squaredNorm());
      ++refused;
      continue;
    }
    const Eigen::JacobiSVD<MatrixXd> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
    VectorXd expected = VectorXd::Zero(J.cols());
    for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
      const double sigma = svd.singularValues()[i], part = sigma / damping.range;
      const double square = part < 1 ? (1 - part * part) * damping.square : 0;
      expected += sigma / (sigma * sigma + square) * svd.matrixU().col(i).dot(b) * svd.matrixV().col(i);
    }
    const bool isDamped = svd.singularValues().tail<1>()[0] < damping.range;
    EXPECT_LE((x - expected).norm(), 1e-9 * (isDamped ? b.norm() * damping.range / least : expected.norm()));
    ++(isDamped ? mixed : plain);
  }
  EXPECT_GT(plain, 100);
  EXPECT_GT(mixed, 100);
  EXPECT_GT(flat, 50);
  EXPECT_GT(refused, 50);
}

/// The minimiser x of |e − J x|² + μ|x|², by QR of J over √μ I, which squares nothing.
VectorXd dampedByQr(const MatrixXd& J, const VectorXd& e, double mu) {
  MatrixXd stacked(J.rows() + J.cols(), J.cols());
  stacked << J, std::sqrt(mu) * MatrixXd::Identity(J.cols(), J.cols());
  VectorXd right = VectorXd::Zero(stacked.rows());
  right.head(J.rows()) = e;
  return stacked.colPivHouseholderQr().solve(right);
}

TEST(Damped, MakesErrorAndStepLeast) {
  int wide = 0, tall = 0;
  for (auto&& make : trials(1000)) {
    const int rows = 1 + make.below(mostRows), columns = 1 + make.below(mostColumns);
    MatrixXd J = randomMatrix(make, rows, columns);
    if (make.chance(0.3)) J.row(make.below(rows)) = J.row(0);
    if (make.chance(0.3)) J.col(make.below(columns)).setZero();
    const VectorXd e = randomVector(make, rows);
    const Damping damping{make.chance(0.5) ? 0 : std::pow(10, make.between(-4, 1)), std::pow(10, make.between(-4, 1))};
    // Σσ⁴ / Σσ²; a matrix of zeros has no scale.
    const double square = J.squaredNorm(), mean = square > 0 ? (J * J.transpose()).squaredNorm() / square : 0;
    const double mu = damping.absolute + damping.relative * mean;
    if (mu < 1e-6) continue;  // J is zero
    Damped damped(rows + make.below(3), columns);
    VectorXd x(columns);
    damped.solve(J, e, damping, x);
    // The condition of both normal matrices is at most |J|²/μ.
    const double room = 1e-14 * (1 + J.squaredNorm() / mu);
    EXPECT_LT((x - dampedByQr(J, e, mu)).norm(), room * e.norm() / std::sqrt(mu));
    ++(rows < columns ? wide : tall);
  }
  EXPECT_GT(wide, 100);
  EXPECT_GT(tall, 100);
}

TEST(Damped, WithoutDampingSolvesWhatHasFullRank) {
  for (auto&& make : trials(200)) {
    const int rows = 1 + make.below(8), columns = 1 + make.below(16);
    const MatrixXd J = randomMatrix(make, rows, columns);
    const VectorXd e = randomVector(make, rows);
    Damped damped(rows, columns);
    VectorXd x(columns);
    damped.solve(J, e, Damping{}, x);
    const Eigen::JacobiSVD<MatrixXd> eigen(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const double least = eigen.singularValues().tail<1>()[0];
    if (least < 1e-2) continue;
    EXPECT_LT((x - eigen.solve(e)).norm(), 1e-12 * std::pow(J.norm() / least, 2) * e.norm() / least);
  }
}

TEST(Damped, OfNothingIsZero) {
  for (const double mu : {0.0, 1e-14, 1.0}) {
    for (const int columns : {2, 5}) {
      Damped damped(3, columns);
      VectorXd x = VectorXd::Ones(columns);
      const MatrixXd J = MatrixXd::Zero(3, columns);
      damped.solve(J, VectorXd(VectorXd::Ones(3)), Damping{mu, 1}, x);
      EXPECT_EQ(x, VectorXd::Zero(columns));
    }
  }
}

TEST(RowSpace, LeavesNothingAlongItsRowsAndAllThatIsAcross) {
  for (auto&& make : trials(1000)) {
    const MatrixXd J = anyMatrix(make);
    const int columns = static_cast<int>(J.cols());
    RowSpace space(static_cast<int>(std::min(J.rows(), J.cols())), columns);
    EXPECT_TRUE(space.isEmpty());
    const int first = make.below(static_cast<int>(J.rows()) + 1);  // in two parts
    space.add(J.topRows(first));
    space.add(J.bottomRows(J.rows() - first));
    EXPECT_EQ(space.isEmpty(), J.isZero(0));

    const VectorXd v = randomVector(make, columns);
    VectorXd once = v;
    space.removeFrom(once);
    for (int i = 0; i < J.rows(); ++i) EXPECT_LT(std::abs(J.row(i).dot(once)), 1e-8 * J.row(i).norm() + 1e-300);
    VectorXd twice = once;
    space.removeFrom(twice);
    EXPECT_LT((twice - once).norm(), 1e-13);
    EXPECT_LT(std::abs((v - once).dot(once)), 1e-13 * v.squaredNorm());  // the removed part is orthogonal
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr(J);
    if (qr.rank() == 0 || Eigen::JacobiSVD<MatrixXd>(J).singularValues()[qr.rank() - 1] < 1e-3 * J.norm()) continue;
    EXPECT_LT((once - (v - qr.pseudoInverse() * (J * v))).norm(), 1e-10);
  }
}

TEST(RowSpace, ForgetsWhenCleared) {
  RowSpace space(2, 3);
  space.add(MatrixXd::Identity(2, 3));
  space.clear();
  EXPECT_TRUE(space.isEmpty());
  VectorXd v = VectorXd::Ones(3);
  space.removeFrom(v);
  EXPECT_EQ(v, VectorXd::Ones(3));
  space.add(MatrixXd::Zero(2, 3));
  EXPECT_TRUE(space.isEmpty());
}

}  // namespace
}  // namespace limber::test::linear_algebra_test
