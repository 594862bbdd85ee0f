/// Guarantees of solve() with any solver: every test runs through all solvers of the table, most of them also
/// through all goal types and fixtures.
#include "limber/solve.h"

#include "fixtures.h"

namespace limber::test::solve_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Solve, WithoutGoalsHasNothingToDo) {
  everywhere([](const SolverType& solver, const Fixture&, Problem& problem) {
    if (solver.supports(problem)) return;
    const std::vector<double> before = problem.state.q;
    const Result result = solve(problem, solver);
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_TRUE(sameBits(problem.state.q, before));
  });
}

TEST(Solve, WhatIsReachedTakesNoStep) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    const std::vector<double> q = make.allowedQ(problem.model());
    for (const GoalType& type : toolGoalTypes()) addGoals(make, problem, fixture, type.name, q);
    if (solver.supports(problem)) return;
    start(problem, q);
    const Result result = solve(problem, solver);
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_EQ(result.restarts, 0);
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

/// Expects `notFinite`, with every bit of q and poses unchanged.
void expectRefusal(Problem& problem, const SolverType& solver) {
  if (solver.supports(problem)) return;
  const std::vector<double> q = problem.state.q;
  const std::vector<double> poses = copyOfPoses(problem.state);
  const Result result = solve(problem, solver);
  EXPECT_EQ(result.status, Status::notFinite);
  EXPECT_STRNE(result.reason, "");
  EXPECT_TRUE(sameBits(problem.state.q, q));
  EXPECT_TRUE(sameBits(copyOfPoses(problem.state), poses));
}

TEST(Solve, BadTargetLeavesTheStateUntouched) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    start(problem, make.anyQ(problem.model()));  // also outside limits, which must not be corrected
    for (const GoalType& type : toolGoalTypes()) {
      SCOPED_TRACE(type.name);
      Goal& goal = addGoal(problem, type.name, fixture.tips[0]);
      const auto good = goal.target;
      for (const double bad : {nan, infinity, -infinity}) {
        for (int i = 0; i < type.targetSize; ++i) {
          goal.target[i] = bad;
          expectRefusal(problem, solver);
          goal.weight = 0;  // a disabled goal may contain anything
          EXPECT_NE(solve(problem, solver, {}).status, Status::notFinite);
          start(problem, make.anyQ(problem.model()));
          goal.weight = 1;
          goal.target = good;
        }
      }
      if (type.quaternionAt >= 0 || type.directionAt >= 0) {
        goal.target = {};  // no direction, no rotation
        expectRefusal(problem, solver);
      }
      problem.removeGoal(&goal);
    }
  });
}

TEST(Solve, BadWeightsAndCoordinatesAreRefused) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    for (const double bad : {-1.0, nan, infinity}) {
      goal.weight = bad;
      expectRefusal(problem, solver);
    }
    goal.weight = 1;
    for (std::vector<double>* values : {&problem.jointWeights, &problem.state.q}) {
      for (double& each : *values) {
        const double good = std::exchange(each, nan);
        expectRefusal(problem, solver);
        each = good;
      }
    }
    if (solver.supports(problem)) return;
    EXPECT_EQ(solve(problem, solver).status, Status::converged);
  });
}

TEST(Solve, JointWeightsOutsideZeroToOneAreUnsupported) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    addGoal(problem, "position", fixture.tips[0]).target = {1, 2, 3};
    const std::vector<double> before = problem.state.q;
    for (double& each : problem.jointWeights) {
      for (const double bad : {-0.1, 1.1}) {
        each = bad;
        const Result result = solve(problem, solver);
        EXPECT_EQ(result.status, Status::unsupported);
        EXPECT_STRNE(result.reason, "");
        EXPECT_TRUE(sameBits(problem.state.q, before));
      }
      each = 1;
    }
  });
}

/// All numbers in `text`, including infinities.
std::vector<double> numbersIn(const std::string& text) {
  std::vector<double> numbers;
  for (const char* at = text.c_str(); *at;) {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end != at) numbers.push_back(number);
    at = end == at ? at + 1 : end;
  }
  return numbers;
}

/// Values that an option must refuse.
std::vector<double> outside(const OptionField& field) {
  if (std::holds_alternative<bool SolveOptions::*>(field.member)) return {};
  const bool isAutomatic = field.get({}) == automatic;
  std::vector<double> bad = {isAutomatic ? field.min - 2 : field.min - 1};
  if (std::holds_alternative<int SolveOptions::*>(field.member)) return bad;
  if (std::holds_alternative<Mode SolveOptions::*>(field.member)) return {-1, field.max + 1};
  bad.insert(bad.end(), {field.min - 1e-3, nan, -infinity});
  if (std::isfinite(field.max)) bad.insert(bad.end(), {field.max + 1e-3, infinity});
  return bad;
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

TEST(Solve, OptionsOutOfRangeAreUnsupported) {
  int tried = 0;
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    goal.target[2] += 0.1;
    const std::vector<double> before = problem.state.q;
    for (const OptionField& field : optionFields()) {
      for (const double value : outside(field)) {
        SolveOptions options;
        field.set(options, value);
        const Result result = solve(problem, solver, options);
        EXPECT_EQ(result.status, Status::unsupported) << field.name << " " << value;
        EXPECT_STRNE(result.reason, "");
        EXPECT_TRUE(sameBits(problem.state.q, before));
        ++tried;
      }
    }
  });
  EXPECT_GT(tried, 0);
}

TEST(Solve, CheckNamesTheOptionAndItsRange) {
  for (const OptionField& field : optionFields()) {
    for (const double value : outside(field)) {
      SolveOptions options;
      field.set(options, value);
      const auto error = check(options);
      ASSERT_TRUE(error) << field.name << " " << value;
      EXPECT_EQ(error->code, ErrorCode::badOption);
      EXPECT_TRUE(error->text.contains(field.name)) << error->text;
      EXPECT_EQ(std::ranges::count(numbersIn(error->text), field.min), 1) << error->text;
      EXPECT_EQ(std::ranges::count(numbersIn(error->text), field.max), 1) << error->text;
    }
    for (const double value : {field.min, field.max, field.get({})}) {
      SolveOptions options;
      field.set(options, value);
      EXPECT_FALSE(check(options)) << field.name << " " << value;
      EXPECT_EQ(field.get(options), value);
    }
  }
  EXPECT_FALSE(check({}));
}

TEST(Solve, TargetsFarAwayBreakNothing) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    if (solver.supports(problem)) return;
    const auto near = goal.target;
    for (const double far : {1e9, 1e150, 1e300, -1e300, 1.7e308}) {
      for (const bool limits : {true, false}) {
        goal.target = {far, 0.5 * far, 0.1 * far};
        const std::vector<double> before = problem.state.q;
        const Result result = solve(problem, solver, {.limits = limits, .annealing = 2});
        EXPECT_TRUE(allFinite(problem.state.q)) << far;
        EXPECT_TRUE(allFinite(copyOfPoses(problem.state))) << far;
        if (result.status == Status::notFinite) {
          EXPECT_TRUE(sameBits(problem.state.q, before));
          EXPECT_STRNE(result.reason, "");
        }
      }
    }
    goal.target = near;
    problem.state.reset();
    EXPECT_EQ(solve(problem, solver).status, Status::converged);
    EXPECT_EQ(solve(problem, solver).iterations, 0);
  });
}

TEST(Solve, ArmStretchesTowardsWhatIsFarAway) {
  everySolver(ballChain(5), "position", "tip", [](const SolverType& solver, Problem& problem, Goal& goal) {
    const Vec3 towards = Vec3(-1, 2, 0.5).normalized();
    setPoint(goal, 1e9 * towards);
    EXPECT_EQ(solve(problem, solver, {.maxIterations = 1000}).status, Status::unreachable);
    // Near the straight pose the pseudoinverse wastes its steps on oscillations.
    const double near = solver.name == "pseudoinverse" ? 0.05 : 1e-3;
    EXPECT_LT((problem.toolPose(goal).p - 5 * towards).norm(), near);
  });
}

}  // namespace
}  // namespace limber::test::solve_test
