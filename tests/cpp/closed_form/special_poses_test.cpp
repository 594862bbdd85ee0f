/// Special poses: singular wrists, straight elbows, grids; arms in which neighbouring axes meet or are parallel, but
/// never three of them; self-motion, of which the nearest pose within the limits is found. The pose from which a target
/// was taken is listed, or nothing is proved.
#include "arms.h"
#include "real_arms.h"

namespace limber::test::special_poses_test {
namespace {

/// The arm's first six hinges, without limits.
RealArm offsetArm(std::string_view name) {
  RealArm arm = realArm(name, true);
  arm.rows.resize(6);
  return arm;
}

ModelPtr modelOf(RealArm arm) {
  arm.ranges.assign(6, infinity);
  ModelDescription description = describe(arm);
  description.links.back().origin.p = {0.02, 0.01, 0.1};
  return build(description);
}

/// Axes 2, 3 and 4 are parallel.
ModelPtr parallelArm() { return modelOf(offsetArm("UR5")); }

/// Puma 560: three axes meet.
ModelPtr meetingArm() {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  const Vec3 wrist(0.4521, 0.15, 0.4318);
  return armOf({z, -y, -y, z, -y, z}, {Vec3::Zero(), Vec3::Zero(), {0.4318, 0.15, 0}, wrist, wrist, wrist},
               {wrist, Quat::Identity()});
}

bool movesOn(const Solutions& solutions) {
  return std::ranges::any_of(solutions.selfMotion, [](double x) { return x != 0; });
}

/// Expects the pose itself, or a family.
void expectFound(Problem& problem, const std::vector<double>& q, const std::vector<double>& from, double tolerance) {
  const Solutions solutions = solutionsFor(problem, q, from);
  EXPECT_GT(solutions.count, 0);
  EXPECT_TRUE(has(problem, solutions, q, tolerance) || movesOn(solutions));
  EXPECT_NE(solve(problem, "analytic", {.mode = Mode::find}).status, Status::unreachable);
}

TEST(StraightWrists, HaveThePoseThatATargetCameFromHoweverStraight) {
  for (const ModelPtr& arm : {parallelArm(), meetingArm()}) {
    Problem problem(arm);
    addGoal(problem, "pose", "tool");
    for (auto&& make : trials(share(40))) {
      for (const double bend : {0.0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
        SCOPED_TRACE(bend);
        std::vector<double> q = make.anyQ(*arm);
        q[4] = bend;
        // Errors of 1e-10 turn the hinges on either side of the wrist by 1e-10 / bend, and anywhere if σ is less.
        const double turn = leastSingularValue(arm, q) > 1e-10 ? std::max(1e-4, 2e-10 / bend) : 4;
        expectFound(problem, q, make.anyQ(*arm), bend > 0 ? turn : 0);
      }
    }
  }
}

TEST(StraightWrists, WithAStraightElbowHaveAPose) {
  Problem problem(parallelArm());
  addGoal(problem, "pose", "tool");
  for (auto&& make : trials(40)) {
    for (const double bend : {0.0, 1e-10, 1e-8, 1e-6, 1e-5}) {
      std::vector<double> q = make.anyQ(problem.model());
      q[2] = 0;
      q[4] = bend;
      EXPECT_GT(solutionsFor(problem, q, std::vector<double>(6, 0.0)).count, 0) << bend;
    }
  }
}

/// With the elbow straight too, the arm cannot move along every direction of the kernel.
TEST(StraightWrists, OfAnArmStretchedWithItsElbowMoveOn) {
  Problem problem(factoryArm());
  addGoal(problem, "pose", "tool");
  expectFound(problem, {0.75 * pi, 0, 0, -0.25 * pi, 0, 0}, std::vector<double>(6, 0.0), 1e-4);
}

/// Determinants at a single trial state say nothing about an arm.
TEST(StraightWrists, AnalyticTakesAPumaInEveryState) {
  Problem problem(meetingArm());
  addGoal(problem, "pose", "tool");
  const SolverType& analytic = *findSolverType("analytic");
  for (auto&& make : trials(200)) {
    start(problem, make.anyQ(problem.model()));
    aimAll(problem, make.anyQ(problem.model()));
    EXPECT_EQ(analytic.supports(problem), nullptr);
  }
  start(problem, {-0.548, -0.0023212334, -1.68287473, 1.2, 0.48, -0.98});
  EXPECT_EQ(analytic.supports(problem), nullptr);
}

std::vector<RealArm> offsetArms() {
  return {offsetArm("FANUC CRX-10iA, ±120°"), offsetArm("Kinova Gen3 lite"), offsetArm("Kinova Gen3, joint 7 at 0"),
          offsetArm("Kinova Jaco2"),          offsetArm("ABB GoFa 5"),       offsetArm("FANUC P-50iB, hollow wrist")};
}

/// Poses of an arm in which its last axis is upright, or any.
std::optional<std::vector<double>> poseOf(Maker& make, const ModelPtr& arm, bool isUpright) {
  Problem problem(arm);
  Goal& goal = addGoal(problem, "pose", "tool");
  start(problem, make.anyQ(*arm));
  if (!isUpright) return problem.state.q;
  // The nearest one to a random pose.
  const Pose tool = problem.toolPose(goal);
  const Vec3 last = tool.r * Vec3::UnitZ();
  const Quat turn = Quat::FromTwoVectors(last, Vec3(0, 0, last.z() < 0 ? -1 : 1));
  goal.type->targetAt(goal, {tool.p, turn * tool.r}, goal.target.data());
  const Result result = solve(problem, "lm", {.tolerance = 1e-12, .angleTolerance = 1e-12});
  return result.status == Status::converged ? std::optional(problem.state.q) : std::nullopt;
}

/// With the last axis parallel or perpendicular to the first, and where both meet, every pair of neighbours is special.
TEST(OffsetWrists, HaveThePoseThatATargetCameFromAlsoWithTheHandUpright) {
  for (const RealArm& arm : offsetArms()) {
    for (const bool isUpright : {false, true}) {
      SCOPED_TRACE(testing::Message() << arm.name << (isUpright ? ", upright" : ""));
      Problem problem(modelOf(arm));
      addGoal(problem, "pose", "tool");
      int poses = 0, complete = 0, listed = 0;
      for (auto&& make : trials(isUpright ? 30 : 100)) {
        const auto q = poseOf(make, problem.state.model, isUpright);
        if (!q) continue;
        const Solutions solutions = solutionsFor(problem, *q, std::vector<double>(6, 0.0));
        const bool isListed = has(problem, solutions, *q, 1e-4);
        EXPECT_TRUE(isListed || !solutions.complete) << testing::PrintToString(*q);
        ++poses;
        complete += solutions.complete;
        listed += isListed;
      }
      EXPECT_GE(poses, isUpright ? 10 : 100);
      EXPECT_GE(listed, (isUpright ? 0.9 : 0.99) * poses);
      EXPECT_GE(complete, (isUpright ? 0.5 : 0.95) * poses);
    }
  }
}

/// Three hinges in a plane and a point: for each angle of the first hinge, the other two form a triangle.
TEST(SelfMotion, OfAPlanarArmLeadsToThePoseNearestToTheState) {
  const Vec3 z = Vec3::UnitZ(), x = Vec3::UnitX();
  constexpr double a = 0.3, b = 0.3, c = 0.2, limit = 2.5;
  Problem problem(build({link("a", "", {0, 0, 0}, hinge(z, limit)), link("b", "a", a * x, hinge(z, limit)),
                         link("c", "b", b * x, hinge(z, limit)), link("tip", "c", c * x)}));
  const Vec3 target(0.5, 0.3, 0);
  addGoal(problem, "position", "tip").target = {target.x(), target.y(), target.z()};
  for (auto&& make : trials(40)) {
    start(problem, make.allowedQ(problem.model()));
    double least = infinity;
    constexpr int samples = 5000;
    for (int k = 0; k < samples; ++k) {
      const double q1 = limit * (2.0 * k / samples - 1);
      const double px = target.x() - a * std::cos(q1), py = target.y() - a * std::sin(q1);
      const double cosine = (px * px + py * py - b * b - c * c) / (2 * b * c);
      if (std::abs(cosine) > 1) continue;
      for (const double q3 : {std::acos(cosine), -std::acos(cosine)}) {
        const double elbow = std::atan2(c * std::sin(q3), b + c * std::cos(q3));
        const double q2 = std::remainder(std::atan2(py, px) - elbow - q1, 2 * pi);
        if (std::abs(q2) <= limit && std::abs(q3) <= limit)
          least = std::min(least, std::sqrt(costOf(problem, {q1, q2, q3})));
      }
    }
    Solutions solutions = solutionsOf(problem);
    ASSERT_GT(solutions.count, 0);
    EXPECT_NE(solutions.reason, nullptr);
    EXPECT_FALSE(solutions.complete) << "there is a curve of others";
    EXPECT_LE(std::sqrt(costOf(problem, row(problem, solutions, 0))), least + 1e-3);
    EXPECT_LE(worstError(problem, solutions), 1e-10);
    EXPECT_EQ(brokenLimit(problem.model(), row(problem, solutions, 0), 0), "");
  }
}

/// Hinges 4 and 6 are aligned, so only q₄ + q₆ matters. The family contains the pose from which the target was taken.
TEST(SelfMotion, OfAStraightWristStaysWithinTheLimits) {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  constexpr double limit = 1.5;
  Problem problem(build({link("a", "", {0, 0, 0.5}, hinge(z, limit)), link("b", "a", {0, 0, 0}, hinge(y, limit)),
                         link("c", "b", {0.4, 0, 0}, hinge(y, limit)), link("d", "c", {0.4, 0, 0}, hinge(x, limit)),
                         link("e", "d", {0, 0, 0}, hinge(y, limit)), link("f", "e", {0, 0, 0}, hinge(x, limit)),
                         link("tool", "f", {0.1, 0, 0})}));
  addGoal(problem, "pose", "tool");
  for (auto&& make : trials(200)) {
    std::vector<double> q = make.allowedQ(problem.model());
    q[4] = 0;
    const Solutions solutions = solutionsFor(problem, q, make.allowedQ(problem.model()));
    ASSERT_GT(solutions.count, 0);
    const std::vector<double> nearest = row(problem, solutions, 0);
    EXPECT_EQ(brokenLimit(problem.model(), nearest, 0), "");
    EXPECT_LE(std::sqrt(costOf(problem, nearest)), std::sqrt(costOf(problem, q)) + 1e-9);
    EXPECT_EQ(solve(problem, "analytic", {.mode = Mode::find}).status, Status::converged);
    EXPECT_NEAR(gap(problem.state.q, nearest), 0, 1e-6);
  }
}

/// A family of two hinges that turn together is beyond the limits as a whole, or shares the angle evenly.
TEST(SelfMotion, ThatIsALineBeyondTheLimitsIsNone) {
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
  // The target needs 2 radians about x, but the hinges allow only 0.8 each.
  Problem problem(build({link("a", "", {0, 0, 0}, hinge(x, 0.8)), link("b", "a", {0, 0, 0}, hinge(z, 0.5)),
                         link("c", "b", {0, 0, 0}, hinge(x, 0.8)), link("tool", "c", {0, 0, 0.1})}));
  addGoal(problem, "orientation", "tool");
  aimAll(problem, {1, 0, 1});
  expectNone(solutionsOf(problem));
  EXPECT_EQ(solve(problem, {.mode = Mode::find}).status, Status::unreachable);
  const Solutions solutions = solutionsFor(problem, {0.75, 0, 0.75}, problem.state.q);
  ASSERT_GT(solutions.count, 0);
  EXPECT_NEAR(row(problem, solutions, 0)[0], 0.75, 1e-6);
  EXPECT_NEAR(row(problem, solutions, 0)[2], 0.75, 1e-6);
}

/// Small orthogonal arms, some with dependent hinges. The target is taken from a pose within the limits.
TEST(SelfMotion, OfHingesThatDependOnOneAnotherIsNoProof) {
  for (auto&& make : trials(300)) {
    const bool turns = make.chance(0.5);
    std::vector<LinkDescription> links;
    for (int i = 0; i < 3; ++i) {
      Vec3 axis = Vec3::Zero(), offset = Vec3::Zero();
      axis[make.below(3)] = make.chance(0.5) ? 1 : -1;
      if (i > 0) offset[make.below(3)] = make.between(0.1, 0.5);
      links.push_back(link(std::string(1, static_cast<char>('a' + i)), i ? links.back().name : "", offset,
                           joint("revolute", axis, {{make.between(-2.5, -0.5), make.between(0.5, 2.5)}})));
    }
    Vec3 offset = Vec3::Zero();
    offset[make.below(3)] = 0.2;
    links.push_back(link("tool", "c", offset));
    Problem problem(build(std::move(links)));
    addGoal(problem, turns ? "orientation" : "position", "tool");
    aimAll(problem, make.allowedQ(problem.model()));
    start(problem, make.allowedQ(problem.model()));
    Solutions solutions = solutionsOf(problem);
    EXPECT_TRUE(solutions.count > 0 || (!solutions.complete && solutions.reason));
    expectLimits(problem, solutions);
    EXPECT_NE(solve(problem, {.mode = Mode::find}).status, Status::unreachable);
  }
}

TEST(SelfMotion, OfFourAxesThatMeetIsSaid) {
  for (auto&& make : trials(20)) {
    for (const int first : {0, 1, 2}) {
      std::vector<Vec3> h, o;
      for (int i = 0; i < 6; ++i) {
        h.push_back(make.vector().normalized());
        o.push_back(make.vector(0.5));
      }
      meet(h, o, first);
      o[first + 3] = o[first] + 0.2 * h[first + 3];
      Problem problem(armOf(h, o, {make.vector(0.5), Quat::Identity()}));
      addGoal(problem, "pose", "tool");
      const Solutions solutions = solutionsFor(problem, make.anyQ(problem.model()), make.anyQ(problem.model()));
      EXPECT_GT(solutions.count, 0);
      EXPECT_FALSE(solutions.complete);
      EXPECT_NE(std::string_view(solutions.reason ? solutions.reason : "").find("depend"), std::string_view::npos);
      problem.goals()[0]->target[0] += 4 * problem.model().reach;
      EXPECT_TRUE(solutionsOf(problem).complete) << "lengths prove that there is none";
    }
  }
}

}  // namespace
}  // namespace limber::test::special_poses_test
