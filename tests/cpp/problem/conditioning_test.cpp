/// Smallest singular value and manipulability against Eigen's, and closed forms for directions.
#include "decompositions.h"
#include "fixtures.h"

namespace limber::test::conditioning_test {
namespace {

/// Adds to `problem` a random goal with a random target, perhaps off or with a half that weighs nothing. Returns its
/// rows of J at its target, in sizes and radians, without weights.
Eigen::MatrixXd addRows(Maker& make, Problem& problem, bool canBeOff) {
  const Model& model = problem.model();
  const std::string_view type = make.oneOf(std::array{"position", "orientation", "pose"});
  const std::string link = make.oneOf(model.links).name;
  Problem alone(problem.state.model);
  start(alone, problem.state.q);
  addGoal(alone, type, link);  // at the tool's pose
  Jacobian J = jacobianOf(alone);
  Goal& goal = addGoal(problem, type, link, {.weight = make.between(0.1, 20)});
  J.topRows(goal.type->linearRows) /= model.size;
  for (const Motion& motion : model.motions)
    if (!motion.mimics && !motion.turns()) J.col(motion.vIndex) *= model.size;
  goal.type->targetAt(goal, make.pose(2), goal.target.data());
  if (canBeOff && make.chance(0.3)) {
    goal.weight = 0;
    goal.target[0] = std::nan("");
    EXPECT_TRUE(errorOf(problem).tail(goal.type->rows()).isZero(0));
    return J.topRows(0);
  }
  if (type != "pose" || make.chance(0.3)) return J;
  const bool isLinear = make.chance(0.5);
  goal.parameters[isLinear ? goal.type->angularWeightAt : goal.type->linearWeightAt] = 0;
  return isLinear ? J.topRows(3) : J.bottomRows(3);
}

TEST(Conditioning, IsThatOfJAtTheTargetsWithoutUnitsWeightsAndWhatIsOff) {
  for (auto&& make : trials(300)) {
    Problem problem(make.model());
    start(problem, make.anyQ(problem.model()));
    Eigen::MatrixXd J = addRows(make, problem, false);
    const Eigen::MatrixXd more = addRows(make, problem, true);
    J.conservativeResize(J.rows() + more.rows(), J.cols());
    J.bottomRows(more.rows()) = more;
    const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(J).singularValues();
    const Conditioning found = problem.conditioning();
    EXPECT_NEAR(found.manipulability, sigma.prod(), 1e-12 * (1 + std::pow(sigma[0], double(sigma.size()))));
    EXPECT_NEAR(found.smallestSingularValue, sigma[sigma.size() - 1], 1e-12 * (1 + sigma[0]));
    // With goals of every type it is a number still, and none below zero.
    for (int i = 0; i < 3; ++i) make.addGoal(problem, make.oneOf(toolGoalTypes()).name);
    const Conditioning any = problem.conditioning();
    EXPECT_EQ(any.manipulability, problem.manipulability());
    for (const double each : {any.manipulability, any.smallestSingularValue})
      EXPECT_TRUE(std::isfinite(each) && each >= 0);
  }
}

TEST(Conditioning, OfADirectionCountsTwoFreedoms) {
  // A ball can turn the tool's axis in two directions, each of size one. The turn about the axis itself has
  // no effect, so counting three freedoms would find a zero.
  Problem ball(chain(1, joint("ball", Vec3::UnitX())));
  Goal& goal = addGoal(ball, "direction", "tip");
  for (const Vec3& towards : {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(-1, 0.2, 3)}) {
    setPoint(goal, towards);
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
  addGoal(problem, "position", "hand", {.weight = 0});
  EXPECT_EQ(problem.conditioning().manipulability, 0);
  Problem rigid(build({link("base", "", {1, 2, 3})}));
  addGoal(rigid, "position", "base");
  EXPECT_EQ(rigid.conditioning().smallestSingularValue, 0);
  EXPECT_EQ(rigid.conditioning().manipulability, 0);
}

}  // namespace
}  // namespace limber::test::conditioning_test
