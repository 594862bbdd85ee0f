/// Guarantees of solve() with any solver: every test runs through all solvers of the table, most of them also
/// through all goal types and fixtures.
#include "limber/solve.h"

#include "fixtures.h"

namespace limber::test::solve_test {
namespace {

TEST(Solve, WithoutGoalsOrWithReachedOnesTakesNoStep) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    std::vector<double> q = make.allowedQ(problem.model());
    normalise(problem.model(), q.data());
    for (const bool hasGoals : {false, true}) {
      for (const GoalType& type : toolGoalTypes())
        if (hasGoals) addGoals(make, problem, fixture, type.name, q);
      if (solver.supports(problem)) continue;
      start(problem, q);
      const Result result = solve(problem, solver);
      EXPECT_EQ(result.status, Status::converged);
      EXPECT_EQ(result.iterations, 0);
      EXPECT_EQ(result.restarts, 0);
      EXPECT_TRUE(sameBits(problem.state.q, q));
    }
  });
}

TEST(Solve, WithoutIterationsOrLengthOfAStepMovesNothing) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    addGoal(problem, "position", fixture.tips[0]).target[0] += problem.model().reach;
    if (solver.supports(problem)) return;
    const std::vector<double> before = problem.state.q;
    EXPECT_EQ(solve(problem, solver, {.maxIterations = 0}).status, Status::maxIterations);
    EXPECT_TRUE(sameBits(problem.state.q, before));
    const Status status = solve(problem, solver, {.maxStep = 0}).status;
    EXPECT_TRUE(status == Status::stalled || status == Status::unreachable);
    EXPECT_EQ(change(problem.model(), before, problem.state.q), 0);
  });
}

TEST(Solve, OnALongRailIsAsExactAsOnAShortOne) {
  const auto arm = [](double run) {
    return build({link("rail", "", {0, 0, 0}, joint("prismatic", Vec3::UnitY(), {{-run, run}})),
                  link("shoulder", "rail", {0, 0, 0.3}, hinge(Vec3::UnitZ(), 2.9)),
                  link("elbow", "shoulder", {0.5, 0, 0}, hinge(Vec3::UnitY(), 2.9)),
                  link("tip", "elbow", {0.5, 0, 0})});
  };
  const double size = arm(1)->size;
  for (const double run : {1.0, 1e3, 1e6}) {
    SCOPED_TRACE(run);
    everySolver(arm(run), "position", "tip", [&](const SolverType& solver, Problem& problem, Goal& goal) {
      goal.target = {0.3, 0.59, 0.7};
      start(problem, {0, 0.4, -0.5});  // bent, so that every joint moves the tip
      EXPECT_EQ(solve(problem, solver, {.maxIterations = 20000}).status, Status::converged);
      EXPECT_LE(problem.residual(goal).distance, 1e-4 * size);
    });
  }
}

TEST(Solve, WhoNamesNoSolverGetsOneThatTakesEverything) {
  Problem problem(sevenJointArm());
  Goal& first = addGoal(problem, "position", "hand");
  first.target = {0.4, 0.2, 0.7};
  Goal& second = addGoal(problem, "direction", "joint4", {.priority = 1});
  Goal& third = addGoal(problem, "joint", "joint1", {.weight = 0.1, .priority = 2});
  third.target = {0.2};
  EXPECT_EQ(defaultSolver(problem).name, "lm");
  EXPECT_NE(solve(problem).status, Status::unsupported);
  EXPECT_LE(problem.residual(first).distance, 1e-4 * problem.model().size);
  (void)second;
}

}  // namespace
}  // namespace limber::test::solve_test
