/// Curl and fabrik, which move chains as a whole: single steps.
#include "fixtures.h"

namespace limber::test::chains_test {
namespace {

TEST(Curl, StraightensAChainInOneStep) {
  for (auto&& make : trials(20)) {
    Problem problem(ballChain(5));
    Goal& goal = addGoal(problem, "position", "tip");
    const Vec3 target = 9 * unit(make.vector(1));
    setPoint(goal, target);
    start(problem, make.anyQ(problem.model()));
    EXPECT_EQ(solve(problem, "curl", {.maxIterations = 1}).iterations, 1);
    EXPECT_LT((toolAt(problem, goal, problem.state.q).p - target / 9 * 5).norm(), 1e-9);
  }
}

TEST(Fabrik, ASlideTakesTheErrorsPartAlongItself) {
  // A ball on a slide, its tip 1 above. Backward, the ball moves to o* = p* − p*/|p*|, because it is at the
  // origin. Forward, the slide takes the part of o* along X, and from there the ball points to p*.
  Problem problem(
      build({link("slide", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX())),
             link("ball", "slide", {0, 0, 0}, joint("ball", Vec3::UnitY())), link("tip", "ball", {0, 1, 0})}));
  sweep(problem.state);
  Goal& goal = addGoal(problem, "position", "tip");
  const Vec3 target(2, 1, 0);
  setPoint(goal, target);
  solve(problem, "fabrik", {.maxIterations = 1});
  const Vec3 o(2 - 2 / std::sqrt(5.0), 0, 0);
  EXPECT_LT((problem.toolPose(goal).p - (o + unit(Vec3(target - o)))).norm(), 1e-12);
}

}  // namespace
}  // namespace limber::test::chains_test
