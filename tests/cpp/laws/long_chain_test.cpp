/// Ten thousand links: a solve needs little stack, and its work grows linearly with the links.
#include <pthread.h>

#include <functional>

#include "fixtures.h"

namespace limber::test::long_chain_test {
namespace {

constexpr int longChain = 10000;

/// Runs `work` in a thread whose stack is too small for a recursion over the links.
void onSmallStack(std::function<void()> work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 128 * 1024), 0);
  pthread_t thread;
  const auto run = [](void* given) -> void* {
    (*static_cast<std::function<void()>*>(given))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST(LongChain, OfHingesAndOfBallsIsSolvedOnASmallStack) {
  onSmallStack([] {
    for (const auto& moving : {hinge(Vec3::UnitZ()), joint("ball", Vec3::UnitX())}) {
      SCOPED_TRACE(moving.type);
      Problem problem(chain(longChain, moving));
      Goal& goal = addGoal(problem, "position", "tip");
      EXPECT_NEAR(problem.model().reach, longChain, 1e-6);
      EXPECT_NEAR(problem.toolPose(goal).p.x(), longChain, 1e-6);
      // Straight chain along x: a turn about z of link i moves the tip along y by its distance.
      const Jacobian J = jacobianOf(problem);
      const int perLink = problem.model().nv / longChain;
      for (const int i : {0, 1, longChain / 2, longChain - 1})
        EXPECT_NEAR(J(1, i * perLink + perLink - 1), longChain - i, 1e-6);
      projectOntoLimits(problem.model(), problem.state.q.data());

      goal.target = {0.6 * longChain, 0.3 * longChain, 0};
      // With larger steps each joint turns its whole way at once, and the chain rolls up.
      EXPECT_EQ(solve(problem, "ccd", {.maxStep = 0.001}).status, Status::converged);
      EXPECT_LT((toolAt(problem, goal, problem.state.q).p - goal.targetVector()).norm(), 1e-4 * problem.model().reach);
    }
  });
}

TEST(LongChain, WithLimitsAndAnnealingIsSolvedOnASmallStack) {
  onSmallStack([] {
    Problem problem(chain(longChain, hinge(Vec3::UnitZ(), 0.1)));
    addGoal(problem, "position", "tip").target = {0.3 * longChain, 0.3 * longChain, 0};
    solve(problem, "ccd", {.maxIterations = 5, .annealing = 2});
    EXPECT_EQ(brokenLimit(problem.model(), problem.state.q), "");
  });
}

/// Linear work ends at once with this many links; quadratic work, some 1e11 steps, would exceed the runner's timeout.
constexpr int manyLinks = 190000;

TEST(LongChain, OfHingesAndOfBallsAndAStarTakeLinearWorkToBuildAndToSolve) {
  std::vector<LinkDescription> star = {link("root", "", {0, 0, 0}, hinge(Vec3::UnitZ()))};
  for (int i = 1; i < manyLinks; ++i)
    star.push_back(link(numbered("link", i), "root", {1, 0, 0}, hinge(Vec3::UnitX())));
  for (const ModelPtr& model : {chain(manyLinks, hinge(Vec3::UnitZ())), chain(manyLinks, joint("ball")), build(star)}) {
    Problem problem(model);
    addGoal(problem, "position", model->links.back().name).target = {1e6, 1e6, 0};
    EXPECT_EQ(solve(problem, "ccd", {.maxIterations = 3, .stallTolerance = 0}).iterations, 3);
  }
}

}  // namespace
}  // namespace limber::test::long_chain_test
