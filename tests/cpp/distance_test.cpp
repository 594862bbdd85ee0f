/// Distances of poses from their goals: weights of lengths and angles, and levels of priority.
#include "distance.h"

#include "fixtures.h"

namespace limber::test::distance_test {
namespace {

/// Distance of a free body from its goal after a shift by `metres` and a rotation by `radians`.
Distance missBy(double metres, double radians,
                const SolveOptions& options = {.tolerance = 0.01, .angleTolerance = 0.1}) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  addGoal(problem, "pose", "body");
  start(problem, {metres, 0, 0, 0, 0, std::sin(radians / 2), std::cos(radians / 2)});
  problem.measure();
  return Distance(problem, options);
}

TEST(Distance, ARadianCountsAsManyMetresAsTheTolerancesSay) {
  const Distance turned = missBy(0, 0.5);  // equivalent to 0.05 m
  EXPECT_LT(missBy(0.049, 0).compare(turned), 0);
  EXPECT_GT(missBy(0.051, 0).compare(turned), 0);
  EXPECT_EQ(missBy(0, 0.5).compare(turned), 0);
  EXPECT_EQ(missBy(0, 0).compare(missBy(0, 0)), 0);
}

TEST(Distance, ARadianCountsAsTheSizeWhereAToleranceIsZero) {
  const double size = build({link("body", "", {0, 0, 0}, joint("free"))})->size;
  for (const auto& [tolerance, angleTolerance] : {std::pair(0.0, 0.1), std::pair(0.01, 0.0), std::pair(0.0, 0.0)}) {
    const SolveOptions options{.tolerance = tolerance, .angleTolerance = angleTolerance};
    const Distance turned = missBy(0, 0.5, options);
    EXPECT_LT(missBy(0.49 * size, 0, options).compare(turned), 0);
    EXPECT_GT(missBy(0.51 * size, 0, options).compare(turned), 0);
  }
}

/// A free body with a goal for its position and, at lower priority, one for its orientation.
Distance leftAt(double metres, double radians) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  addGoal(problem, "position", "body");
  addGoal(problem, "orientation", "body", {.priority = 1});
  start(problem, {metres, 0, 0, 0, 0, std::sin(radians / 2), std::cos(radians / 2)});
  problem.measure();
  return Distance(problem, {.tolerance = 0.01, .angleTolerance = 0.1});
}

TEST(Distance, HasHalvedWhereTheFirstLevelThatIsNotReachedByBothHas) {
  EXPECT_TRUE(leftAt(0.49, 3).isHalfOf(leftAt(1, 0.2)));
  EXPECT_FALSE(leftAt(0.51, 0.05).isHalfOf(leftAt(1, 3)));
  EXPECT_TRUE(leftAt(0.001, 0.49).isHalfOf(leftAt(0.002, 1)));
  EXPECT_FALSE(leftAt(0.001, 0.51).isHalfOf(leftAt(0.002, 1)));
  // One of the two distances reaches the first goal, or both reach both.
  EXPECT_TRUE(leftAt(0.009, 3).isHalfOf(leftAt(0.011, 1)));
  EXPECT_FALSE(leftAt(0.011, 0.2).isHalfOf(leftAt(0.009, 1)));
  EXPECT_TRUE(leftAt(0.001, 0.01).isHalfOf(leftAt(0.001, 0.01)));
}

}  // namespace
}  // namespace limber::test::distance_test
