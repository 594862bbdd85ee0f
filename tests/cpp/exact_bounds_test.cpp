/// Numbers that decide, each from both sides: when a loop is closed, when patience ends, when a priority has settled,
/// and how far a mimic carries what follows it.
#include <gtest/gtest.h>

#include "fixtures.h"
#include "judge.h"
#include "linearisation.h"

namespace limber::test {
namespace {

/// e of every active goal at `q`, in the rows of `lin`.
Eigen::VectorXd errorAt(Problem& problem, Linearisation& lin, const std::vector<double>& q) {
  start(problem, q);
  problem.measure();
  lin.readError(problem, lin.allE());
  return lin.e();
}

TEST(Linearisation, JIsTheDerivativeOfItsErrorsAlsoThroughMimics) {
  constexpr double h = 1e-6;
  int moved = 0;
  for (auto&& make : trials(60)) {
    const auto model = buildModel(make.tree({.limits = false, .mimics = 0.6}));
    ASSERT_TRUE(model);
    Problem problem(*model);
    const std::vector<double> q = make.allowedQ(**model);
    start(problem, q);
    for (const char* type : {"position", "orientation"}) {
      Goal& goal = addGoal(problem, type, (*model)->links.back().name);
      // Near, because e of an orientation is not smooth half a turn away.
      const Pose near = toolAt(problem, goal, q) * Pose{make.vector(0.1), expRotation<double>(make.vector(0.3))};
      goal.type->targetAt(goal, near, goal.target.data());
    }
    Linearisation lin(problem);
    lin.prepare(problem, {.limits = false});
    errorAt(problem, lin, q);
    lin.readJacobian(problem);
    const Eigen::MatrixXd J = lin.J();
    for (int v = 0; v < (*model)->nv; ++v) {
      const auto after = [&](double x) {
        std::vector<double> dq((*model)->nv, 0.0), at = q;
        dq[v] = x * lin.scale[v];
        integrate(**model, dq.data(), at.data());
        return errorAt(problem, lin, at);
      };
      const Eigen::VectorXd measured = (after(-h) - after(h)) / (2 * h);
      ASSERT_LT((measured - J.col(v)).norm(), 1e-6 * (1 + J.col(v).norm())) << v;
      moved += J.col(v).norm() > 0.01;
    }
  }
  EXPECT_GT(moved, 100);
}

/// A hinge with a pin at its tip, whose hole lies 1 + `gap` from the hinge: the best that can be left is `gap`.
Status statusWithGap(double gap) {
  ModelDescription description;
  description.links = {link("bar", "", {0, 0, 0}, hinge(Vec3::UnitZ())), link("tip", "bar", {1, 0, 0})};
  LoopDescription pin;
  pin.name = "pin";
  pin.a = {"tip", {}};
  pin.b = {"", {{1 + gap, 0, 0}, Quat::Identity()}};
  pin.free = {false, false, false, true, true, true};
  description.loops = {pin};
  const auto model = buildModel(description);
  if (!model) throw std::runtime_error(model.error().text);
  Problem problem(*model);
  sweep(problem.state);
  return solve(problem, *findSolverType("lm"), {}).status;
}

TEST(LoopTolerance, IsAHundredMillionthOfTheSize) {
  EXPECT_EQ(statusWithGap(0), Status::converged);
  EXPECT_EQ(statusWithGap(0.9e-8), Status::converged);
  EXPECT_NE(statusWithGap(1.1e-8), Status::converged);
}

int iterationsOf(SolveOptions options) {
  Problem problem(ballChain(3));
  // Within reach, so that random poses are tried; so small steps that no descent halves its error, nor stalls.
  options.stepSize = 1e-6;
  options.stallTolerance = 0;
  Eigen::Map<Vec3>(addGoal(problem, "position", "tip").target.data()) = Vec3(0.3, 1.4, 0.2);
  options.mode = Mode::find;
  return solve(problem, "transpose", options).iterations;
}

TEST(Patience, EndsADescentAfterThatManyIterationsWithoutHalvingTheError) {
  for (const int patience : {1, 7, 40}) {
    for (const int restarts : {1, 3}) {
      // The first descent and each restart, then one to the end.
      const int expected = (1 + restarts) * patience + 100;
      EXPECT_EQ(iterationsOf({.maxIterations = 100, .maxRestarts = restarts, .patience = patience}), expected);
    }
  }
  EXPECT_EQ(iterationsOf({.maxIterations = 100, .maxRestarts = 2}), 3 * 5 + 100) << "5 is the documented default";
}

TEST(Priorities, ALowerGoalWaitsUntilTheHigherOneGainsLessThanAMillionth) {
  // So much damping that each step gains a few hundredths of the error, never a tenth.
  const SolveOptions slow{.maxIterations = 25, .damping = 2.0, .maxError = 0.05};
  const auto after = [&](bool withLower) {
    Problem problem(ballChain(4));
    Eigen::Map<Vec3>(addGoal(problem, "position", "tip").target.data()) = Vec3(1, 2, 0.5);
    if (withLower)
      Eigen::Map<Vec3>(addGoal(problem, "position", "link2", {.priority = 1}).target.data()) = Vec3(-1, 1, 1);
    std::vector<double> q = problem.state.q;
    const std::vector<double> bend(problem.model().nv, 0.3);
    integrate(problem.model(), bend.data(), q.data());
    start(problem, q);
    solve(problem, *findSolverType("dls"), slow);
    return problem.state.q;
  };
  const std::vector<double> alone = after(false), together = after(true);
  for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_NEAR(alone[i], together[i], 1e-12) << i;
}

/// How far a free body is from its goal, shifted by `metres` and turned by `radians`.
Distance missBy(double metres, double radians) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  addGoal(problem, "pose", "body");
  start(problem, {metres, 0, 0, 0, 0, std::sin(radians / 2), std::cos(radians / 2)});
  problem.measure();
  return Distance(problem, {.tolerance = 0.01, .angleTolerance = 0.1});
}

TEST(Distance, ARadianCountsAsManyMetresAsTheTolerancesSay) {
  const Distance turned = missBy(0, 0.5);  // as far as 0.05 m
  EXPECT_LT(missBy(0.049, 0).compare(turned), 0);
  EXPECT_GT(missBy(0.051, 0).compare(turned), 0);
}

/// A free body that has to be at the origin first, and then upright.
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
  // Reached by one of both.
  EXPECT_TRUE(leftAt(0.009, 3).isHalfOf(leftAt(0.011, 1)));
  EXPECT_FALSE(leftAt(0.011, 0.2).isHalfOf(leftAt(0.009, 1)));
  EXPECT_TRUE(leftAt(0.001, 0.01).isHalfOf(leftAt(0.001, 0.01)));
}

TEST(DistanceGoal, ABoundThatIsJustKeptHasNoRow) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  for (const double side : {0, 1, 2}) {
    Goal& goal = addGoal(problem, "distance", "body", {.parameters = {{"side", {side}}}});
    goal.target = {0, 0, 0, 5};
    EXPECT_EQ(goal.type->rowMap(goal, {{3, 4, 0}, Quat::Identity()}).isZero(0), side != 0) << side;
  }
}

TEST(Solve, RefusesASolverThatIsNotOfTheTable) {
  Problem problem(ballChain(2));
  addGoal(problem, "position", "tip");
  const SolverType copy = *findSolverType("lm");
  const Result result = solve(problem, copy, {});
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_NE(std::string_view(result.reason).find("findSolverType"), std::string_view::npos);
}

}  // namespace
}  // namespace limber::test
