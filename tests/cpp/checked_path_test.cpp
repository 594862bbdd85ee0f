// Mistakes of callers after the model is built, and how solve() and step() report them.
#include "fixtures.h"

namespace limber::test::checked_path_test {
namespace {

TEST(CheckedPath, AnUnknownSolverIsUnsupportedAndTheReasonNamesTheKnownOnes) {
  Problem problem(articleArm());
  addGoal(problem, "position", "effector");
  const Result result = solve(problem, "newton");
  EXPECT_EQ(result.status, Status::unsupported);
  for (const SolverType& solver : solverTypes()) EXPECT_TRUE(std::string_view(result.reason).contains(solver.name));
}

TEST(CheckedPath, ASolverByNameIsThatSolver) {
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    Problem one(sevenJointArm()), other(sevenJointArm());
    for (Problem* problem : {&one, &other}) addGoal(*problem, "position", "hand").target[0] += 0.1;
    EXPECT_EQ(solve(one, solver).status, solve(other, solver.name).status);
    EXPECT_EQ(one.state.q, other.state.q);
  }
  Problem one(sevenJointArm()), other(sevenJointArm());
  for (Problem* problem : {&one, &other}) addGoal(*problem, "pose", "hand").target[0] += 0.1;
  solve(one);
  solve(other, defaultSolver(other));
  EXPECT_EQ(one.state.q, other.state.q);
}

TEST(CheckedPath, BlocksOfAnotherSizeAreRefusedAndNotRead) {
  Problem problem(sevenJointArm());
  addGoal(problem, "position", "hand").target[0] += 0.1;
  const std::vector<std::pair<std::string_view, std::vector<double>*>> blocks = {
      {"state.q", &problem.state.q},
      {"rest", &problem.rest},
      {"jointWeights", &problem.jointWeights},
      {"drivenVelocities", &problem.drivenVelocities},
      {"fitWeights", &problem.fitWeights}};
  for (const auto& [name, block] : blocks) {
    const std::vector<double> before = *block;
    for (const int more : {-1, 1, 100}) {
      SCOPED_TRACE(std::string(name) + " and " + std::to_string(more));
      block->resize(before.size() + static_cast<std::size_t>(more));
      block->shrink_to_fit();
      const std::vector<double> given = *block;
      for (const SolverType& solver : solverTypes()) {
        const Result result = solve(problem, solver);
        EXPECT_EQ(result.status, Status::unsupported);
        EXPECT_EQ(std::string_view(result.reason).substr(0, name.size()), name);
      }
      EXPECT_EQ(step(problem, 0.02).status, Status::unsupported);
      EXPECT_EQ(block->size(), given.size());
      *block = before;
    }
    EXPECT_NE(solve(problem, "lm").status, Status::unsupported);
  }
}

TEST(CheckedPath, AProblemHasRoomForSoManyGoalsAndLoops) {
  Problem problem(sevenJointArm());
  for (int i = 0; i < maxGoals; ++i) addGoal(problem, "position", "hand");
  const auto goal = problem.addGoal("position", "hand");
  ASSERT_FALSE(goal);
  EXPECT_EQ(goal.error().code, ErrorCode::tooLarge);
  EXPECT_EQ(goal.error().text, "1001 goals and loops; at most 1000");
  LoopDescription closed;
  closed.a.link = "hand";
  const auto loop = problem.addLoop(closed);
  ASSERT_FALSE(loop);
  EXPECT_EQ(loop.error().code, ErrorCode::tooLarge);
  EXPECT_EQ(problem.goals().size(), static_cast<std::size_t>(maxGoals));
  EXPECT_NE(solve(problem, "lm").status, Status::unsupported);

  Problem large(chain(2000, joint("free")));
  const int most = maxGoalFreedoms / large.model().nv;
  for (int i = 0; i < most; ++i) addGoal(large, "position", large.model().links.front().name);
  EXPECT_EQ(large.addGoal("position", large.model().links.front().name).error().code, ErrorCode::tooLarge);
}

/// Tries every number of every parameter of every goal type outside its bounds, infinite, and as NaN.
TEST(CheckedPath, ParametersOutOfBoundsAreRefusedByNameAndTakenBackInside) {
  for (const GoalType& type : goalTypes()) {
    SCOPED_TRACE(type.name);
    Problem problem(oneJoint(joint(type.name == "slide" ? "prismatic" : type.name == "joint" ? "revolute" : "free")));
    Goal& goal = addGoal(problem, type.name, type.motion ? "joint" : "tip");
    for (const ParameterField& field : type.parameters) {
      for (int i = 0; i < field.count; ++i) {
        double& number = goal.parameter(field.name)[static_cast<std::size_t>(i)];
        const double before = number;
        for (const double bad : {std::nan(""), infinity, field.min - 1, field.max + 1}) {
          if (bad >= field.min && bad <= field.max && std::isfinite(bad)) continue;
          number = bad;
          const auto error = checkParameters(goal, problem.model());
          ASSERT_TRUE(error) << field.name << " " << bad;
          EXPECT_TRUE(error->text.contains(field.name)) << error->text;
          EXPECT_EQ(solve(problem).status, Status::unsupported);
          EXPECT_EQ(step(problem, 0.02).status, Status::unsupported);
        }
        number = before;
        EXPECT_FALSE(checkParameters(goal, problem.model()));
      }
    }
    EXPECT_EQ(solve(problem).status, Status::converged);
  }
}

TEST(CheckedPath, ParametersFillTheBlockWithoutGapsAndBeginInsideTheirBounds) {
  for (const GoalType& type : goalTypes()) {
    SCOPED_TRACE(type.name);
    int next = 0;
    for (const ParameterField& field : type.parameters) {
      EXPECT_EQ(field.first, next);
      next += field.count;
      EXPECT_LE(field.count, static_cast<int>(field.initial.size()));
      for (int i = 0; i < field.count; ++i) {
        EXPECT_GE(field.initial[static_cast<std::size_t>(i)], field.min);
        EXPECT_LE(field.initial[static_cast<std::size_t>(i)], field.max);
      }
    }
    EXPECT_LE(next, static_cast<int>(Goal{}.parameters.size()));
  }
}

TEST(CheckedPath, AGoalsGainHasTheBoundsOfTheOptionGain) {
  Problem problem(articleArm());
  Goal& goal = addGoal(problem, "position", "effector");
  const auto field = std::ranges::find(optionFields(), "gain", &OptionField::name);
  for (const double gain : {field->min, field->max}) {
    goal.gain = gain;
    EXPECT_FALSE(checkParameters(goal, problem.model()));
    SolveOptions options = {.gain = gain};
    EXPECT_FALSE(check(options));
  }
  for (const double gain : {std::nextafter(field->max, infinity), -0.5, std::nan("")}) {
    goal.gain = gain;
    EXPECT_TRUE(checkParameters(goal, problem.model()));
  }
}

TEST(Solve, RefusesASolverThatIsNotOfTheTable) {
  Problem problem(ballChain(2));
  addGoal(problem, "position", "tip");
  const SolverType copy = *findSolverType("lm");
  const Result result = solve(problem, copy, {});
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_TRUE(std::string_view(result.reason).contains("findSolverType"));
}

}  // namespace
}  // namespace limber::test::checked_path_test
