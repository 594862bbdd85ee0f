/// Mistakes of callers after the model is built: every solver and step() refuse them with a status and a reason, and no
/// bit of coordinates or poses changes.
#include "linkages.h"

namespace limber::test::refusals_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> unreal = {nan, infinity, -infinity}, infinite = {infinity, -infinity};

/// Expects that `run` is refused for this reason and changes nothing.
template <class Run>
void expectRefusal(Problem& problem, std::string_view words, Status status, Run run) {
  const std::vector<double> q = problem.state.q, poses = copyOfPoses(problem.state);
  const double time = problem.time;
  const auto result = run();
  EXPECT_EQ(result.status, status) << words;
  EXPECT_TRUE(std::string_view(result.reason).contains(words)) << result.reason << " without " << words;
  EXPECT_TRUE(sameBits(problem.state.q, q));
  EXPECT_TRUE(sameBits(copyOfPoses(problem.state), poses));
  EXPECT_EQ(problem.time, time);
}

void expectStepRefusal(Problem& problem, std::string_view words, Status status, const SolveOptions& options = {}) {
  SCOPED_TRACE("step");
  expectRefusal(problem, words, status, [&] { return step(problem, 0.02, options); });
}

/// By step() and by every solver that could solve the problem otherwise.
void expectRefusals(Problem& problem, std::string_view words, Status status, const SolveOptions& options = {}) {
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    expectRefusal(problem, words, status, [&] {
      Result result = solve(problem, solver, options);
      const bool isOther = result.status == Status::unsupported && !std::string_view(result.reason).contains(words);
      if (isOther && solver.supports(problem)) result = {.status = status, .reason = words.data()};
      return result;
    });
  }
  expectStepRefusal(problem, words, status, options);
}

/// Tries all bad values in every place of a block, which is restored.
template <class Expect>
void spoil(std::span<double> block, const std::vector<double>& bad, Expect expect) {
  for (double& each : block) {
    for (const double value : bad) {
      const double good = std::exchange(each, value);
      expect();
      each = good;
    }
  }
}

/// Calls `each(problem, goal)` for every fixture and type of goal, from a pose that may be outside the limits: a
/// refusal must not correct it.
template <class Each>
void everyGoal(Each each) {
  Maker make(firstSeed());
  for (const Fixture& fixture : allFixtures()) {
    for (const GoalType& type : toolGoalTypes()) {
      SCOPED_TRACE(fixture.name + ", " + std::string(type.name));
      Problem problem(fixture.model);
      Goal& goal = addGoal(problem, type.name, fixture.tips[0]);
      start(problem, make.anyQ(problem.model()));
      each(problem, goal);
    }
  }
}

TEST(Refusals, TargetsThatAreNoneChangeNothingUnlessTheGoalIsOff) {
  everyGoal([](Problem& problem, Goal& goal) {
    const std::span<double> target(goal.target.data(), static_cast<std::size_t>(goal.type->targetSize));
    spoil(target, unreal, [&] { expectRefusals(problem, "the target is not finite", Status::notFinite); });
    if (goal.type->quaternionAt >= 0 || goal.type->directionAt >= 0) {
      goal.target = {};
      expectRefusals(problem, "is zero", Status::notFinite);
    }
    goal.target.fill(nan);
    goal.weight = 0;
    for (const SolverType& solver : solverTypes()) EXPECT_NE(solve(problem, solver).status, Status::notFinite);
    EXPECT_NE(step(problem, 0.02).status, Status::notFinite);
  });
}

TEST(Refusals, WeightsAndCoordinatesThatAreNoneChangeNothing) {
  everyGoal([](Problem& problem, Goal& goal) {
    if (goal.type->name != "position") return;
    const auto expect = [&](const char* words, Status status, std::span<double> block, const std::vector<double>& bad) {
      spoil(block, bad, [&] { expectRefusals(problem, words, status); });
    };
    expect("a goal's weight is", Status::notFinite, {&goal.weight, 1}, {-1, nan, infinity});
    expect("a coordinate in q is", Status::notFinite, problem.state.q, unreal);
    expect("a joint weight is not finite", Status::notFinite, problem.jointWeights, unreal);
    expect("a joint weight is not from 0 to 1", Status::unsupported, problem.jointWeights, {-0.1, 1.1});
    expect("a coordinate of the rest posture is", Status::notFinite, problem.rest, unreal);
    EXPECT_NE(solve(problem).status, Status::notFinite);
  });
}

TEST(Refusals, OfAStepNameItsTimeVelocitiesAndGains) {
  Problem problem(sevenJointArm());
  Goal& goal = addGoal(problem, "position", "hand");
  const auto expect = [&](const char* words, std::span<double> block, const std::vector<double>& bad) {
    spoil(block, bad, [&] { expectStepRefusal(problem, words, Status::notFinite); });
  };
  expect("a target's velocity is", goal.velocity, infinite);
  expect("a goal's gain is", {&goal.gain, 1}, {nan, infinity});
  expect("a driven velocity is", problem.drivenVelocities, infinite);
  for (const double dt : unreal)
    expectRefusal(problem, "dt is not finite", Status::notFinite, [&] { return step(problem, dt); });
  expectRefusal(problem, "dt is negative", Status::unsupported, [&] { return step(problem, -0.1); });
  EXPECT_STREQ(step(problem, 0.02).reason, "");
}

TEST(Refusals, OfMaximalNameItsPosesAndWeights) {
  Problem problem(fourBar());
  addGoal(problem, "position", "coupler");
  problem.state.place();
  const auto expect = [&](const char* words, Status status, std::span<double> block, const std::vector<double>& bad) {
    spoil(block, bad, [&] { expectRefusal(problem, words, status, [&] { return solve(problem, "maximal"); }); });
    EXPECT_TRUE(problem.state.isPlaced);
  };
  expect("the target is not finite", Status::notFinite, std::span(problem.goals()[0]->target).first(3), unreal);
  expect("a link's pose is not finite", Status::notFinite, std::span(problem.state.poses[1].p.data(), 3), unreal);
  expect("a fit weight is", Status::unsupported, problem.fitWeights, {nan, infinity, -1});
  EXPECT_STREQ(solve(problem, "maximal").reason, "");
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

TEST(Refusals, OfOptionsNameThemAndTheirRange) {
  Problem problem(sevenJointArm());
  addGoal(problem, "position", "hand").target[2] += 0.1;
  for (const OptionField& field : optionFields()) {
    SolveOptions options;
    for (const double value : outside(field)) {
      SCOPED_TRACE(std::string(field.name) + " " + std::to_string(value));
      field.set(options, value);
      const auto error = check(options);
      ASSERT_TRUE(error);
      EXPECT_EQ(error->code, ErrorCode::badOption);
      EXPECT_TRUE(error->text.starts_with(field.name)) << error->text;
      EXPECT_TRUE(error->text.ends_with(join({" from ", text(field.min), " to ", text(field.max)}))) << error->text;
      expectRefusals(problem, "an option is out of range", Status::unsupported, options);
    }
    for (const double value : {field.min, field.max, field.get({})}) {
      field.set(options, value);
      EXPECT_FALSE(check(options)) << field.name << " " << value;
      EXPECT_EQ(field.get(options), value);
    }
  }
}

TEST(Refusals, ASolverOfNoNameOrNoTableIsUnsupportedAndTheReasonNamesTheKnownOnes) {
  Problem problem(articleArm());
  addGoal(problem, "position", "effector");
  for (const SolverType& solver : solverTypes())
    expectRefusal(problem, solver.name, Status::unsupported, [&] { return solve(problem, "newton"); });
  const SolverType copy = *findSolverType("lm");
  expectRefusal(problem, "findSolverType", Status::unsupported, [&] { return solve(problem, copy, {}); });
}

TEST(Refusals, WhoNamesNoSolverGetsOneThatTakesEverything) {
  Problem one(sevenJointArm()), other(sevenJointArm());
  for (Problem* problem : {&one, &other}) {
    addGoal(*problem, "position", "hand").target = {0.4, 0.2, 0.7};
    addGoal(*problem, "direction", "joint4", {.priority = 1});
    addGoal(*problem, "joint", "joint1", {.weight = 0.1, .priority = 2}).target = {0.2};
  }
  EXPECT_EQ(defaultSolver(one).name, "lm");
  EXPECT_NE(solve(one).status, Status::unsupported);
  EXPECT_LE(one.residual(*one.goals()[0]).distance, 1e-4 * one.model().size);
  solve(other, defaultSolver(other));
  EXPECT_EQ(one.state.q, other.state.q);
}

/// Adds something that only some solvers take.
struct Demand {
  ModelPtr model;
  void (*add)(Problem&);
  std::string_view words;
  std::vector<std::string_view> takers;
  SolveOptions options = {};
};

TEST(Refusals, OfWhatASolverCannotDoNameIt) {
  const auto point = [](Problem& problem) { addGoal(problem, "position", problem.model().links.back().name); };
  const std::vector<std::string_view> inverse = {"transpose", "pseudoinverse", "dls", "svd", "sdls", "lm", "itasc"};
  std::vector<std::string_view> closed = inverse;
  closed.push_back("maximal");
  const auto twoLevels = [](Problem& problem) {
    for (const int priority : {0, 1}) addGoal(problem, "position", "tip", {.priority = priority}).target = {1, 1, 0};
  };
  const auto feature = [](Problem& problem) { addGoal(problem, "chain", "hand"); };
  for (const Demand& each : {Demand{ballChain(3), twoLevels, "", {"dls", "lm", "itasc"}},
                             Demand{fourBar(), [](Problem&) {}, "closed loops", closed},
                             Demand{sevenJointArm(), point, "clearance", inverse, {.maxIterations = 1, .clearance = 0}},
                             Demand{sevenJointArm(), feature, "", closed}}) {
    for (const SolverType& solver : solverTypes()) {
      SCOPED_TRACE(std::string(solver.name) + ", " + std::string(each.words));
      Problem problem(each.model);
      each.add(problem);
      if (std::ranges::count(each.takers, solver.name) > 0) {
        EXPECT_NE(solve(problem, solver, each.options).status, Status::unsupported);
      } else {
        expectRefusal(problem, solver.name == "analytic" ? "" : each.words, Status::unsupported, [&] {
          const Result result = solve(problem, solver, each.options);
          EXPECT_STRNE(result.reason, "");
          const char* reason = solver.supports(problem);
          EXPECT_TRUE(!reason || each.options.clearance >= 0 || std::string_view(reason) == result.reason);
          return result;
        });
      }
    }
  }
  Problem problem(sevenJointArm());
  point(problem);
  expectRefusal(problem, "joint weights", Status::unsupported, [&] { return solve(problem, "analytic"); });
}

TEST(Refusals, OfObstaclesNameTheirNumbers) {
  Problem problem(sevenJointArm());
  addGoal(problem, "position", "hand");
  Obstacle& ball = **problem.addObstacle({{"sphere", {0.1}, {}, {}, {{2, 0, 0}, Quat::Identity()}}});
  const auto expectAll = [&] {
    everyJacobianSolver(true, [&](const SolverType& solver) {
      expectRefusal(problem, "obstacle", Status::notFinite, [&] { return solve(problem, solver, {.clearance = 0}); });
    });
    expectStepRefusal(problem, "obstacle", Status::notFinite, {.clearance = 0});
  };
  const auto expect = [&](std::span<double> block, const std::vector<double>& bad) { spoil(block, bad, expectAll); };
  expect({ball.pose.p.data(), 3}, unreal);
  expect({ball.pose.r.coeffs().data(), 4}, unreal);
  expect({&ball.shape.size[0], 1}, {-1, nan});
  ball.pose.r.coeffs().setZero();
  expectAll();
  ball.pose.r = Quat(2, 0, 0, 0);
  EXPECT_EQ(solve(problem, "lm", {.clearance = 0}).status, Status::converged);
}

TEST(Refusals, ArraysKeepTheirLengthAndShareNothing) {
  Problem problem(sevenJointArm());
  State copy = problem.state;
  copy.q[0] = 0.5;
  EXPECT_EQ(problem.state.q[0], 0);
  problem.state = copy;
  copy.q[1] = 0.5;
  EXPECT_EQ(problem.state.q, (std::vector<double>{0.5, 0, 0, 0, 0, 0, 0}));
  const State moved = std::move(copy);
  EXPECT_EQ(copy.q, moved.q);
}

TEST(Refusals, AProblemHasRoomForSoManyGoalsAndLoops) {
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
TEST(Refusals, ParametersOutOfBoundsAreRefusedByNameAndTakenBackInside) {
  for (const GoalType& type : goalTypes()) {
    SCOPED_TRACE(type.name);
    Problem problem(oneJoint(joint(type.name == "slide" ? "prismatic" : type.name == "joint" ? "revolute" : "free")));
    Goal& goal = addGoal(problem, type.name, type.motion ? "joint" : "tip");
    for (const ParameterField& field : type.parameters) {
      if (!field.stands.empty()) continue;
      const bool isRoom = field.kind == ParameterField::Kind::interval;
      for (int i = 0; i < field.count; ++i) {
        double& number = goal.parameter(field.name)[static_cast<std::size_t>(i)];
        const double before = number;
        // A least beyond the most, or the reverse, in a room without width.
        const double beyond = i % 2 == 0 ? 1 : -1;
        for (const double bad : {std::nan(""), infinity, field.min - 1, field.max + 1, beyond, beyond * infinity}) {
          if (isRoom ? beyond * bad < 0 : bad >= field.min && bad <= field.max && std::isfinite(bad)) continue;
          number = bad;
          const auto error = checkParameters(goal, problem.model());
          ASSERT_TRUE(error) << field.name << " " << bad;
          EXPECT_TRUE(error->text.contains(field.name)) << error->text;
          expectRefusals(problem, "a goal's parameter is out of range", Status::unsupported);
        }
        number = before;
        EXPECT_FALSE(checkParameters(goal, problem.model()));
      }
    }
    EXPECT_EQ(solve(problem).status, Status::converged);
  }
}

TEST(Refusals, ParametersFillTheBlockWithoutGapsAndBeginInsideTheirBounds) {
  for (const GoalType& type : goalTypes()) {
    SCOPED_TRACE(type.name);
    int next = 0;
    for (const ParameterField& field : type.parameters) {
      if (!field.stands.empty()) continue;
      EXPECT_EQ(field.first, next);
      next += field.count;
      for (int i = 0; i < field.count; ++i) {
        EXPECT_GE(field.initialAt(i), field.min);
        EXPECT_LE(field.initialAt(i), field.max);
      }
    }
    EXPECT_LE(next, static_cast<int>(Goal{}.parameters.size()));
  }
}

TEST(Refusals, AGoalsGainHasTheBoundsOfTheOptionGain) {
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

}  // namespace
}  // namespace limber::test::refusals_test
