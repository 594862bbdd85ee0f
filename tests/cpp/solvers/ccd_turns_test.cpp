/// Cyclic coordinate descent with goals that turn the tool (directions, orientations, poses), and the roles
/// of joints.
#include <gtest/gtest.h>

#include "fixtures.h"

namespace limber::test {
namespace {

/// Tolerances in metres and radians, typical of a benchmark of this arm.
SolveOptions within(const Problem& problem, double partOfReach, double angle, int annealing) {
  return {.tolerance = partOfReach * problem.model().reach, .angleTolerance = angle, .annealing = annealing};
}

GoalOptions pointing(const Vec3& axis) { return {.parameters = {{"axis", {axis.x(), axis.y(), axis.z()}}}}; }

/// Checks by forward kinematics that the goal, made from the pose `q`, is met.
void expectMet(const Problem& problem, const Goal& goal, const std::vector<double>& q, const SolveOptions& options) {
  const Pose wanted = toolAt(problem, goal, q);
  const Pose left = wanted.inverse() * toolAt(problem, goal, problem.state.q);  // in target's axes
  const Eigen::AngleAxisd turn(left.r);
  const Vec3 turned = std::remainder(turn.angle(), 2 * pi) * turn.axis();
  if (goal.type->name == "position") {
    EXPECT_LE(left.p.norm(), options.tolerance);
  } else if (goal.type->name == "direction") {
    const Vec3 axis = goal.vectorAt(0);
    EXPECT_LE(angleBetween(left.r * axis, axis), options.angleTolerance);
  } else if (goal.type->name == "orientation") {
    EXPECT_LE(turned.norm(), options.angleTolerance);
  } else {
    ASSERT_EQ(goal.type->name, "pose");
    const auto free = goal.parameter("free");
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(free[i] ? 0 : std::abs(left.p[i]), options.tolerance);
      EXPECT_LE(free[3 + i] ? 0 : std::abs(turned[i]), options.angleTolerance);
    }
  }
}

/// Solves for `count` random poses, from which all targets are taken. Returns how many were reached, after a
/// check by forward kinematics.
int countReached(Problem& problem, const SolveOptions& options, int count) {
  int reached = 0;
  for (auto&& make : trials(count)) {
    const std::vector<double> q = make.allowedQ(problem.model());
    for (const auto& goal : problem.goals()) aimAt(problem, *goal, q);
    problem.state.reset();
    if (solve(problem, ccd(), options).status != Status::converged) continue;
    ++reached;
    EXPECT_EQ(brokenLimit(problem.model(), problem.state.q), "");
    for (const auto& goal : problem.goals()) expectMet(problem, *goal, q, options);
  }
  return reached;
}

/// Expects at least the given share of `count` random poses to be reached.
void expectReached(const char* what, double share, Problem& problem, const SolveOptions& options, int count) {
  const int reached = countReached(problem, options, count);
  std::printf("%s: %d of %d reached\n", what, reached, count);
  EXPECT_GE(reached, share * count);
}

// --- Reached goals --------------------------------------------------------------------------

TEST(CcdDirection, AnyToolAxisAlongAnyDirection) {
  for (auto&& make : trials(200)) {
    Problem problem(sevenJointArm());
    const Vec3 axis = make.unitVector() * std::pow(10, make.between(-3, 3));
    Goal& goal = addGoal(problem, "direction", "hand", pointing(axis));
    const Vec3 wanted = make.unitVector();
    Eigen::Map<Vec3>(goal.target.data()) = wanted * std::pow(10, make.between(-3, 3));
    start(problem, make.allowedQ(problem.model()));
    EXPECT_EQ(solve(problem, ccd(), within(problem, 1e-3, 1e-3, 20)).status, Status::converged);
    EXPECT_LT(angleBetween(problem.toolPose(goal).r * axis, wanted), 1e-3);
  }
}

TEST(CcdDirection, OppositeOfWhereItPoints) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, -2, 3)}) {
    Problem problem(sevenJointArm());
    Goal& goal = addGoal(problem, "direction", "hand", pointing(axis));
    for (double& each : goal.target) each = -each;
    EXPECT_EQ(solve(problem, ccd(), within(problem, 1e-3, 1e-3, 20)).status, Status::converged) << axis.transpose();
  }
}

TEST(CcdDirection, TogetherWithAPointOnTheArticlesArm) {
  Problem problem(articleArm());
  addGoal(problem, "position", "effector");
  addGoal(problem, "direction", "effector");  // the tool's +X
  expectReached("point and direction on the article's arm, annealed", 0.95, problem,
                within(problem, 1e-3, 0.5 * degrees, 100), 200);
}

TEST(CcdDirection, TogetherWithAPointWhereTheLastHingeTurnsAboutTheToolAxis) {
  Problem problem(sevenJointArm());
  addGoal(problem, "position", "hand");
  // A gripper's approach direction: the seventh hinge cannot turn it.
  addGoal(problem, "direction", "hand", pointing(Vec3::UnitZ()));
  expectReached("point and approach of seven joints, annealed", 0.9, problem, within(problem, 1e-3, 0.5 * degrees, 50),
                100);
}

TEST(CcdOrientation, OfTheHandOfSevenJoints) {
  Problem problem(sevenJointArm());
  addGoal(problem, "orientation", "hand");
  expectReached("orientation of seven joints, annealed", 0.95, problem, within(problem, 1e-3, 0.5 * degrees, 30), 200);
}

TEST(CcdOrientation, TakesTheShorterWayWhicheverSignItsQuaternionHas) {
  for (const double sign : {1.0, -1.0}) {
    for (const double angle : {-3.0, -0.1, 0.1, 3.0}) {
      Problem problem(chain(1, hinge(Vec3::UnitZ())));
      Goal& goal = addGoal(problem, "orientation", "tip");
      goal.target = {0, 0, sign * std::sin(angle / 2), sign * std::cos(angle / 2)};
      EXPECT_EQ(solve(problem, ccd()).status, Status::converged);
      EXPECT_NEAR(problem.state.q[0], angle, 1e-3);
    }
  }
}

TEST(CcdPose, OfTheHandOfSevenJoints) {
  Problem problem(sevenJointArm());
  addGoal(problem, "pose", "hand");
  expectReached("pose of seven joints, annealed", 0.9, problem, within(problem, 1e-2, 1 * degrees, 100), 50);
}

TEST(CcdPose, WithFreeAxesOfTheTarget) {
  Problem problem(sevenJointArm());
  // The tool may be anywhere along y and turn freely about x.
  addGoal(problem, "pose", "hand", {.parameters = {{"free", {0, 1, 0, 1, 0, 0}}}});
  expectReached("pose with free axes, annealed", 0.9, problem, within(problem, 1e-3, 0.5 * degrees, 50), 50);
}

// --- Roles of joints ------------------------------------------------------------------------

/// How far one joint moves in one sweep while the others hardly move. They are not fixed, because a fixed
/// joint cannot be part of a wrist.
double changeAlone(Problem& problem, const Motion& joint, const std::vector<double>& q) {
  std::ranges::fill(problem.jointWeights, 1e-12);
  std::fill_n(&problem.jointWeights[joint.vIndex], joint.nv(), 1.0);
  start(problem, q);
  solve(problem, ccd(), {.maxIterations = 1});
  std::vector<double> change(problem.model().nv);
  difference(problem.model(), q.data(), problem.state.q.data(), change.data());
  return Eigen::Map<Eigen::VectorXd>(&change[joint.vIndex], joint.nv()).norm();
}

struct Wish {
  std::string type;
  GoalOptions options = {};
};

/// One letter per joint, from base to tip: it moves for a missed point (p), for a missed rotation (t), for
/// both (b) or for neither (-). Measured from outside, one joint at a time, from a random pose.
std::string roles(const ModelPtr& model, const std::string& tip, const std::vector<Wish>& wishes) {
  Maker make(firstSeed());
  Problem problem(model);
  std::vector<double> q = make.allowedQ(*model);
  for (const Motion& joint : model->motions) {
    if (joint.kind == Motion::Kind::screw) q[joint.qIndex] *= 0.5;  // away from its limits
  }
  const Quat turn = expRotation<double>(0.5 * make.unitVector());
  const Vec3 way = 0.3 * model->reach * make.unitVector();
  for (Wish wish : wishes) {
    wish.options.linkFromTool.p = Vec3(0.1, 0.2, 0.3) * model->reach;  // off every hinge's axis
    addGoal(problem, wish.type, tip, wish.options);
  }

  const auto movesFor = [&](const Motion& joint, const Vec3& slid, const Quat& turned) {
    for (const auto& goal : problem.goals()) {
      const Pose tool = toolAt(problem, *goal, q);
      goal->type->targetAt(*goal, {tool.p + slid, turned * tool.r}, goal->target.data());
    }
    return changeAlone(problem, joint, q) > 1e-9;
  };
  std::string letters;
  for (const Motion& joint : model->motions) {
    const bool reaches = movesFor(joint, way, Quat::Identity());
    const bool turns = movesFor(joint, Vec3::Zero(), turn);
    letters += reaches && turns ? 'b' : reaches ? 'p' : turns ? 't' : '-';
  }
  return letters;
}

Wish poseWithFree(std::array<bool, 6> free) { return {"pose", {.parameters = {{"free", {free.begin(), free.end()}}}}}; }

Wish directionOf(const Vec3& axis) { return {"direction", pointing(axis)}; }

TEST(CcdWrist, LeavesOutJointsThatCannotMove) {
  Problem problem(sevenJointArm());
  addGoal(problem, "position", "hand");
  addGoal(problem, "direction", "hand", pointing(Vec3::UnitX()));
  problem.jointWeights[6] = 0;
  expectReached("point and direction with the last joint held, annealed", 0.5, problem,
                within(problem, 1e-3, 0.5 * degrees, 50), 100);
}

TEST(CcdWrist, IsAsManyOfTheLastHingesAsTheGoalsHaveTurns) {
  const ModelPtr arm = sevenJointArm();
  const Wish point{"position"};
  const Wish x = directionOf(Vec3::UnitX()), y = directionOf(Vec3::UnitY());
  EXPECT_EQ(roles(arm, "hand", {point}), "ppppppp");
  EXPECT_EQ(roles(arm, "hand", {point, x}), "ppppptt");
  EXPECT_EQ(roles(arm, "hand", {x, point}), "ppppptt");
  EXPECT_EQ(roles(arm, "hand", {point, x, y}), "ppppttt");
  EXPECT_EQ(roles(arm, "hand", {point, {"orientation"}}), "ppppttt");
  EXPECT_EQ(roles(arm, "hand", {{"pose"}}), "ppppttt");
  EXPECT_EQ(roles(arm, "hand", {poseWithFree({0, 0, 0, 1, 0, 0})}), "ppppptt");
  EXPECT_EQ(roles(arm, "hand", {poseWithFree({0, 0, 0, 1, 1, 0})}), "ppppppt");
  EXPECT_EQ(roles(arm, "hand", {poseWithFree({0, 0, 1, 1, 1, 1})}), "ppppppp");
}

TEST(CcdWrist, IsTheWholeArmWhereNoPointIsAsked) {
  const ModelPtr arm = sevenJointArm();
  EXPECT_EQ(roles(arm, "hand", {directionOf(Vec3(1, 2, 3))}), "ttttttt");
  EXPECT_EQ(roles(arm, "hand", {{"orientation"}}), "ttttttt");
  EXPECT_EQ(roles(arm, "hand", {poseWithFree({1, 1, 1, 0, 0, 0})}), "ttttttt");
}

TEST(CcdWrist, OfTheArticlesArmIsItsLastTwoJoints) {
  const Wish point{"position"}, tool = directionOf(Vec3::UnitX());
  EXPECT_EQ(roles(articleArm(), "effector", {point, tool}), "-ppptt");  // the base cannot move
  EXPECT_EQ(roles(articleArm(), "effector", {tool}), "-ttttt");
  EXPECT_EQ(roles(articleArm(), "effector", {point}), "-ppppp");
}

TEST(CcdWrist, CountsTheTurnsOfABallAndNoneOfASlide) {
  const Wish point{"position"}, tool = directionOf(Vec3(1, 2, 3));
  EXPECT_EQ(roles(ballChain(4), "tip", {point, tool}), "pppt");
  EXPECT_EQ(roles(gantry(), "tool", {point, tool}), "pppt");
}

}  // namespace
}  // namespace limber::test
