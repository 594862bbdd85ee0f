/// Interaction of itasc's constraints: bounds, limits, weights, priorities, several robots.
#include "linkages.h"

namespace limber::test::constraints_test {
namespace {

/// Three orthogonal slides, and a tool.
ModelPtr crane(double most = infinity) {
  const std::vector<Interval> limits = {{-most, most}};
  return build({link("x", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX(), limits)),
                link("y", "x", {0, 0, 0}, joint("prismatic", Vec3::UnitY(), limits)),
                link("z", "y", {0, 0, 0}, joint("prismatic", Vec3::UnitZ(), limits)), link("tool", "z", {0, 0, 0.5})});
}

double fastest(const Problem& problem) {
  double most = 0;
  for (const double velocity : problem.velocities) most = std::max(most, std::abs(velocity));
  return most;
}

TEST(Constraints, ATooLongWishStopsAtTheRingWithoutChatter) {
  for (const int side : {-1, 1}) {
    SCOPED_TRACE(side);
    Problem problem(crane());
    Goal& ring = addGoal(problem, "distance", "tool", {.parameters = {{"side", {side < 0 ? 1.0 : 2.0}}}});
    ring.target = {0, 0, 0.5, 0.4};
    Goal& wish = addGoal(problem, "position", "tool", {.priority = 1});
    const double from = side < 0 ? 0.1 : 0.9;
    wish.target = {from, 0, 0.5};
    forgetMotion(problem);
    simulate(problem, 2);
    EXPECT_EQ(problem.residual(ring).distance, 0);
    EXPECT_LT(problem.residual(wish).distance, 1e-9);

    wish.target = {side < 0 ? 0.7 : 0.2, side < 0 ? 0.7 : 0.2, 0.5};
    forgetMotion(problem);
    double before = side * from;
    simulate(problem, 5, still, [&](double t) {
      const double distance = (problem.toolPose(wish).p - ring.targetVector()).norm();
      // Never crosses the ring and never oscillates: the tool reaches the ring and stays there.
      ASSERT_GE(side * (distance - 0.4), -1e-6) << t;
      ASSERT_LE(side * distance, std::max(before, side * 0.4 + 1e-6) + 1e-9) << t;
      before = side * distance;
    });
    // The point of the ring nearest to the target.
    const Vec3 nearest = ring.targetVector() + 0.4 * Vec3(1, 1, 0).normalized();
    EXPECT_LT((problem.toolPose(wish).p - nearest).norm(), 1e-3);
    EXPECT_LT(fastest(problem), 1e-2);
  }
}

TEST(Constraints, ARingThatMovesTakesTheToolAlong) {
  Problem problem(crane());
  Goal& ring = addGoal(problem, "distance", "tool", {.parameters = {{"side", {1}}}});
  ring.target = {0, 0, 0.5, 0.4};
  step(problem, 1 / 60.0);
  simulate(
      problem, 4, [&](double t) { ring.target[0] = 0.5 * t; },
      [&](double) {
        ASSERT_LT(problem.residual(ring).distance, 1e-3);
        // The bound has no effect inside it.
        ASSERT_TRUE(ring.target[0] >= 0.39 || problem.state.poses[3].p.norm() < 0.5 + 0.05);
      });
  EXPECT_NEAR(problem.toolPose(ring).p.x(), 0.5 * 4 - 0.4, 1e-2);
}

TEST(Constraints, ConflictsSettleByWeightSquared) {
  Problem problem(crane());
  Goal& a = addGoal(problem, "position", "tool", {.weight = 1});
  Goal& b = addGoal(problem, "position", "tool", {.weight = 2});
  a.target = {0.3, 0, 0.5};
  b.target = {0, 0.4, 0.7};
  forgetMotion(problem);
  simulate(problem, 5);
  const Vec3 best = (a.targetVector() + 4 * b.targetVector()) / 5;
  EXPECT_LT((problem.toolPose(a).p - best).norm(), 1e-9);
  EXPECT_LT(fastest(problem), 1e-9);
}

TEST(Constraints, OfTwoPrioritiesTheFirstIsKept) {
  Problem problem(crane());
  Goal& a = addGoal(problem, "position", "tool", {.priority = 1});
  Goal& b = addGoal(problem, "pose", "tool", {.weight = 0.1, .parameters = {{"free", {0, 1, 1, 1, 1, 1}}}});
  a.target = {0.3, 0.2, 0.6};
  b.target = {-0.1, 0, 0, 0, 0, 0, 1};
  forgetMotion(problem);
  simulate(problem, 5);
  EXPECT_LT((problem.toolPose(a).p - Vec3(-0.1, 0.2, 0.6)).norm(), 1e-9);
}

TEST(Constraints, LimitsLockAndTheRestGoesOn) {
  Problem problem(crane(0.3));
  Goal& goal = addGoal(problem, "position", "tool");
  goal.target = {0.8, -0.2, 0.4};
  forgetMotion(problem);
  simulate(problem, 2, still, [&](double) { ASSERT_EQ(brokenLimit(problem.model(), problem.state.q), ""); });
  EXPECT_EQ(problem.state.q[0], 0.3);
  EXPECT_EQ(problem.activeLimits[0], 1);
  EXPECT_NEAR(problem.state.q[1], -0.2, 1e-9);
  EXPECT_NEAR(problem.state.q[2], -0.1, 1e-9);
  // Released again.
  goal.target = {0.1, 0, 0.5};
  forgetMotion(problem);
  simulate(problem, 2);
  EXPECT_LT(problem.residual(goal).distance, 1e-9);
}

TEST(Constraints, ALockedJointsShareIsTakenByOthers) {
  // Two slides along one axis, the first one short: it stops at its bound, and the other goes the rest of the
  // way at the same speed.
  Problem problem(
      build({link("short", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX(), {{-0.1, 0.1}})),
             link("long", "short", {0, 0, 0}, joint("prismatic", Vec3::UnitX())), link("tool", "long", {0, 0, 1})}));
  Goal& goal = addGoal(problem, "position", "tool");
  step(problem, 0);
  simulate(
      problem, 1, [&](double t) { goal.target[0] = t; },
      [&](double t) { ASSERT_LT(problem.residual(goal).distance, 1e-12) << t; }, {.gain = 0});
  EXPECT_EQ(problem.state.q[0], 0.1);
}

/// Two arms of seven hinges each, facing each other, and a box that floats between them.
ModelPtr twoArmsAndABox() {
  std::vector<LinkDescription> links;
  for (const std::string side : {"left", "right"}) {
    for (int i = 1; i <= 7; ++i) {
      const Vec3 offset(i > 1 ? 0 : side == "left" ? -0.5 : 0.5, 0, i < 7 ? 0.2 : 0.05);
      links.push_back(link(numbered(side, i), i > 1 ? links.back().name : "", offset,
                           hinge(i % 2 ? Vec3::UnitZ() : Vec3::UnitY(), 2.9)));
    }
    links.push_back(link(side + "Hand", side + "7", {0, 0, 0.1}));
  }
  links.push_back(link("box", "", {0, 0, 0}, joint("free")));
  return build(std::move(links));
}

int qOf(const Problem& problem, const std::string& name) { return motionOf(problem.model(), name).qIndex; }
void bendArms(Problem& problem) {
  const double bends[] = {0, 0.5, 0, 1.2, 0, 0.9, 0};
  for (int i = 0; i < 7; ++i) {
    problem.state.q[qOf(problem, "left" + std::to_string(i + 1))] = bends[i];
    problem.state.q[qOf(problem, "right" + std::to_string(i + 1))] = -bends[i];
  }
  Vec3 middle = Vec3::Zero();
  sweep(problem.state);
  for (const char* hand : {"leftHand", "rightHand"})
    middle += 0.5 * problem.state.poses[problem.model().findLink(hand)].p;
  Eigen::Map<Vec3>(&problem.state.q[qOf(problem, "box")]) = middle;
  sweep(problem.state);
}

/// Goals that hold each hand at its present place on the box.
void grip(Problem& problem) {
  for (const char* hand : {"leftHand", "rightHand"}) addGoal(problem, "pose", hand, {.targetLink = "box"});
}

TEST(SeveralRobots, OneHandFollowsAnother) {
  Problem problem(twoArmsAndABox());
  bendArms(problem);
  Goal& lead = addGoal(problem, "pose", "leftHand");
  Goal& tie = addGoal(problem, "pose", "rightHand", {.priority = 1, .targetLink = "leftHand"});
  step(problem, 0);
  const Vec3 start = lead.targetVector();
  const auto move = [&](double t) {
    setPoint(lead, start + 0.08 * Vec3(std::sin(2 * t), 0.5 * std::sin(t), std::sin(t)));
  };
  simulate(problem, 4, move, [&](double) {
    for (const Goal* goal : {&lead, &tie}) ASSERT_LT(problem.residual(*goal).distance, 2e-4);
  });
}

TEST(SeveralRobots, TwoArmsFollowABoxThatIsMoved) {
  Problem problem(twoArmsAndABox());
  bendArms(problem);
  grip(problem);
  drive(problem, "box");
  const Vec3 start = problem.state.poses[problem.model().findLink("box")].p;
  step(problem, 0);
  const auto move = [&](double t) {
    place(problem, "box",
          {start + 0.05 * Vec3(std::sin(t), std::sin(2 * t), std::sin(t)),
           expRotation<double>(Vec3(0, 0, 0.2 * std::sin(t)))});
  };
  simulate(problem, 4, move, [&](double t) {
    for (const auto& goal : problem.goals()) {
      ASSERT_LT(problem.residual(*goal).distance, 5e-4) << t;
      ASSERT_LT(problem.residual(*goal).angle, 2e-3) << t;
    }
  });
}

TEST(SeveralRobots, TwoArmsCarryAFreeBoxToItsTarget) {
  for (const bool byLoops : {false, true}) {
    SCOPED_TRACE(byLoops);
    Problem problem(twoArmsAndABox());
    bendArms(problem);
    if (byLoops) {
      const Pose box = problem.state.poses[problem.model().findLink("box")];
      for (const char* hand : {"leftHand", "rightHand"}) {
        ASSERT_TRUE(problem.addLoop(
            {hand, {hand, {}}, {"box", box.inverse() * problem.state.poses[problem.model().findLink(hand)]}}));
      }
    } else {
      grip(problem);
    }
    Goal& wish = addGoal(problem, "pose", "box", {.priority = byLoops ? 0 : 1});
    wish.target[2] += 0.06;
    wish.target[0] += 0.04;
    forgetMotion(problem);
    simulate(problem, 4, still, [&](double t) {
      for (const auto& loop : problem.loops()) {
        ASSERT_LT(problem.residual(loop->goal).distance, 1e-11) << t;
        ASSERT_LT(problem.residual(loop->goal).angle, 1e-11) << t;
      }
      for (int k = 0; k < 2 && !byLoops; ++k) ASSERT_LT(problem.residual(*problem.goals()[k]).distance, 2e-3) << t;
    });
    EXPECT_LT(problem.residual(wish).distance, 1e-4);
    EXPECT_LT(problem.residual(wish).angle, 1e-3);
  }
}

TEST(SeveralRobots, ADrivenCrankTurnsAFourBar) {
  const FourBar bars{0.3, 0.9, 0.7, 0.8};
  Problem problem(fourBar(bars));
  problem.state.q = {0.5, 0.8, 1.9};
  problem.jointWeights[0] = 0;
  ASSERT_EQ(solve(problem, "lm").status, Status::converged);
  step(problem, 0);
  for (int i = 1; i <= 240; ++i) {
    const double theta = 0.5 + 2 * pi * i / 120;
    problem.state.q[0] = theta;
    ASSERT_STREQ(step(problem, 1 / 60.0).warning, "") << i;
    ASSERT_EQ(problem.state.q[0], theta);
    const double phi = problem.state.q[2];
    ASSERT_NEAR(freudensteinError(bars, theta, phi), 0, 1e-12);
    // φ' by differentiating Freudenstein's equation by θ.
    const double slope = (bars.d / bars.c * std::sin(theta) + std::sin(theta - phi)) /
                         (bars.d / bars.a * std::sin(phi) + std::sin(theta - phi));
    EXPECT_NEAR(problem.velocities[0], pi, 1e-9);
    EXPECT_NEAR(problem.velocities[2], pi * slope, 0.1);
  }
}

}  // namespace
}  // namespace limber::test::constraints_test
