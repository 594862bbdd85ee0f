/// Which coordinates a solve may move, how far and how long: limits, largest steps, weights of joints and goals,
/// maxTime.
#include <numeric>

#include "fixtures.h"

namespace limber::test::limits_test {
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

TEST(Limits, OfAHingeAreReachedAndHoldUntilTheyAreSwitchedOff) {
  for (const double limit : {29.0, 100.0, 130.0, 150.0, 179.0}) {
    const ModelPtr arm = chain(1, hinge(Vec3::UnitZ(), limit * degrees));
    everySolver(arm, "position", "tip", [&](const SolverType& solver, Problem& problem, Goal& goal) {
      const auto turnTo = [&](double angle, bool limits) {
        setPoint(goal, {std::cos(angle * degrees), std::sin(angle * degrees), 0});
        return solve(problem, solver, {.maxIterations = 1000, .limits = limits}).status;
      };
      for (const double side : {1.0, -1.0}) {
        SCOPED_TRACE(side * limit);
        problem.state.reset();
        EXPECT_EQ(turnTo(side * (limit - 1), true), Status::converged);
        EXPECT_NEAR(problem.state.q[0], side * (limit - 1) * degrees, 1e-3);
        EXPECT_NE(turnTo(side * (limit + 1), true), Status::converged);
        EXPECT_EQ(problem.state.q[0], side * limit * degrees);
        EXPECT_EQ(turnTo(side * (limit + 1), false), Status::converged);
        EXPECT_NEAR(problem.state.q[0], side * (limit + 1) * degrees, 1e-3);
      }
    });
  }
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

/// Indices in q of the coordinates of which no motion is on a path from a goal's link to a root.
std::vector<int> idlePlaces(const Problem& problem) {
  std::vector<int> idle(problem.model().nq);
  std::iota(idle.begin(), idle.end(), 0);
  for (const Motion& motion : problem.model().motions) {
    for (const auto& goal : problem.goals()) {
      if (goal->link < motion.link || goal->link >= problem.model().links[motion.link].subtreeEnd) continue;
      std::erase_if(idle, [&](int i) { return i >= motion.qIndex && i < motion.qIndex + motion.nq(); });
    }
  }
  return idle;
}

TEST(JointWeights, OfZeroAndJointsThatCarryNoGoalKeepTheirBits) {
  int held = 0, idle = 0;
  for (auto&& make : trials(share(100))) {
    const ModelPtr model = make.model();
    for (const SolverType& solver : solverTypes()) {
      SCOPED_TRACE(solver.name);
      Problem problem(model);
      make.addGoal(problem, make.chance(0.5) ? "position" : make.oneOf(toolGoalTypes()).name);
      if (solver.supports(problem)) continue;
      std::vector<int> places = idlePlaces(problem);
      idle += static_cast<int>(places.size());
      for (const Motion& motion : model->motions) {
        if (motion.mimics || make.chance(0.8)) continue;
        std::fill_n(&problem.jointWeights[motion.vIndex], motion.nv(), 0.0);
        for (int i = 0; i < motion.nq(); ++i) places.push_back(motion.qIndex + i);
        held += motion.nq();
      }
      const SolveOptions tracked, found = {.maxIterations = 15, .mode = Mode::find, .maxRestarts = 2};
      for (const SolveOptions& options : {tracked, found, {.maxIterations = 15, .annealing = 2}}) {
        const std::vector<double> before = settledQ(make, *model);
        start(problem, before);
        for (int call = options.mode == Mode::find ? 2 : 0; call < 3; ++call) solve(problem, solver, options);
        for (const int i : places) EXPECT_EQ(problem.state.q[i], before[i]);
      }
    }
  }
  EXPECT_GT(held, 0);
  EXPECT_GT(idle, 0);
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

/// A limit of zero is exceeded after the first iteration.
TEST(MaxTime, OfZeroLetsOneIterationBeMadeAndWhatIsReachedConverge) {
  everySolver(chain(3, hinge(Vec3::UnitZ())), "position", "tip", [](const auto& solver, Problem& problem, Goal& goal) {
    goal.target = {1, 1.5, 0};
    for (const Mode mode : {Mode::track, Mode::find}) {
      std::ranges::fill(problem.state.q, 0.3);
      const double before = problem.residual(goal).distance;
      const Result result = solve(problem, solver, {.maxTime = 0, .tolerance = 0, .mode = mode, .annealing = 3});
      EXPECT_EQ(result.status, Status::maxTime);
      EXPECT_EQ(result.iterations, 1);
      EXPECT_EQ(result.restarts, 0);
      EXPECT_LE(problem.residual(goal).distance, before);
    }
    aimAt(problem, goal, problem.state.q);
    EXPECT_EQ(solve(problem, solver, {.maxTime = 0}).status, Status::converged);
    goal.velocity.fill(0.1);
    const double time = problem.time;
    EXPECT_EQ(step(problem, 0.1, {.maxTime = 0, .substeps = 50}).substeps, 2) << "it takes what is left at once";
    EXPECT_DOUBLE_EQ(problem.time - time, 0.1);
  });
}

}  // namespace
}  // namespace limber::test::limits_test
