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

/// Adds goals of every type that the solver supports beside those before, or points alone, on every tip; what fits no
/// pose together is missed.
void addWhatFits(Maker& make, Problem& problem, const Fixture& fixture, const SolverType& solver) {
  addGoals(make, problem, fixture, "position", make.allowedQ(problem.model()));
  for (const GoalType& type : goalTypes()) {
    if (type.motion || type.name == "position" || (type.needsJacobian && fixture.tips.size() > 1)) continue;
    addGoals(make, problem, fixture, type.name, make.allowedQ(problem.model()));
    for (std::size_t i = 0; i < fixture.tips.size() && solver.supports(problem); ++i)
      problem.removeGoal(problem.goals().back().get());
  }
}

TEST(Solve, SameInputSameBits) {
  Maker make(firstSeed());
  // Few iterations suffice: a difference would show from the first random offset on.
  const SolveOptions annealed = {.maxIterations = 5, .annealing = 1};
  const SolveOptions found = {.maxIterations = 5, .mode = Mode::find, .maxRestarts = 2};
  const SolveOptions rested = {.maxIterations = 5, .restGain = 0.3};
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    addWhatFits(make, problem, fixture, solver);
    if (solver.supports(problem)) return;
    const std::vector<double> from = make.allowedQ(problem.model());
    problem.rest = make.allowedQ(problem.model());
    const auto solved = [&](Problem& by, const SolveOptions& options) {
      start(by, from);
      const Result result = solve(by, solver, options);
      std::vector<double> all = by.state.q;
      all.insert(all.end(), {double(result.status), double(result.iterations), double(result.restarts)});
      forgetMotion(by);
      for (int i = 0; i < 3; ++i) step(by, 0.02, options);
      all.insert(all.end(), by.state.q.begin(), by.state.q.end());
      return all;
    };
    for (const SolveOptions& options : {annealed, found, rested}) {
      const std::vector<double> once = solved(problem, options);
      EXPECT_TRUE(sameBits(solved(problem, options), once));
      Problem other(fixture.model);  // without memory of previous solves, and with time enough
      for (const auto& goal : problem.goals())
        addGoal(other, goal->type->name, other.model().links[goal->link].name) = *goal;
      if (options.restGain > 0) other.rest = problem.rest;
      SolveOptions hasty = options;
      hasty.maxTime = 1e300;
      EXPECT_TRUE(sameBits(solved(other, hasty), once));
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

/// A goal of weight zero may contain anything; one that was there may have left something in the solver's memory.
TEST(Goal, ThatIsOffOrRemovedIsAsIfItHadNeverBeenThere) {
  for (auto&& make : trials(share(5))) {
    everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
      Problem never(fixture.model);
      if (solver.supports(problem)) return;
      const bool isRemoved = make.chance(0.5);
      const auto addAnother = [&] {
        const GoalType& type = make.oneOf(toolGoalTypes());
        Goal& goal = addGoal(problem, type.name, make.oneOf(fixture.tips));
        type.targetAt(goal, make.pose(1), goal.target.data());
        return &goal;
      };
      Goal* const first = addAnother();
      Goal& kept = addGoal(problem, "position", fixture.tips.back());
      Goal* const last = addAnother();
      aimAt(problem, kept, make.allowedQ(problem.model()));
      addGoal(never, "position", fixture.tips.back()).target = kept.target;
      solve(problem, solver);  // the solver has seen all three goals
      for (Goal* goal : {first, last}) {
        goal->weight = 0;
        if (make.chance(0.5)) goal->target[0] = std::nan("");
        if (isRemoved) problem.removeGoal(goal);
      }
      if (isRemoved) {
        problem.removeGoal(last);  // a goal that is already removed
        ASSERT_EQ(problem.goals().size(), 1);
        ASSERT_EQ(problem.goals()[0].get(), &kept);
      }
      if (solver.supports(problem)) return;
      problem.state.reset();
      const SolveOptions options{.mode = make.chance(0.5) ? Mode::track : Mode::find, .maxRestarts = 3};
      const Result result = solve(problem, solver, options), wanted = solve(never, solver, options);
      EXPECT_EQ(result.status, wanted.status);
      EXPECT_EQ(result.iterations, wanted.iterations);
      EXPECT_TRUE(sameBits(problem.state.q, never.state.q));
      if (isRemoved || std::isnan(last->target[0])) return;
      EXPECT_FALSE(problem.residual(*last).distance == 0 && problem.residual(*last).angle == 0);
    });
  }
}

TEST(Seed, DrawsOtherOffsetsAndPoses) {
  for (const SolverType& solver : solversOf(chain(4, hinge(Vec3::UnitZ())))) {
    SCOPED_TRACE(solver.name);
    const auto solveWith = [&](Mode mode, int seed) {
      // Unreachable by little and behind the arm: all descents run, and most beat the first one.
      Problem problem(chain(4, hinge(Vec3::UnitZ(), 2)));
      addGoal(problem, "position", "tip").target = {-3.9, 0.1, 0};
      const SolveOptions options = {.maxIterations = 3,
                                    .maxStep = 0.05,
                                    .mode = mode,
                                    .maxRestarts = 4,
                                    .annealing = mode == Mode::find ? 0 : 4,
                                    .seed = seed};
      EXPECT_GE(solve(problem, solver, options).restarts, 4);
      return problem.state.q;
    };
    for (const Mode mode : {Mode::track, Mode::find}) {
      EXPECT_FALSE(sameBits(solveWith(mode, 1), solveWith(mode, 2)));
      EXPECT_FALSE(sameBits(solveWith(mode, 0), solveWith(mode, 1)));
    }
  }
}

}  // namespace
}  // namespace limber::test::solve_result_test
