/// Which coordinates solve() may move, and how far: limits, largest steps, weights of joints and goals.
#include <functional>

#include "fixtures.h"

namespace limber::test::solve_limits_test {
namespace {

/// Calls `each(solver, problem)` for every solver and fixture, with goals of a random type on every tip and targets
/// within and beyond reach.
template <class Each>
void everyProblem(Maker& make, Each each) {
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    for (const std::string& tip : fixture.tips) {
      const GoalType& type = make.oneOf(toolGoalTypes());
      Goal& goal = addGoal(problem, type.name, tip, make.goalOptions(type.name));
      type.targetAt(goal, make.pose(1.5 * problem.model().reach), goal.target.data());
    }
    if (!solver.supports(problem)) each(solver, problem);
  });
}

SolveOptions oneStep() { return {.maxIterations = 1, .stallTolerance = 0}; }

TEST(Limits, HoldAfterEveryStepWhereverItStartedAndInFind) {
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
      const int seed = static_cast<int>(make.seed % 1000);
      solve(problem, solver, {.maxIterations = 10, .mode = Mode::find, .maxRestarts = 5, .seed = seed});
      expectSound(problem);
    }
  }
}

TEST(Limits, DoNotHoldWhenSwitchedOff) {
  const ModelPtr arm = chain(1, hinge(Vec3::UnitZ(), 0.5));
  everySolver(arm, "position", "tip", [](const SolverType& solver, Problem& problem, Goal& goal) {
    goal.target = {std::cos(2.0), std::sin(2.0), 0};
    EXPECT_NE(solve(problem, solver).status, Status::converged);
    EXPECT_EQ(problem.state.q[0], 0.5);
    EXPECT_EQ(solve(problem, solver, {.limits = false}).status, Status::converged);
    EXPECT_NEAR(problem.state.q[0], 2, 1e-4);
  });
}

TEST(Limits, ActiveOnesAreReportedRightAfterwards) {
  std::vector<int> seen(3);
  for (auto&& make : trials(10)) {
    everyProblem(make, [&](const SolverType& solver, Problem& problem) {
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
  everySolver(chain(1, limited), "orientation", "tip", [](const SolverType& solver, Problem& problem, Goal& goal) {
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
  });
}

TEST(MaxStep, IsKeptByEveryCoordinateEachStep) {
  double most = 0;  // relative to its cap
  for (auto&& make : trials(10)) {
    everyProblem(make, [&](const SolverType& solver, Problem& problem) {
      const SolveOptions options = {
          .maxIterations = 1, .stallTolerance = 0, .limits = make.chance(0.5), .maxStep = make.between(0.001, 0.1)};
      start(problem, make.allowedQ(problem.model()));
      for (int step = 0; step < 20; ++step) {
        const std::vector<double> before = problem.state.q;
        solve(problem, solver, options);
        const double went = change(problem.model(), before, problem.state.q) / options.maxStep;
        EXPECT_LE(went, 1 + 1e-9) << "step " << step;
        most = std::max(most, went);
      }
    });
  }
  EXPECT_GT(most, 0.999);  // the cap was active
}

TEST(JointWeights, OfZeroKeepScrewsAndBallsToTheBit) {
  int held = 0;
  for (auto&& make : trials(share(10))) {
    everyProblem(make, [&](const SolverType& solver, Problem& problem) {
      start(problem, make.allowedQ(problem.model()));
      normalise(problem.model(), problem.state.q.data());
      std::vector<int> places;
      for (const Motion& motion : problem.model().motions) {
        if (motion.mimics || make.chance(0.5)) continue;
        std::fill_n(&problem.jointWeights[motion.vIndex], motion.nv(), 0.0);
        for (int i = 0; i < motion.nq(); ++i) places.push_back(motion.qIndex + i);
      }
      const std::vector<double> before = problem.state.q;
      for (int call = 0; call < 6; ++call) solve(problem, solver, {.annealing = call / 3});
      for (const int i : places) EXPECT_EQ(problem.state.q[i], before[i]);
      held += static_cast<int>(places.size());
    });
  }
  EXPECT_GT(held, 0);
}

TEST(JointWeights, OfZeroKeepABallFromTurningAboutThatAxisOfItsOwn) {
  for (auto&& make : trials(50)) {
    everySolver(ballChain(4), "position", "tip", [&](const SolverType& solver, Problem& problem, Goal& goal) {
      const Model& model = problem.model();
      start(problem, make.allowedQ(model));
      setPoint(goal, make.vector(3));
      for (int ball = 0; ball < 4; ++ball) problem.jointWeights[3 * ball + make.below(3)] = 0;
      const std::vector<double> before = problem.state.q;
      solve(problem, solver, oneStep());
      const std::vector<double> turned = wayBetween(model, before, problem.state.q);
      double most = 0;
      for (int i = 0; i < model.nv; ++i) {
        most = std::max(most, std::abs(turned[i]));
        if (problem.jointWeights[i] > 0) continue;
        EXPECT_NEAR(turned[i], 0, 1e-12);
      }
      // curl does not move a ball with a fixed axis at all.
      if (solver.name != "curl") {
        EXPECT_GT(most, 1e-6);
      }
    });
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

TEST(GoalWeight, OnlyItsRatioToOthersCounts) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem&) {
    for (const int goals : {1, 2}) {
      // Powers of two cause no rounding.
      const auto solved = [&](double factor) {
        Problem problem(fixture.model);
        Maker make(firstSeed());
        for (int i = 0; i < goals; ++i) {
          Goal& goal = addGoal(problem, "position", fixture.tips[0], {.weight = (1 + i) * factor});
          setPoint(goal, fixture.model->reach * make.vector());
        }
        solve(problem, solver, {.maxIterations = 20});
        return problem.state.q;
      };
      for (const double factor : {0x1p-40, 0x1p40}) EXPECT_TRUE(sameBits(solved(factor), solved(1))) << factor;
    }
  });
}

TEST(GoalWeight, OfOnePriorityDoNotTouchThoseOfAnother) {
  for (const char* name : {"dls", "lm"}) {
    const auto solved = [&](double weight) {
      Problem problem(sevenJointArm());
      addGoal(problem, "position", "hand").target = {0.4, 0.2, 0.7};
      Goal& second = addGoal(problem, "position", "joint4", {.priority = 1});
      second.target = {0.1, 0.3, 0.5};
      second.weight = weight;
      solve(problem, name);
      return problem.state.q;
    };
    EXPECT_TRUE(sameBits(solved(1), solved(0x1p20))) << name;
  }
}

}  // namespace
}  // namespace limber::test::solve_limits_test
