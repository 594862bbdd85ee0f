/// The solver that uses dual numbers instead of a Jacobian: its gradient, its descent, its limits.
#include "fixtures.h"
#include "solvers/autodiff/dual_error.h"

namespace limber::test::autodiff_test {
namespace {

using solvers::DualError;

/// Huber's loss: half the square, continued linearly beyond ten reaches.
double lossOf(double length) { return length <= 10 ? 0.5 * length * length : 10 * length - 50; }

/// Lengths in reaches; a radian counts as 0.3 of the size. Goal weights are relative to the largest one.
double lossAt(const Problem& problem, const std::vector<double>& q) {
  double sum = 0, greatest = 0;
  for (const auto& goal : problem.goals()) greatest = std::max({greatest, goal->linearWeight(), goal->angularWeight()});
  for (const auto& goal : problem.goals()) {
    std::array<double, maxRows> e;
    goal->type->error(*goal, toolAt(problem, *goal, q), e.data());
    for (int row = 0; row < goal->type->rows(); row += 3) {
      const Model& model = problem.model();
      const double unit = row < goal->type->linearRows ? goal->linearWeight() / model.reach
                                                       : 0.3 * model.size / model.reach * goal->angularWeight();
      sum += lossOf(unit / greatest * Eigen::Map<Vec3>(e.data() + row).norm());
    }
  }
  return sum;
}

/// Derivative of the loss by each coordinate (radians; metres for slides).
std::vector<double> slopesByDifferences(const Problem& problem) {
  const Model& model = problem.model();
  std::vector<double> slopes(model.nv);
  const auto lossAfter = [&](int v, double change) {
    std::vector<double> dq(model.nv);
    dq[v] = change;
    std::vector<double> q = moved(model, problem.state.q, dq);
    return lossAt(problem, q);
  };
  constexpr double h = 1e-5;
  for (int v = 0; v < model.nv; ++v) slopes[v] = (lossAfter(v, h) - lossAfter(v, -h)) / (2 * h);
  return slopes;
}

/// The gradient that autodiff descends: slopes times scale².
Eigen::VectorXd gradientByDuals(Problem& problem, DualError& error, bool limits) {
  SolveOptions options = {.limits = limits};
  problem.measure();
  error.prepare(problem, options);
  error.read(problem);
  Eigen::VectorXd g(problem.model().nv);
  error.findGradient(problem, g);
  return g;
}

void expectGradient(Problem& problem) {
  DualError error(problem);
  const Eigen::VectorXd g = gradientByDuals(problem, error, false);
  const std::vector<double> slopes = slopesByDifferences(problem);
  const double room = 1e-6 * (1 + lossAt(problem, problem.state.q) + g.norm());
  for (std::size_t v = 0; v < slopes.size(); ++v)
    EXPECT_NEAR(g[v], error.scale[v] * slopes[v], room) << "coordinate " << v;
}

/// Moves the target by up to `most` metres. Avoids turns near half a turn, where differences are meaningless.
void aimAnywhere(Maker& make, Problem& problem, Goal& goal, double most) {
  do {
    goal.type->targetAt(goal, make.pose(most), goal.target.data());
  } while (problem.residual(goal).angle > 3);
}

TEST(Autodiff, GradientIsThatOfFiniteDifferencesAlsoFarAway) {
  for (auto&& trial : trials(30)) {
    for (const GoalType& type : toolGoalTypes()) {
      SCOPED_TRACE(type.name);
      Maker make(trial.seed);
      Problem problem(make.model());
      start(problem, make.anyQ(problem.model()));
      for (double& each : problem.jointWeights) each = make.chance(0.2) ? 0 : make.between(0.1, 1);
      for (int i = 0; i < 2; ++i) aimAnywhere(make, problem, *make.addGoal(problem, type.name), 2);
      expectGradient(problem);
      if (type.name != "position") continue;
      for (const auto& goal : problem.goals()) setPoint(*goal, 1000 * problem.model().reach * make.unitVector());
      problem.measure();
      expectGradient(problem);
    }
  }
}

TEST(Autodiff, GradientLeavesOutWhatIsHeldAndWhatIsOff) {
  Problem problem(chain(3, hinge(Vec3::UnitZ(), 0)));
  addGoal(problem, "position", "tip").target = {0, 2, 0};
  DualError error(problem);
  EXPECT_TRUE(gradientByDuals(problem, error, true).isZero(0));
  EXPECT_FALSE(gradientByDuals(problem, error, false).isZero(0));
  problem.goals()[0]->weight = 0;
  EXPECT_TRUE(gradientByDuals(problem, error, false).isZero(0));
}

TEST(Autodiff, ChangeIsThatOfTheLossAndFarAwayNoLess) {
  for (const double reaches : {0.8, 100.0}) {
    for (auto&& make : trials(30)) {
      Problem problem(ballChain(4));
      const std::vector<double> before = make.anyQ(problem.model()), after = make.anyQ(problem.model());
      start(problem, before);
      for (const double weight : {0.5, 2.0}) {
        Goal* goal = make.addGoal(problem, "pose");
        goal->weight = weight;
        aimAnywhere(make, problem, *goal, reaches * problem.model().reach);
      }
      DualError error(problem);
      gradientByDuals(problem, error, false);
      start(problem, after);
      problem.measure();
      const double change = error.change(problem), ofLoss = lossAt(problem, after) - lossAt(problem, before);
      const double room = 1e-12 * (1 + lossAt(problem, before));
      EXPECT_GE(change, ofLoss - room);
      if (reaches < 1) {
        EXPECT_NEAR(change, ofLoss, room);
      }
    }
  }
}

TEST(Autodiff, SlidesAreSolvedInAFewStepsBecauseTheirErrorIsAParabola) {
  const auto slide = [](const Vec3& axis) { return joint("prismatic", axis, {{-infinity, infinity}}); };
  Problem problem(build({link("a", "", {0, 0, 0}, slide({1, 0, 0})), link("b", "a", {1, 0, 0}, slide({1, 1, 0})),
                         link("c", "b", {0, 1, 0}, slide({1, 1, 1})), link("tip", "c", {0, 0, 1})}));
  Goal& goal = addGoal(problem, "position", "tip");
  goal.target = {-0.3, 0.8, 1.9};
  const Result result = solve(problem, "autodiff", {.tolerance = 1e-8, .stallTolerance = 0});
  EXPECT_EQ(result.status, Status::converged);
  // With exact line searches three steps would do (Dennis and Moré 1977); inexact ones may take a few more.
  EXPECT_LE(result.iterations, 12);
}

/// Steps from a slightly bent chain to targets that need it nearly straight.
int stepsWhereStretched(std::string_view solver) {
  int steps = 0;
  for (const double angle : {-0.1, -0.2, -0.3, -0.4, -0.5}) {
    Problem problem(chain(10, hinge(Vec3::UnitZ())));
    start(problem, std::vector<double>(10, 0.02));
    addGoal(problem, "position", "tip").target = {9.9 * std::cos(angle), 9.9 * std::sin(angle), 0};
    const Result result = solve(problem, solver, {.maxIterations = 10000, .stallTolerance = 0});
    EXPECT_EQ(result.status, Status::converged) << solver << " at " << angle;
    steps += result.iterations;
  }
  return steps;
}

TEST(Autodiff, TakesLessThanHalfTheStepsOfThePlainGradientWhereAChainIsStretched) {
  // Buss's transpose: the gradient with the best step length.
  EXPECT_LT(2 * stepsWhereStretched("autodiff"), stepsWhereStretched("transpose"));
}

TEST(Autodiff, StandsStillWhereTheGradientIsZero) {
  Problem problem(chain(4, hinge(Vec3::UnitZ())));
  addGoal(problem, "position", "tip").target = {2, 0, 0};
  const std::vector<double> before = problem.state.q;
  const Result result = solve(problem, "autodiff");
  EXPECT_EQ(result.status, Status::stalled);
  EXPECT_EQ(result.iterations, 1);
  EXPECT_TRUE(sameBits(problem.state.q, before));
}

TEST(Autodiff, RestsWhereOnlyLimitsHoldItBack) {
  int held = 0;
  for (auto&& make : trials(50)) {
    Problem problem(chain(6, hinge(Vec3::UnitZ(), 0.4)));
    start(problem, make.allowedQ(problem.model()));
    addGoal(problem, "position", "tip").target = {make.between(-9, 9), make.between(4, 9), 0};
    solve(problem, "autodiff", {.maxIterations = 1000, .stallTolerance = 1e-10});
    const std::vector<double> slopes = slopesByDifferences(problem);
    for (const Motion& motion : problem.model().motions) {
      const double q = problem.state.q[motion.qIndex];
      const double slope = slopes[motion.vIndex];
      EXPECT_GE(q, -0.4);
      EXPECT_LE(q, 0.4);
      const bool isHeld = (q == -0.4 && slope > 0) || (q == 0.4 && slope < 0);
      held += isHeld;
      EXPECT_NEAR(isHeld ? 0 : slope, 0, 1e-4) << "q = " << q;
    }
  }
  EXPECT_GT(held, 0);
}

TEST(Autodiff, SlidesAlongTheEdgeOfABallsSwing) {
  // The bone may lean by 0.5 in any direction. The target asks for more, a quarter turn away from the present lean.
  JointDescription limited = joint("ball", Vec3::UnitZ());
  limited.swing = SwingBounds{{-0.5, 0.5}, {-0.5, 0.5}};
  Problem problem(build({link("ball", "", {0, 0, 0}, limited), link("tip", "ball", {0, 0, 1})}));
  std::vector<double> q(4);
  writeQuat(expRotation<double>(Vec3(0, 0.5, 0)), q.data());
  start(problem, q);
  addGoal(problem, "position", "tip").target = {0, 1, 0.2};
  solve(problem, "autodiff", {.stallTolerance = 1e-9});
  const Vec3 bone = problem.state.poses[1].p;
  EXPECT_LT((bone - Vec3(0, std::sin(0.5), std::cos(0.5))).norm(), 1e-4);
}

}  // namespace
}  // namespace limber::test::autodiff_test
