/// Assemblies that start in pieces, and the state that maximal must not change; assemblies that do not fit, against
/// springs in series and straight lines fitted by hand.
#include "linkages.h"

namespace limber::test::assemblies_test {
namespace {

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
  const std::vector<Pose> poses = posesAt(model, problem.state.q);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pose& is = problem.state.poses[i];
    EXPECT_LT((is.p - poses[i].p).norm(), 1e-12 * model.reach) << model.links[i].name;
    EXPECT_LT(is.r.angularDistance(poses[i].r), 1e-12) << model.links[i].name;
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

TEST(Torn, LinkagesAndTreesOfEveryJointComeTogetherAndMeetGoalsOnTheWay) {
  for (auto&& make : trials(60)) {
    TreeOptions tree;
    tree.limits = make.chance(0.7);
    for (const ModelPtr& model : {fourBar(), sliderCrank(0.4, 1.1), stewart(), bennett(), hangingChain(8),
                                  ModelPtr(make.model(tree)), sevenJointArm()}) {
      SCOPED_TRACE(model->links[0].name);
      Problem problem(model);
      const Goal* goal = nullptr;
      if (model->links.back().name == "hand") {
        goal = &addGoal(problem, "position", "hand");
        aimAt(problem, *problem.goals()[0], make.allowedQ(*model));
      }
      tear(make, problem);
      const Result result = solve(problem, "maximal", patient());
      expectAssembled(problem);
      if (!goal) {
        EXPECT_EQ(result.status, Status::converged);
      } else if (result.status == Status::converged) {
        EXPECT_LE(problem.residual(*goal).distance, 1e-4 * model->reach);
      }
    }
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
    EXPECT_EQ(solve(problem, "maximal").status, Status::converged);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      EXPECT_LT((problem.state.poses[i].p - poses[i].p).norm(), 1e-7);
      EXPECT_LT(problem.state.poses[i].r.angularDistance(poses[i].r), 1e-7);
    }
  }
}

TEST(Torn, OtherSolversPutLinksWhereTheirJointsHaveThemAndForgetMisfits) {
  Maker make(firstSeed());
  Problem problem(fourBar());
  start(problem, {0.3, 1, 2});
  tear(make, problem);
  std::ranges::fill(problem.misfits, 0.1);
  solve(problem, "lm");
  EXPECT_FALSE(problem.state.isPlaced);
  expectAssembled(problem);
}

TEST(Maximal, OpensAndClosesLoopsOnTheWay) {
  Problem problem(fourBar());
  start(problem, {0.3, 1, 2});
  Loop& loop = *problem.loops()[0];
  loop.closed = false;
  EXPECT_EQ(solve(problem, "maximal").status, Status::converged);
  EXPECT_EQ(problem.state.q, (std::vector<double>{0.3, 1, 2}));
  loop.closed = true;
  EXPECT_EQ(solve(problem, "maximal").status, Status::converged);
  expectAssembled(problem);
}

TEST(Maximal, KeepsLimitsInLoops) {
  // The crank has a range of half a radian, in which the rocker never reverses. The rocker's goal needs more than that.
  ModelDescription limited = describe(FourBar());
  limited.links[0].joint = joint("revolute", Vec3::UnitZ(), {{0.9, 1.4}});
  Problem problem(build(limited));
  start(problem, {1.1, 0.3, 2});
  solve(problem, "maximal");
  Goal& goal = addGoal(problem, "joint", "rocker");
  const double rocker = problem.state.q[2];
  for (const double offset : {-1.5, 1.5}) {
    goal.target[0] = rocker + offset;
    EXPECT_NE(solve(problem, "maximal", patient()).status, Status::converged);
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
    EXPECT_EQ(solve(problem, "maximal").status, Status::converged) << count;
    expectAssembled(problem);
  }
}

SolveOptions veryPatient() { return {.maxIterations = 500, .stallTolerance = 1e-12}; }

double gapOf(const Problem& problem, const std::string& link) {
  return problem.misfits[2 * problem.model().findLink(link)];
}

/// A four-bar that is too short to close by `missing`: the bars lie stretched along X, and all four pins gape.
FourBar tooShort(double missing) { return {.a = 1, .b = 1.5, .c = 1.2, .d = 3.7 + missing}; }

/// Gaps at crank, coupler, loop and rocker of the stretched four-bar.
std::array<double, 4> gapsOfPins(const Problem& problem) {
  return {gapOf(problem, "crank"), gapOf(problem, "coupler"), problem.residual(problem.loops()[0]->goal).distance,
          gapOf(problem, "rocker")};
}

void startBent(Problem& problem) { start(problem, {0.3, -0.4, pi - 0.2}); }

TEST(Misfit, IsSharedByWeightAsBySpringsInSeries) {
  const double missing = 0.2;
  for (const Mode mode : {Mode::track, Mode::find}) {
    for (const auto& weights : {std::array{1.0, 1.0, 1.0, 1.0}, {1.0, 2.0, 0.5, 4.0}, {3.0, 1.0, 1.0, 3.0}}) {
      Problem problem(fourBar(tooShort(missing), weights[2]));
      for (const auto& [link, weight] :
           {std::pair("crank", weights[0]), std::pair("coupler", weights[1]), std::pair("rocker", weights[3])})
        problem.fitWeights[problem.model().findLink(link)] = weight;
      startBent(problem);
      SolveOptions options = veryPatient();
      options.mode = mode;
      options.maxRestarts = 3;
      EXPECT_NE(solve(problem, "maximal", options).status, Status::converged);
      double sum = 0;
      for (const double weight : weights) sum += 1 / weight;
      const auto gaps = gapsOfPins(problem);
      const double room = mode == Mode::track ? 1e-9 : 1e-6;
      for (int i = 0; i < 4; ++i) EXPECT_NEAR(gaps[i], missing / weights[i] / sum, room) << i;
      EXPECT_FALSE(problem.state.isSwept());
    }
  }
}

TEST(Misfit, StaysWhereItIsFromSolveToSolve) {
  Problem problem(fourBar(tooShort(0.2)));
  startBent(problem);
  solve(problem, "maximal", veryPatient());
  const std::vector<double> poses = copyOfPoses(problem.state);
  EXPECT_EQ(solve(problem, "maximal", veryPatient()).status, Status::stalled);
  for (std::size_t i = 0; i < poses.size(); ++i) EXPECT_NEAR(copyOfPoses(problem.state)[i], poses[i], 1e-9);
}

/// Cranks of unit length at x = 0, 1, 2 carry a beam; the last one is too long by `wrong`.
ModelPtr beamOnCranks(double wrong) {
  std::vector<LinkDescription> links;
  std::vector<LoopDescription> loops;
  for (int i = 0; i < 3; ++i) links.push_back(link(numbered("crank ", i), "", {double(i), 0, 0}, joint("continuous")));
  links.push_back(link("beam", "crank 0", {1, 0, 0}, joint("continuous")));
  for (int i = 1; i < 3; ++i) {
    const double length = i == 2 ? 1 + wrong : 1;
    loops.push_back({numbered("pin ", i),
                     {numbered("crank ", i), at({length, 0, 0})},
                     {"beam", at({double(i), 0, 0})},
                     hingeFree,
                     1});
  }
  return build({"", std::move(links), std::move(loops)});
}

/// Crank 0 is upright and fixed.
void standUp(Problem& problem) {
  const Model& model = problem.model();
  for (int i = 0; i < 3; ++i) {
    const Motion& motion = motionOf(model, numbered("crank ", i));
    problem.state.q[motion.qIndex] = pi / 2;
    if (i == 0) problem.jointWeights[motion.vIndex] = 0;
  }
  problem.state.q[motionOf(model, "beam").qIndex] = -pi / 2;
}

TEST(Misfit, OfOneCrankFivePercentTooLongIsThatOfAStraightLineThroughThreePoints) {
  // The beam is the least-squares line through the heights 1, 1 and 1.05: residuals +0.05/6, −0.05/3,
  // +0.05/6. Two pins in series hold each crank and halve them. Cosines of 0.025 rad add less than 0.1 %.
  const double wrong = 0.05;
  Problem problem(beamOnCranks(wrong));
  standUp(problem);
  EXPECT_EQ(solve(problem, "maximal", veryPatient()).status, Status::stalled);
  const double at0 = wrong / 12, at1 = wrong / 6;
  const auto loopGap = [&](int i) { return problem.residual(problem.loops()[i]->goal).distance; };
  EXPECT_NEAR(gapOf(problem, "crank 0"), at0, 0.02 * at0);
  EXPECT_NEAR(gapOf(problem, "beam"), at0, 0.02 * at0);
  EXPECT_NEAR(gapOf(problem, "crank 1"), at1, 0.02 * at1);
  EXPECT_NEAR(loopGap(0), at1, 0.02 * at1);
  EXPECT_NEAR(gapOf(problem, "crank 2"), at0, 0.02 * at0);
  EXPECT_NEAR(loopGap(1), at0, 0.02 * at0);
}

TEST(Misfit, OfABennettLinkageWithAWrongTwistIsInAngles) {
  // Twists of 0.60 and 0.63 that should be equal: the frames gape by about the difference in total.
  const Bennett right;
  ModelDescription wrong = describe(right);
  wrong.loops[0].a.linkFromFrame.r = Quat(Eigen::AngleAxisd(1.05 * right.alpha, Vec3::UnitX()));
  Problem problem(build(wrong));
  start(problem, {1, -3.5, -1});
  problem.jointWeights[0] = 0;
  EXPECT_EQ(solve(problem, "maximal", veryPatient()).status, Status::stalled);
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
    solve(problem, "maximal", veryPatient());
    EXPECT_NEAR(problem.state.q[motionOf(problem.model(), "crank 0").qIndex], crank, 0.05);
  }
}

}  // namespace
}  // namespace limber::test::assemblies_test
