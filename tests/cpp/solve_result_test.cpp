/// Whether results of solve() are true: statuses, residuals, repeatability, and the effect of annealing.
#include "fixtures.h"

namespace limber::test::solve_result_test {
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
        EXPECT_LT(angleBetween(problem.state.poses[i].r, poses[i].r), 1e-12);
      }
      EXPECT_LE(result.restarts, options.annealing);
      EXPECT_LE(result.iterations, options.maxIterations * (1 + result.restarts));
    });
  }
  EXPECT_GT(seen[static_cast<std::size_t>(Status::converged)], 0);
  EXPECT_GT(seen[static_cast<std::size_t>(Status::stalled)], 0);
  EXPECT_GT(seen[static_cast<std::size_t>(Status::maxIterations)], 0);
}

TEST(Result, IsFiniteAndInsideTheLimitsWhateverIsAsked) {
  for (auto&& make : trials(share(5))) {
    everyGoalType(make, 6, [](const SolverType& solver, Problem& problem) {
      solve(problem, solver);
      expectSound(problem);
    });
  }
}

TEST(Solve, SameInputSameBits) {
  Maker make(firstSeed());
  // Few iterations suffice: a difference would show from the first random offset on.
  const SolveOptions annealed = {.maxIterations = static_cast<int>(share(20)), .annealing = 3};
  const SolveOptions found = {.maxIterations = 15, .mode = Mode::find, .maxRestarts = 5};
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    for (const GoalType& type : toolGoalTypes())
      addGoals(make, problem, fixture, type.name, make.allowedQ(problem.model()));
    if (solver.supports(problem)) {  // perhaps points alone
      while (!problem.goals().empty()) problem.removeGoal(problem.goals()[0].get());
      addGoals(make, problem, fixture, "position", make.allowedQ(problem.model()));
    }
    if (solver.supports(problem)) return;
    const std::vector<double> from = make.allowedQ(problem.model());
    for (const SolveOptions& options : {annealed, found}) {
      start(problem, from);
      const Result first = solve(problem, solver, options);
      const std::vector<double> once = problem.state.q;
      start(problem, from);
      const Result second = solve(problem, solver, options);
      EXPECT_TRUE(sameBits(problem.state.q, once));
      EXPECT_EQ(first.status, second.status);
      EXPECT_EQ(first.iterations, second.iterations);
      EXPECT_EQ(first.restarts, second.restarts);

      Problem other(fixture.model);  // a new problem without memory of previous solves
      for (const auto& goal : problem.goals())
        addGoal(other, goal->type->name, other.model().links[goal->link].name) = *goal;
      start(other, from);
      solve(other, solver, options);
      EXPECT_TRUE(sameBits(other.state.q, once));
    }
  });
}

/// The same mechanism in other units. `scale` is a power of two, so that nothing is rounded.
ModelPtr scaled(const Model& model, double scale) {
  auto made = std::make_shared<Model>(model);
  made->reach *= scale;
  made->size *= scale;
  for (Link& link : made->links) link.parentFromJoint.p *= scale;
  for (Motion& motion : made->motions) {
    if (motion.turns()) {
      motion.v *= scale;  // the pitch of a screw
    } else {
      motion.limits = {scale * motion.limits.min, scale * motion.limits.max};
    }
  }
  return made;
}

/// Solves the same problem at two sizes and compares the coordinates after scaling.
void expectSameAtAnySize(const Fixture& fixture, const SolverType& solver, double scale) {
  Maker make(firstSeed());
  Problem usual(fixture.model), other(scaled(*fixture.model, scale));
  for (const std::string& tip : fixture.tips) {
    const Vec3 target = fixture.model->reach * make.vector(0.6);
    setPoint(addGoal(usual, "position", tip), target);
    setPoint(addGoal(other, "position", tip), scale * target);
  }
  if (solver.supports(usual)) return;
  SolveOptions options = {.maxIterations = 20};
  EXPECT_EQ(solve(usual, solver, options).status, solve(other, solver, options).status);
  for (const Motion& motion : fixture.model->motions) {
    for (int i = motion.qIndex; i < motion.qIndex + motion.nq(); ++i) {
      const double size = motion.turns() ? 1 : scale;
      EXPECT_NEAR(size * usual.state.q[i], other.state.q[i], 1e-6 * size) << "coordinate " << i;
    }
  }
}

TEST(Solve, SizeOfTheModelDoesNotMatter) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem&) {
    for (const double scale : {0x1p-20, 0x1p20}) expectSameAtAnySize(fixture, solver, scale);
  });
}

TEST(Solve, RemovedGoalIsAsIfItHadNeverBeenThere) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Problem plain(fixture.model);
    if (solver.supports(problem)) return;
    const Goal& first = addGoal(problem, "orientation", fixture.tips[0]);
    Goal& kept = addGoal(problem, "position", fixture.tips.back());
    const Goal& last = addGoal(problem, "direction", fixture.tips[0]);
    aimAt(problem, kept, make.allowedQ(problem.model()));
    addGoal(plain, "position", fixture.tips.back()).target = kept.target;
    solve(problem, solver);  // the solver has seen all three goals
    problem.removeGoal(&first);
    problem.removeGoal(&last);
    ASSERT_EQ(problem.goals().size(), 1);
    EXPECT_EQ(problem.goals()[0].get(), &kept);
    problem.removeGoal(&last);  // a goal that is already removed
    EXPECT_EQ(problem.goals().size(), 1);
    problem.state.reset();
    const Result left = solve(problem, solver);
    const Result never = solve(plain, solver);
    EXPECT_EQ(left.status, never.status);
    EXPECT_EQ(left.iterations, never.iterations);
    EXPECT_TRUE(sameBits(problem.state.q, plain.state.q));
  });
}

/// Residual distances on the article's arm, from q = 0 to the targets of the poses `qs`.
std::vector<double> distances(const SolverType& solver, const std::vector<std::vector<double>>& qs,
                              const SolveOptions& options) {
  Problem problem(articleArm());
  Goal& goal = addGoal(problem, "position", "effector");
  std::vector<double> left;
  for (const std::vector<double>& q : qs) {
    aimAt(problem, goal, q);
    problem.state.reset();
    solve(problem, solver, options);
    left.push_back(problem.residual(goal).distance);
  }
  return left;
}

TEST(Annealing, LeavesWhatIsHeldWhereItIs) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    goal.target[0] += 10 * problem.model().reach;  // unreachable, so every descent runs
    std::ranges::fill(problem.jointWeights, 0.0);
    if (solver.supports(problem)) return;
    const std::vector<double> before = problem.state.q;
    EXPECT_EQ(solve(problem, solver, {.annealing = 5}).restarts, 5);
    EXPECT_EQ(problem.state.q, before);
  });
}

TEST(Annealing, NeverLeavesAPoseThatIsWorse) {
  Maker make(firstSeed());
  const ModelPtr arm = articleArm();
  std::vector<std::vector<double>> qs;
  for (int i = 0; i < 200; ++i) qs.push_back(make.allowedQ(*arm));
  for (const SolverType& solver : solversOf(arm)) {
    // most targets are missed, so annealing can improve them
    const SolveOptions plain = {.maxIterations = 5};
    SolveOptions annealed = plain;
    annealed.annealing = 3;
    const std::vector<double> without = distances(solver, qs, plain);
    const std::vector<double> with = distances(solver, qs, annealed);
    const double rounding = 1e-12 * arm->reach;
    int better = 0;
    for (std::size_t i = 0; i < qs.size(); ++i) {
      EXPECT_LE(with[i], without[i] + rounding);
      better += with[i] < without[i] - rounding;
    }
    EXPECT_GT(better, 20) << solver.name;
  }
}

TEST(Annealing, FollowsItsSeed) {
  for (const SolverType& solver : solversOf(chain(4, hinge(Vec3::UnitZ())))) {
    const auto solveWith = [&](int seed) {
      // Unreachable and behind the arm: all descents run, and most beat the first one.
      Problem problem(chain(4, hinge(Vec3::UnitZ())));
      addGoal(problem, "position", "tip").target = {-5, 1, 0};
      EXPECT_EQ(solve(problem, solver, {.maxIterations = 3, .maxStep = 0.05, .annealing = 4, .seed = seed}).restarts,
                4);
      return problem.state.q;
    };
    EXPECT_TRUE(sameBits(solveWith(1), solveWith(1)));
    EXPECT_FALSE(sameBits(solveWith(1), solveWith(2))) << solver.name;
    EXPECT_FALSE(sameBits(solveWith(0), solveWith(1))) << solver.name;
  }
}

}  // namespace
}  // namespace limber::test::solve_result_test
