/// The rest posture: every Jacobian solver moves towards it as far as the goals allow.
#include <Eigen/SVD>

#include "fixtures.h"

namespace limber::test::rest_posture_test {
namespace {

SolveOptions drawn(double gain, int iterations = 2000) { return {.maxIterations = iterations, .restGain = gain}; }

Eigen::VectorXd wayToRest(const Problem& problem) {
  const std::vector<double> way = wayBetween(problem.model(), problem.state.q, problem.rest);
  return Eigen::Map<const Eigen::VectorXd>(way.data(), std::ssize(way));
}

/// Projection of the way to rest onto the null space of the goals.
double freeWayToRest(const Problem& problem) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(jacobianOf(problem), Eigen::ComputeThinV);
  Eigen::VectorXd way = wayToRest(problem);
  for (int i = 0; i < svd.singularValues().size(); ++i) {
    if (svd.singularValues()[i] < 1e-9 * svd.singularValues()[0]) continue;
    const Eigen::VectorXd v = svd.matrixV().col(i);
    way -= v.dot(way) * v;
  }
  return way.norm();
}

/// Arms with more joints than the goals need.
std::vector<Fixture> redundantArms() {
  return {{"hinges", chain(6, hinge(Vec3::UnitZ())), {"tip"}},
          {"balls", ballChain(4), {"tip"}},
          {"two hands", twoHands(), {"leftHand", "rightHand"}},
          {"a second arm without a goal", twoRoots(), {"leftTip"}}};
}

/// Puts an arm into a pose that meets its goals, with its rest posture a bit away.
void startAtGoal(Maker& make, Problem& problem, const Fixture& arm) {
  const std::vector<double> q = moved(problem.model(), problem.state.q, make.tangent(problem.model(), 0.8));
  for (const std::string& tip : arm.tips) aimAt(problem, addGoal(problem, "position", tip), q);
  start(problem, q);
  problem.rest = moved(problem.model(), q, make.tangent(problem.model(), 0.4));
}

/// Calls `each(problem, solver)` for every redundant arm in a pose that meets its goals.
template <class Each>
void atGoals(int count, Each each) {
  for (auto&& trial : trials(count)) {
    for (const Fixture& arm : redundantArms()) {
      SCOPED_TRACE(arm.name);
      everyJacobianSolver(false, [&](const SolverType& solver) {
        Maker make(trial.seed);
        Problem problem(arm.model);
        startAtGoal(make, problem, arm);
        each(problem, solver);
      });
    }
  }
}

TEST(RestPosture, IsReachedAsFarAsTheGoalsLet) {
  atGoals(10, [](Problem& problem, const SolverType& solver) {
    const double before = wayToRest(problem).norm();
    const double freeBefore = freeWayToRest(problem);
    const Result result = solve(problem, solver, drawn(0.3));
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_LT(result.iterations, 2000);  // it comes to rest
    for (const auto& goal : problem.goals()) EXPECT_LE(problem.residual(*goal).distance, 1e-4 * problem.model().reach);
    EXPECT_LT(wayToRest(problem).norm(), before);
    EXPECT_LT(freeWayToRest(problem), 1e-3 * freeBefore);
  });
}

TEST(RestPosture, KeepsTheGoalAtEveryStepAndIsSettledInWithoutJitter) {
  atGoals(share(5), [](Problem& problem, const SolverType& solver) {
    for (int step = 0; step < 1000; ++step) {
      const Eigen::VectorXd before = wayToRest(problem);
      ASSERT_EQ(solve(problem, solver, drawn(0.3, 1)).status, Status::converged) << step;
      // At most 0.05° per step in the last 50 steps.
      if (step < 950) continue;
      ASSERT_LT((wayToRest(problem) - before).norm(), 0.05 * degrees) << step;
    }
  });
}

TEST(RestPosture, AndTheGoalAreReachedTogether) {
  // From the rest posture itself to a target elsewhere.
  atGoals(1, [](Problem& problem, const SolverType& solver) {
    start(problem, problem.rest);
    // From one start in 75 `transpose` takes more than 2,000 iterations.
    EXPECT_EQ(solve(problem, solver, drawn(0.3, 20000)).status, Status::converged);
  });
}

TEST(RestPosture, IsReachedWithoutAnyGoal) {
  everyJacobianSolver(false, [](const SolverType& solver) {
    for (const Fixture& fixture : allFixtures()) {
      SCOPED_TRACE(fixture.name);
      Maker make(firstSeed());
      Problem problem(fixture.model);
      problem.rest = make.allowedQ(problem.model());
      EXPECT_EQ(solve(problem, solver, drawn(1)).status, Status::converged);
      EXPECT_LT(wayToRest(problem).norm(), 1e-6);
    }
  });
}

TEST(RestPosture, IsApproachedToTheLimitsAndMovesNothingThatIsHeld) {
  everyJacobianSolver(false, [](const SolverType& solver) {
    Problem problem(chain(3, hinge(Vec3::UnitZ(), 0.5)));
    problem.rest = {2, -2, 0.4};
    problem.jointWeights = {1, 1, 0};
    solve(problem, solver, drawn(0.5));
    EXPECT_EQ(problem.state.q, (std::vector<double>{0.5, -0.5, 0}));
  });
}

TEST(RestPosture, OfZeroQuaternionsIsTheIdentity) {
  everyJacobianSolver(false, [](const SolverType& solver) {
    Problem problem(ballChain(2));
    std::ranges::fill(problem.rest, 0.0);
    start(problem, Maker(1).allowedQ(problem.model()));
    solve(problem, solver, drawn(1));
    EXPECT_LT(wayToRest(problem).norm(), 1e-9);
    EXPECT_EQ(problem.rest[3], 1);
  });
}

}  // namespace
}  // namespace limber::test::rest_posture_test
