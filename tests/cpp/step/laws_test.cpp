/// Laws of every step, on every fixture, with random goals, gains, times and jumps.
#include "fixtures.h"

namespace limber::test::laws_test {
namespace {

SolveOptions anyOptions(Maker& make) {
  SolveOptions options = {.restGain = make.chance(0.2) ? 0.5 : 0,
                          .gain = std::pow(10, make.between(-1, 6)),
                          .substeps = make.below(6),
                          .maxVelocity = std::pow(10, make.between(-1, 3)),
                          .feedForward = make.chance(0.7),
                          .selective = make.chance(0.3)};
  if (make.chance(0.3)) options.maxDamping = make.chance(0.2) ? 0 : make.between(0, 1);
  if (make.chance(0.3)) options.dampingRange = make.between(0, 0.5);
  return options;
}

/// A random goal, sometimes tied to another link.
void addAnyGoal(Maker& make, Problem& problem, const Fixture& fixture) {
  const std::string_view type = make.chance(0.2) ? "chain" : std::string_view(make.oneOf(toolGoalTypes()).name);
  GoalOptions options = make.goalOptions(type);
  options.linkFromTool.p *= 0.1 * problem.model().reach;
  options.priority = make.below(2);
  const std::string tip = make.oneOf(fixture.tips);
  const std::string other = problem.model().links[0].name;
  if (make.chance(0.3) && other != tip) options.targetLink = other;
  Goal& goal = addGoal(problem, type, tip, options);
  if (type == "distance") (void)goal.setParameter("side", std::array{double(make.below(3))});
  if (make.chance(0.2)) goal.gain = make.between(0, 100);
}

void moveTarget(Maker& make, Problem& problem, Goal& goal) {
  const double far = problem.model().reach * std::pow(10, make.between(-3, 2));
  if (goal.type->follow) {
    for (int i = 0; i < 6; ++i) goal.target[i] += make.between(-0.1, 0.1);
  } else {
    goal.type->targetAt(goal, make.pose(far), goal.target.data());
  }
}

void moveDriven(Maker& make, Problem& problem) {
  for (const Motion& motion : problem.model().motions) {
    if (motion.mimics || motion.kind != Motion::Kind::screw) continue;
    if (problem.jointWeights[motion.vIndex] == 0)
      problem.state.q[motion.qIndex] = clampScrew(motion, problem.state.q[motion.qIndex] + make.between(-0.1, 0.1));
  }
}

void expectSound(const Problem& problem, const SolveOptions& options) {
  test::expectSound(problem);
  ASSERT_TRUE(allFinite(problem.velocities));
  const std::vector<Pose> poses = posesAt(problem.model(), problem.state.q);
  for (std::size_t i = 0; i < poses.size(); ++i)
    ASSERT_LT((poses[i].p - problem.state.poses[i].p).norm(), 1e-9 * problem.model().reach);
  for (const Motion& motion : problem.model().motions) {
    const double* weights = &problem.jointWeights[motion.vIndex];
    if (motion.mimics || std::count(weights, weights + motion.nv(), 0) == motion.nv()) continue;
    const double unit = motion.turns() ? 1 : problem.model().reach;
    double square = 0;
    for (int k = motion.vIndex; k < motion.vIndex + motion.nv(); ++k)
      square += std::pow(problem.velocities[k] / unit, 2);
    ASSERT_LE(std::sqrt(square), options.maxVelocity * (1 + 1e-6) + 1e-9);
  }
}

TEST(StepLaws, NothingBlowsUpAndWhatTheCallerMovesStaysWhereItWasPut) {
  for (auto&& make : trials(share(30))) {
    for (const Fixture& fixture : allFixtures()) {
      SCOPED_TRACE(fixture.name);
      Problem problem(fixture.model);
      start(problem, make.allowedQ(problem.model()));
      for (int i = make.below(3); i >= 0; --i) addAnyGoal(make, problem, fixture);
      for (double& weight : problem.jointWeights) {
        if (make.chance(0.2)) weight = make.chance(0.5) ? 0 : make.between(0, 1);
      }
      const SolveOptions options = anyOptions(make);
      for (int i = 0; i < 15; ++i) {
        for (const auto& goal : problem.goals()) {
          if (make.chance(0.3)) moveTarget(make, problem, *goal);
        }
        moveDriven(make, problem);
        std::vector<std::array<double, 7>> targets;
        for (const auto& goal : problem.goals()) targets.push_back(goal->target);
        const auto q = problem.state.q;
        ASSERT_STREQ(step(problem, std::pow(10, make.between(-4, 1)), options).reason, "");
        expectSound(problem, options);
        if (HasFatalFailure()) return;
        for (std::size_t k = 0; k < targets.size(); ++k) {
          ASSERT_EQ(problem.goals()[k]->target, targets[k]);
          ASSERT_FALSE(problem.goals()[k]->atEdges);
        }
        for (const Motion& motion : problem.model().motions) {
          if (!motion.mimics && motion.kind == Motion::Kind::screw && problem.jointWeights[motion.vIndex] == 0) {
            ASSERT_EQ(problem.state.q[motion.qIndex], q[motion.qIndex]);
          }
        }
      }
    }
  }
}

/// With fixed targets within reach and a gain that does not overshoot, step() converges.
TEST(StepLaws, StillTargetsAreReached) {
  int reached = 0, tried = 0;
  for (auto&& make : trials(20)) {
    for (const char* type : {"position", "pose"}) {
      Problem problem(sevenJointArm());
      const std::vector<double> q = make.allowedQ(problem.model());
      Goal& goal = addGoal(problem, type, "hand");
      aimAt(problem, goal, q);
      // Start nearby, so that no other branch of the arm interferes.
      std::vector<double> from = q;
      for (double& each : from) each *= 0.9;
      start(problem, from);
      double best = infinity;
      for (int i = 0; i < 300; ++i) {
        const StepResult result = step(problem, 1 / 60.0);
        const Residual left = problem.residual(goal);
        best = std::min(best, left.distance + left.angle);
        if (result.status == Status::converged) break;
      }
      ++tried;
      reached += best < 1.2e-3;
    }
  }
  EXPECT_GE(reached, tried * 9 / 10);
}

/// With targets out of reach arms come to rest without trembling, at any gain; one alone is stretched.
TEST(StepLaws, OutOfReachTheJointsComeToRest) {
  for (const double gain : {20.0, 60.0, 1000.0}) {
    for (auto&& make : trials(share(4))) {
      for (const Fixture& fixture :
           {Fixture{"balls", ballChain(6), {"tip"}}, Fixture{"two roots", twoRoots(), {"leftTip", "rightTip"}},
            Fixture{"two hands", twoHands(), {"leftHand", "rightHand"}}}) {
        SCOPED_TRACE(fixture.name);
        Problem problem(fixture.model);
        start(problem, make.allowedQ(problem.model()));
        for (const std::string& tip : fixture.tips) {
          Goal& goal = addGoal(problem, "position", tip);
          setPoint(goal, 3 * problem.model().reach * make.unitVector());
        }
        simulate(problem, 30, {.gain = gain});
        for (const double velocity : problem.velocities) EXPECT_LT(std::abs(velocity), 0.05);
        if (fixture.tips.size() > 1) continue;
        EXPECT_NEAR(problem.residual(*problem.goals()[0]).distance, 2 * problem.model().reach, 1e-3) << gain;
      }
    }
  }
}

TEST(StepLaws, OfAnyLengthEnds) {
  Problem problem(ballChain(2));
  Goal& goal = addGoal(problem, "position", "tip");
  goal.target[0] += 0.1;
  for (const double dt : {1e4, 1e9, 1e300}) {
    const StepResult result = step(problem, dt, {.substeps = 0, .minTimeStep = 1e-6, .maxTimeStep = 1e-3});
    EXPECT_EQ(result.substeps, 10'000) << dt;
    EXPECT_TRUE(allFinite(problem.state.q));
  }
}

}  // namespace
}  // namespace limber::test::laws_test
