/// Laws of every solver on every fixture that concern modes, priorities and restarts. Limits are checked by
/// the test's own arithmetic, residuals by its own forward kinematics.
#include "fixtures.h"

namespace limber::test::solver_laws_test {
namespace {

SolveOptions found(int restarts) { return {.maxIterations = 15, .mode = Mode::find, .maxRestarts = restarts}; }

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

/// A pose within the limits, as solve() normalises it before the first step.
std::vector<double> settledQ(Maker& make, const Model& model) {
  std::vector<double> q = make.allowedQ(model);
  normalise(model, q.data());
  projectOntoLimits(model, q.data());
  return q;
}

TEST(Laws, FindLeavesNothingWorseThanItWas) {
  for (auto&& make : trials(share(3))) {
    everyGoalType(make, 2, [&](const SolverType& solver, Problem& problem) {
      start(problem, settledQ(make, problem.model()));
      const double before = leftOver(problem);
      solve(problem, solver, found(3));
      expectSound(problem);
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

TEST(Laws, TrackLeavesNothingWorseThanItWasAtAnyIteration) {
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
TEST(Laws, ABallWithLimitsIsNeverTurnedFartherFromItsTarget) {
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
TEST(Laws, ABranchThatEndsFartherAwayIsNotTaken) {
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
TEST(Laws, AnnealingLeavesNothingWorseThanItWas) {
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

TEST(Laws, AwkwardTargetsBreakNothing) {
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

TEST(Laws, AnArmThatIsOnlyAPointStaysOne) {
  for (const auto& moving : {hinge(Vec3::UnitZ()), joint("ball")}) {
    SCOPED_TRACE(moving.type);
    const ModelPtr point = build({link("a", "", {0, 0, 0}, moving), link("tip", "a", {0, 0, 0})});
    everySolver(point, "position", "tip", [](const SolverType& solver, Problem& problem, Goal& goal) {
      EXPECT_EQ(solve(problem, solver).status, Status::converged);
      goal.target = {0, 0, 1};
      EXPECT_EQ(solve(problem, solver).status, Status::unreachable);
      EXPECT_EQ(solve(problem, solver, found(3)).status, Status::unreachable);
      expectSound(problem);
    });
  }
}

TEST(Laws, WithoutGoalsOrMovingJointsNothingHappensInAnyMode) {
  const ModelPtr rigid = build({link("base", "", {1, 2, 3}), link("tip", "base", {0, 0, 1})});
  const SolveOptions resting = {.maxIterations = 15, .mode = Mode::find, .maxRestarts = 3, .restGain = 0.5};
  for (const SolveOptions& options : {SolveOptions{.annealing = 3}, found(3), resting}) {
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

/// Indices in q of the motions that are on no path from a goal's link to a root.
std::vector<int> idlePlaces(const Problem& problem) {
  const Model& model = problem.model();
  std::vector<bool> isIdle(model.nq, true);
  for (const auto& goal : problem.goals()) {
    for (int link = goal->link; link >= 0; link = model.links[link].parent) {
      for (const Motion& motion : model.motions) {
        if (motion.link != link) continue;
        std::fill_n(isIdle.begin() + motion.qIndex, motion.nq(), false);
      }
    }
  }
  std::vector<int> places;
  for (int i = 0; i < model.nq; ++i) {
    if (isIdle[i]) places.push_back(i);
  }
  return places;
}

TEST(Laws, NoSolverMovesAJointThatCarriesNoGoal) {
  int idle = 0;
  for (auto&& make : trials(share(100))) {
    const ModelPtr model = make.model();
    for (const SolverType& solver : solverTypes()) {
      SCOPED_TRACE(solver.name);
      Problem problem(model);
      addGoal(problem, "position", make.oneOf(model->links).name, make.goalOptions("position"));
      if (solver.supports(problem)) continue;
      const Vec3 target = make.vector(2);
      Eigen::Map<Vec3>(problem.goals()[0]->target.data()) = target;
      const SolveOptions annealed = {.maxIterations = 15, .mode = Mode::find, .maxRestarts = 0, .annealing = 2};
      for (const SolveOptions& options : {SolveOptions(), found(2), annealed}) {
        const std::vector<double> before = settledQ(make, *model);
        start(problem, before);
        solve(problem, solver, options);
        for (const int i : idlePlaces(problem)) EXPECT_EQ(problem.state.q[i], before[i]);
      }
      idle += static_cast<int>(idlePlaces(problem).size());
    }
  }
  EXPECT_GT(idle, 0);
}

}  // namespace
}  // namespace limber::test::solver_laws_test
