/// No solver leaves a pose worse than it found it: by track at any iteration, by find, by annealing.
#include "fixtures.h"

namespace limber::test::never_worse_test {
namespace {

/// Sum of squared residuals, lengths over the model's size. Angles are weighted as in measure() with
/// automatic tolerances: 1e-4 of the size equals 1e-3 radians.
double leftOver(const Problem& problem) {
  double sum = 0;
  for (const auto& goal : problem.goals()) {
    const Residual left = problem.residual(*goal);
    sum += std::pow(goal->linearWeight() * left.distance / problem.model().size, 2) +
           std::pow(goal->angularWeight() * left.angle * 0.1, 2);
  }
  return sum;
}

TEST(NeverWorse, ByFindAndSoundHoweverFarTheTarget) {
  for (auto&& make : trials(share(5))) {
    everyGoalType(make, 6, [&](const SolverType& solver, Problem& problem) {
      const std::vector<double> q = settledQ(make, problem.model());
      // Whether a closed form takes an arm may depend on its pose; a refusal leaves the active limits as they were.
      if (solve(problem, solver).status != Status::unsupported) expectSound(problem);
      start(problem, q);
      const double before = leftOver(problem);
      const SolveOptions finding{.maxIterations = 15, .mode = Mode::find, .maxRestarts = 3};
      if (solve(problem, solver, finding).status != Status::unsupported) expectSound(problem);
      EXPECT_LE(leftOver(problem), before * (1 + 1e-9));
    });
  }
}

/// Each solver weighs lengths and angles differently. If a goal has both, one of them may grow, but not both.
/// CCD guarantees progress only for a single point or rotation.
void expectProgress(const SolverType& solver, Problem& problem, const SolveOptions& options) {
  const Goal& first = *problem.goals()[0];
  const bool competes = problem.goals().size() > 1 || (first.type->hasPoint(first) && first.type->turnCount(first) > 0);
  if (solver.name == "ccd" && competes) return;
  std::vector<Residual> before;
  for (const auto& goal : problem.goals()) before.push_back(problem.residual(*goal));
  solve(problem, solver, options);
  bool isWorse = true;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Goal& goal = *problem.goals()[i];
    const Residual after = problem.residual(goal);
    const double rounding = 1e-13 * (problem.model().reach + before[i].distance);
    isWorse &= after.distance > before[i].distance + rounding || goal.linearWeight() == 0 || goal.type->linearRows == 0;
    isWorse &= after.angle > before[i].angle + 1e-13 || goal.angularWeight() == 0 || goal.type->angularRows == 0;
  }
  EXPECT_FALSE(isWorse);
}

TEST(NeverWorse, ByTrackAtAnyIteration) {
  for (auto&& make : trials(share(6))) {
    everyGoalType(make, 1, [&](const SolverType& solver, Problem& problem) {
      start(problem, settledQ(make, problem.model()));
      for (int step = 0; step < 15; ++step) {
        SCOPED_TRACE(step);
        expectProgress(solver, problem, {.maxIterations = 1, .stallTolerance = 0});
      }
    });
  }
}

/// The rotation towards the target may end at limits that turn the ball elsewhere. That is rare, so there are
/// many trials.
TEST(NeverWorse, ByTurningABallWithLimits) {
  const ModelPtr model = oneJoint(slantingWithLimits("ball"));
  for (const char* solver : {"ccd", "fabrik"}) {
    SCOPED_TRACE(solver);
    for (auto&& make : trials(300)) {
      Problem problem(model);
      Goal& goal = addGoal(problem, "position", "tip", make.goalOptions("position"));
      start(problem, settledQ(make, *model));
      goal.type->targetAt(goal, make.pose(10 * model->reach), goal.target.data());
      expectProgress(*findSolverType(solver), problem, {.maxIterations = 15});
    }
  }
}

/// With a free axis, the part of the rotation that counts may grow on the straight path, and the branch may end there.
TEST(NeverWorse, ByABranchThatEndsFartherAway) {
  const ModelPtr model = articleArm();
  for (auto&& make : trials(300)) {
    Problem problem(model);
    Goal& goal = addGoal(problem, "pose", "effector", make.goalOptions("pose"));
    setFree(goal, {false, false, false, false, false, true});
    const std::vector<double> q = settledQ(make, *model);
    start(problem, q);
    goal.type->targetAt(goal, {toolAt(problem, goal, q).p, make.rotation()}, goal.target.data());
    expectProgress(*findSolverType("analytic"), problem, {.maxIterations = 15});
  }
}

/// Annealing compares poses by another measure than the solver. Together they could make both residuals grow.
TEST(NeverWorse, ByAnnealing) {
  for (auto&& make : trials(share(6))) {
    everyGoalType(make, 1, [&](const SolverType& solver, Problem& problem) {
      const std::vector<double> q = settledQ(make, problem.model());
      start(problem, q);
      // Start with all points met: annealing may give back part of the position error that the solver accepts.
      for (const auto& goal : problem.goals()) {
        const Pose target = {toolAt(problem, *goal, q).p, make.rotation()};
        goal->type->targetAt(*goal, target, goal->target.data());
      }
      expectProgress(solver, problem, {.maxIterations = 1, .annealing = 8, .annealingAmplitude = 0.3});
    });
  }
}

}  // namespace
}  // namespace limber::test::never_worse_test
