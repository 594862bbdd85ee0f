/// Random poses are within the limits, uniform, and leave fixed joints alone.
#include "model/random_pose.h"

#include "fixtures.h"

namespace limber::test::random_pose_test {
namespace {

/// Draws of one model's coordinates, one row per draw.
Eigen::MatrixXd draws(const Model& model, int count, bool limits = true) {
  Random random(7);
  const std::vector<double> weights(model.nv, 1.0);
  Eigen::MatrixXd all(count, model.nq);
  std::vector<double> q(model.nq);
  for (int i = 0; i < count; ++i) {
    drawPose(model, weights, limits, random, q.data());
    all.row(i) = Eigen::Map<const Eigen::RowVectorXd>(q.data(), model.nq);
  }
  return all;
}

/// Checks mean, variance and extremes of a uniform draw to within five standard errors. The seed is fixed, so
/// this cannot fail by bad luck later.
void expectEven(const Eigen::VectorXd& drawn, double min, double max) {
  const double count = double(drawn.size());
  const double width = max - min;
  const double variance = width * width / 12;
  EXPECT_GE(drawn.minCoeff(), min);
  EXPECT_LE(drawn.maxCoeff(), max);
  EXPECT_LT(drawn.minCoeff(), min + 20 * width / count);
  EXPECT_GT(drawn.maxCoeff(), max - 20 * width / count);
  EXPECT_NEAR(drawn.mean(), 0.5 * (min + max), 5 * std::sqrt(variance / count));
  // The squared deviation of a uniform draw has a variance of w⁴/180.
  const double found = (drawn.array() - 0.5 * (min + max)).square().mean();
  EXPECT_NEAR(found, variance, 5 * width * width / std::sqrt(180 * count));
}

TEST(RandomPose, IsInsideTheLimitsAndLeavesWhatIsHeldToTheBit) {
  for (auto&& make : trials(200)) {
    const ModelPtr model = make.model();
    std::vector<double> weights(model->nv, 1.0);
    std::vector<int> held;
    for (const Motion& motion : model->motions) {
      if (motion.mimics || make.chance(0.7)) continue;
      weights[motion.vIndex + make.below(motion.nv())] = 0;  // one fixed axis holds the whole ball
      for (int i = 0; i < motion.nq(); ++i) held.push_back(motion.qIndex + i);
    }
    const std::vector<double> before = make.allowedQ(*model);
    std::vector<double> q = before;
    Random random(make.seed);
    for (int i = 0; i < 20; ++i) {
      drawPose(*model, weights, true, random, q.data());
      ASSERT_TRUE(allFinite(q));
      ASSERT_EQ(brokenLimit(*model, q), "");
      for (const int each : held) EXPECT_EQ(q[each], before[each]);
    }
  }
}

TEST(RandomPose, IsEvenInsideTheLimits) {
  const auto evenBetween = [](const JointDescription& moving, double min, double max) {
    expectEven(draws(*oneJoint(moving), 20000).col(0), min, max);
  };
  const Vec3 z = Vec3::UnitZ();
  evenBetween(joint("revolute", z, {{-1, 2}}), -1, 2);
  evenBetween(joint("revolute", z, {{0.3, 0.4}}), 0.3, 0.4);
  evenBetween(joint("prismatic", z, {{0.1, 0.7}}), 0.1, 0.7);
  evenBetween(joint("continuous", z), -pi, pi);
  evenBetween(joint("revolute", z, {{-10, 10}}), -pi, pi);  // one turn, centred at zero
  evenBetween(joint("revolute", z, {{1, 20}}), 1, 1 + 2 * pi);
  evenBetween(joint("revolute", z, {{-20, 1}}), 1 - 2 * pi, 1);
  evenBetween(joint("revolute", z, {{2, infinity}}), 2, 2 + 2 * pi);
  const ModelPtr slide = oneJoint(joint("prismatic", z));
  expectEven(draws(*slide, 20000).col(0), -slide->reach, slide->reach);
  expectEven(draws(*oneJoint(hinge(z, 0.5)), 20000, false).col(0), -pi, pi);  // without limits
}

TEST(RandomPose, OfABallIsAnyRotationAlike) {
  const Eigen::MatrixXd all = draws(*oneJoint(joint("ball")), 20000);
  // For uniform rotations each element of R is uniform between −1 and 1, whichever vector is turned
  // (Archimedes), and so is (a − sin a) / π for the angle a.
  Eigen::VectorXd along(all.rows()), share(all.rows());
  for (const Vec3& turned : {Vec3(1, 0, 0), Vec3(0.6, 0, 0.8)}) {
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = 0; i < all.rows(); ++i) {
        const Eigen::Vector4d numbers = all.row(i);
        along[i] = (readQuat(numbers.data()) * turned)[axis];
        const double angle = 2 * std::acos(std::min(1.0, std::abs(numbers[3])));
        share[i] = (angle - std::sin(angle)) / pi;
        ASSERT_NEAR(numbers.norm(), 1, 1e-15);
      }
      expectEven(along, -1, 1);
    }
  }
  expectEven(share, 0, 1);
}

}  // namespace
}  // namespace limber::test::random_pose_test
