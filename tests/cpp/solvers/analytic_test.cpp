/// The solver `analytic`: the nearest pose, its branch, and proofs that a target is unreachable.
#include "arms.h"
#include "real_arms.h"

namespace limber::test::analytic_test {
namespace {

/// An arm at q, with a pose goal for its tool. The target is the tool's pose at q.
struct AtRest {
  Problem problem;
  Goal& goal;

  AtRest(ModelPtr model, const std::vector<double>& q)
      : problem(std::move(model)), goal(addGoal(problem, "pose", "tool")) {
    start(problem, q);
    aimAll(problem, q);
  }
  Pose target() const { return {goal.targetVector(), goal.targetRotation(3)}; }
  void aim(const Pose& to) { goal.type->targetAt(goal, to, goal.target.data()); }
};

/// Moves the target evenly to `to` in `frames` solves and stops at the first failure. Returns the converged solves.
int follow(AtRest& arm, const Pose& to, int frames) {
  const Pose from = arm.target();
  const Vec3 turn = logRotation(Quat(to.r * from.r.conjugate()));
  for (int k = 1; k <= frames; ++k) {
    const double t = double(k) / frames;
    arm.aim({from.p + t * (to.p - from.p), expRotation<double>(t * turn) * from.r});
    if (solve(arm.problem, "analytic", {.tolerance = 1e-9, .angleTolerance = 1e-9}).status != Status::converged)
      return k - 1;
  }
  return frames;
}

Pose somewhereNear(Maker& make, const AtRest& arm) {
  const Pose from = arm.target();
  return {from.p + 0.05 * arm.problem.model().size * make.unitVector(),
          expRotation<double>(0.15 * make.vector()) * from.r};
}

TEST(Analytic, FindsTheNearestOfAllSolutions) {
  for (const ArmFamily& family : armFamilies()) {
    SCOPED_TRACE(family.name);
    for (auto&& make : trials(30)) {
      AtRest arm(randomArm(make, family), make.anyQ(*randomArm(make, family)));
      start(arm.problem, make.anyQ(arm.problem.model()));
      Solutions all = solutionsOf(arm.problem);
      const Result result = solve(arm.problem, "analytic", {.mode = Mode::find});
      EXPECT_EQ(result.status, Status::converged);
      EXPECT_EQ(result.iterations, 1);
      EXPECT_LT(gap(arm.problem.state.q, row(arm.problem, all, 0)), 1e-6);
    }
  }
}

TEST(Analytic, TracksToTheSamePoseInStepsOfMaxStep) {
  for (const ArmFamily& family : armFamilies()) {
    SCOPED_TRACE(family.name);
    for (auto&& make : trials(10)) {
      const ModelPtr model = randomArm(make, family);
      AtRest arm(model, make.anyQ(*model));
      const std::vector<double> q = arm.problem.state.q;
      arm.aim(somewhereNear(make, arm));
      // Tolerances are small, because the hinges are off by tolerance / σ.
      SolveOptions options = {.maxIterations = 1000, .tolerance = 1e-9, .angleTolerance = 1e-9};
      if (solve(arm.problem, "analytic", options).status != Status::converged) continue;
      const std::vector<double> atOnce = arm.problem.state.q;
      start(arm.problem, q);
      options.maxStep = 0.01;
      EXPECT_EQ(solve(arm.problem, "analytic", options).status, Status::converged);
      EXPECT_LT(gap(arm.problem.state.q, atOnce), 1e-2);
    }
  }
}

/// Steps of 1/100 and of 1/300 of the way follow the same branch, which ends where J loses rank. Three that do not end.
TEST(Analytic, TracksItsBranchUpToASingularity) {
  for (const ArmFamily& family : armFamilies()) {
    SCOPED_TRACE(family.name);
    int whole = 0;
    for (auto&& make : trials(100)) {
      if (whole == 3) break;
      const ModelPtr model = randomArm(make, family);
      const std::vector<double> q = make.anyQ(*model);
      AtRest coarse(model, q), fine(model, q);
      const Pose to = somewhereNear(make, coarse);
      const int frames = follow(coarse, to, 100);
      if (frames < 100) {
        EXPECT_LT(coarse.problem.conditioning().smallestSingularValue, 0.02 * model->size);
      } else {
        ++whole;
        EXPECT_EQ(follow(fine, to, 300), 300);
        EXPECT_LT(gap(coarse.problem.state.q, fine.problem.state.q), 1e-6);
      }
    }
    EXPECT_EQ(whole, 3);
  }
}

/// One solve gives the same pose as many frames if the straight path stays on the branch, except where it
/// touches a singularity.
TEST(Analytic, FollowsAFarTargetAlongTheStraightWay) {
  int whole = 0, same = 0;
  for (auto&& make : trials(150)) {
    const ModelPtr model = randomArm(make, armFamilies()[0]);
    const std::vector<double> q = make.anyQ(*model);
    AtRest atOnce(model, q), inFrames(model, q);
    const Pose to = somewhereNear(make, atOnce);
    if (follow(inFrames, to, 400) < 400) continue;
    ++whole;
    same += follow(atOnce, to, 1) == 1 && gap(atOnce.problem.state.q, inFrames.problem.state.q) < 1e-6;
  }
  EXPECT_GT(whole, 30);
  EXPECT_GE(same, 0.95 * whole);
}

/// A UR5 whose elbow bends one way only and whose base is limited to one turn.
ModelPtr ur5WithLimits() {
  RealArm arm = realArm("UR5");
  arm.ranges.assign(6, infinity);
  arm.ranges[0] = 180;
  arm.ranges[2] = {0.3 / degrees, 2.5 / degrees};
  return build(describe(arm));
}

TEST(Analytic, StopsAtALimitAndSaysThatItsBranchEnds) {
  AtRest arm(ur5WithLimits(), {0.2, -0.4, 1.2, 0.5, 1.1, 0.3});
  Pose to = arm.target();
  const Pose shoulder = arm.problem.state.poses[1];
  to.p += 0.3 * (to.p - shoulder.p).normalized();
  const int frames = follow(arm, to, 100);
  EXPECT_LT(frames, 100);
  EXPECT_NEAR(arm.problem.state.q[2], 0.3, 0.05);
  EXPECT_NE(solve(arm.problem, "analytic").status, Status::converged);
  EXPECT_LT(arm.problem.state.q[2], 0.31);
}

/// Limits may force the hinge to turn the long way round.
TEST(Analytic, TracksInOneStepHoweverFarAHingeTurns) {
  const std::vector<double> wanted = {2.5, -0.4, 1.2, 0.5, 1.1, 0.3};
  AtRest arm(ur5WithLimits(), wanted);
  start(arm.problem, {-2.5, -0.4, 1.2, 0.5, 1.1, 0.3});
  EXPECT_EQ(solve(arm.problem, "analytic", {.maxIterations = 1}).status, Status::converged);
  EXPECT_LT(gap(arm.problem.state.q, wanted), 1e-9);
}

TEST(Analytic, ProvesThatNoPoseReachesTheTarget) {
  for (auto&& make : trials(20)) {
    AtRest arm(randomArm(make, armFamilies()[4]), std::vector<double>(6, 0.4));
    Pose to = arm.target();
    to.p += 0.97 * arm.problem.model().size * make.unitVector();
    arm.aim(to);
    Solutions all = solutionsOf(arm.problem);
    const std::vector<double> before = arm.problem.state.q;
    const Result result = solve(arm.problem, "analytic", {.mode = Mode::find});
    EXPECT_EQ(result.status, all.count > 0 ? Status::converged : Status::unreachable);
    if (all.count == 0) {
      EXPECT_EQ(arm.problem.state.q, before);
    }
    // Without a named solver the status is the same, but the arm moves as near as it can.
    start(arm.problem, before);
    EXPECT_EQ(solve(arm.problem, {.mode = Mode::find}).status, result.status);
    EXPECT_NE(arm.problem.state.q, before);
  }
}

}  // namespace
}  // namespace limber::test::analytic_test
