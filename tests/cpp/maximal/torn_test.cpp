/// Assemblies that start in pieces, and the state that maximal must not change.
#include <gtest/gtest.h>

#include "linkages.h"

namespace limber::test {
namespace {

const SolverType& maximal() { return *findSolverType("maximal"); }

/// Moves and turns every link at random.
void tear(Maker& make, Problem& problem) {
  for (Pose& pose : problem.state.poses) {
    pose.p += make.vector(problem.model().reach);
    pose.r = make.rotation();
  }
  problem.state.place();
}

/// Poses match independent forward kinematics of q; loops are closed; limits hold.
void expectAssembled(const Problem& problem) {
  const Model& model = problem.model();
  std::vector<Pose> poses(model.links.size());
  forwardKinematics(model, problem.state.q.data(), poses.data());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pose& is = problem.state.poses[i];
    EXPECT_LT((is.p - poses[i].p).norm(), 1e-12 * model.reach) << model.links[i].name;
    EXPECT_LT(angleBetween(is.r, poses[i].r), 1e-12) << model.links[i].name;
  }
  for (const auto& loop : problem.loops()) {
    const Residual left = problem.residual(loop->goal);
    EXPECT_LT(left.distance, 1e-12 * model.reach) << loop->name;
    EXPECT_LT(left.angle, 1e-12) << loop->name;
  }
  for (const double misfit : problem.misfits) EXPECT_EQ(misfit, 0);
  EXPECT_EQ(brokenLimit(model, problem.state.q), "");
}

SolveOptions patient() { return {.maxIterations = 300}; }

TEST(Torn, LinkagesComeTogether) {
  for (auto&& make : trials(30)) {
    for (const ModelPtr& model : {fourBar(), sliderCrank(0.4, 1.1), stewart(), bennett(), hangingChain(8)}) {
      Problem problem(model);
      tear(make, problem);
      EXPECT_EQ(solve(problem, maximal(), patient()).status, Status::converged) << model->links[0].name;
      expectAssembled(problem);
    }
  }
}

TEST(Torn, TreesOfEveryJointComeTogetherInsideTheirLimits) {
  for (auto&& make : trials(60)) {
    TreeOptions tree;
    tree.limits = make.chance(0.7);
    Problem problem(make.model(tree));
    tear(make, problem);
    EXPECT_EQ(solve(problem, maximal(), patient()).status, Status::converged);
    expectAssembled(problem);
  }
}

TEST(Torn, EveryJointAloneReadsItsValueOffItsLinks) {
  for (const std::string_view type : jointTypes()) {
    SCOPED_TRACE(type);
    Maker make(firstSeed());
    Problem problem(oneJoint(slanting(type)));
    const std::vector<double> wanted = make.allowedQ(problem.model());
    start(problem, wanted);
    const std::vector<Pose> poses = problem.state.poses;
    problem.state.reset();
    problem.state.poses = poses;
    problem.state.place();
    EXPECT_EQ(solve(problem, maximal()).status, Status::converged);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      EXPECT_LT((problem.state.poses[i].p - poses[i].p).norm(), 1e-7);
      EXPECT_LT(angleBetween(problem.state.poses[i].r, poses[i].r), 1e-7);
    }
  }
}

TEST(Torn, LinksThatAreHeldTogetherStayWhereTheyWerePut) {
  // A floating box in another place: nothing pulls it back.
  Problem problem(build({link("box", "", {0, 0, 0}, joint("free"))}));
  problem.state.poses[0] = at({1, 2, 3}, Quat(expRotation<double>(Vec3(0.3, -1, 2))));
  problem.state.place();
  EXPECT_EQ(solve(problem, maximal()).status, Status::converged);
  EXPECT_LT((problem.state.poses[0].p - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_LT(angleBetween(problem.state.poses[0].r, Quat(expRotation<double>(Vec3(0.3, -1, 2)))), 1e-12);
}

TEST(Torn, OtherSolversPutLinksWhereTheirJointsHaveThem) {
  Maker make(firstSeed());
  Problem problem(fourBar());
  start(problem, {0.3, 1, 2});
  tear(make, problem);
  solve(problem, *findSolverType("lm"));
  EXPECT_FALSE(problem.state.isPlaced);
  expectAssembled(problem);
}

TEST(Torn, GoalsAreMetOnTheWay) {
  for (auto&& make : trials(30)) {
    Problem problem(sevenJointArm());
    Goal& goal = addGoal(problem, "position", "hand");
    aimAt(problem, goal, make.allowedQ(problem.model()));
    tear(make, problem);
    const Result result = solve(problem, maximal(), patient());
    expectAssembled(problem);
    if (result.status == Status::converged) {
      EXPECT_LE(problem.residual(goal).distance, 1e-4 * problem.model().reach);
    }
  }
}

// --- Unchanged parts ------------------------------------------------------------------------------

TEST(Maximal, LeavesAllAsItWasWhereANumberIsNotFinite) {
  Maker make(firstSeed());
  for (const double bad : {infinity, -infinity, std::nan("")}) {
    Problem problem(fourBar());
    Goal& goal = addGoal(problem, "position", "coupler");
    tear(make, problem);
    goal.target[1] = bad;
    const std::vector<double> q = problem.state.q, poses = copyOfPoses(problem.state);
    EXPECT_EQ(solve(problem, maximal()).status, Status::notFinite);
    EXPECT_TRUE(sameBits(problem.state.q, q));
    EXPECT_TRUE(sameBits(copyOfPoses(problem.state), poses));
    EXPECT_TRUE(problem.state.isPlaced);

    goal.target[1] = 0;
    problem.state.poses[1].p[0] = bad;
    EXPECT_EQ(solve(problem, maximal()).status, Status::notFinite);
    EXPECT_TRUE(sameBits(problem.state.q, q));

    problem.state.poses[1].p[0] = 0;
    problem.fitWeights[2] = bad;
    EXPECT_NE(solve(problem, maximal()).status, Status::converged);
    EXPECT_TRUE(sameBits(problem.state.q, q));

    problem.fitWeights[2] = 1;
    goal.weight = 0;
    EXPECT_EQ(solve(problem, maximal()).status, Status::converged);
  }
}

TEST(Maximal, RefusesWeightsBelowZero) {
  Problem problem(fourBar());
  problem.fitWeights[0] = -1;
  EXPECT_EQ(solve(problem, maximal()).status, Status::unsupported);
}

TEST(Maximal, OpensAndClosesLoopsOnTheWay) {
  Problem problem(fourBar());
  start(problem, {0.3, 1, 2});
  Loop& loop = *problem.loops()[0];
  loop.closed = false;
  EXPECT_EQ(solve(problem, maximal()).status, Status::converged);
  EXPECT_EQ(problem.state.q, (std::vector<double>{0.3, 1, 2}));
  loop.closed = true;
  EXPECT_EQ(solve(problem, maximal()).status, Status::converged);
  expectAssembled(problem);
}

TEST(Maximal, KeepsLimitsInLoops) {
  // The crank has a range of half a radian, in which the rocker never reverses. The rocker's goal needs more
  // than that.
  Problem problem(buildLinkage(
      {link("crank", "", {0, 0, 0}, joint("revolute", Vec3::UnitZ(), {{0.9, 1.4}})),
       link("coupler", "crank", {1, 0, 0}, joint("continuous")), link("rocker", "", {3.2, 0, 0}, joint("continuous"))},
      {{"closure", {"coupler", at({3, 0, 0})}, {"rocker", at({2.5, 0, 0})}, hingeFree, 1}}));
  start(problem, {1.1, 0.3, 2});
  solve(problem, maximal());
  Goal& goal = addGoal(problem, "joint", "rocker");
  const double rocker = problem.state.q[2];
  for (const double offset : {-1.5, 1.5}) {
    goal.target[0] = rocker + offset;
    EXPECT_NE(solve(problem, maximal(), patient()).status, Status::converged);
    expectAssembled(problem);
    const double crank = problem.state.q[0];
    EXPECT_NEAR(std::min(crank - 0.9, 1.4 - crank), 0, 1e-6);
  }
}

TEST(Maximal, ClosesChainsOfAnyLength) {
  for (const int count : {10, 100, 1000}) {
    Problem problem(hangingChain(count));
    // An arc of 2.2 radians; the closed one has 2.46.
    for (int i = 0; i < count; ++i) {
      const double turn = i == 0 ? -1.1 : 2.2 / count;
      writeQuat(Quat(expRotation<double>(Vec3(0, 0, turn))), &problem.state.q[4 * i]);
    }
    sweep(problem.state);
    EXPECT_EQ(solve(problem, maximal()).status, Status::converged) << count;
    expectAssembled(problem);
  }
}

}  // namespace
}  // namespace limber::test
