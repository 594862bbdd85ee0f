/// Robots in map coordinates: an arm is solved as well as at the origin, up to rounding of world coordinates.
#include "arms.h"
#include "real_arms.h"

namespace limber::test::far_from_origin_test {
namespace {

/// Distances from the origin in metres.
constexpr std::array shifts = {1e3, 1e5, 5e5, 1e7};

ModelPtr armAt(std::string_view name, double shift) {
  ModelDescription made = describe(realArm(name));
  made.links[0].origin.p += shift * Vec3(1, -0.7, 0);
  return build(made);
}

class FarFromOrigin : public testing::TestWithParam<const char*> {};

TEST_P(FarFromOrigin, APoseThatATargetComesFromIsListedAndFoundAndOutOfReachIsProven) {
  for (const double shift : shifts) {
    SCOPED_TRACE(shift);
    Problem problem(armAt(GetParam(), shift));
    Goal& goal = addGoal(problem, "pose", "tool");
    for (auto&& make : trials(20)) {
      std::vector<double> q = make.allowedQ(problem.model());
      // At a limit nothing but rounding may be beyond it.
      const Interval& limits = problem.model().motions[1].limits;
      q[1] = make.chance(0.5) ? limits.min : limits.max;
      aimAt(problem, goal, q);
      problem.state.reset();
      const Solutions atLimit = solutionsOf(problem, {.most = 1000});
      EXPECT_TRUE(atLimit.count > 0 || !atLimit.complete);
      EXPECT_NE(solve(problem, {.mode = Mode::find}).status, Status::unreachable);

      q = make.allowedQ(problem.model());
      // Near a double pose, rounding of the target separates the two by its square root.
      start(problem, q);
      if (problem.conditioning().smallestSingularValue < 0.02) continue;
      aimAt(problem, goal, q);
      problem.state.reset();
      Solutions solutions = solutionsOf(problem, {.limits = false});
      EXPECT_EQ(solutions.reason, nullptr);
      EXPECT_TRUE(solutions.complete);
      EXPECT_TRUE(has(problem, solutions, q, 1e-5));
      EXPECT_EQ(solve(problem, {.mode = Mode::find}).status, Status::converged);
    }
    goal.target[2] += 10;
    EXPECT_EQ(solve(problem, {.mode = Mode::find}).status, Status::unreachable);
  }
}

TEST_P(FarFromOrigin, WhereRoundingIsTooCoarseNothingIsCertain) {
  Problem problem(armAt(GetParam(), 1e12));
  aimAt(problem, addGoal(problem, "pose", "tool"), problem.state.q);
  Solutions solutions = solutionsOf(problem);
  EXPECT_FALSE(solutions.complete);
  EXPECT_NE(solutions.reason, nullptr);
  EXPECT_NE(solve(problem, {.mode = Mode::find}).status, Status::unreachable);
}

INSTANTIATE_TEST_SUITE_P(Every, FarFromOrigin,
                         testing::Values("UR5", "ABB IRB 120", "Stanford arm", "Unimation Puma 560"));

}  // namespace
}  // namespace limber::test::far_from_origin_test
