/// Results of every solver are what forward kinematics confirms, and a solve that has nothing to do does nothing.
#include "fixtures.h"

namespace limber::test::results_test {
namespace {

TEST(Result, IsWhatForwardKinematicsConfirms) {
  std::vector<int> seen(statusNames().size());
  for (auto&& make : trials(10)) {
    everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
      for (const std::string& tip : fixture.tips) {
        const std::string_view type = make.oneOf(toolGoalTypes()).name;
        Goal& goal = addGoal(problem, type, tip, make.goalOptions(type));
        if (make.chance(0.7)) aimAt(problem, goal, make.allowedQ(problem.model()));
      }
      if (solver.supports(problem)) return;
      SolveOptions options = {.tolerance = problem.model().reach * make.between(1e-4, 1e-2),
                              .angleTolerance = make.between(1e-4, 1e-2),
                              .annealing = make.below(3)};
      const Result result = solve(problem, solver, options);
      ++seen[static_cast<std::size_t>(result.status)];
      bool isReached = true;
      for (const auto& goal : problem.goals()) {
        const Residual own = ownResidual(problem, *goal);
        const Residual told = problem.residual(*goal);
        EXPECT_NEAR(told.distance, own.distance, 1e-9 * problem.model().reach);
        EXPECT_NEAR(told.angle, own.angle, 1e-7) << goal->type->name;
        isReached &= told.distance <= options.tolerance && told.angle <= options.angleTolerance;
      }
      EXPECT_EQ(result.status == Status::converged, isReached);
      const std::vector<Pose> poses = posesAt(problem.model(), problem.state.q);
      for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_LT((problem.state.poses[i].p - poses[i].p).norm(), 1e-12 * fixture.model->reach);
        EXPECT_LT(problem.state.poses[i].r.angularDistance(poses[i].r), 1e-12);
      }
      EXPECT_LE(result.restarts, options.annealing);
      EXPECT_LE(result.iterations, options.maxIterations * (1 + result.restarts));
    });
  }
  EXPECT_GT(seen[static_cast<std::size_t>(Status::converged)], 0);
  EXPECT_GT(seen[static_cast<std::size_t>(Status::stalled)], 0);
  EXPECT_GT(seen[static_cast<std::size_t>(Status::maxIterations)], 0);
}

TEST(Result, WithoutGoalsOrWithReachedOnesTakesNoStep) {
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

TEST(Result, WithoutIterationsOrLengthOfAStepMovesNothing) {
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

TEST(Result, WithoutGoalsOrMovingJointsNothingHappensInAnyMode) {
  const ModelPtr rigid = build({link("base", "", {1, 2, 3}), link("tip", "base", {0, 0, 1})});
  const SolveOptions resting = {.maxIterations = 15, .mode = Mode::find, .maxRestarts = 3, .restGain = 0.5};
  for (const SolveOptions& options :
       {SolveOptions{.annealing = 3}, SolveOptions{.maxIterations = 15, .mode = Mode::find, .maxRestarts = 3},
        resting}) {
    everySolver(rigid, "position", "tip", [&](const SolverType& solver, Problem& problem, Goal& goal) {
      Problem none(rigid);
      EXPECT_EQ(solve(none, solver, options).status, Status::converged);
      EXPECT_EQ(solve(problem, solver, options).status, Status::converged);
      goal.target = {1, 2, 5};
      EXPECT_EQ(solve(problem, solver, options).status, Status::stalled);
      EXPECT_DOUBLE_EQ(problem.residual(goal).distance, 1);
    });
  }
}

/// Difficult targets: on the arm's axis, at its base, at its joints, far away.
std::vector<Vec3> awkwardTargets(const Problem& problem, const Goal& goal) {
  const Vec3 tool = problem.toolPose(goal).p, base = problem.state.poses.front().p;
  const double reach = problem.model().reach;
  const Vec3 along = reach * unit(Vec3(tool - base));
  std::vector<Vec3> targets = {base + 0.5 * (tool - base),
                               base - (tool - base),
                               tool + 0.5 * along,
                               tool - 0.1 * along,
                               1e9 * along,
                               Vec3(-1e9, 1e9, 1e9),
                               tool};
  for (const Pose& joint : problem.state.poses) targets.push_back(joint.p);
  for (const double far : {1e150, 1e300, -1e300, 1.7e308}) targets.push_back(far * Vec3(1, 0.5, 0.1));
  return targets;
}

TEST(Result, IsSoundForAwkwardTargets) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    if (solver.supports(problem)) return;
    const State zero(fixture.model);
    for (const Vec3& target : awkwardTargets(problem, goal)) {
      SCOPED_TRACE(target.transpose());
      for (const SolveOptions& options : {SolveOptions{.maxIterations = 15},
                                          {.maxIterations = 15, .mode = Mode::find, .maxRestarts = 2},
                                          {.limits = false, .annealing = 2}}) {
        start(problem, zero.q);
        setPoint(goal, target);
        const Result result = solve(problem, solver, options);
        if (result.status == Status::notFinite) {
          EXPECT_GT(target.cwiseAbs().maxCoeff(), 1e100);
          EXPECT_STRNE(result.reason, "");
          EXPECT_TRUE(sameBits(problem.state.q, zero.q));
        }
        EXPECT_TRUE(allFinite(problem.state.q));
        EXPECT_TRUE(allFinite(copyOfPoses(problem.state)));
        if (options.limits) {
          EXPECT_EQ(brokenLimit(problem.model(), problem.state.q), "");
        }
      }
      step(problem, 0.02);
      EXPECT_TRUE(allFinite(problem.state.q));
    }
  });
}

TEST(Result, OnALongRailIsAsExactAsOnAShortOne) {
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

}  // namespace
}  // namespace limber::test::results_test
