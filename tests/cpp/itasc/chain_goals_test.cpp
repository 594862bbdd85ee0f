/// Feature chains equivalent to goals in closed form; which solvers support them, and which chains are
/// refused.
#include <gtest/gtest.h>

#include "fixtures.h"
#include "random_model.h"

namespace limber::test {
namespace {

struct Pair {
  std::unique_ptr<Problem> problem;
  Goal* chain;
  Goal* closed;
};

/// A chain and a closed-form goal on the same tool and the same object, in a random place.
Pair pairOf(Maker& make, const GoalOptions& chain, std::string_view type, bool isInWorld) {
  std::vector<LinkDescription> links;
  for (int i = 0; i < 6; ++i) {
    links.push_back(
        link("arm" + std::to_string(i), i ? links.back().name : "", 0.4 * make.unitVector(), hinge(make.unitVector())));
  }
  links.push_back(link("object", "", {0, 0, 0}, joint("free")));
  Pair pair{std::make_unique<Problem>(build(std::move(links))), nullptr, nullptr};
  Problem& problem = *pair.problem;
  problem.state.q = make.anyQ(problem.model());
  normalise(problem.model(), problem.state.q.data());
  sweep(problem.state);
  GoalOptions options = chain;
  options.targetLink = isInWorld ? "" : "object";
  options.linkFromTool = make.pose(0.3);
  pair.chain = &addGoal(problem, "chain", "arm5", options);
  GoalOptions same;
  same.targetLink = options.targetLink;
  same.linkFromTool = options.linkFromTool;
  pair.closed = &addGoal(problem, type, "arm5", same);
  return pair;
}

TEST(Chain, CopyPositionIsThePositionGoal) {
  for (auto&& make : trials(50)) {
    const GoalOptions chain = chainOptions({0, 1, 2, 3, 4, 5}, {1, 1, 1, 0, 0, 0});
    auto [problem, a, b] = pairOf(make, chain, "position", make.chance(0.5));
    std::ranges::copy(make.vector(), a->target.begin());
    std::copy_n(a->target.begin(), 3, b->target.begin());
    problem->measure();
    Jacobian J(problem->rows(), problem->model().nv);
    problem->jacobian(J);
    EXPECT_LE((J.topRows(3) - J.bottomRows(3)).norm(), 1e-9 * J.norm());
    EXPECT_TRUE(J.middleRows(3, 3).isZero(0));
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(problem->errors[i], problem->errors[6 + i], 1e-9);
  }
}

/// J_f is the identity where the target is met, so the rows equal those of the pose goal.
TEST(Chain, CopyPoseIsThePoseGoalAtTheTarget) {
  for (auto&& make : trials(50)) {
    auto [problem, a, b] = pairOf(make, {}, "pose", false);
    // Moves the object to the tool: Xf = 0.
    const Pose tool = problem->toolPose(*a);
    const Link& object = problem->model().links[problem->model().findLink("object")];
    double* q = &problem->state.q[problem->model().motions[object.firstMotion].qIndex];
    Eigen::Map<Vec3>{q} = tool.p;
    writeQuat(tool.r, q + 3);
    sweep(problem->state);
    a->target = {};
    b->target = {0, 0, 0, 0, 0, 0, 1};
    problem->measure();
    Jacobian J(12, problem->model().nv);
    problem->jacobian(J);
    EXPECT_LE((J.topRows(6) - J.bottomRows(6)).norm(), 1e-8 * J.norm());
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(problem->errors[i], 0, 1e-9);
  }
}

TEST(Chain, DistanceIsTheDistanceGoal) {
  for (auto&& make : trials(50)) {
    // RotZ, RotX, TransY, RotZ, RotY, RotX; row 3.
    const GoalOptions chain = chainOptions({5, 3, 1, 5, 4, 3}, {0, 0, 1, 0, 0, 0});
    auto [problem, a, b] = pairOf(make, chain, "distance", make.chance(0.5));
    b->target = {0, 0, 0, 0.7};
    a->target[2] = 0.7;
    problem->measure();
    Jacobian J(problem->rows(), problem->model().nv);
    problem->jacobian(J);
    const double distance = problem->toolInTarget(*a).p.norm();
    // Of the two closings, compare the one in the target's direction.
    EXPECT_NEAR(a->memory[2], distance, 1e-9);
    EXPECT_NEAR(problem->errors[0], 0.7 - distance, 1e-9);
    EXPECT_LE((J.row(0) - J.row(6)).norm(), 1e-6 * (1 + J.row(6).norm()));
  }
}

TEST(Chain, EverySolverWithAJacobianFollowsOne) {
  for (const char* name : {"dls", "svd", "sdls", "lm", "itasc"}) {
    SCOPED_TRACE(name);
    Problem problem(sevenJointArm());
    problem.state.q = {0.3, 0.6, 0.2, 1.4, 0.1, 1.1, 0.2};
    sweep(problem.state);
    // A hinge about the world's vertical, a ruler along it, and the distance from it.
    Goal& goal = addGoal(problem, "chain", "hand", chainOptions({5, 2, 0, 3, 4, 5}, {0, 1, 1, 0, 0, 0}));
    goal.target[1] = 0.5;
    goal.target[2] = 0.45;
    const Result result = solve(problem, *findSolverType(name), {.maxIterations = 500});
    ASSERT_EQ(result.status, Status::converged) << result.reason;
    const Vec3 at = problem.toolPose(goal).p;
    EXPECT_NEAR(at.z(), 0.5, 2e-4);
    EXPECT_NEAR(std::hypot(at.x(), at.y()), 0.45, 2e-4);
  }
  Problem problem(sevenJointArm());
  addGoal(problem, "chain", "hand");
  for (const char* name : {"ccd", "fabrik", "autodiff"})
    EXPECT_EQ(solve(problem, *findSolverType(name)).status, Status::unsupported);
}

TEST(Chain, ItsErrorsNameWhatIsWrong) {
  Problem problem(sevenJointArm());
  const auto codeOf = [&](const GoalOptions& options) {
    const auto goal = problem.addGoal("chain", "hand", options);
    return goal ? std::string("none") : std::string(name(goal.error().code));
  };
  EXPECT_EQ(codeOf({}), "none");
  EXPECT_EQ(codeOf(chainOptions({0, 1, 2, 3, 4, 6})), "badGoal");
  EXPECT_EQ(codeOf(chainOptions({0, 0, 2, 3, 4, 5})), "badGoal");
  EXPECT_EQ(codeOf(chainOptions({3, 4, 5, 3, 4, 5}, {0, 0, 0, 0, 0, 0})), "badGoal");
  EXPECT_EQ(codeOf(chainOptions({5, 3, 1, 5, 4, 3})), "badGoal");  // five turns wanted
}

}  // namespace
}  // namespace limber::test
