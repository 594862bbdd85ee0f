/// maxTime. No test waits: a limit of zero is exceeded after the first iteration.
#include "arms.h"
#include "robots.h"

namespace limber::test::max_time_test {
namespace {

/// Three hinges, and a target that no solver reaches in one iteration.
struct Reacher {
  Problem problem{chain(3, hinge(Vec3::UnitZ()))};
  Goal& goal = addGoal(problem, "position", "tip");
  Reacher() { goal.target = {1, 1.5, 0}; }
};

TEST(MaxTime, OneIterationIsMadeWhenThereIsNoTime) {
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    Reacher reacher;
    if (solver.supports(reacher.problem)) continue;
    for (const Mode mode : {Mode::track, Mode::find}) {
      std::ranges::fill(reacher.problem.state.q, 0.3);
      const double before = reacher.problem.residual(reacher.goal).distance;
      const Result result =
          solve(reacher.problem, solver, {.maxTime = 0, .tolerance = 0, .mode = mode, .annealing = 3});
      EXPECT_EQ(result.status, Status::maxTime);
      EXPECT_EQ(result.iterations, 1);
      EXPECT_EQ(result.restarts, 0);
      EXPECT_LE(reacher.problem.residual(reacher.goal).distance, before);
    }
  }
}

TEST(MaxTime, WhatIsReachedInTimeIsConverged) {
  Reacher reacher;
  ASSERT_EQ(solve(reacher.problem, {.mode = Mode::find}).status, Status::converged);
  EXPECT_EQ(solve(reacher.problem, {.maxTime = 0}).status, Status::converged);
}

TEST(MaxTime, AStepTakesWhatIsLeftAtOnce) {
  Reacher late;
  late.problem.goals()[0]->velocity.fill(0.1);
  const StepResult result = step(late.problem, 0.1, {.maxTime = 0, .substeps = 50});
  EXPECT_EQ(result.substeps, 2);
  EXPECT_EQ(result.status, Status::moving);
  EXPECT_DOUBLE_EQ(late.problem.time, 0.1);
}

TEST(MaxTime, SolutionsOfSevenHingesAreThoseFoundInTime) {
  const ModelPtr model = robot("panda");
  if (!model) GTEST_SKIP() << "robots.csv is not beside the project, in ../shared/data";
  Problem problem(model);
  Goal& goal = addGoal(problem, "pose", model->links.back().name);
  const std::vector<double> q{0, -0.4, 0, -2, 0, 1.7, 0.6};
  aimAt(problem, goal, q);
  Solutions all, late, early;
  findSolutions(problem, {}, all);
  ASSERT_EQ(all.reason, nullptr);
  ASSERT_FALSE(all.intervals.empty());

  findSolutions(problem, {.maxTime = 0}, late);
  EXPECT_EQ(late.count, 0);
  EXPECT_FALSE(late.complete);
  EXPECT_TRUE(late.intervals.empty());
  ASSERT_NE(late.reason, nullptr);
  EXPECT_TRUE(std::string_view(late.reason).contains("maxTime"));

  findSolutions(problem, {.maxTime = 1e300}, early);
  EXPECT_EQ(early.reason, nullptr);
  EXPECT_EQ(early.q, all.q);
  EXPECT_EQ(early.intervals, all.intervals);

  // A single slice is as cheap as an arm of six hinges, so it ignores maxTime.
  findSolutions(problem, {.redundancy = Redundancy{6, 0.6}, .maxTime = 0}, early);
  EXPECT_EQ(early.reason, nullptr);
  EXPECT_TRUE(has(problem, early, q));
}

}  // namespace
}  // namespace limber::test::max_time_test
