/// Cyclic coordinate descent: convergence with every joint type and several tools, and behaviour out of
/// reach.
#include <gtest/gtest.h>

#include "fixtures.h"

namespace limber::test {
namespace {

void setPoint(Goal& goal, const Vec3& point) { Eigen::Map<Vec3>(goal.target.data()) = point; }

SolveOptions annealed(int descents) { return {.annealing = descents}; }

/// Exactly `count` sweeps, even if hardly anything moves.
SolveOptions sweeps(int count) { return {.maxIterations = count, .stallTolerance = 0}; }
SolveOptions oneSweep() { return sweeps(1); }

// --- Every joint type -----------------------------------------------------------------------

TEST(Ccd, EveryJointTypeReachesWhatItCan) {
  for (auto&& make : trials(50)) {
    for (const std::string_view type : jointTypes()) {
      for (const bool hasLimits : {true, false}) {
        const JointDescription moving = hasLimits ? slantingWithLimits(type) : slanting(type);
        Problem problem(oneJoint(moving));
        Goal& goal = addGoal(problem, "position", "tip");
        aimAt(problem, goal, make.allowedQ(problem.model()));
        SolveOptions options = annealed(20);
        options.tolerance = 1e-3 * problem.model().reach;
        options.maxIterations = 10000;  // two rotations alone may converge slowly
        EXPECT_EQ(solve(problem, ccd(), options).status, Status::converged)
            << type << (hasLimits ? " with limits" : "");
      }
    }
  }
}

TEST(Ccd, HingePointsAtATargetInItsPlaneInOneSweep) {
  for (auto&& make : trials(100)) {
    Problem problem(chain(1, hinge(Vec3::UnitZ())));
    const double angle = make.between(-3.1, 3.1);
    const double distance = make.between(0.01, 100);
    setPoint(addGoal(problem, "position", "tip"), {distance * std::cos(angle), distance * std::sin(angle), 0});
    solve(problem, ccd(), oneSweep());
    EXPECT_NEAR(problem.state.q[0], angle, 1e-9);
  }
}

TEST(Ccd, SlidesGoStraightThere) {
  for (auto&& make : trials(20)) {
    Problem problem(gantry());
    Goal& goal = addGoal(problem, "position", "z");
    aimAt(problem, goal, make.allowedQ(problem.model()));
    const Result result = solve(problem, ccd());
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_EQ(result.iterations, 1);
    EXPECT_LT(problem.residual(goal).distance, 1e-12);
  }
}

TEST(Ccd, SlidesAlongOneLineShareTheWay) {
  const JointDescription slide = joint("prismatic", Vec3::UnitX());
  Problem problem(chain(3, slide));
  Goal& goal = addGoal(problem, "position", "tip");
  setPoint(goal, {5, 0, 0});
  EXPECT_EQ(solve(problem, ccd()).iterations, 1);  // the joints do not each move the whole way
  EXPECT_NEAR(problem.state.q[0] + problem.state.q[1] + problem.state.q[2], 2, 1e-12);
}

TEST(Ccd, ChainOfBallsReachesAnyPointWithin) {
  Problem problem(ballChain(8));
  Goal& goal = addGoal(problem, "position", "tip");
  for (auto&& make : trials(200)) {
    start(problem, make.allowedQ(problem.model()));  // a straight chain that points at its target is stuck
    setPoint(goal, make.between(0.5, 7) * make.unitVector());
    SolveOptions options = sweeps(2000);
    options.tolerance = 1e-3 * problem.model().reach;
    EXPECT_EQ(solve(problem, ccd(), options).status, Status::converged);
  }
}

TEST(Ccd, GripperClosesWhicheverFingerIsAsked) {
  const ModelPtr model = gripper();
  // 0.02 from the middle of the fingers' strokes: both tips can be at x = −0.03 and 0.03.
  const auto closeWith = [&](bool finger, bool thumb) {
    Problem problem(model);
    if (finger) setPoint(addGoal(problem, "position", "fingerTip"), {-0.03, 0, 0.14});
    if (thumb) setPoint(addGoal(problem, "position", "thumbTip"), {0.03, 0, 0.14});
    EXPECT_EQ(solve(problem, ccd()).status, Status::converged);
    const auto x = [&](const char* name) { return problem.state.poses[model->findLink(name)].p.x(); };
    EXPECT_NEAR(x("fingerTip"), -0.03, 1e-5);
    EXPECT_NEAR(x("thumbTip"), 0.03, 1e-5);
  };
  closeWith(true, false);
  closeWith(false, true);
  closeWith(true, true);
}

TEST(Ccd, FollowerOfAnotherRatioComesToItsPointInOneSweep) {
  JointDescription follows = joint("prismatic", Vec3::UnitX());
  follows.mimic = MimicDescription{"master", -2.5, 0.3};
  Problem problem(build(
      {link("master", "", {0, 0, 0}, joint("prismatic", Vec3::UnitY())), link("follower", "", {0, 0, 0}, follows)}));
  setPoint(addGoal(problem, "position", "follower"), {1.3, 0, 0});
  EXPECT_EQ(solve(problem, ccd()).iterations, 1);
  EXPECT_NEAR(problem.state.q[0], -0.4, 1e-12);  // 1.3 = −2.5 · −0.4 + 0.3
}

TEST(Ccd, GripperKeepsTheLimitsOfBothFingers) {
  Problem problem(gripper());
  Goal& goal = addGoal(problem, "position", "fingerTip");
  setPoint(goal, {1, 0, 0.14});  // the finger alone has 0.06 left, the thumb 0.05
  solve(problem, ccd());
  EXPECT_EQ(problem.state.q[0], 0.05);
  setPoint(goal, {-1, 0, 0.14});  // 0.02 and 0.03 the other way
  solve(problem, ccd());
  EXPECT_EQ(problem.state.q[0], -0.02);
}

TEST(Ccd, FreedHingesTurnAboutAnyAxis) {
  const ModelPtr model = articleArm({.hinges = false});
  for (const Motion& motion : model->motions) EXPECT_EQ(motion.kind, Motion::Kind::ball);
  Problem problem(model);
  Goal& goal = addGoal(problem, "position", "effector");
  for (auto&& make : trials(100)) {
    setPoint(goal, Vec3(0, 11, 0) + 60 * make.unitVector());  // mostly out of reach for hinges
    SolveOptions options = annealed(5);
    options.maxIterations = 1000;
    EXPECT_EQ(solve(problem, ccd(), options).status, Status::converged);
  }
}

TEST(Ccd, CoupledHingesComeNearerWithEverySweep) {
  JointDescription follows = hinge(Vec3::UnitZ());
  follows.mimic = MimicDescription{"first", 1, 0};
  Problem problem(build({link("first", "", Vec3::Zero(), hinge(Vec3::UnitZ())),
                         link("second", "first", Vec3::UnitX(), follows), link("tip", "second", Vec3::UnitX())}));
  Goal& goal = addGoal(problem, "position", "tip");
  for (const Vec3& target : {Vec3(1, 1, 0), Vec3(-1, 0.5, 0), Vec3(0, 3, 0), Vec3(0.1, 0.3, 0)}) {
    problem.state.reset();
    setPoint(goal, target);
    double before = problem.residual(goal).distance;
    for (int sweep = 0; sweep < 200; ++sweep) {
      solve(problem, ccd(), sweeps(1));
      const double after = problem.residual(goal).distance;
      EXPECT_LE(after, before + 1e-9);
      before = after;
    }
    // With both angles equal to q the tip is at e^iq + e^2iq. At rest no neighbouring q is nearer.
    const auto distanceAt = [&](double q) {
      const Vec3 tip(std::cos(q) + std::cos(2 * q), std::sin(q) + std::sin(2 * q), 0);
      return (target - tip).norm();
    };
    EXPECT_NEAR(before, distanceAt(problem.state.q[0]), 1e-9);
    EXPECT_LE(before, distanceAt(problem.state.q[0] + 0.01));
    EXPECT_LE(before, distanceAt(problem.state.q[0] - 0.01));
  }
}

// --- Several tools and roots ----------------------------------------------------------------

TEST(Ccd, ChainOfBallsFoldsUpToItsFoot) {
  Problem problem(ballChain(6));
  Goal& goal = addGoal(problem, "position", "tip");
  for (auto&& make : trials(200)) {
    start(problem, make.allowedQ(problem.model()));
    setPoint(goal, std::pow(10, make.between(-12, -4)) * make.unitVector());
    EXPECT_EQ(solve(problem, ccd(), sweeps(1000)).status, Status::converged);
  }
}

TEST(Ccd, TwoHandsOfOneTreeReachBoth) {
  Problem problem(twoHands());
  Goal& left = addGoal(problem, "position", "leftHand");
  Goal& right = addGoal(problem, "position", "rightHand");
  for (auto&& make : trials(100)) {
    const std::vector<double> q = make.allowedQ(problem.model());
    aimAt(problem, left, q);
    aimAt(problem, right, q);
    problem.state.reset();
    SolveOptions options = annealed(5);
    options.maxIterations = 2000;
    options.tolerance = 1e-3 * problem.model().reach;
    EXPECT_EQ(solve(problem, ccd(), options).status, Status::converged);
  }
}

/// Two tips at (±0.5, 2, 0) on a mast along Y whose foot is `moving`.
ModelPtr fork(const JointDescription& moving) {
  return build({link("foot", "", {0, 0, 0}, moving), link("knee", "foot", {0, 1, 0}, moving),
                link("left", "knee", {-0.5, 1, 0}), link("right", "knee", {0.5, 1, 0})});
}

TEST(Ccd, TwoTargetsOutOfReachAreSharedFairly) {
  for (const auto& moving : {hinge(Vec3::UnitZ()), joint("ball", Vec3::UnitY())}) {
    SCOPED_TRACE(moving.type);
    Problem problem(fork(moving));
    Goal& left = addGoal(problem, "position", "left");
    Goal& right = addGoal(problem, "position", "right");
    left.target = {-2, 3, 0};
    right.target = {2, 3, 0};
    std::vector<double> lean(problem.model().nv);
    for (const Motion& each : problem.model().motions) lean[each.vIndex + each.nv() - 1] = 0.4;
    std::vector<double> q = problem.state.q;
    integrate(problem.model(), lean.data(), q.data());  // a rotation about Z in both joints
    start(problem, q);
    EXPECT_NE(solve(problem, ccd(), sweeps(1000)).status, Status::converged);
    EXPECT_NEAR(problem.residual(left).distance, problem.residual(right).distance, 1e-3);
    EXPECT_NEAR(problem.residual(left).distance, std::hypot(1.5, 1), 1e-3);
  }
}

TEST(Ccd, HingeUnderManyToolsRestsWhereTheSumOfSquaresIsLeast) {
  for (auto&& make : trials(50)) {
    Problem problem(chain(1, hinge(Vec3::UnitZ())));
    std::vector<Goal*> goals;
    for (int i = 0; i < 4; ++i) {
      GoalOptions options;
      options.linkFromTool.p = make.vector();
      goals.push_back(&addGoal(problem, "position", "tip", options));
      setPoint(*goals.back(), make.vector(2));
    }
    solve(problem, ccd(), sweeps(3000));
    const auto sumAt = [&](double angle) {
      double sum = 0;
      for (const Goal* goal : goals) sum += (toolAt(problem, *goal, {angle}).p - goal->targetVector()).squaredNorm();
      return sum;
    };
    const double found = sumAt(problem.state.q[0]);
    for (int i = 0; i < 1000; ++i) EXPECT_GE(sumAt(i * pi / 500), found - 1e-6);
  }
}

TEST(Ccd, OnlyTheRatioOfWeightsCounts) {
  for (const Fixture& fixture : allFixtures()) {
    SCOPED_TRACE(fixture.name);
    Maker make(firstSeed());
    const Vec3 targets[] = {fixture.model->reach * make.vector(), fixture.model->reach * make.vector()};
    const auto solveWith = [&](double weight) {
      Problem problem(fixture.model);
      for (const Vec3& target : targets) {
        Goal& goal = addGoal(problem, "position", fixture.tips[0]);
        setPoint(goal, target);
        goal.weight = weight;
      }
      solve(problem, ccd(), sweeps(5));
      return problem.state.q;
    };
    const std::vector<double> light = solveWith(1), heavy = solveWith(4);
    for (std::size_t i = 0; i < light.size(); ++i) EXPECT_NEAR(light[i], heavy[i], 1e-9);
  }
}

TEST(Ccd, ArmsOfSeveralRootsMoveApart) {
  for (auto&& make : trials(100)) {
    Problem problem(twoRoots());
    const std::vector<double> q = make.allowedQ(problem.model());
    aimAt(problem, addGoal(problem, "position", "leftTip"), q);
    solve(problem, ccd());
    for (int i = 3; i < 6; ++i) EXPECT_EQ(problem.state.q[i], 0);  // the right arm has no goal
    aimAt(problem, addGoal(problem, "position", "rightTip"), q);
    SolveOptions options = annealed(10);
    options.maxIterations = 1000;
    options.tolerance = 1e-2 * problem.model().reach;  // three hinges near full reach converge slowly
    EXPECT_EQ(solve(problem, ccd(), options).status, Status::converged);
  }
}

// --- Limits ---------------------------------------------------------------------------------

TEST(Ccd, HingeLimitsBeyondARightAngleAreReachedAndHold) {
  for (const double limit : {100.0, 130.0, 150.0, 179.0}) {
    for (const double side : {1.0, -1.0}) {
      SCOPED_TRACE(side * limit);
      Problem problem(chain(1, hinge(Vec3::UnitZ(), limit * degrees)));
      Goal& goal = addGoal(problem, "position", "tip");
      const auto turnTo = [&](double angle) {
        setPoint(goal, {std::cos(angle * degrees), std::sin(angle * degrees), 0});
        return solve(problem, ccd()).status;
      };
      EXPECT_EQ(turnTo(side * (limit - 1)), Status::converged);
      EXPECT_NEAR(problem.state.q[0], side * (limit - 1) * degrees, 1e-3);
      EXPECT_NE(turnTo(side * (limit + 1)), Status::converged);
      EXPECT_EQ(problem.state.q[0], side * limit * degrees);
    }
  }
}

TEST(Ccd, HingeLimitsBeyondARightAngleHoldInsideAnArm) {
  // The article's third and fourth joint keep ±150° and ±130°, whatever the rest of the arm does.
  Problem problem(articleArm());
  Goal& goal = addGoal(problem, "position", "effector");
  double most = 0;
  for (auto&& make : trials(200)) {
    setPoint(goal, make.vector(60));
    start(problem, make.allowedQ(problem.model()));
    for (int i = 0; i < 10; ++i) {
      solve(problem, ccd(), oneSweep());
      ASSERT_EQ(brokenLimit(problem.model(), problem.state.q), "");
      most = std::max(most, std::abs(problem.state.q[3]));
    }
  }
  EXPECT_EQ(most, 150 * degrees);
}

// --- Out of reach ---------------------------------------------------------------------------

TEST(Ccd, ErrorOfOnePointNeverGrowsFromSweepToSweep) {
  for (auto&& make : trials(20)) {
    for (const Fixture& fixture : allFixtures()) {
      SCOPED_TRACE(fixture.name);
      Problem problem(fixture.model);
      const auto isMixed = [](const Motion& motion) { return motion.mimics || (motion.turns() && motion.slides()); };
      if (std::ranges::any_of(problem.model().motions, isMixed)) continue;  // steps may overshoot
      Goal& goal = addGoal(problem, "position", fixture.tips[0]);
      setPoint(goal, make.vector(2 * problem.model().reach));
      SolveOptions options = oneSweep();
      options.limits = false;
      double before = problem.residual(goal).distance;
      for (int i = 0; i < 20; ++i) {
        solve(problem, ccd(), options);
        const double now = problem.residual(goal).distance;
        ASSERT_LE(now, before + 1e-12 * problem.model().reach) << "sweep " << i;
        before = now;
      }
    }
  }
}

TEST(Ccd, ArmStretchesTowardsWhatIsOutOfReach) {
  for (auto&& make : trials(20)) {
    Problem problem(ballChain(4));
    Goal& goal = addGoal(problem, "position", "tip");
    const Vec3 towards = make.unitVector();
    setPoint(goal, make.between(4.5, 40) * towards);
    EXPECT_EQ(solve(problem, ccd(), {.maxIterations = 10000}).status, Status::unreachable);
    EXPECT_LT((problem.toolPose(goal).p - 4 * towards).norm(), 1e-3);
  }
}

}  // namespace
}  // namespace limber::test
