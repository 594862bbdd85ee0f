/// Smallest singular value and manipulability against closed forms.
#include "decompositions.h"
#include "fixtures.h"

namespace limber::test::conditioning_test {
namespace {

/// Two hinges about Z, links of these lengths along X.
ModelPtr planarArm(double first, double second) {
  return build({link("shoulder", "", {0, 0, 0}, hinge(Vec3::UnitZ())),
                link("elbow", "shoulder", {first, 0, 0}, hinge(Vec3::UnitZ())), link("tip", "elbow", {second, 0, 0})});
}

/// Singular values of [a b; c d], largest first.
std::array<double, 2> singularValues(double a, double b, double c, double d) {
  const double sum = a * a + b * b + c * c + d * d;
  const double det = a * d - b * c;
  const double root = std::sqrt(std::max(sum * sum - 4 * det * det, 0.0));
  const double most = std::sqrt(0.5 * (sum + root));
  return {most, most > 0 ? std::abs(det) / most : 0};
}

TEST(Conditioning, OfAPlanarArmIsItsClosedForm) {
  for (auto&& make : trials(200)) {
    const double l1 = make.between(0.1, 3), l2 = make.between(0.1, 3);
    Problem problem(planarArm(l1, l2));
    // Three error rows for a point that can only move in a plane: there are as many singular values as coordinates.
    addGoal(problem, "position", "tip");
    const double t1 = make.between(-pi, pi), t2 = make.between(-pi, pi);
    start(problem, {t1, t2});
    const double reach = l1 + l2;
    const Conditioning found = problem.conditioning();
    EXPECT_NEAR(found.manipulability, l1 * l2 * std::abs(std::sin(t2)) / (reach * reach), 1e-12);
    const auto sigma =
        singularValues((-l1 * std::sin(t1) - l2 * std::sin(t1 + t2)) / reach, -l2 * std::sin(t1 + t2) / reach,
                       (l1 * std::cos(t1) + l2 * std::cos(t1 + t2)) / reach, l2 * std::cos(t1 + t2) / reach);
    EXPECT_NEAR(found.smallestSingularValue, sigma[1], 1e-12);
  }
}

TEST(Conditioning, OfAStraightArmIsZero) {
  Problem problem(planarArm(1, 2));
  addGoal(problem, "position", "tip");
  for (const double elbow : {0.0, pi, -pi}) {
    start(problem, {0.7, elbow});
    EXPECT_NEAR(problem.conditioning().smallestSingularValue, 0, 1e-15);
    EXPECT_NEAR(problem.conditioning().manipulability, 0, 1e-15);
  }
}

TEST(Conditioning, IsWithoutUnits) {
  const auto of = [](double size, double weight) {
    JointDescription sliding = joint("prismatic", Vec3(0, 1, 1), {{-size, size}});
    Problem problem(
        build({link("turn", "", {0, 0, 0}, hinge(Vec3::UnitZ())), link("slide", "turn", {size, 0, 0}, sliding),
               link("tip", "slide", {size, 0, 0}, hinge(Vec3::UnitZ())), link("hand", "tip", {size, 0, 0})}));
    addGoal(problem, "position", "hand", {.weight = weight});
    start(problem, {0.3, 0.2 * size, 0.9});
    return problem.conditioning();
  };
  const Conditioning plain = of(1, 1);
  EXPECT_GT(plain.smallestSingularValue, 0.01);
  for (const double size : {1e-3, 1.0, 1e4}) {
    for (const double weight : {0.01, 1.0, 50.0}) {
      const Conditioning other = of(size, weight);
      EXPECT_NEAR(other.smallestSingularValue, plain.smallestSingularValue, 1e-12);
      EXPECT_NEAR(other.manipulability, plain.manipulability, 1e-12);
    }
  }
}

TEST(Conditioning, OfSlidesAcrossEachOtherIsOne) {
  // A slide by one reach moves the tool by one reach.
  Problem problem(gantry());
  Goal& goal = addGoal(problem, "position", "z");
  EXPECT_NEAR(problem.conditioning().smallestSingularValue, 1, 1e-12);
  EXPECT_NEAR(problem.conditioning().manipulability, 1, 1e-12);
  goal.weight = 0;
  EXPECT_EQ(problem.conditioning().smallestSingularValue, 0);
  EXPECT_EQ(problem.conditioning().manipulability, 0);
}

TEST(Conditioning, OfADirectionCountsTwoFreedomsAndOfAnOrientationThree) {
  // A ball can turn the tool's axis in two directions, each of size one. The turn about the axis itself has
  // no effect, so counting three freedoms would find a zero.
  Problem ball(chain(1, joint("ball", Vec3::UnitX())));
  Goal& goal = addGoal(ball, "direction", "tip");
  for (const Vec3& towards : {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(-1, 0.2, 3)}) {
    setPoint(goal, towards);
    EXPECT_NEAR(ball.conditioning().smallestSingularValue, 1, 1e-9);
    EXPECT_NEAR(ball.conditioning().manipulability, 1, 1e-9);
  }

  // An orientation under a ball, of any weight, counts three.
  ball.removeGoal(&goal);
  Goal& orientation = addGoal(ball, "orientation", "tip");
  for (const double weight : {1.0, 0.1, 20.0}) {
    orientation.weight = weight;
    EXPECT_NEAR(ball.conditioning().smallestSingularValue, 1, 1e-9);
    EXPECT_NEAR(ball.conditioning().manipulability, 1, 1e-9);
  }

  // Two hinges can point an axis in two directions unless one of them is parallel to the tool's axis.
  Problem hinges(build({link("pan", "", {0, 0, 0}, hinge(Vec3::UnitZ())),
                        link("tilt", "pan", {0, 0, 1}, hinge(Vec3::UnitY())), link("camera", "tilt", {0, 0, 0})}));
  addGoal(hinges, "direction", "camera");
  EXPECT_NEAR(hinges.conditioning().smallestSingularValue, 1, 1e-9);
  start(hinges, {0, pi / 2});
  hinges.goals()[0]->target = {0, 0, -1};  // straight down, along the camera's axis: panning has no effect
  EXPECT_NEAR(hinges.conditioning().smallestSingularValue, 0, 1e-9);
}

TEST(Conditioning, DependsOnTheJointsAndNotOnTheTarget) {
  for (const char* type : {"position", "orientation", "pose", "direction"}) {
    SCOPED_TRACE(type);
    for (auto&& make : trials(20)) {
      Problem problem(sevenJointArm());
      Goal& goal = addGoal(problem, type, "hand");
      const std::vector<double> q = make.allowedQ(problem.model());
      aimAt(problem, goal, q);
      start(problem, q);
      const Conditioning there = problem.conditioning();
      aimAt(problem, goal, make.allowedQ(problem.model()));
      start(problem, q);
      const Conditioning away = problem.conditioning();
      EXPECT_NEAR(away.manipulability, there.manipulability, 1e-9);
      EXPECT_NEAR(away.smallestSingularValue, there.smallestSingularValue, 1e-9);
    }
  }
}

TEST(Conditioning, OfGoalsThatShareNothingIsTheProduct) {
  Problem both(twoRoots()), left(twoRoots()), right(twoRoots());
  for (Problem* each : {&both, &left}) addGoal(*each, "position", "leftTip");
  for (Problem* each : {&both, &right}) addGoal(*each, "position", "rightTip");
  for (Problem* each : {&both, &left, &right}) start(*each, {0.1, 0.4, -1.5, 0.5, -0.3, 1.2});
  const Conditioning l = left.conditioning(), r = right.conditioning(), all = both.conditioning();
  EXPECT_GT(std::min(l.smallestSingularValue, r.smallestSingularValue), 0.01);
  EXPECT_NEAR(all.manipulability, l.manipulability * r.manipulability, 1e-12);
  EXPECT_NEAR(all.smallestSingularValue, std::min(l.smallestSingularValue, r.smallestSingularValue), 1e-12);
}

TEST(Conditioning, OfAPoseOfWhichOneHalfWeighsNothingIsThatOfTheOther) {
  Problem whole(sevenJointArm()), half(sevenJointArm());
  Goal& pose = addGoal(whole, "pose", "hand");
  const auto expectLike = [&](std::string_view type) {
    Goal& goal = addGoal(half, type, "hand");
    for (Problem* each : {&whole, &half}) start(*each, {0.1, 0.4, -0.8, 0.5, -0.3, 1.2, 0.6});
    EXPECT_GT(half.conditioning().smallestSingularValue, 0.01) << type;
    EXPECT_NEAR(whole.conditioning().smallestSingularValue, half.conditioning().smallestSingularValue, 1e-12) << type;
    EXPECT_NEAR(whole.conditioning().manipulability, half.conditioning().manipulability, 1e-12) << type;
    half.removeGoal(&goal);
  };
  pose.parameters[pose.type->angularWeightAt] = 0;
  expectLike("position");
  std::swap(pose.parameters[pose.type->linearWeightAt], pose.parameters[pose.type->angularWeightAt]);
  expectLike("orientation");
  // With both weights zero, the goal has no effect.
  pose.parameters[pose.type->angularWeightAt] = 0;
  addGoal(whole, "position", "hand");
  expectLike("position");
}

TEST(Conditioning, IsNotANumberOnlyWhereItWouldTakeSeconds) {
  const auto of = [](int joints, int goals) {
    Problem problem(chain(joints, hinge(Vec3::UnitZ())));
    for (int i = 0; i < goals; ++i) addGoal(problem, "position", "tip");
    return problem.conditioning().smallestSingularValue;
  };
  EXPECT_TRUE(std::isfinite(of(12, 1000)));
  EXPECT_TRUE(std::isnan(of(200, 1000)));
}

TEST(Conditioning, WithoutGoalsOrJointsIsZero) {
  Problem problem(sevenJointArm());
  EXPECT_EQ(problem.conditioning().manipulability, 0);
  Problem rigid(build({link("base", "", {1, 2, 3})}));
  addGoal(rigid, "position", "base");
  EXPECT_EQ(rigid.conditioning().smallestSingularValue, 0);
  EXPECT_EQ(rigid.conditioning().manipulability, 0);
}

TEST(Conditioning, IsTheProductOfSingularValues) {
  for (auto&& make : trials(200)) {
    Problem problem(make.model());
    const Model& model = problem.model();
    const std::vector<double> q = make.anyQ(model);
    start(problem, q);
    Goal& goal = addGoal(problem, "pose", model.links.back().name);
    goal.type->targetAt(goal, problem.toolPose(goal), goal.target.data());
    Jacobian J(6, model.nv);
    problem.jacobian(J);
    J.topRows(3) /= model.size;
    for (const Motion& motion : model.motions)
      if (!motion.mimics && !motion.turns()) J.col(motion.vIndex) *= model.size;
    const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(J).singularValues();
    EXPECT_NEAR(problem.manipulability(), sigma.prod(), 1e-12 * (1 + std::pow(sigma[0], double(sigma.size()))));
    EXPECT_NEAR(problem.conditioning().smallestSingularValue, sigma[sigma.size() - 1], 1e-12 * (1 + sigma[0]));
  }
}

TEST(Conditioning, IsFiniteAndNotNegativeEverywhere) {
  for (auto&& make : trials(200)) {
    Problem problem(make.model());
    start(problem, make.anyQ(problem.model()));
    for (int i = 0; i < 3; ++i) make.addGoal(problem, make.oneOf(toolGoalTypes()).name);
    const Conditioning found = problem.conditioning();
    EXPECT_EQ(found.manipulability, problem.manipulability());
    EXPECT_TRUE(std::isfinite(found.manipulability) && found.manipulability >= 0);
    EXPECT_TRUE(std::isfinite(found.smallestSingularValue) && found.smallestSingularValue >= 0);
  }
}

}  // namespace
}  // namespace limber::test::conditioning_test
