/// The sparse factorisation against Eigen's dense one.
#include "linear/sparse_ldlt.h"

#include <Eigen/Dense>

#include "random_model.h"

namespace limber::test::sparse_ldlt_test {
namespace {

using maximal::SparseLdlt;

/// Blocks of random sizes, randomly coupled, with a positive definite matrix over them.
struct Sample {
  std::vector<int> sizes;
  std::vector<std::array<int, 2>> pairs;

  explicit Sample(Maker& make) {
    const int blocks = 1 + make.below(12);
    for (int i = 0; i < blocks; ++i) sizes.push_back(1 + make.below(6));
    for (int i = 1; i < blocks; ++i) {
      if (make.chance(0.8)) pairs.push_back({i, make.below(i)});
      if (make.chance(0.2)) pairs.push_back({make.below(i), i});
    }
  }

  /// JᵀJ of rows that each couple two blocks or involve one.
  Eigen::MatrixXd fill(Maker& make, SparseLdlt& sparse) const {
    Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(sparse.size(), sparse.size());
    std::ranges::fill(sparse.values(), 0);
    const auto addRow = [&](std::initializer_list<int> blocks) {
      Eigen::VectorXd row = Eigen::VectorXd::Zero(sparse.size());
      for (const int block : blocks) {
        for (int k = 0; k < sizes[block]; ++k) row[sparse.first(block) + k] = make.between(-1, 1);
      }
      for (int a = 0; a < row.size(); ++a) {
        for (int b = 0; b <= a; ++b) {
          if (row[a] != 0 && row[b] != 0) sparse.values()[sparse.place(a, b)] += row[a] * row[b];
        }
      }
      whole += row * row.transpose();
    };
    for (const auto& [a, b] : pairs) {
      for (int i = 0; i < 6; ++i) addRow({a, b});
    }
    for (int block = 0; block < std::ssize(sizes); ++block) addRow({block});
    return whole;
  }
};

TEST(SparseLdlt, SolvesAsTheDenseFactorisationDoes) {
  for (auto&& make : trials(200)) {
    const Sample sample(make);
    SparseLdlt sparse(sample.sizes, sample.pairs);
    for (int again = 0; again < 3; ++again) {
      const Eigen::MatrixXd whole = sample.fill(make, sparse);
      std::vector<double> added(sparse.size());
      for (double& each : added) each = make.between(0.1, 1);
      const Eigen::MatrixXd damped =
          whole + Eigen::MatrixXd(Eigen::Map<Eigen::VectorXd>(added.data(), sparse.size()).asDiagonal());
      std::vector<double> x(sparse.size());
      for (double& each : x) each = make.between(-1, 1);
      const Eigen::VectorXd right = Eigen::Map<Eigen::VectorXd>(x.data(), sparse.size());
      for (int i = 0; i < sparse.size(); ++i) EXPECT_NEAR(sparse.diagonal(i), whole(i, i), 1e-14);
      ASSERT_TRUE(sparse.factorise(added));
      sparse.solve(x);
      const Eigen::VectorXd wanted = damped.llt().solve(right);
      for (int i = 0; i < sparse.size(); ++i) EXPECT_NEAR(x[i], wanted[i], 1e-10);
    }
  }
}

TEST(SparseLdlt, RefusesWhatIsNotPositiveDefiniteAndGoesOn) {
  const std::vector<int> sizes = {1, 1};
  const std::vector<std::array<int, 2>> pairs = {{0, 1}};
  SparseLdlt sparse(sizes, pairs);
  const auto set = [&](double a, double b, double c) {
    sparse.values()[sparse.place(0, 0)] = a;
    sparse.values()[sparse.place(0, 1)] = b;
    sparse.values()[sparse.place(1, 1)] = c;
  };
  const std::vector<double> none = {0, 0};
  set(1, 2, 1);
  EXPECT_FALSE(sparse.factorise(none));
  set(1, 1, 1);
  EXPECT_FALSE(sparse.factorise(none));
  set(std::nan(""), 0, 1);
  EXPECT_FALSE(sparse.factorise(none));
  set(2, 1, 2);
  ASSERT_TRUE(sparse.factorise(none));
  std::vector<double> x = {3, 3};
  sparse.solve(x);
  EXPECT_NEAR(x[0], 1, 1e-15);
  EXPECT_NEAR(x[1], 1, 1e-15);
}

TEST(SparseLdlt, FillsInNothingOnATree) {
  // A chain, a star and a comb: leaves are eliminated first, without fill-in.
  for (const auto& parentOf :
       {+[](int i) { return i - 1; }, +[](int) { return 0; }, +[](int i) { return i & (i - 1); }}) {
    const int blocks = 200;
    std::vector<int> sizes(blocks, 1);
    std::vector<std::array<int, 2>> pairs;
    for (int i = 1; i < blocks; ++i) pairs.push_back({i, parentOf(i)});
    EXPECT_EQ(SparseLdlt(sizes, pairs).entries(), blocks - 1);
  }
}

}  // namespace
}  // namespace limber::test::sparse_ldlt_test
