/// Closed loops in joint coordinates, against closed forms.
#include "linkages.h"

namespace limber::test::loops_test {
namespace {

LoopDescription loop(const std::string& a, const Vec3& atA, const std::string& b, const Vec3& atB,
                     std::array<bool, 6> free) {
  return {"closure", {a, at(atA)}, {b, at(atB)}, free};
}

constexpr FourBar crankRocker{0.3, 0.9, 0.7, 0.8};

TEST(Loops, StayClosedWhereAGoalIsOutOfReach) {
  everyJacobianSolver(false, [](const SolverType& solver) {
    Problem problem(fourBar(crankRocker));
    problem.state.q = {0.5, 0.8, 1.9};
    Goal& goal = addGoal(problem, "position", "coupler", {.linkFromTool = {{0.4, 0.3, 0}, Quat::Identity()}});
    goal.target = {0.2, 3, 0.4};
    for (int k = 0; k < 30; ++k) {
      const Result result = solve(problem, solver, {.maxIterations = 1});
      ASSERT_NE(result.status, Status::unsupported) << result.reason;
      ASSERT_LT(problem.residual(problem.loops()[0]->goal).distance, 1e-11);
      ASSERT_NEAR(freudensteinError(crankRocker, problem.state.q[0], problem.state.q[2]), 0, 1e-11);
    }
    // No crank angle brings the point nearer.
    const double best = problem.residual(goal).distance;
    Problem other(fourBar(crankRocker));
    other.state.q = problem.state.q;
    Goal& crank = addGoal(other, "joint", "crank");
    for (int k = 0; k < 100; ++k) {
      crank.target[0] = problem.state.q[0] + 2 * pi * k / 100;
      ASSERT_EQ(solve(other, "lm").status, Status::converged);
      const Vec3 at = other.state.poses[other.model().findLink("coupler")] * Vec3(0.4, 0.3, 0);
      EXPECT_GT((at - goal.targetVector()).norm(), best - 1e-3);
    }
  });
}

TEST(Loops, OpenCloseAndRouteWithoutANewModel) {
  Problem problem(fourBar(crankRocker));
  Loop& only = *problem.loops()[0];
  only.closed = false;
  Goal& goal = addGoal(problem, "position", "coupler", {.linkFromTool = {{0.9, 0, 0}, Quat::Identity()}});
  goal.target = {0, 1.1, 0};
  ASSERT_EQ(solve(problem, "lm", {.mode = Mode::find}).status, Status::converged);
  EXPECT_GT(problem.residual(only.goal).distance, 0.1);

  problem.removeGoal(&goal);
  only.closed = true;
  ASSERT_EQ(solve(problem, "lm").status, Status::converged);
  EXPECT_NEAR(freudensteinError(crankRocker, problem.state.q[0], problem.state.q[2]), 0, 1e-12);

  ASSERT_FALSE(problem.routeLoop(only, loop("coupler", {0.6, 0, 0}, "rocker", {0.7, 0, 0}, hingeFree)));
  ASSERT_EQ(solve(problem, "lm").status, Status::converged);
  const FourBar routed{0.3, 0.6, 0.7, 0.8};
  EXPECT_NEAR(freudensteinError(routed, problem.state.q[0], problem.state.q[2]), 0, 1e-12);

  const auto before = problem.state.q;
  const auto bad = problem.routeLoop(only, loop("coupler", Vec3::Zero(), "wheel", Vec3::Zero(), hingeFree));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->code, ErrorCode::unknownLink);
  EXPECT_EQ(solve(problem, "lm").status, Status::converged);
  EXPECT_EQ(problem.state.q, before);
}

TEST(Loops, NameWhatIsWrongWithThem) {
  ModelDescription description = describe(crankRocker);
  const auto codeOf = [&](auto&& spoil) {
    ModelDescription spoilt = description;
    spoil(spoilt.loops[0]);
    const auto model = buildModel(spoilt);
    return model ? std::string("none") : std::string(name(model.error().code));
  };
  EXPECT_EQ(codeOf([](LoopDescription& l) { l.a.link = "wheel"; }), "unknownLink");
  EXPECT_EQ(codeOf([](LoopDescription& l) { l.a.link = ""; }), "badLoop");
  EXPECT_EQ(codeOf([](LoopDescription& l) { l.b.link = "coupler"; }), "badLoop");
  EXPECT_EQ(codeOf([](LoopDescription& l) { l.weight = 0; }), "badLoop");
  EXPECT_EQ(codeOf([](LoopDescription& l) { l.a.linkFromFrame.p.x() = NAN; }), "notFinite");
  EXPECT_EQ(codeOf([](LoopDescription& l) { l.b.linkFromFrame.r.x() = 1; }), "notUnit");
  EXPECT_EQ(codeOf([](LoopDescription& l) {
              l.b = {};
              l.b.linkFromFrame.p = {0.8, 0.7, 0};
            }),
            "none");
}

/// The mobility of a four-bar is 1, although counting in space gives −2. Stretched so that it cannot move, it has 0.
TEST(Loops, KnowTheirMobility) {
  Problem bar(fourBar(crankRocker));
  bar.state.q = {0.5, 0.8, 1.9};
  const Mobility moving = bar.mobility();
  EXPECT_EQ(moving.mobility, 1);
  EXPECT_EQ(moving.instantaneous, 1);
  EXPECT_EQ(moving.counted, -2);
  EXPECT_EQ(moving.rank, 17);
  // mobility() does not change the caller's pose. Only a weight of 0 fixes a coordinate: a negative one, which solves
  // refuse, once gave too small a mobility.
  EXPECT_EQ(bar.state.q, (std::vector{0.5, 0.8, 1.9}));
  for (const double weight : {-0.5, 0.1, 7.0}) {
    std::ranges::fill(bar.jointWeights, weight);
    const Mobility weighted = bar.mobility();
    EXPECT_EQ(weighted.mobility, 1) << weight;
    EXPECT_EQ(weighted.instantaneous, 1) << weight;
    EXPECT_EQ(weighted.counted, -2) << weight;
  }
  std::ranges::fill(bar.jointWeights, 1.0);
  bar.loops()[0]->closed = false;
  EXPECT_EQ(bar.mobility().mobility, 3);

  Problem jammed(fourBar(FourBar{0.3, 0.4, 0.5, 1.2}));
  jammed.state.q = {0, 0, pi};
  const Mobility still = jammed.mobility();
  EXPECT_EQ(still.mobility, 0);
  EXPECT_GE(still.instantaneous, 1);
}

/// Four parallel cranks, a bar between each two neighbours: one motion, in which every coordinate takes part equally.
TEST(Loops, KnowTheMobilityOfManyCranksThatTurnAsOne) {
  ModelDescription row;
  std::vector<double> q;
  for (const int i : {0, 1, 2, 3}) {
    const std::string crank = "crank" + std::to_string(i), bar = "bar" + std::to_string(i);
    row.links.push_back(link(crank, "", {1.0 * i, 0, 0}, hinge(Vec3::UnitZ())));
    q.push_back(0.7);
    if (i > 0) {
      row.loops.push_back(loop("bar" + std::to_string(i - 1), {1, 0, 0}, crank, {0.5, 0, 0}, hingeFree));
      row.loops.back().name = crank;
    }
    if (i == 3) break;
    row.links.push_back(link(bar, crank, {0.5, 0, 0}, hinge(Vec3::UnitZ())));
    q.push_back(-0.7);
  }
  Problem problem(build(row));
  problem.state.q = q;
  const Mobility found = problem.mobility();
  EXPECT_EQ(found.instantaneous, 1);
  EXPECT_EQ(found.mobility, 1);
  EXPECT_EQ(found.counted, 7 - 3 * 5);
}

/// A door on its hinge. A second hinge on the same axis leaves it free; a pin beside the axis does not, nor
/// does a hinge that misses its place by more than a hundred-millionth of the reach.
TEST(Loops, KnowTheMobilityOfOneHinge) {
  const auto mobilityWith = [](const Vec3& at, std::array<bool, 6> free, double gap = 0) {
    ModelDescription door{"", {link("door", "", {0, 0, 0}, hinge(Vec3::UnitZ()))}};
    door.loops = {loop("door", at, "", at + Vec3(0, 0, gap * build(door)->reach), free)};
    return Problem(build(door)).mobility();
  };
  EXPECT_EQ(mobilityWith({0, 0, 2}, hingeFree, 5e-9).mobility, 1);
  EXPECT_EQ(mobilityWith({0, 0, 2}, hingeFree, 5e-8).mobility, 0);
  const Mobility hung = mobilityWith({0, 0, 2}, hingeFree);
  EXPECT_EQ(hung.mobility, 1);
  EXPECT_EQ(hung.instantaneous, 1);
  EXPECT_EQ(hung.counted, -4);
  const Mobility pinned = mobilityWith({1, 0, 0}, ballFree);
  EXPECT_EQ(pinned.mobility, 0);
  EXPECT_EQ(pinned.instantaneous, 0);
  EXPECT_EQ(pinned.counted, -2);
}

TEST(Loops, TryNoMotionForMobilityOnceMaxTimeIsOver) {
  Problem bar(fourBar(crankRocker));
  bar.state.q = {0.5, 0.8, 1.9};
  const Mobility late = bar.mobility(0);
  EXPECT_FALSE(late.complete);
  EXPECT_EQ(late.mobility, 0);
  EXPECT_EQ(late.instantaneous, 1);
  EXPECT_EQ(late.rank, 17);
  EXPECT_TRUE(bar.mobility(1e9).complete);
}

/// The loop rows of a flat Bennett linkage almost vanish, and it still turns.
TEST(Loops, GoThroughWhereALinkageLiesFlat) {
  Problem problem(bennett({.a = 0.5, .alpha = 0.6, .beta = std::asin(0.9)}));
  Goal& goal = addGoal(problem, "joint", "0");
  goal.target[0] = 1;
  ASSERT_EQ(solve(problem, "lm", {.mode = Mode::find}).status, Status::converged);
  for (int k = 0; k <= 30; ++k) {
    // Exactly through a whole turn, where one line meets all axes.
    goal.target[0] = 1 + (2 * pi - 1) * k / 15;
    ASSERT_EQ(solve(problem, "lm").status, Status::converged) << k;
    EXPECT_LT(problem.residual(problem.loops()[0]->goal).distance, 1e-10);
  }
}

TEST(Loops, ABallClosesWhatAHingeWouldJam) {
  ModelDescription description = describe(crankRocker);
  description.links[2].joint.axis = {0, 0.3, 1};
  Problem jammed(build(description));
  jammed.state.q = {0.5, 0.8, 1.9};
  EXPECT_NE(solve(jammed, "lm").status, Status::converged);
  EXPECT_EQ(jammed.mobility().mobility, 0);
  description.loops[0].free = ballFree;
  description.links[1].joint.type = "universal";
  description.links[1].joint.axis2 = Vec3::UnitY();
  Problem free(build(description));
  free.state.q = {0.5, 0.8, 0, 1.9};
  EXPECT_EQ(solve(free, "lm").status, Status::converged);
  EXPECT_EQ(free.mobility().mobility, 1);
}

/// A hinge with a pin at its tip, whose hole lies 1 + `gap` from the hinge. The smallest possible residual is `gap`.
TEST(Loops, AreClosedToAHundredMillionthOfTheSize) {
  const auto statusWith = [](double gap) {
    Problem problem(build({"",
                           {link("bar", "", {0, 0, 0}, joint("revolute")), link("tip", "bar", {1, 0, 0})},
                           {{"pin", {"tip", {}}, {"", at({1 + gap, 0, 0})}, ballFree}}}));
    return solve(problem, "lm").status;
  };
  EXPECT_EQ(statusWith(0), Status::converged);
  EXPECT_EQ(statusWith(0.9e-8), Status::converged);
  EXPECT_NE(statusWith(1.1e-8), Status::converged);
}

}  // namespace
}  // namespace limber::test::loops_test
