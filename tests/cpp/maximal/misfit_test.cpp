/// Assemblies that do not fit, against springs in series and straight lines fitted by hand.
#include <gtest/gtest.h>

#include "linkages.h"

namespace limber::test {
namespace {

const SolverType& maximal() { return *findSolverType("maximal"); }

SolveOptions patient() { return {.maxIterations = 500, .stallTolerance = 1e-12}; }

double gapOf(const Problem& problem, const std::string& link) {
  return problem.misfits[2 * problem.model().findLink(link)];
}

/// A four-bar that is too short to close by `missing`: the bars lie stretched along X, and all four pins
/// gape.
FourBar tooShort(double missing) { return {.a = 1, .b = 1.5, .c = 1.2, .d = 3.7 + missing}; }

/// Gaps at crank, coupler, loop and rocker of the stretched four-bar.
std::array<double, 4> gapsOfPins(const Problem& problem) {
  return {gapOf(problem, "crank"), gapOf(problem, "coupler"), problem.residual(problem.loops()[0]->goal).distance,
          gapOf(problem, "rocker")};
}

void startBent(Problem& problem) { start(problem, {0.3, -0.4, pi - 0.2}); }

TEST(Misfit, OfBarsTooShortIsSharedEvenly) {
  const double missing = 0.2;
  Problem problem(fourBar(tooShort(missing)));
  startBent(problem);
  EXPECT_EQ(solve(problem, maximal(), patient()).status, Status::stalled);
  for (const double gap : gapsOfPins(problem)) EXPECT_NEAR(gap, missing / 4, 1e-9);
  EXPECT_FALSE(problem.state.isSwept());
}

TEST(Misfit, IsSharedByWeightAsBySpringsInSeries) {
  const double missing = 0.2;
  const std::array<double, 4> weights = {1, 2, 0.5, 4};
  Problem problem(fourBar(tooShort(missing), weights[2]));
  for (const auto& [link, weight] :
       {std::pair("crank", weights[0]), std::pair("coupler", weights[1]), std::pair("rocker", weights[3])})
    problem.fitWeights[problem.model().findLink(link)] = weight;
  startBent(problem);
  EXPECT_EQ(solve(problem, maximal(), patient()).status, Status::stalled);
  double sum = 0;
  for (const double weight : weights) sum += 1 / weight;
  const auto gaps = gapsOfPins(problem);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(gaps[i], missing / weights[i] / sum, 1e-9) << i;
}

TEST(Misfit, StaysWhereItIsFromSolveToSolve) {
  Problem problem(fourBar(tooShort(0.2)));
  startBent(problem);
  solve(problem, maximal(), patient());
  const std::vector<double> poses = copyOfPoses(problem.state);
  EXPECT_EQ(solve(problem, maximal(), patient()).status, Status::stalled);
  for (std::size_t i = 0; i < poses.size(); ++i) EXPECT_NEAR(copyOfPoses(problem.state)[i], poses[i], 1e-9);
}

TEST(Misfit, IsForgottenByOtherSolvers) {
  Problem problem(fourBar(tooShort(0.2)));
  startBent(problem);
  solve(problem, maximal(), patient());
  EXPECT_GT(std::ranges::max(problem.misfits), 0.01);
  solve(problem, *findSolverType("lm"));
  EXPECT_EQ(std::ranges::max(problem.misfits), 0);
  EXPECT_TRUE(problem.state.isSwept());
}

TEST(Misfit, IsKeptWhenFindTakesItsBest) {
  const double missing = 0.2;
  Problem problem(fourBar(tooShort(missing)));
  startBent(problem);
  SolveOptions options = patient();
  options.mode = Mode::find;
  options.maxRestarts = 3;
  solve(problem, maximal(), options);
  for (const double gap : gapsOfPins(problem)) EXPECT_NEAR(gap, missing / 4, 1e-6);
}

// --- A beam on three cranks, one of them too long -------------------------------------------------

/// Cranks of unit length at x = 0, 1, 2 carry a beam; the last one is too long by `wrong`.
ModelPtr beamOnCranks(double wrong) {
  const Vec3 z = Vec3::UnitZ();
  std::vector<LinkDescription> links;
  std::vector<LoopDescription> loops;
  for (int i = 0; i < 3; ++i)
    links.push_back(link(numbered("crank ", i), "", {double(i), 0, 0}, joint("continuous", z)));
  links.push_back(link("beam", "crank 0", {1, 0, 0}, joint("continuous", z)));
  for (int i = 1; i < 3; ++i) {
    const double length = i == 2 ? 1 + wrong : 1;
    loops.push_back({numbered("pin ", i),
                     {numbered("crank ", i), at({length, 0, 0})},
                     {"beam", at({double(i), 0, 0})},
                     hingeFree,
                     1});
  }
  return buildLinkage(std::move(links), std::move(loops));
}

/// Crank 0 is upright and fixed.
void standUp(Problem& problem) {
  const Model& model = problem.model();
  for (int i = 0; i < 3; ++i) {
    const Motion& motion = model.motions[model.links[model.findLink(numbered("crank ", i))].firstMotion];
    problem.state.q[motion.qIndex] = pi / 2;
    if (i == 0) problem.jointWeights[motion.vIndex] = 0;
  }
  const Motion& beam = model.motions[model.links[model.findLink("beam")].firstMotion];
  problem.state.q[beam.qIndex] = -pi / 2;
}

TEST(Misfit, OfOneCrankFivePercentTooLongIsThatOfAStraightLineThroughThreePoints) {
  // The beam is the least-squares line through the heights 1, 1 and 1.05: residuals +0.05/6, −0.05/3,
  // +0.05/6. Two pins in series hold each crank and halve them. Cosines of 0.025 rad add less than 0.1 %.
  const double wrong = 0.05;
  Problem problem(beamOnCranks(wrong));
  standUp(problem);
  EXPECT_EQ(solve(problem, maximal(), patient()).status, Status::stalled);
  const double at0 = wrong / 12, at1 = wrong / 6;
  const auto loopGap = [&](int i) { return problem.residual(problem.loops()[i]->goal).distance; };
  EXPECT_NEAR(gapOf(problem, "crank 0"), at0, 0.02 * at0);
  EXPECT_NEAR(gapOf(problem, "beam"), at0, 0.02 * at0);
  EXPECT_NEAR(gapOf(problem, "crank 1"), at1, 0.02 * at1);
  EXPECT_NEAR(loopGap(0), at1, 0.02 * at1);
  EXPECT_NEAR(gapOf(problem, "crank 2"), at0, 0.02 * at0);
  EXPECT_NEAR(loopGap(1), at0, 0.02 * at0);
}

TEST(Misfit, FallsWithAJointsOwnWeight) {
  Problem problem(beamOnCranks(0.05));
  double before = infinity;
  for (const double weight : {0.5, 1.0, 2.0, 4.0}) {
    standUp(problem);
    sweep(problem.state);
    problem.fitWeights[problem.model().findLink("crank 1")] = weight;
    solve(problem, maximal(), patient());
    const double now = gapOf(problem, "crank 1");
    EXPECT_LT(now, before);
    EXPECT_GT(now, 0);
    before = now;
  }
}

TEST(Misfit, IsSymmetricalWhereTheLinkageIs) {
  FourBar bars = tooShort(0.3);
  bars.c = bars.a;
  Problem problem(fourBar(bars));
  for (const std::string link : {"crank", "rocker"}) problem.fitWeights[problem.model().findLink(link)] = 3;
  startBent(problem);
  solve(problem, maximal(), patient());
  const auto gaps = gapsOfPins(problem);
  EXPECT_NEAR(gaps[0], gaps[3], 1e-9);
  EXPECT_NEAR(gaps[1], gaps[2], 1e-9);
  EXPECT_NEAR(gaps[1], 3 * gaps[0], 1e-9);
}

TEST(Misfit, OfABennettLinkageWithAWrongTwistIsInAngles) {
  // Twists of 0.60 and 0.63 that should be equal: the frames gape by about the difference in total.
  const Bennett right;
  const auto next = [](double length, double twist) {
    return at({length, 0, 0}, Quat(Eigen::AngleAxisd(twist, Vec3::UnitX())));
  };
  const JointDescription turn = joint("continuous");
  const Pose first = next(right.a, right.alpha);
  const Pose wrong = next(right.a, 1.05 * right.alpha);
  const Pose second = next(right.b(), right.beta);
  Problem problem(
      buildLinkage({linkAt("0", "", Pose(), turn), linkAt("1", "0", first, turn), linkAt("2", "1", second, turn)},
                   {{"closure", {"2", wrong}, {"", second.inverse()}, hingeFree, 1}}));
  start(problem, {1, -3.5, -1});
  problem.jointWeights[0] = 0;
  EXPECT_EQ(solve(problem, maximal(), patient()).status, Status::stalled);
  const Residual loop = problem.residual(problem.loops()[0]->goal);
  double slides = loop.distance, turns = loop.angle;
  for (std::size_t i = 0; i < problem.misfits.size(); i += 2) {
    slides += problem.misfits[i];
    turns += problem.misfits[i + 1];
  }
  EXPECT_GT(slides + turns, 1e-3);
  EXPECT_LT(turns, 2 * 0.05 * right.alpha);
  EXPECT_LT(slides, 2 * 0.05 * right.alpha * (right.a + right.b()));
}

TEST(Misfit, LeavesGoalsTheirPull) {
  // An assembly that does not fit still reaches its goal.
  Problem problem(beamOnCranks(0.05));
  standUp(problem);
  problem.jointWeights[0] = 1;
  Goal& goal = addGoal(problem, "joint", "crank 0");
  for (const double crank : {1.3, 1.0, 0.7}) {
    goal.target[0] = crank;
    solve(problem, maximal(), patient());
    EXPECT_NEAR(problem.state.q[problem.model().motions[problem.model().links[0].firstMotion].qIndex], crank, 0.05);
  }
}

}  // namespace
}  // namespace limber::test
