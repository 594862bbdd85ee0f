/// Steps of the Jacobian solvers against the solvers' own equations. J and e are those of Problem, converted
/// to the solvers' units: length rows by the reach, angle rows times turnWeight, slides in reaches.
#include "descent/linearisation.h"
#include "fixtures.h"

namespace limber::test::jacobian_solvers_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Linear {
  MatrixXd J;
  VectorXd e;
  VectorXd unit;  ///< dq = unit · x
};

Linear linearised(const Problem& problem) {
  const Model& model = problem.model();
  Linear linear{jacobianOf(problem), errorOf(problem), VectorXd::Ones(model.nv)};
  int row = 0;
  for (const auto& goal : problem.goals()) {
    for (int i = 0; i < goal->type->rows(); ++i, ++row) {
      const double part = i < goal->type->linearRows ? 1 / model.reach : turnWeight * model.size / model.reach;
      linear.J.row(row) *= part;
      linear.e[row] *= part;
    }
  }
  for (const Motion& motion : model.motions) {
    if (motion.mimics || motion.turns()) continue;
    linear.unit[motion.vIndex] = model.reach;
    linear.J.col(motion.vIndex) *= model.reach;
  }
  return linear;
}

/// One step shortened by nothing but the solver's equation. Without stallTolerance such a small step would be followed
/// by one along the gradient.
SolveOptions oneFreeStep() {
  return {.maxIterations = 1,
          .tolerance = 0,
          .angleTolerance = 0,
          .stallTolerance = 0,
          .limits = false,
          .maxStep = infinity,
          .maxError = infinity};
}

/// x of the solver's step from `q`.
VectorXd stepFrom(Problem& problem, const std::vector<double>& q, std::string_view solver,
                  const SolveOptions& options) {
  start(problem, q);
  const Linear linear = linearised(problem);
  solve(problem, solver, options);
  const std::vector<double> dq = wayBetween(problem.model(), q, problem.state.q);
  return Eigen::Map<const VectorXd>(dq.data(), problem.model().nv).cwiseQuotient(linear.unit);
}

/// Targets so near that J describes the whole way. The state is left at q.
void aimBeside(Maker& make, Problem& problem, const std::vector<double>& q, double way) {
  const std::vector<double> there = moved(problem.model(), q, make.tangent(problem.model(), way));
  for (const auto& goal : problem.goals()) aimAt(problem, *goal, there);
  start(problem, q);
}

/// Arms of hinges, slides and balls, with one effector and with two, some of whose joints mimic others.
std::vector<Fixture> arms(Maker& make) {
  const ModelPtr mimics = make.model({.limits = false, .mimics = 0.6, .roots = 0, .branches = 0});
  return {{"mimics", mimics, {mimics->links.back().name}},
          {"seven joints", sevenJointArm(), {"hand"}},
          {"balls", ballChain(4), {"tip"}},
          {"two hands", twoHands(), {"leftHand", "rightHand"}},
          {"gantry", gantry(), {"tool"}},
          {"every joint", everyJoint(false), {"tip"}}};
}

/// Calls `each(make, problem, q)` for all of them, with goals of the type near the pose q.
template <class Each>
void nearTargets(std::string_view type, double way, Each each) {
  for (auto&& trial : trials(20)) {
    for (const Fixture& arm : arms(trial)) {
      SCOPED_TRACE(arm.name);
      Maker make(trial.seed);
      Problem problem(arm.model);
      for (const std::string& tip : arm.tips) addGoal(problem, type, tip);
      std::vector<double> q = make.allowedQ(problem.model());
      normalise(problem.model(), q.data());
      aimBeside(make, problem, q, way);
      each(problem, q);
    }
  }
}

/// Runs both solvers from the current pose and compares, unless dls stalls. Its pose stays; returns its status.
Status expectSamePose(Problem& problem, const SolveOptions& options) {
  const std::vector<double> from = problem.state.q;
  solve(problem, "svd", options);
  const std::vector<double> bySvd = problem.state.q;
  start(problem, from);
  const Status status = solve(problem, "dls", options).status;
  if (status == Status::stalled) return status;
  for (const double each : wayBetween(problem.model(), bySvd, problem.state.q)) EXPECT_NEAR(each, 0, 1e-9);
  return status;
}

TEST(DampedLeastSquares, AreThoseThroughSingularValuesAtEveryStep) {
  for (auto&& make : trials(share(200))) {
    Problem problem(make.model());
    for (int i = 0; i < 3; ++i) make.addGoal(problem, make.oneOf(toolGoalTypes()).name);
    SolveOptions options = {.maxIterations = 1, .damping = std::pow(10, make.between(-1, 1))};
    start(problem, make.allowedQ(problem.model()));
    // Compare single steps, because for some of these models every step doubles the rounding error. At rest
    // rounding decides whether a step of 1e-8 pays off, so stalled solvers are not compared.
    options.stallTolerance = 1e-5;
    // Shorter than the cap of a solve that continues the previous one: svd always starts from the pose of dls.
    options.maxStep = 0.05;
    Status status = Status::maxIterations;
    for (int step = 0; step < 20 && status == Status::maxIterations; ++step) status = expectSamePose(problem, options);
  }
  // With their own damping: near targets, and targets so far that a step leaves part of the error, which increases it.
  for (const double way : {0.3, 10.0}) {
    nearTargets("pose", way, [](Problem& problem, const std::vector<double>& q) {
      start(problem, q);
      expectSamePose(problem, {.maxIterations = 1});
    });
  }
}

TEST(DampedLeastSquares, TakesTwoCopiesOfAGoalForOneGoal) {
  for (const char* name : {"dls", "svd", "itasc"}) {
    SCOPED_TRACE(name);
    for (const double way : {0.3, 10.0}) {
      for (auto&& trial : trials(20)) {
        Maker make(trial.seed);
        Problem once(sevenJointArm()), twice(sevenJointArm());
        const Goal& goal = addGoal(once, "pose", "hand");
        const std::vector<double> q = make.allowedQ(once.model());
        aimBeside(make, once, q, way);
        for (int copy = 0; copy < 2; ++copy)
          addGoal(twice, "pose", "hand", {.weight = std::sqrt(0.5)}).target = goal.target;
        start(twice, q);
        for (Problem* problem : {&once, &twice}) solve(*problem, name, {.maxIterations = 3});
        for (std::size_t i = 0; i < q.size(); ++i) ASSERT_NEAR(once.state.q[i], twice.state.q[i], 1e-9);
      }
    }
  }
}

/// The target is the goal's tool pose at q = 0, turned by half a turn about `axis` through the base.
void expectReachedFromOpposite(const ModelPtr& model, const std::string& tip, const char* type, const Vec3& axis,
                               const std::vector<double>& q = {}) {
  everyJacobianSolver(true, [&](const SolverType& solver) {
    Problem problem(model);
    if (!q.empty()) start(problem, q);
    Goal& goal = addGoal(problem, type, tip);
    const Quat half(Eigen::AngleAxisd(pi, axis));
    const Pose tool = problem.toolPose(goal);
    goal.type->targetAt(goal, {half * tool.p, half * tool.r}, goal.target.data());
    EXPECT_EQ(solve(problem, solver, {.maxIterations = 2000}).status, Status::converged);
  });
}

TEST(Ridge, AHingeAndABallTurnToWhatIsExactlyBehindThem) {
  for (const char* type : {"position", "direction", "orientation", "pose"}) {
    SCOPED_TRACE(type);
    expectReachedFromOpposite(chain(1, hinge(Vec3::UnitZ())), "tip", type, Vec3::UnitZ());
    expectReachedFromOpposite(chain(1, hinge(Vec3::UnitY())), "tip", type, Vec3::UnitY());
    for (const Vec3& axis : {Vec3::UnitX().eval(), Vec3::UnitY().eval(), Vec3(0, 0.6, 0.8)})
      expectReachedFromOpposite(ballChain(1), "tip", type, axis);
  }
}

TEST(Ridge, AnArmTurnsItsHandByHalfATurnFromStraightAndFromBent) {
  const ModelPtr arm = sevenJointArm();
  for (const Vec3& axis : {Vec3::UnitX().eval(), Vec3::UnitY().eval()})
    expectReachedFromOpposite(arm, "hand", "direction", axis, {0, 0.3, 0, 0.6, 0, 0.4, 0});
  expectReachedFromOpposite(arm, "hand", "orientation", Vec3::UnitX());
  expectReachedFromOpposite(arm, "hand", "direction", Vec3::UnitX());
}

TEST(Ridge, AStraightArmBendsToATargetOnItsAxis) {
  for (const ModelPtr& arm : {ballChain(5), chain(4, hinge(Vec3::UnitZ()))}) {
    for (const double part : {0.7, 0.5, 0.2, -0.4}) {
      SCOPED_TRACE(part);
      everyJacobianSolver(true, [&](const SolverType& solver) {
        Problem problem(arm);
        Goal& goal = addGoal(problem, "position", "tip");
        for (double& each : goal.target) each *= part;
        EXPECT_EQ(solve(problem, solver, {.maxIterations = 5000}).status, Status::converged);
      });
    }
  }
}

TEST(DampedLeastSquares, AreTheLeastSumOfErrorAndStep) {
  for (const char* type : {"position", "pose"}) {
    nearTargets(type, 1e-3, [](Problem& problem, const std::vector<double>& q) {
      const Linear linear = linearised(problem);
      SolveOptions options = oneFreeStep();
      options.damping = 0.1;
      const VectorXd x = stepFrom(problem, q, "dls", options);
      // At the minimum of |e − J x|² + λ²|x|² its derivative is zero.
      const VectorXd slope = linear.J.transpose() * (linear.e - linear.J * x) - 0.01 * x;
      EXPECT_LT(slope.norm(), 1e-9 * linear.e.norm());
    });
  }
}

TEST(Pseudoinverse, IsTheLimitOfVanishingDamping) {
  int tried = 0;
  nearTargets("position", 1e-3, [&](Problem& problem, const std::vector<double>& q) {
    const VectorXd sigma = Eigen::JacobiSVD<MatrixXd>(linearised(problem).J).singularValues();
    const double least = sigma[std::min(problem.rows(), problem.model().nv) - 1];
    if (least < 0.05) return;
    ++tried;
    const VectorXd limit = stepFrom(problem, q, "pseudoinverse", oneFreeStep());
    const auto awayWith = [&](double lambda) {
      SolveOptions options = oneFreeStep();
      options.damping = lambda;
      return (stepFrom(problem, q, "dls", options) - limit).norm();
    };
    // Each direction loses the fraction λ²/(σ² + λ²).
    for (const double lambda : {1e-2, 1e-3}) {
      EXPECT_LE(awayWith(lambda), 1.001 * std::pow(lambda / least, 2) * limit.norm());
      EXPECT_GE(awayWith(lambda), 0.9 * std::pow(lambda / sigma[0], 2) * limit.norm());
    }
    EXPECT_LT(awayWith(0), 1e-9 * limit.norm());
  });
  EXPECT_GT(tried, 20);
}

/// Two unit links with the elbow bent by ε: σ₁σ₂ = |det J| = sin ε and σ₁ ≈ √5, so σ₂/σ₁ ≈ ε/5. Only a huge turn of the
/// joints could lengthen the arm.
TEST(Truncation, LeavesOutTheSmallDirectionsOfThePseudoinverseBelowAHundredthIfNotTold) {
  const auto after = [](std::string_view solver, double bend, double truncation) {
    Problem problem(chain(2, hinge(Vec3::UnitZ())));
    Goal& goal = addGoal(problem, "position", "tip");
    start(problem, {0, bend});
    setPoint(goal, problem.toolPose(goal).p - Vec3(1e-6, 0, 0));
    SolveOptions options = oneFreeStep();
    options.truncation = truncation;
    return stepFrom(problem, {0, bend}, solver, options);
  };
  for (const char* solver : {"pseudoinverse", "svd"}) {
    EXPECT_GT(after(solver, 1e-3, 0).norm(), 1e-3) << solver;
    EXPECT_LT(after(solver, 1e-3, 0.1).norm(), 1e-5) << solver;
  }
  for (const double bend : {0.04, 0.06, 0.08}) {
    const double same = bend > 0.05 ? 0 : 0.5;  // keeps both values, or only the largest
    EXPECT_EQ(after("pseudoinverse", bend, automatic), after("pseudoinverse", bend, same)) << bend;
    EXPECT_NE(after("pseudoinverse", bend, automatic), after("pseudoinverse", bend, 0.5 - same)) << bend;
  }
}

TEST(Transpose, TurnsAsTheGoalsPullOrTheirMeanAndSoFarThatTheErrorIsLeast) {
  for (const auto& [type, mean] :
       {std::pair("position", false), std::pair("pose", false), std::pair("position", true)}) {
    nearTargets(type, 1e-3, [&](Problem& problem, const std::vector<double>& q) {
      const Linear linear = linearised(problem);
      SolveOptions options = oneFreeStep();
      options.meanOverGoals = mean;
      const VectorXd x = stepFrom(problem, q, "transpose", options);
      VectorXd pull = linear.J.transpose() * linear.e;
      for (int v = 0; v < pull.size() && mean; ++v) {
        int carried = 0;
        for (int row = 0; row < problem.rows(); row += 3) carried += linear.J.col(v).segment<3>(row).norm() > 0;
        if (carried > 1) pull[v] /= carried;
      }
      EXPECT_LT((x / x.norm() - pull / pull.norm()).norm(), 1e-6);
      const VectorXd change = linear.J * x;
      if (!mean) {
        EXPECT_NEAR((linear.e - change).dot(change), 0, 1e-6 * change.squaredNorm());
      }
    });
  }
}

TEST(Transpose, FlatWeightShrinksNearTheTarget) {
  for (const auto& [way, lowest, highest] :
       {std::array{1e-4, 0.1, 0.1}, std::array{0.03, 0.1, 1.0}, std::array{2.0, 0.1, 1.0}}) {
    nearTargets("position", way, [&](Problem& problem, const std::vector<double>& q) {
      const Linear linear = linearised(problem);
      SolveOptions options = oneFreeStep();
      options.stepSize = 0.05;  // small enough never to overshoot
      const VectorXd x = stepFrom(problem, q, "transpose", options);
      const double part = std::clamp(linear.e.norm() / 0.1, 0.1, 1.0);
      EXPECT_GE(part, lowest);
      EXPECT_LE(part, highest);
      const VectorXd expected = 0.05 * part * (linear.J.transpose() * linear.e);
      EXPECT_LT((x - expected).norm(), 1e-9 * expected.norm() + 1e-15);
    });
  }
}

/// Like BussIK's tree with four effectors: a trunk of two hinges, four limbs of five.
ModelPtr fourLimbs() {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  std::vector<LinkDescription> links = {link("trunk0", "", {0, 0, 0}, hinge(z)), link("trunk1", "trunk0", y, hinge(x))};
  for (int limb = 0; limb < 4; ++limb) {
    const double lean = 0.5 * (limb - 1.5);
    const Vec3 along = Vec3(std::sin(lean), std::cos(lean), limb % 2 ? 0.3 : -0.3).normalized();
    const std::string name = numbered("limb", limb);
    for (int i = 0; i < 5; ++i) {
      links.push_back(link(numbered(name + "-", i), i == 0 ? "trunk1" : links.back().name, i == 0 ? y : along,
                           hinge(std::array{z, x, y}[i % 3])));
    }
    links.push_back(link(numbered("tip", limb), links.back().name, along));
  }
  return build(std::move(links));
}

/// Mean distance of the effectors from reachable targets, solved from random poses.
double meanDistance(std::string_view solver, const SolveOptions& options) {
  Problem problem(fourLimbs());
  for (int i = 0; i < 4; ++i) addGoal(problem, "position", numbered("tip", i));
  double sum = 0;
  constexpr int count = 100;
  for (auto&& make : trials(count)) {
    const std::vector<double> there = make.allowedQ(problem.model());
    for (const auto& goal : problem.goals()) aimAt(problem, *goal, there);
    start(problem, make.allowedQ(problem.model()));
    solve(problem, solver, options);
    for (const auto& goal : problem.goals()) sum += problem.residual(*goal).distance;
  }
  return sum / (4 * count);
}

TEST(Sdls, BeatsDlsOnATreeOfFourEffectors) {
  // Constants that BussIK gives DLS on its tree of four, where a link is about 1 long: λ 1.1, distances cut
  // to 0.4. A smaller λ is faster still here, because every step is checked. The law concerns the cost of one
  // large λ for all directions. With more steps only the few targets at which either gets stuck remain.
  const double reach = fourLimbs()->reach;
  for (const int steps : {10, 20, 30}) {
    SolveOptions options = {.maxIterations = steps, .tolerance = 0};
    const double selective = meanDistance("sdls", options);
    options.damping = 1.1 / reach;
    options.maxError = 0.4 / reach;
    EXPECT_LT(selective, 0.7 * meanDistance("dls", options)) << steps;
  }
}

TEST(Sdls, MovesNoCoordinateFartherThanItsBound) {
  for (auto&& make : trials(100)) {
    Problem problem(sevenJointArm());
    Goal& goal = addGoal(problem, "pose", "hand");
    const std::vector<double> from = make.allowedQ(problem.model());
    aimAt(problem, goal, make.allowedQ(problem.model()));
    const VectorXd x = stepFrom(problem, from, "sdls", oneFreeStep());
    EXPECT_LE(x.cwiseAbs().maxCoeff(), 45 * degrees + 1e-12);
    EXPECT_GT(x.norm(), 0);
  }
}

TEST(Itasc, ShortensErrorsToHalfTheMeanLengthOfTheLinksOrToOneReach) {
  const JointDescription z = hinge(Vec3::UnitZ());
  // A root's offset does not count as a length, nor does that of a link at its parent's origin.
  const ModelPtr links =
      build({link("root", "", {0, 7, 0}, z), link("a", "root", {1, 0, 0}, z), link("b", "a", {0, 3, 0}, z),
             link("same", "b", {0, 0, 0}, z), link("tip", "same", {2, 0, 0})});
  const ModelPtr ball = build({link("tip", "", {0, 0, 0}, joint("ball"))});
  const Pose beside{{1, 0, 0}, Quat::Identity()};
  for (const auto& [model, tool, most] :
       {std::tuple(links, Pose(), 0.5 * (1 + 3 + 2) / 3 / links->reach), std::tuple(ball, beside, 1.0)}) {
    const auto after = [&](double maxError) {
      Problem problem(model);
      addGoal(problem, "position", "tip", {.linkFromTool = tool}).target = {-4, 6, 0};
      solve(problem, "itasc", {.maxIterations = 1, .maxStep = infinity, .maxError = maxError, .maxDamping = 0.05});
      return problem.state.q;
    };
    EXPECT_TRUE(sameBits(after(automatic), after(most)));
    EXPECT_FALSE(sameBits(after(automatic), after(1.1 * most)));
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

TEST(MeanOverGoals, OfOneGoalIsItsPullThoughMimicsFollow) {
  JointDescription follower = hinge(Vec3::UnitZ());
  follower.mimic = MimicDescription{"a", 1, 0};
  const ModelPtr arm = build({link("a", "", {0, 0, 0}, hinge(Vec3::UnitZ())), link("b", "a", {1, 0, 0}, follower),
                              link("c", "b", {1, 0, 0}, hinge(Vec3::UnitZ())), link("tip", "c", {1, 0, 0})});
  const auto solved = [&](bool mean) {
    Problem problem(arm);
    addGoal(problem, "position", "tip").target = {0.5, 1.5, 0};
    solve(problem, "transpose", {.maxIterations = 3, .meanOverGoals = mean});
    return problem.state.q;
  };
  EXPECT_TRUE(sameBits(solved(true), solved(false)));
}

}  // namespace
}  // namespace limber::test::jacobian_solvers_test
