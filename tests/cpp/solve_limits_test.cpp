/// Which coordinates solve() may move, and how far: limits, largest steps, weights of joints and goals.
#include <gtest/gtest.h>

#include <functional>

#include "fixtures.h"

namespace limber::test {
namespace {

/// Goals of a random type on every tip, with targets within and beyond reach.
void addAnyGoals(Maker& make, Problem& problem, const Fixture& fixture) {
  for (const std::string& tip : fixture.tips) {
    const GoalType& type = make.oneOf(toolGoalTypes());
    Goal& goal = addGoal(problem, type.name, tip, make.goalOptions(type.name));
    type.targetAt(goal, make.pose(1.5 * problem.model().reach), goal.target.data());
  }
}

SolveOptions oneStep() { return {.maxIterations = 1, .stallTolerance = 0}; }

TEST(Limits, HoldAfterEveryStepWhereverItStarted) {
  for (auto&& make : trials(share(10))) {
    everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
      addAnyGoals(make, problem, fixture);
      if (solver.supports(problem)) return;
      start(problem, make.anyQ(problem.model()));
      for (int step = 0; step < 20; ++step) {
        solve(problem, solver, oneStep());
        ASSERT_EQ(brokenLimit(problem.model(), problem.state.q), "") << "step " << step;
      }
    });
  }
}

TEST(Limits, HoldOnRandomTrees) {
  for (auto&& make : trials(share(200))) {
    for (const SolverType& solver : solverTypes()) {
      Problem problem(make.model());
      for (int i = 0; i < 3; ++i) make.addGoal(problem, make.oneOf(toolGoalTypes()).name);
      if (solver.supports(problem)) continue;
      start(problem, make.anyQ(problem.model()));
      for (int step = 0; step < 10; ++step) {
        solve(problem, solver, oneStep());
        ASSERT_EQ(brokenLimit(problem.model(), problem.state.q), "") << "step " << step;
      }
    }
  }
}

TEST(Limits, DoNotHoldWhenSwitchedOff) {
  for (const SolverType& solver : solverTypes()) {
    Problem problem(chain(1, hinge(Vec3::UnitZ(), 0.5)));
    Goal& goal = addGoal(problem, "position", "tip");
    if (solver.supports(problem)) continue;
    goal.target = {std::cos(2.0), std::sin(2.0), 0};
    EXPECT_NE(solve(problem, solver).status, Status::converged);
    EXPECT_EQ(problem.state.q[0], 0.5);
    EXPECT_EQ(solve(problem, solver, {.limits = false}).status, Status::converged);
    EXPECT_NEAR(problem.state.q[0], 2, 1e-4);
  }
}

TEST(Limits, ActiveOnesAreReportedRightAfterwards) {
  std::vector<int> seen(3);
  for (auto&& make : trials(10)) {
    everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
      addAnyGoals(make, problem, fixture);
      if (solver.supports(problem)) return;
      solve(problem, solver);
      for (const Motion& motion : problem.model().motions) {
        const auto& [min, max] = motion.limits;
        if (motion.kind == Motion::Kind::ball || motion.mimics) continue;
        const double q = problem.state.q[motion.qIndex];
        const int expected = min == max ? 0 : q == max ? 1 : q == min ? -1 : 0;
        EXPECT_EQ(problem.activeLimits[motion.vIndex], expected);
        ++seen[1 + expected];
      }
    });
  }
  for (const int count : seen) EXPECT_GT(count, 0);  // lower bounds, none, upper bounds
}

TEST(Limits, ActiveSwingAndTwistAreReported) {
  JointDescription limited = joint("ball", Vec3::UnitX());
  limited.swing = SwingBounds{{-0.5, 0.5}, {-0.5, 0.5}};
  limited.twist = Interval{-0.3, 0.3};
  for (const SolverType& solver : solverTypes()) {
    Problem problem(chain(1, limited));
    Goal& goal = addGoal(problem, "orientation", "tip");
    if (solver.supports(problem)) continue;
    const auto activeAt = [&](const Vec3& turn) {
      problem.state.reset();
      writeQuat(expRotation<double>(turn), goal.target.data());
      solve(problem, solver);
      return problem.activeLimits;
    };
    EXPECT_EQ(activeAt({0, 0.4, 0}), (std::vector<double>{0, 0, 0}));
    EXPECT_EQ(activeAt({0, 1, 0}), (std::vector<double>{1, 0, 0}));
    EXPECT_EQ(activeAt({1, 0, 0}), (std::vector<double>{0, 0, 1}));
    EXPECT_EQ(activeAt({-1, 0, 0}), (std::vector<double>{0, 0, -1}));
  }
}

// --- Capped steps ---------------------------------------------------------------------------

/// Largest motion of a joint in units of maxStep: radians; slides as fractions of the reach.
double farthest(const Model& model, const std::vector<double>& from, const std::vector<double>& to) {
  std::vector<double> way(model.nv);
  difference(model, from.data(), to.data(), way.data());
  double most = 0;
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    const Eigen::Map<const Eigen::VectorXd> part(&way[motion.vIndex], motion.nv());
    most = std::max(most, part.norm() / (motion.turns() ? 1 : model.reach));
  }
  return most;
}

/// Steps of random size from random poses. Returns the longest one relative to its cap.
double longestStep(const std::function<bool(const Motion&, bool limits)>& leavesOut) {
  double most = 0;
  for (auto&& make : trials(10)) {
    everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
      addAnyGoals(make, problem, fixture);
      SolveOptions options = oneStep();
      options.maxStep = make.between(0.001, 0.1);
      options.limits = make.chance(0.5);
      const auto& motions = problem.model().motions;
      const auto isOut = [&](const Motion& m) { return leavesOut(m, options.limits); };
      if (solver.supports(problem) || std::ranges::any_of(motions, isOut)) return;
      start(problem, make.allowedQ(problem.model()));
      for (int step = 0; step < 20; ++step) {
        const std::vector<double> before = problem.state.q;
        solve(problem, solver, options);
        const double went = farthest(problem.model(), before, problem.state.q);
        EXPECT_LE(went / options.maxStep, 1 + 1e-9) << "step " << step;
        most = std::max(most, went / options.maxStep);
      }
    });
  }
  return most;
}

bool isLimitedBall(const Motion& motion, bool limits) {
  return limits && (motion.ballLimits.swing || motion.ballLimits.twist);
}

TEST(MaxStep, IsKeptByEveryCoordinateEachStep) {
  EXPECT_GT(longestStep(isLimitedBall), 0.999);  // the cap was active
}

TEST(MaxStep, IsKeptByBallsAtTheirLimits) {
  longestStep([](const Motion& m, bool limits) { return !isLimitedBall(m, limits); });
}

TEST(MaxStep, OfZeroMovesNothing) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    if (solver.supports(problem)) return;
    goal.target[0] += problem.model().reach;
    const std::vector<double> before = problem.state.q;
    const Status status = solve(problem, solver, {.maxStep = 0}).status;
    EXPECT_TRUE(status == Status::stalled || status == Status::unreachable);
    EXPECT_EQ(farthest(problem.model(), before, problem.state.q), 0);
  });
}

// --- Weights of joints ----------------------------------------------------------------------

/// Solves several times with random coordinates of `kind` fixed and expects their bits unchanged.
void expectHeld(Motion::Kind kind) {
  int held = 0;
  for (auto&& make : trials(share(10))) {
    everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
      addAnyGoals(make, problem, fixture);
      if (solver.supports(problem)) return;
      start(problem, make.allowedQ(problem.model()));
      normalise(problem.model(), problem.state.q.data());
      std::vector<int> places;
      for (const Motion& motion : problem.model().motions) {
        if (motion.mimics || motion.kind != kind || make.chance(0.5)) continue;
        std::fill_n(&problem.jointWeights[motion.vIndex], motion.nv(), 0.0);
        for (int i = 0; i < motion.nq(); ++i) places.push_back(motion.qIndex + i);
      }
      const std::vector<double> before = problem.state.q;
      for (int call = 0; call < 5; ++call) solve(problem, solver);
      for (const int i : places) EXPECT_EQ(problem.state.q[i], before[i]);
      held += static_cast<int>(places.size());
    });
  }
  EXPECT_GT(held, 0);
}

TEST(JointWeights, OfZeroKeepAScrewToTheBit) { expectHeld(Motion::Kind::screw); }

TEST(JointWeights, OfZeroKeepABallToTheBit) { expectHeld(Motion::Kind::ball); }

TEST(JointWeights, OfZeroKeepABallFromTurningAboutThatAxisOfItsOwn) {
  for (auto&& make : trials(50)) {
    for (const SolverType& solver : solverTypes()) {
      Problem problem(ballChain(4));
      const Model& model = problem.model();
      Goal& goal = addGoal(problem, "position", "tip");
      if (solver.supports(problem)) continue;
      start(problem, make.allowedQ(model));
      Eigen::Map<Vec3>(goal.target.data()) = make.vector(3);
      for (int ball = 0; ball < 4; ++ball) problem.jointWeights[3 * ball + make.below(3)] = 0;
      const std::vector<double> before = problem.state.q;
      solve(problem, solver, oneStep());
      std::vector<double> turned(model.nv);
      difference(model, before.data(), problem.state.q.data(), turned.data());
      double most = 0;
      for (int i = 0; i < model.nv; ++i) {
        most = std::max(most, std::abs(turned[i]));
        if (problem.jointWeights[i] > 0) continue;
        EXPECT_NEAR(turned[i], 0, 1e-12);
      }
      // curl does not move a ball with a fixed axis at all.
      if (solver.name != "curl") {
        EXPECT_GT(most, 1e-6) << solver.name;
      }
    }
  }
}

TEST(JointWeights, SlowACoordinateDown) {
  for (const SolverType& solver : solversOf(chain(2, hinge(Vec3::UnitZ())))) {
    // Two equivalent hinges. With a single hinge a least-squares solver would give it all the work.
    const auto turnWith = [&](double weight) {
      Problem problem(chain(2, hinge(Vec3::UnitZ())));
      addGoal(problem, "position", "tip").target = {2, 0.1, 0};
      problem.jointWeights[0] = weight;
      solve(problem, solver, oneStep());
      return problem.state.q[0];
    };
    EXPECT_LT(turnWith(0.1), turnWith(0.5));
    EXPECT_LT(turnWith(0.5), turnWith(1));
    EXPECT_GT(turnWith(0.1), 0);
  }
}

// --- Weights of goals -----------------------------------------------------------------------

TEST(GoalWeight, OfZeroIsAsIfTheGoalWereNotThere) {
  for (auto&& make : trials(share(10))) {
    everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
      Problem alone(fixture.model);
      for (Problem* each : {&problem, &alone}) addGoal(*each, "position", fixture.tips[0]).target = {0.1, 0.4, 0.2};
      Goal& off = addGoal(problem, make.oneOf(toolGoalTypes()).name, fixture.tips.back());
      off.type->targetAt(off, make.pose(1), off.target.data());
      off.weight = 0;
      if (solver.supports(problem) || solver.supports(alone)) return;
      EXPECT_EQ(solve(problem, solver).status, solve(alone, solver).status);
      EXPECT_TRUE(sameBits(problem.state.q, alone.state.q));
      EXPECT_EQ(problem.residual(off).distance == 0 && problem.residual(off).angle == 0, false);
    });
  }
}

TEST(GoalWeight, OfMoreDrawsNearer) {
  for (const SolverType& solver : solversOf(ballChain(3), 2)) {
    const auto distances = [&](double left, double right) {
      Problem problem(ballChain(3));
      Goal& a = addGoal(problem, "position", "tip");
      Goal& b = addGoal(problem, "position", "tip");
      a.target = {1, 1, 0};
      b.target = {1, -1, 0};
      a.weight = left;
      b.weight = right;
      solve(problem, solver);
      return std::array{problem.residual(a).distance, problem.residual(b).distance};
    };
    const auto heavyLeft = distances(4, 1);
    const auto heavyRight = distances(1, 4);
    EXPECT_LT(heavyLeft[0], 0.5 * heavyLeft[1]) << solver.name;
    EXPECT_LT(heavyRight[1], 0.5 * heavyRight[0]) << solver.name;
  }
}

}  // namespace
}  // namespace limber::test
