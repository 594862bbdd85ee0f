/// Thresholds, each tested from both sides: when a loop is closed, when patience ends, when a priority has
/// settled, how far a mimic carries its followers, which motions a link has, and how large a step may be.
/// Also steps worked out by hand.
#include <gtest/gtest.h>

#include "distance.h"
#include "fixtures.h"
#include "linearisation.h"

namespace limber::test {
namespace {

/// e of every active goal at `q`, in the row order of `lin`.
Eigen::VectorXd errorAt(Problem& problem, Linearisation& lin, const std::vector<double>& q) {
  start(problem, q);
  problem.measure();
  lin.readError(problem, lin.allE());
  return lin.e();
}

TEST(Linearisation, JIsTheDerivativeOfItsErrorsAlsoThroughMimics) {
  constexpr double h = 1e-6;
  int moved = 0;
  for (auto&& make : trials(60)) {
    const auto model = buildModel(make.tree({.limits = false, .mimics = 0.6}));
    ASSERT_TRUE(model);
    Problem problem(*model);
    const std::vector<double> q = make.allowedQ(**model);
    start(problem, q);
    for (const char* type : {"position", "orientation"}) {
      Goal& goal = addGoal(problem, type, (*model)->links.back().name);
      // Targets are near, because e of an orientation is not smooth half a turn away.
      const Pose near = toolAt(problem, goal, q) * Pose{make.vector(0.1), expRotation<double>(make.vector(0.3))};
      goal.type->targetAt(goal, near, goal.target.data());
    }
    Linearisation lin(problem);
    lin.prepare(problem, {.limits = false});
    errorAt(problem, lin, q);
    lin.readJacobian(problem);
    const Eigen::MatrixXd J = lin.J();
    for (int v = 0; v < (*model)->nv; ++v) {
      const auto after = [&](double x) {
        std::vector<double> dq((*model)->nv, 0.0), at = q;
        dq[v] = x * lin.scale[v];
        integrate(**model, dq.data(), at.data());
        return errorAt(problem, lin, at);
      };
      const Eigen::VectorXd measured = (after(-h) - after(h)) / (2 * h);
      ASSERT_LT((measured - J.col(v)).norm(), 1e-6 * (1 + J.col(v).norm())) << v;
      moved += J.col(v).norm() > 0.01;
    }
  }
  EXPECT_GT(moved, 100);
}

/// A hinge with a pin at its tip, whose hole lies 1 + `gap` from the hinge. The smallest possible residual is
/// `gap`.
Status statusWithGap(double gap) {
  ModelDescription description;
  description.links = {link("bar", "", {0, 0, 0}, hinge(Vec3::UnitZ())), link("tip", "bar", {1, 0, 0})};
  LoopDescription pin;
  pin.name = "pin";
  pin.a = {"tip", {}};
  pin.b = {"", {{1 + gap, 0, 0}, Quat::Identity()}};
  pin.free = {false, false, false, true, true, true};
  description.loops = {pin};
  const auto model = buildModel(description);
  if (!model) throw std::runtime_error(model.error().text);
  Problem problem(*model);
  sweep(problem.state);
  return solve(problem, *findSolverType("lm"), {}).status;
}

TEST(LoopTolerance, IsAHundredMillionthOfTheSize) {
  EXPECT_EQ(statusWithGap(0), Status::converged);
  EXPECT_EQ(statusWithGap(0.9e-8), Status::converged);
  EXPECT_NE(statusWithGap(1.1e-8), Status::converged);
}

int iterationsOf(SolveOptions options) {
  Problem problem(ballChain(3));
  // Within reach, so that random poses are tried. Steps are so small that no descent halves its error or
  // stalls.
  options.stepSize = 1e-6;
  options.stallTolerance = 0;
  Eigen::Map<Vec3>(addGoal(problem, "position", "tip").target.data()) = Vec3(0.3, 1.4, 0.2);
  options.mode = Mode::find;
  return solve(problem, "transpose", options).iterations;
}

TEST(Patience, EndsADescentAfterThatManyIterationsWithoutHalvingTheError) {
  for (const int patience : {1, 7, 40}) {
    for (const int restarts : {1, 3}) {
      // The first descent and each restart, then one final descent to the end.
      const int expected = (1 + restarts) * patience + 100;
      EXPECT_EQ(iterationsOf({.maxIterations = 100, .maxRestarts = restarts, .patience = patience}), expected);
    }
  }
  EXPECT_EQ(iterationsOf({.maxIterations = 100, .maxRestarts = 2}), 3 * 5 + 100) << "5 is the documented default";
}

TEST(Priorities, ALowerGoalWaitsUntilTheHigherOneGainsLessThanAMillionth) {
  // Enough damping that each step removes a few hundredths of the error, never a tenth.
  const SolveOptions slow{.maxIterations = 25, .damping = 2.0, .maxError = 0.05};
  const auto after = [&](bool withLower) {
    Problem problem(ballChain(4));
    Eigen::Map<Vec3>(addGoal(problem, "position", "tip").target.data()) = Vec3(1, 2, 0.5);
    if (withLower)
      Eigen::Map<Vec3>(addGoal(problem, "position", "link2", {.priority = 1}).target.data()) = Vec3(-1, 1, 1);
    std::vector<double> q = problem.state.q;
    const std::vector<double> bend(problem.model().nv, 0.3);
    integrate(problem.model(), bend.data(), q.data());
    start(problem, q);
    solve(problem, *findSolverType("dls"), slow);
    return problem.state.q;
  };
  const std::vector<double> alone = after(false), together = after(true);
  for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_NEAR(alone[i], together[i], 1e-12) << i;
}

/// Distance of a free body from its goal after a shift by `metres` and a rotation by `radians`.
Distance missBy(double metres, double radians,
                const SolveOptions& options = {.tolerance = 0.01, .angleTolerance = 0.1}) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  addGoal(problem, "pose", "body");
  start(problem, {metres, 0, 0, 0, 0, std::sin(radians / 2), std::cos(radians / 2)});
  problem.measure();
  return Distance(problem, options);
}

TEST(Distance, ARadianCountsAsManyMetresAsTheTolerancesSay) {
  const Distance turned = missBy(0, 0.5);  // equivalent to 0.05 m
  EXPECT_LT(missBy(0.049, 0).compare(turned), 0);
  EXPECT_GT(missBy(0.051, 0).compare(turned), 0);
  EXPECT_EQ(missBy(0, 0.5).compare(turned), 0);
  EXPECT_EQ(missBy(0, 0).compare(missBy(0, 0)), 0);
}

TEST(Distance, ARadianCountsAsTheSizeWhereAToleranceIsZero) {
  const double size = build({link("body", "", {0, 0, 0}, joint("free"))})->size;
  for (const auto& [tolerance, angleTolerance] : {std::pair(0.0, 0.1), std::pair(0.01, 0.0), std::pair(0.0, 0.0)}) {
    const SolveOptions options{.tolerance = tolerance, .angleTolerance = angleTolerance};
    const Distance turned = missBy(0, 0.5, options);
    EXPECT_LT(missBy(0.49 * size, 0, options).compare(turned), 0);
    EXPECT_GT(missBy(0.51 * size, 0, options).compare(turned), 0);
  }
}

/// A free body with a goal for its position and, at lower priority, one for its orientation.
Distance leftAt(double metres, double radians) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  addGoal(problem, "position", "body");
  addGoal(problem, "orientation", "body", {.priority = 1});
  start(problem, {metres, 0, 0, 0, 0, std::sin(radians / 2), std::cos(radians / 2)});
  problem.measure();
  return Distance(problem, {.tolerance = 0.01, .angleTolerance = 0.1});
}

TEST(Distance, HasHalvedWhereTheFirstLevelThatIsNotReachedByBothHas) {
  EXPECT_TRUE(leftAt(0.49, 3).isHalfOf(leftAt(1, 0.2)));
  EXPECT_FALSE(leftAt(0.51, 0.05).isHalfOf(leftAt(1, 3)));
  EXPECT_TRUE(leftAt(0.001, 0.49).isHalfOf(leftAt(0.002, 1)));
  EXPECT_FALSE(leftAt(0.001, 0.51).isHalfOf(leftAt(0.002, 1)));
  // One of the two distances reaches the first goal, or both reach both.
  EXPECT_TRUE(leftAt(0.009, 3).isHalfOf(leftAt(0.011, 1)));
  EXPECT_FALSE(leftAt(0.011, 0.2).isHalfOf(leftAt(0.009, 1)));
  EXPECT_TRUE(leftAt(0.001, 0.01).isHalfOf(leftAt(0.001, 0.01)));
}

TEST(DistanceGoal, ABoundThatIsJustKeptHasNoRow) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  for (const double side : {0, 1, 2}) {
    Goal& goal = addGoal(problem, "distance", "body", {.parameters = {{"side", {side}}}});
    EXPECT_EQ(goal.type->side(goal), side == 0 ? 0 : side == 1 ? -1 : 1);
    goal.target = {0, 0, 0, 5};
    EXPECT_EQ(goal.type->rowMap(goal, {{3, 4, 0}, Quat::Identity()}).isZero(0), side != 0) << side;
  }
}

TEST(Fabrik, ASlideTakesTheErrorsPartAlongItself) {
  // A ball on a slide, its tip 1 above. Backward, the ball moves to o* = p* − p*/|p*|, because it is at the
  // origin. Forward, the slide takes the part of o* along X, and from there the ball points to p*.
  Problem problem(
      build({link("slide", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX())),
             link("ball", "slide", {0, 0, 0}, joint("ball", Vec3::UnitY())), link("tip", "ball", {0, 1, 0})}));
  sweep(problem.state);
  Goal& goal = addGoal(problem, "position", "tip");
  const Vec3 target(2, 1, 0);
  Eigen::Map<Vec3>(goal.target.data()) = target;
  solve(problem, "fabrik", {.maxIterations = 1});
  const Vec3 o(2 - 2 / std::sqrt(5.0), 0, 0);
  EXPECT_LT((problem.toolPose(goal).p - (o + unit(Vec3(target - o)))).norm(), 1e-12);
}

TEST(Itasc, ShortensErrorsToHalfTheMeanLengthOfTheLinks) {
  const JointDescription z = hinge(Vec3::UnitZ());
  // A root's offset does not count as a length, nor does that of a link at its parent's origin.
  const ModelPtr model =
      build({link("root", "", {0, 7, 0}, z), link("a", "root", {1, 0, 0}, z), link("b", "a", {0, 3, 0}, z),
             link("same", "b", {0, 0, 0}, z), link("tip", "same", {2, 0, 0})});
  const auto after = [&](double maxError) {
    Problem problem(model);
    sweep(problem.state);
    addGoal(problem, "position", "tip").target = {-4, 6, 0};
    solve(problem, "itasc", {.maxIterations = 1, .maxError = maxError});
    return problem.state.q;
  };
  const double halfMean = 0.5 * (1 + 3 + 2) / 3;
  EXPECT_TRUE(sameBits(after(automatic), after(halfMean / model->reach)));
  EXPECT_FALSE(sameBits(after(automatic), after(1.1 * halfMean / model->reach)));
}

TEST(Itasc, ShortensErrorsToOneReachWithoutLengths) {
  const ModelPtr model = build({link("ball", "", {0, 0, 0}, joint("ball"))});
  const auto after = [&](double maxError) {
    Problem problem(model);
    sweep(problem.state);
    addGoal(problem, "position", "ball", {.linkFromTool = {{1, 0, 0}, Quat::Identity()}}).target = {-1, 5, 0};
    solve(problem, "itasc", {.maxIterations = 1, .maxStep = infinity, .maxError = maxError, .maxDamping = 0.05});
    return problem.state.q;
  };
  EXPECT_TRUE(sameBits(after(automatic), after(1)));
  EXPECT_FALSE(sameBits(after(automatic), after(1.1)));
}

TEST(Pseudoinverse, DropsSingularValuesBelowAHundredthOfTheLargest) {
  // Two unit links with the elbow bent by ε: σ₁σ₂ = |det J| = sin ε and σ₁ ≈ √5, so σ₂/σ₁ ≈ ε/5.
  const auto after = [](double bend, double truncation) {
    Problem problem(chain(2, hinge(Vec3::UnitZ())));
    start(problem, {0, bend});
    addGoal(problem, "position", "tip").target = {1.5, 0.2, 0};
    solve(problem, "pseudoinverse", {.maxIterations = 1, .truncation = truncation});
    return problem.state.q;
  };
  for (const double bend : {0.04, 0.06, 0.08}) {
    const double same = bend > 0.05 ? 0 : 0.5;  // keeps both values, or only the largest
    EXPECT_TRUE(sameBits(after(bend, automatic), after(bend, same))) << bend;
    EXPECT_FALSE(sameBits(after(bend, automatic), after(bend, 0.5 - same))) << bend;
  }
}

TEST(Cap, OfAStepAlongTheTangentIsAnEighthOfATurnAtMost) {
  everyJacobianSolver(true, [](const SolverType& solver) {
    EXPECT_GT(solver.maxStep, 0);
    EXPECT_LE(solver.maxStep, 45 * degrees);
  });
  // Values documented in the headers.
  EXPECT_EQ(findSolverType("pseudoinverse")->maxStep, 5 * degrees);
  EXPECT_EQ(findSolverType("transpose")->maxStep, 30 * degrees);
  for (const char* name : {"dls", "svd", "sdls"}) EXPECT_EQ(findSolverType(name)->maxStep, 45 * degrees) << name;
}

TEST(LookAtGoal, AtItsPointThereIsNoDirectionAndNoError) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  const Goal& goal = addGoal(problem, "lookAt", "body");
  const Vec3 there = goal.targetVector();
  start(problem, {there.x(), there.y(), there.z(), 0, 0, 0, 1});
  problem.measure();
  EXPECT_EQ(problem.errors, std::vector<double>(3, 0.0));
}

/// Error text for a goal that cannot be added to a chain of two hinges.
std::string refusalOf(std::string_view type, const char* parameter, double value) {
  Problem problem(chain(2, hinge(Vec3::UnitZ())));
  const auto goal = problem.addGoal(type, "link0", {.parameters = {{parameter, {value}}}});
  return goal ? "" : goal.error().text;
}

TEST(JointGoal, IsOfItsOwnLinksMotionsAndNotOfTheNextOnes) {
  EXPECT_EQ(refusalOf("joint", "motion", 0), "");
  EXPECT_NE(refusalOf("joint", "motion", 1).find("link 'link0' has no turn as motion 1;"), std::string::npos);
}

TEST(GoalParameters, OnlyThoseThatMustBeWholeAreAskedToBe) {
  EXPECT_NE(refusalOf("joint", "motion", 0.5).find("is 0.5; give a whole number from 0 to"), std::string::npos);
  EXPECT_NE(refusalOf("pose", "positionWeight", -1).find("is -1; give a number from 0 to 1000000"), std::string::npos);
}

TEST(Solve, RefusesASolverThatIsNotOfTheTable) {
  Problem problem(ballChain(2));
  addGoal(problem, "position", "tip");
  const SolverType copy = *findSolverType("lm");
  const Result result = solve(problem, copy, {});
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_NE(std::string_view(result.reason).find("findSolverType"), std::string_view::npos);
}

}  // namespace
}  // namespace limber::test
