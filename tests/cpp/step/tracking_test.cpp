/// step(): its lag, and its use of time. Laws in closed form: without feed-forward the error follows ė = v −
/// K e; with it only the error of a linear step remains, ∝ h/K.
#include "fixtures.h"

namespace limber::test::tracking_test {
namespace {

constexpr double radius = 1;
constexpr double turnRate = pi / 2;  ///< one turn in four seconds
constexpr double frame = 1.0 / 25;

Vec3 onCircle(double t) { return radius * Vec3(0, std::sin(turnRate * t), 1 - std::cos(turnRate * t)); }

/// Five ball joints one metre apart, bent, with a goal for their tip.
struct Bent {
  Problem problem{ballChain(5)};
  Goal& goal;
  Bent() : goal(addGoal(problem, "position", "tip")) {
    for (int i = 0; i < 5; ++i)
      writeQuat(expRotation<double>(Vec3(0, i == 0 ? -0.8 : 0.4, 0)), &problem.state.q[4 * i]);
    sweep(problem.state);
    goal.type->targetAt(goal, problem.toolPose(goal), goal.target.data());
  }
};

/// Largest error during the second of two turns.
double lagOnCircle(const SolveOptions& options) {
  Bent bent;
  auto& [problem, goal] = bent;
  const Vec3 start = goal.targetVector();
  double worst = 0;
  const int frames = static_cast<int>(8 / frame);
  for (int i = 1; i <= frames; ++i) {
    setPoint(goal, start + onCircle(i * frame));
    const StepResult result = step(problem, frame, options);
    EXPECT_STREQ(result.warning, "");
    EXPECT_EQ(result.substeps, options.substeps);
    if (2 * i > frames) worst = std::max(worst, problem.residual(goal).distance);
  }
  EXPECT_NEAR(problem.time, 8, 1e-9);
  return worst;
}

SolveOptions with(double gain, int substeps, bool feedForward) {
  return {.gain = gain, .substeps = substeps, .feedForward = feedForward};
}

TEST(Tracking, WithoutFeedForwardTheLagIsSpeedOverGain) {
  for (const auto& [gain, substeps] : {std::pair(5.0, 4), {80.0, 4}, {20.0, 1}, {20.0, 4}, {20.0, 16}}) {
    // Steady state of ė = v − K e on a circle.
    const double lag = radius * turnRate / std::hypot(gain, turnRate);
    EXPECT_NEAR(lagOnCircle(with(gain, substeps, false)), lag, 0.03 * lag) << gain << " " << substeps;
  }
}

TEST(Tracking, WithFeedForwardErrorTimesGainTimesSubstepsIsConstantAndTwentyTimesLess) {
  const double product = 20 * 4 * lagOnCircle(with(20, 4, true));
  for (const auto& [gain, substeps] : {std::pair(5.0, 4), {80.0, 4}, {20.0, 1}, {20.0, 2}, {20.0, 16}}) {
    const double error = lagOnCircle(with(gain, substeps, true));
    EXPECT_NEAR(gain * substeps * error, product, 0.03 * product) << gain << " " << substeps;
    if (gain == 20) {
      EXPECT_GT(lagOnCircle(with(gain, substeps, false)), 20 * error) << substeps;
    }
  }
}

TEST(Tracking, AnArmFollowsAPoseAndAVelocityGivenIsAsGoodAsTheDifference) {
  for (const bool isGiven : {false, true}) {
    Problem problem(sevenJointArm());
    start(problem, {0.3, 0.6, 0.2, 1.4, 0.1, 1.1, 0.2});
    Goal& goal = addGoal(problem, "pose", "hand");
    const Pose start = problem.toolPose(goal);
    double worst = 0;
    const auto move = [&](double time) {
      const double t = turnRate * time, half = turnRate * (time - 0.5 / 60);  // middle of the last frame
      setPoint(goal, start.p + 0.1 * Vec3(1 - std::cos(t), std::sin(t), 0));
      writeQuat(Quat(expRotation<double>(Vec3(0, 0, 0.3 * std::sin(t))) * start.r), &goal.target[3]);
      if (!isGiven) return;
      goal.velocity = {0.1 * turnRate * std::sin(half), 0.1 * turnRate * std::cos(half), 0, 0, 0,
                       0.3 * turnRate * std::cos(half)};
    };
    simulate(problem, 4, move, [&](double t) {
      if (t > 1) worst = std::max(worst, problem.residual(goal).distance);
    });
    EXPECT_LT(worst, 0.1 * turnRate / 20 / 100) << isGiven;
    EXPECT_GT(worst, 0);
  }
}

/// An arm on a base that the caller moves.
ModelPtr onABase() {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  return build({link("base", "", {0, 0, 0}, joint("free")), link("a", "base", {0, 0, 0.2}, hinge(z)),
                link("b", "a", {0, 0, 0.2}, hinge(y)), link("c", "b", {0, 0, 0.4}, hinge(y)),
                link("d", "c", {0, 0, 0.3}, hinge(z)), link("e", "d", {0, 0, 0.1}, hinge(y)),
                link("f", "e", {0, 0, 0.1}, hinge(z)), link("hand", "f", {0, 0, 0.1})});
}

/// A bent arm on a driven base, with a goal that holds its hand.
struct OnABase {
  Problem problem{onABase()};
  Goal& goal;
  OnABase() : goal(addGoal(problem, "pose", "hand")) {
    const double q[] = {0.3, 0.6, 0.8, 0.2, 0.9, 0.1};
    const char* names[] = {"a", "b", "c", "d", "e", "f"};
    for (int i = 0; i < 6; ++i) problem.state.q[motionOf(problem.model(), names[i]).qIndex] = q[i];
    drive(problem, "base");
    sweep(problem.state);
    goal.type->targetAt(goal, problem.toolPose(goal), goal.target.data());
  }
};

Pose wandering(double t) {
  return {Vec3(0.3 * std::sin(t), 0.2 * std::sin(2 * t), 0.1 * std::sin(t)),
          expRotation<double>(Vec3(0.5 * std::sin(t), 0, 0.3 * std::sin(t)))};
}

TEST(Tracking, BaseAndTargetMovingTogetherLeaveTheJointsAtRest) {
  OnABase arm;
  auto& [problem, goal] = arm;
  const Pose baseFromHand = problem.toolPose(goal);
  const auto move = [&](double t) {
    place(problem, "base", wandering(t));
    goal.type->targetAt(goal, wandering(t) * baseFromHand, goal.target.data());
  };
  simulate(problem, 5, move, [&](double t) {
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
      // The base moves by 0.6 m/s and rad/s. The remaining velocity comes from the sagitta of an arc per
      // frame: a target in the world follows the chord, the base the arc.
      ASSERT_LT(std::abs(problem.velocities[motionOf(problem.model(), name).vIndex]), 3e-3) << t;
    }
    ASSERT_LT(problem.residual(goal).distance, 1e-5);
  });
}

TEST(Tracking, AMovingBaseIsForeseenAsAMovingTargetIs) {
  double error[2];
  for (const bool feedForward : {false, true}) {
    OnABase arm;
    auto& [problem, goal] = arm;
    double& worst = error[feedForward] = 0;
    step(problem, 0);
    const auto move = [&](double t) { place(problem, "base", {0.3 * wandering(t).p, wandering(t).r}); };
    const auto see = [&](double t) {
      worst = std::max(worst, problem.residual(goal).distance);
      // step() does not change the caller's coordinates.
      ASSERT_EQ(problem.state.q[motionOf(problem.model(), "base").qIndex], 0.3 * wandering(t).p.x());
    };
    // Ends before the elbow is stretched.
    simulate(problem, 3.3, move, see, {.feedForward = feedForward});
  }
  EXPECT_GT(error[0], 20 * error[1]);
}

TEST(Tracking, DrivenVelocitiesAreTakenWhereTheyAreGiven) {
  // A slide on a driven slide. The tool must stay in place, so one cancels the other.
  Problem problem(
      build({link("rail", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX())),
             link("cart", "rail", {0, 0, 0}, joint("prismatic", Vec3::UnitX())), link("tool", "cart", {0, 0, 1})}));
  drive(problem, "rail");
  addGoal(problem, "position", "tool");
  problem.drivenVelocities[0] = 0.7;
  EXPECT_EQ(step(problem, 0.01).reason, std::string(""));
  EXPECT_NEAR(problem.velocities[0], 0.7, 1e-12);
  // The rail did not really move: its predicted motion causes an error that decays with K.
  EXPECT_LT(problem.velocities[1], -0.6);
}

TEST(Tracking, AGainThatWouldOvershootIsBoundedWithAWarning) {
  for (const double gain : {1e3, 1e6}) {
    Bent bent;
    auto& [problem, goal] = bent;
    goal.target[1] += 0.05;
    double before = problem.residual(goal).distance;
    forgetMotion(problem);
    for (int i = 0; i < 20; ++i) {
      EXPECT_NE(step(problem, 1 / 30.0, with(gain, 1, true)).warning, std::string(""));
      const double after = problem.residual(goal).distance;
      ASSERT_LE(after, std::max(before, 1e-12));
      before = after;
    }
    EXPECT_LT(before, 1e-9);
  }
  Problem problem(ballChain(5));
  addGoal(problem, "position", "tip").gain = 1e5;
  EXPECT_NE(step(problem, 1 / 30.0).warning, std::string(""));
  problem.goals()[0]->gain = 30;
  EXPECT_EQ(step(problem, 1 / 30.0).warning, std::string(""));
}

TEST(Tracking, AGoalsOwnGainIsItsOwn) {
  // Two independent slides: e(t) = e₀ (1 − K h)ⁿ.
  Problem problem(build({link("x", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX())),
                         link("y", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX()))}));
  Goal& fast = addGoal(problem, "slide", "x");
  Goal& slow = addGoal(problem, "slide", "y");
  fast.gain = 60;
  step(problem, 0);
  fast.target[0] = slow.target[0] = 0.1;
  forgetMotion(problem);
  step(problem, 0.04, with(20, 4, true));
  EXPECT_NEAR(problem.residual(fast).distance, 0.1 * std::pow(1 - 0.6, 4), 1e-9);
  EXPECT_NEAR(problem.residual(slow).distance, 0.1 * std::pow(1 - 0.2, 4), 1e-9);
}

TEST(Tracking, AutomaticSubstepsKeepToTheTimesGiven) {
  Problem problem(sevenJointArm());
  start(problem, {0.3, 0.6, 0.2, 1.4, 0.1, 1.1, 0.2});
  Goal& goal = addGoal(problem, "position", "hand");
  SolveOptions options = with(20, 0, true);
  // At rest as few substeps as the longest allows: 0.06 fits four times into 0.2.
  EXPECT_EQ(step(problem, 0.2, options).substeps, 4);
  EXPECT_EQ(step(problem, 0.03, options).substeps, 1);
  // For fast motion shorter substeps, but no shorter than the shortest and not all of equal length.
  goal.target[1] += 0.5;
  const int hurried = step(problem, 0.2, options).substeps;
  EXPECT_GT(hurried, 4);
  EXPECT_LE(hurried, 20);
}

TEST(Tracking, AJumpThatIsForgottenIsNotFedForward) {
  for (const bool forgets : {false, true}) {
    Bent bent;
    auto& [problem, goal] = bent;
    step(problem, 0.01);
    goal.target[1] += 0.2;
    if (forgets) forgetMotion(problem);
    step(problem, 0.01);
    // With feed-forward the tool is nearly there; without it, it has come a fifth of the way.
    const double left = problem.residual(goal).distance;
    EXPECT_EQ(left < 0.02, !forgets) << left;
  }
}

}  // namespace
}  // namespace limber::test::tracking_test
