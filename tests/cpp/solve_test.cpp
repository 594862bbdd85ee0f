/// Guarantees of solve() with any solver: every test runs through all solvers of the table, most of them also
/// through all goal types and fixtures.
#include "limber/solve.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace limber::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// --- Nothing to do --------------------------------------------------------------------------

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

TEST(Solve, ModelWithoutJointsIsReachedOrStalled) {
  const ModelPtr model = build({link("base", "", {1, 2, 3}), link("tip", "base", {0, 0, 1})});
  for (const SolverType& solver : solverTypes()) {
    Problem problem(model);
    Goal& goal = addGoal(problem, "position", "tip");
    if (solver.supports(problem)) continue;
    SolveOptions options = {.annealing = 3};
    EXPECT_EQ(solve(problem, solver, options).status, Status::converged);
    goal.target = {1, 2, 5};
    EXPECT_EQ(solve(problem, solver, options).status, Status::stalled);
    EXPECT_DOUBLE_EQ(problem.residual(goal).distance, 1);
  }
}

TEST(Solve, WithoutIterationsMovesNothing) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    goal.target[0] += problem.model().reach;
    if (solver.supports(problem)) return;
    const std::vector<double> before = problem.state.q;
    EXPECT_EQ(solve(problem, solver, {.maxIterations = 0}).status, Status::maxIterations);
    EXPECT_TRUE(sameBits(problem.state.q, before));
  });
}

// --- Bad input ------------------------------------------------------------------------------

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
      problem.removeGoal(&goal);
    }
  });
}

TEST(Solve, NoDirectionAndNoRotationAreRefused) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    for (const char* type : {"direction", "orientation", "pose"}) {
      SCOPED_TRACE(type);
      Goal& goal = addGoal(problem, type, fixture.tips[0]);
      goal.target = {};
      expectRefusal(problem, solver);
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

TEST(Solve, AddGoalNamesWhatIsWrong) {
  Problem problem(articleArm());
  const auto code = [&](std::string_view type, std::string_view link, GoalOptions options) {
    const auto goal = problem.addGoal(type, link, options);
    EXPECT_FALSE(goal.has_value());
    EXPECT_NE(goal.error().text, "");
    return goal.error().code;
  };
  const auto with = [](auto change) {
    GoalOptions options;
    change(options);
    return options;
  };
  EXPECT_EQ(code("wish", "effector", {}), ErrorCode::unknownGoalType);
  EXPECT_EQ(code("position", "hand", {}), ErrorCode::unknownLink);
  EXPECT_EQ(code("position", "effector", with([](auto& o) { o.weight = -1; })), ErrorCode::badGoal);
  EXPECT_EQ(code("direction", "effector", {.parameters = {{"axis", {0, 0, 0}}}}), ErrorCode::badGoal);
  EXPECT_EQ(code("direction", "effector", {.parameters = {{"axis", {nan, 0, 0}}}}), ErrorCode::notFinite);
  EXPECT_EQ(code("direction", "effector", {.parameters = {{"axis", {1, 0}}}}), ErrorCode::badGoal);
  EXPECT_EQ(code("position", "effector", {.parameters = {{"axis", {1, 0, 0}}}}), ErrorCode::badGoal);
  EXPECT_EQ(code("position", "effector", with([](auto& o) { o.linkFromTool.p.x() = infinity; })), ErrorCode::notFinite);
  EXPECT_EQ(code("position", "effector", with([](auto& o) { o.linkFromTool.r.w() = 2; })), ErrorCode::notUnit);
  EXPECT_TRUE(problem.goals().empty());
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
    for (const SolverType& solver : solverTypes()) {
      SCOPED_TRACE(std::string(solver.name) + " " + std::to_string(run));
      Problem problem(arm(run));
      Goal& goal = addGoal(problem, "position", "tip");
      if (solver.supports(problem)) continue;
      goal.target = {0.3, 0.59, 0.7};
      start(problem, {0, 0.4, -0.5});  // bent, so that every joint moves the tip
      const Result result = solve(problem, solver, {.maxIterations = 20000});
      EXPECT_EQ(result.status, Status::converged);
      EXPECT_LE(problem.residual(goal).distance, 1e-4 * size);
    }
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
      EXPECT_NE(error->text.find(field.name), std::string::npos) << error->text;
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

TEST(Solve, CheckRefusesNonsense) {
  const auto refuses = [](auto change) {
    SolveOptions options;
    change(options);
    return check(options).has_value();
  };
  EXPECT_TRUE(refuses([](auto& o) { o.maxIterations = -1; }));
  EXPECT_TRUE(refuses([](auto& o) { o.tolerance = -0.1; }));
  EXPECT_TRUE(refuses([](auto& o) { o.angleTolerance = nan; }));
  EXPECT_TRUE(refuses([](auto& o) { o.stallTolerance = -1; }));
  EXPECT_TRUE(refuses([](auto& o) { o.maxStep = -1e-9; }));
  EXPECT_TRUE(refuses([](auto& o) { o.annealing = -1; }));
  EXPECT_TRUE(refuses([](auto& o) { o.annealingAmplitude = 1.5; }));
  EXPECT_TRUE(refuses([](auto& o) { o.seed = -1; }));
  EXPECT_FALSE(refuses([](auto& o) { o.tolerance = o.angleTolerance = automatic; }));
}

// --- Far away -------------------------------------------------------------------------------

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

TEST(Solve, TargetsOnAJointBreakNothing) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    if (solver.supports(problem)) return;
    for (const Pose& joint : State(fixture.model).poses) {
      Eigen::Map<Vec3>(goal.target.data()) = joint.p;
      problem.state.reset();
      EXPECT_NE(solve(problem, solver).status, Status::notFinite);
      EXPECT_TRUE(allFinite(problem.state.q));
    }
  });
}

TEST(Solve, ArmStretchesTowardsWhatIsFarAway) {
  for (const SolverType& solver : solverTypes()) {
    Problem problem(ballChain(5));
    Goal& goal = addGoal(problem, "position", "tip");
    if (solver.supports(problem)) continue;
    const Vec3 towards = Vec3(-1, 2, 0.5).normalized();
    Eigen::Map<Vec3>(goal.target.data()) = 1e9 * towards;
    EXPECT_EQ(solve(problem, solver, {.maxIterations = 1000}).status, Status::unreachable) << solver.name;
    // Near the straight pose the pseudoinverse wastes its steps on oscillations.
    const double near = solver.name == "pseudoinverse" ? 0.05 : 1e-3;
    EXPECT_LT((problem.toolPose(goal).p - 5 * towards).norm(), near) << solver.name;
  }
}

}  // namespace
}  // namespace limber::test
