/// All poses of an arm that meet its goals: laws, and brute force.
#include "arms.h"
#include "closed_form/row/arm.h"

namespace limber::test::solutions_test {
namespace {

/// All solutions for targets taken from q.
Solutions solutionsAt(Problem& problem, const std::vector<double>& q, const std::vector<double>& from) {
  const Solutions solutions = solutionsFor(problem, q, from);
  EXPECT_EQ(solutions.reason, nullptr);
  EXPECT_TRUE(solutions.complete);
  return solutions;
}

TEST(Solutions, OfEveryKindOfArmMeetTheGoalAndHaveThePoseItWasTakenFrom) {
  for (const ArmKind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    for (auto&& make : trials(60)) {
      const auto problem = kind.make(make);
      const std::vector<double> q = make.anyQ(problem->model());
      EXPECT_TRUE(has(*problem, solutionsAt(*problem, q, make.anyQ(problem->model())), q));
    }
  }
}

/// Two nearly equal equations must not be confused.
TEST(Solutions, OfAnArmWhoseFirstAxesAreAlmostParallelHaveThePoseItWasTakenFrom) {
  for (const double by : {0.1, 0.01, 1e-3, 1e-4}) {
    SCOPED_TRACE(by);
    for (auto&& make : trials(300)) {
      ArmLines arm = randomLines(make, 6);
      arm.h[1] = (arm.h[0] + by * make.vector()).normalized();
      meet(arm.h, arm.o, 3);
      Problem problem(armOf(arm));
      addGoal(problem, "pose", "tool");
      const std::vector<double> q = make.anyQ(problem.model());
      EXPECT_TRUE(has(problem, solutionsAt(problem, q, std::vector<double>(6, 0.0)), q));
    }
  }
}

/// Arms for which rounding once hid a pose, so that an odd number remained.
TEST(Solutions, OfAnyGeometryAreEvenInNumber) {
  for (const std::uint64_t seed : {3759, 32974, 37472}) {
    Maker make(seed);
    Problem problem(randomArm(make, armFamilies().back()));
    addGoal(problem, "pose", "tool");
    for (int k = 0; k < 3; ++k) {
      const std::vector<double> q = make.anyQ(problem.model());
      const Solutions solutions = solutionsAt(problem, q, std::vector<double>(6, 0.0));
      EXPECT_TRUE(has(problem, solutions, q)) << seed;
      EXPECT_EQ(solutions.count % 2, 0) << seed;
    }
  }
}

/// Manseur and Doty (1989), by Denavit–Hartenberg parameters: the maximum for six hinges.
TEST(Solutions, OfManseurAndDotysArmAreSixteen) {
  const std::vector<double> a = {0.3, 1, 0, 1.5, 0, 0}, d = {0, 0, 0.2, 0, 0, 0}, alpha = {90, 1, 90, 1, 90, 1};
  std::vector<Vec3> h, o;
  Pose at;
  for (int i = 0; i < 6; ++i) {
    h.push_back(at.r * Vec3::UnitZ());
    o.push_back(at.p);
    at = at * Pose{{a[i], 0, d[i]}, expRotation<double>(alpha[i] * degrees * Vec3::UnitX())};
  }
  Problem problem(armOf(h, o, at));
  Goal& goal = addGoal(problem, "pose", "tool");
  Mat3 R;
  R << -0.760117, -0.641689, 0.102262, 0.133333, 0, 0.991071, -0.635959, 0.766965, 0.0855599;
  setPoint(goal, Vec3(-1.140175, 0, 0));
  writeQuat(unit(Quat(R)), goal.target.data() + 3);
  Solutions solutions = solutionsOf(problem);
  EXPECT_EQ(solutions.count, 16);
  EXPECT_TRUE(solutions.complete);
  EXPECT_LE(worstError(problem, solutions), 1e-10);
}

/// Position and direction, as two goals with separate tools.
TEST(Solutions, OfTheArticlesFiveHinges) {
  Problem problem(articleArm());
  addGoal(problem, "position", problem.model().links.back().name);
  addGoal(problem, "direction", problem.model().links.back().name);
  for (auto&& make : trials(100)) {
    const std::vector<double> q = make.allowedQ(problem.model());
    const Solutions solutions = solutionsFor(problem, q, problem.state.q);
    ASSERT_EQ(solutions.reason, nullptr) << solutions.reason;
    EXPECT_TRUE(has(problem, solutions, q));
    expectLimits(problem, solutions);
  }
}

std::vector<double> directionOf(const Solutions& solutions, int i, int nv) {
  return {solutions.selfMotion.begin() + i * nv, solutions.selfMotion.begin() + (i + 1) * nv};
}

TEST(Solutions, AtSingularitiesOfAFactoryArmAreCountedOnceAndMoveOnAcrossTheWayToThem) {
  Problem problem(factoryArm());
  addGoal(problem, "pose", "tool");
  const std::vector<double> from = {0.2, 0.1, 0.3, 0.7, 0.2, 0.1};
  // The elbow stretched; a straight wrist, whose two ends may turn together; the wrist over the first axis: shoulder,
  // elbow and wrist form an isosceles triangle whose base lies on that axis.
  const std::vector<double> elbow = {0.3, -0.4, 0, 0.6, 0.5, 0.9}, wrist = {0.3, -0.4, 1.1, 0.6, 0, 0.9},
                            shoulder = {0.3, -0.4 - pi / 2, 0.8, 0.6, 0.5, 0.9};
  for (const auto& q : {elbow, wrist, shoulder}) {
    const Solutions solutions = solutionsAt(problem, q, from);
    int straight = 0, free = 0;
    for (int i = 0; i < solutions.count; ++i) {
      const auto nearest = row(problem, solutions, i), way = directionOf(solutions, i, 6);
      // The member of the family nearest to the state: its offset is perpendicular to the self-motion.
      double along = 0;
      for (std::size_t k = 0; k < 6; ++k) along += way[k] * (nearest[k] - from[k]);
      EXPECT_NEAR(along, 0, 1e-6);
      free += std::abs(way[0]) > 0.1;
      if (q != wrist || std::abs(std::sin(nearest[4])) > 1e-6) continue;
      ++straight;
      EXPECT_NEAR(std::abs(way[3]), std::sqrt(0.5), 1e-6);
      EXPECT_NEAR(way[3] + std::cos(nearest[4]) * way[5], 0, 1e-6);
    }
    EXPECT_EQ(straight, q == wrist ? 2 : 0) << "one for each side of the shoulder";
    EXPECT_EQ(free, q == shoulder ? solutions.count : 0);
    EXPECT_GT(solutions.count, 0);
    if (q != elbow) continue;
    EXPECT_EQ(solutions.count, 4);
    for (const double x : solutions.selfMotion) EXPECT_EQ(x, 0);
  }
}

TEST(Solutions, AreSortedByTheWayToThemAndHaveEveryWholeTurnThatLimitsAllow) {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  for (auto&& make : trials(20)) {
    std::vector<LinkDescription> links;
    for (int i = 0; i < 3; ++i) {
      links.push_back(
          link("link" + std::to_string(i), i ? links.back().name : "", {0, 0, i ? 0.5 : 0}, hinge(i ? y : z, 2 * pi)));
    }
    links.push_back(link("tool", "link2", {0, 0.1, 0.4}));
    Problem problem(build(std::move(links)));
    addGoal(problem, "position", "tool");
    start(problem, make.allowedQ(problem.model()));
    aimAll(problem, make.allowedQ(problem.model()));
    problem.jointWeights = {1, 0.5, 0.1};
    Solutions solutions = solutionsOf(problem, {.most = 1000});
    // Every hinge has two whole turns within its limits, so there are eight times the poses.
    EXPECT_EQ(solutions.count % 8, 0);
    EXPECT_GT(solutions.count, 0);
    EXPECT_TRUE(solutions.complete);
    for (int i = 0; i < solutions.count; ++i) {
      EXPECT_EQ(brokenLimit(problem.model(), row(problem, solutions, i), 0), "");
      if (i > 0) {
        EXPECT_LE(costOf(problem, row(problem, solutions, i - 1)), costOf(problem, row(problem, solutions, i)));
      }
    }
    // A smaller `most` keeps the nearest poses.
    Solutions few = solutionsOf(problem, {.most = 3});
    EXPECT_EQ(few.count, 3);
    EXPECT_FALSE(few.complete);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(row(problem, few, i), row(problem, solutions, i));
    // Without limits each pose counts once, at its nearest turn.
    Solutions free = solutionsOf(problem, {.limits = false, .most = 1000});
    EXPECT_EQ(8 * free.count, solutions.count);
    for (const double value : free.q) EXPECT_LT(std::abs(value), 3 * pi);
  }
}

TEST(Solutions, OutOfReachOrBeyondTheLimitsAreNoneAndThatIsCertain) {
  Maker make(1);
  for (const ModelPtr& arm : {factoryArm(), randomArm(make, 6)}) {
    Problem problem(arm);
    addGoal(problem, "pose", "tool").target = {0, 9, 0, 0, 0, 0, 1};
    expectNone(solutionsOf(problem));
  }
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  Problem stiff(build({link("a", "", {0, 0, 0}, hinge(z, 0.1)), link("b", "a", {0, 0, 0.5}, hinge(y, 0.1)),
                       link("c", "b", {0, 0, 0.5}, hinge(y, 0.1)), link("tool", "c", {0, 0.1, 0.4})}));
  addGoal(stiff, "position", "tool");
  aimAll(stiff, {1, 0.05, 1});
  expectNone(solutionsOf(stiff));
  EXPECT_GT(solutionsOf(stiff, {.limits = false}).count, 0);
}

TEST(Solutions, OfAHingeWhoseLimitsLeaveItOneValueHaveThatValue) {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  JointDescription stiff = hinge(z);
  stiff.limits = {{0.7, 0.7}};
  Problem problem(build({link("a", "", {0, 0, 0}, hinge(z)), link("b", "a", {0, 0, 0.5}, hinge(y)),
                         link("c", "b", {0, 0, 0.5}, hinge(y)), link("stiff", "c", {0, 0, 0.2}, stiff),
                         link("tool", "stiff", {0.1, 0.1, 0.2})}));
  addGoal(problem, "position", "tool");
  aimAll(problem, {0.3, 0.4, -0.9, 0.7});
  const std::vector<double> from = {0.3, 0.4, -0.9, -2};
  start(problem, from);
  Solutions solutions = solutionsOf(problem);
  EXPECT_EQ(problem.state.q, from);
  ASSERT_GT(solutions.count, 0);
  EXPECT_NEAR(solutions.q[0], 0.3, 1e-9);
  for (int i = 0; i < solutions.count; ++i) EXPECT_EQ(solutions.q[static_cast<std::size_t>(4 * i + 3)], 0.7);
}

TEST(Solutions, SayWhyTheyRefuse) {
  const auto reasonOf = [](Problem& problem) {
    Solutions solutions = solutionsOf(problem);
    EXPECT_EQ(solutions.count, 0);
    EXPECT_FALSE(solutions.complete);
    return std::string(solutions.reason ? solutions.reason : "");
  };
  const auto expect = [&](ModelPtr model, std::string_view type, std::string_view link, std::string_view words) {
    Problem problem(std::move(model));
    addGoal(problem, type, link);
    EXPECT_TRUE(reasonOf(problem).contains(words)) << reasonOf(problem);
  };
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  Problem none(factoryArm());
  EXPECT_EQ(reasonOf(none), "no goal is on");
  expect(ballChain(3), "position", "tip", "ball");
  expect(factoryArm(), "position", "tool", "joint weights");
  Problem partly(factoryArm());
  addGoal(partly, "pose", "tool").parameter("positionWeight")[0] = 0;
  EXPECT_TRUE(reasonOf(partly).contains("has weight 0"));
  expect(armOf({z, z, x, y, z, y}, {z, x, y, z, x, x + y}, {}, "HHSHHH"), "pose", "tool", "neither three meet");
  expect(armOf({z, x, y}, {z, x, y}, {}, "HSH"), "orientation", "tool", "turns nothing");
  expect(armOf({z, x, y, z, x, y, z}, {z, x, y, z, x, x, z}, {}, "S"), "pose", "tool",
         "one of seven free joints slides");
  expect(factoryArm(), "distance", "tool", "curve or surface");
  expect(sevenJointArm(), "orientation", "hand", "joint weights");
  Problem tilted(armOf({z, y, y, y}, {z, x, x, x}));
  setFree(addGoal(tilted, "pose", "tool"), {false, false, false, true, true, false});
  EXPECT_TRUE(reasonOf(tilted).contains("turn about one axis alone")) << reasonOf(tilted);
  Problem broken(factoryArm());
  addGoal(broken, "pose", "tool").target[0] = std::nan("");
  EXPECT_TRUE(reasonOf(broken).contains("not finite"));
}

/// Rounding may leave an almost singular system without a solution. The resulting NaN is not a pose.
TEST(Solutions, AreNoneWhereAnAngleIsNoNumber) {
  Problem problem(factoryArm());
  addGoal(problem, "pose", "tool");
  analytic::Arm arm;
  ASSERT_EQ(arm.read(problem, true), nullptr);
  for (int i = 0; i < arm.joints(); ++i) {
    analytic::Arm::Angles angles{};
    angles[i] = std::nan("");
    EXPECT_FALSE(arm.errorAt(angles) <= 1) << i;
  }
}

TEST(Solutions, OfSevenHingesAreThoseOfSixWithOneHeld) {
  Problem problem(sevenJointArm());
  addGoal(problem, "pose", "hand");
  const std::vector<double> q = {0.3, 0.6, 0.2, 1.4, 0.1, 1.1, 0.2};
  problem.jointWeights[2] = 0;
  const Solutions solutions = solutionsAt(problem, q, {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6});
  EXPECT_TRUE(has(problem, solutions, q));
  for (int i = 0; i < solutions.count; ++i) EXPECT_EQ(row(problem, solutions, i)[2], 0.2);
}

}  // namespace
}  // namespace limber::test::solutions_test
