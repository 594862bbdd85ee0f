/// "None" is a proof, or is not said: single poses for which it once was wrong. Each target is read from a pose that
/// the arm has, and perhaps printed; the table of arms is in descents_test.cpp.
#include "arms.h"
#include "listed.h"
#include "real_arms.h"

namespace limber::test::proofs_test {
namespace {

ModelPtr realArm(std::string_view name) {
  return build(describe(*std::ranges::find(realArms(), name, &RealArm::name)));
}

/// Neither `solutions` nor `find` from the middle of the limits may say that there is no pose.
void expectNoDenial(Problem& problem) {
  problem.state.reset();
  const Solutions solutions = solutionsOf(problem, {.most = 1000});
  EXPECT_TRUE(solutions.count > 0 || !solutions.complete);
  EXPECT_NE(solve(problem, {.mode = Mode::find}).status, Status::unreachable);
}

TEST(Proofs, OfAStraightWristHoldForTheTolerance) {
  Problem problem(realArm("UR5"));
  Goal& goal = addGoal(problem, "pose", "tool");
  aimAll(problem, {-2.6, 2.4, -.3, -1.4, 0, -1.5});
  print(goal, 6);
  const Solutions solutions = solutionsOf(problem);
  EXPECT_GT(solutions.count, 0);
  EXPECT_FALSE(solutions.complete);
  EXPECT_LE(worstError(problem, solutions), 1e-4);
  EXPECT_EQ(solve(problem, {.mode = Mode::find}).status, Status::converged);
}

TEST(Proofs, OfAnElbowAtItsFoldAreNone) {
  Problem problem(realArm("FANUC CRX-10iA, ±120°"));
  addGoal(problem, "pose", "tool");
  aimAll(problem, {.1, 0, 1.8, 1, .2, 1.6});
  expectNoDenial(problem);
}

/// The slide moves the tool along the second hinge, which the goal leaves free.
TEST(Proofs, OfDependentJointsWithFreeAxesAreNone) {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  Problem problem(build({link("a", "", {0, 0, 0}, hinge(z)), link("b", "a", {0, 0, 0}, hinge(y)),
                         link("c", "b", {0, 0, .4}, joint("prismatic", y)), link("tool", "c", {.1, 0, .4})}));
  setFree(addGoal(problem, "pose", "tool"), {true, true, false, true, false, false});
  for (auto&& make : trials(60)) {
    aimAll(problem, make.anyQ(problem.model()));
    expectNoDenial(problem);
  }
}

TEST(Proofs, OfAHollowWristWithAFoldedElbowAreNone) {
  RealArm arm{"hollow wrist",
              dh({0, -90, 0, -90, 60, -60}, {0, .15, .6, .12, 0, 0}, {.4, 0, 0, .62, .09, .12}, {0, -90, 0, 0, 0, 0}),
              std::vector<Range>(6, 2.8 / (pi / 180))};
  Problem problem(build(describe(arm)));
  Goal& goal = addGoal(problem, "pose", "tool");
  for (auto&& make : trials(60)) {
    std::vector<double> q = make.allowedQ(problem.model());
    q[2] = make.between(1.7, 1.8);
    aimAll(problem, q);
    expectNoDenial(problem);
    const Solutions solutions = solutionsOf(problem, {.most = 1000});
    start(problem, q);
    EXPECT_TRUE(!solutions.complete || Listed(problem, goal).isIn(solutions));
  }
}

/// What is within both tolerances need not be where the sum of squares in metres and radians is least.
TEST(Proofs, JustWithinBothTolerancesAreNone) {
  Problem problem(realArm("UR5"));
  Goal& goal = addGoal(problem, "pose", "tool");
  for (auto&& make : trials(100)) {
    std::vector<double> q = make.allowedQ(problem.model());
    q[4] = 0;
    aimAll(problem, q);
    Pose target = {Vec3(goal.target.data()), readQuat(goal.target.data() + 3)};
    target.p += 0.95e-4 * problem.model().size * make.unitVector();
    target.r = expRotation<double>(0.95e-3 * make.unitVector()) * target.r;
    goal.type->targetAt(goal, target, goal.target.data());
    expectNoDenial(problem);
  }
}

/// One slice of seven hinges says nothing of the others, and its pose may be beyond a limit by rounding.
TEST(Proofs, OfSevenHingesWithOneAtItsLimitAreNone) {
  Problem problem(sevenJointArm());
  Goal& goal = addGoal(problem, "pose", problem.model().links.back().name);
  for (auto&& make : trials(100)) {
    std::vector<double> q = make.allowedQ(problem.model());
    const Interval& limits = problem.model().motions[3].limits;
    q[3] = make.chance(0.5) ? limits.min + 1e-6 : limits.max - 1e-6;
    aimAll(problem, q);
    expectNoDenial(problem);
    print(goal, 8);
    expectNoDenial(problem);
    EXPECT_GT(solutionsOf(problem).count, 0);
    const Solutions slice = solutionsOf(problem, {.redundancy = Redundancy{Redundancy::swivel, 0}});
    EXPECT_TRUE(slice.count > 0 || !slice.complete);
  }
}

TEST(Proofs, FarFromTheOriginHoldForWhatIsRounded) {
  for (const double far : {1e3, 1e5}) {
    ModelDescription description = describe(*std::ranges::find(realArms(), "Unimation Puma 560", &RealArm::name));
    description.links[0].origin.p += Vec3(far, -far, 0);
    Problem problem(build(description));
    addGoal(problem, "pose", "tool");
    for (auto&& make : trials(30)) {
      std::vector<double> q = make.allowedQ(problem.model());
      const Interval limits = problem.model().motions[1].limits;
      q[1] = make.chance(0.5) ? limits.min : limits.max;
      aimAll(problem, q);
      expectNoDenial(problem);
    }
  }
}

}  // namespace
}  // namespace limber::test::proofs_test
