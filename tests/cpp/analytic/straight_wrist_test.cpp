/// Poses at and near singular wrists, with straight elbows and on grids: the pose from which a target was
/// taken is found.
#include <gtest/gtest.h>

#include "arms.h"

namespace limber::test {
namespace {

/// UR5: axes 2, 3 and 4 are parallel.
ModelPtr parallelArm() {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  return armOf({z, y, y, y, -z, y},
               {{0, 0, 0.0892},
                {0, 0, 0.0892},
                {0.425, 0, 0.0892},
                {0.8172, 0, 0.0892},
                {0.8172, 0.1092, 0},
                {0.8172, 0.1092, -0.0055}},
               {{0.8172, 0.1915, -0.0055}, Quat::Identity()});
}

/// Puma 560: three axes meet.
ModelPtr meetingArm() {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  const Vec3 wrist(0.4521, 0.15, 0.4318);
  return armOf({z, -y, -y, z, -y, z}, {Vec3::Zero(), Vec3::Zero(), {0.4318, 0.15, 0}, wrist, wrist, wrist},
               {wrist, Quat::Identity()});
}

bool movesOn(const Solutions& solutions) {
  return std::ranges::any_of(solutions.selfMotion, [](double x) { return x != 0; });
}

/// Expects the pose itself, or a family.
void expectFound(Problem& problem, const std::vector<double>& q, const std::vector<double>& from, double tolerance) {
  start(problem, from);
  aimAll(problem, q);
  Solutions solutions;
  findSolutions(problem, {}, solutions);
  EXPECT_LE(worstError(problem, solutions), 1e-10);
  EXPECT_GT(solutions.count, 0);
  EXPECT_TRUE(has(problem, solutions, q, tolerance) || movesOn(solutions));
  EXPECT_NE(solve(problem, "analytic", {.mode = Mode::find}).status, Status::unreachable);
}

TEST(StraightWrists, HaveThePoseThatATargetCameFromHoweverStraight) {
  for (const ModelPtr& arm : {parallelArm(), meetingArm()}) {
    Problem problem(arm);
    addGoal(problem, "pose", "tool");
    for (auto&& make : trials(40)) {
      for (const double bend : {0.0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
        SCOPED_TRACE(bend);
        std::vector<double> q = make.anyQ(*arm);
        q[4] = bend;
        // Errors of 1e-10 turn the hinges on either side of the wrist by 1e-10 / bend.
        expectFound(problem, q, make.anyQ(*arm), bend > 0 ? std::max(1e-4, 2e-10 / bend) : 0);
      }
    }
  }
}

TEST(StraightWrists, WithAStraightElbowHaveAPose) {
  Problem problem(parallelArm());
  addGoal(problem, "pose", "tool");
  for (auto&& make : trials(40)) {
    for (const double bend : {0.0, 1e-10, 1e-8, 1e-6, 1e-5}) {
      SCOPED_TRACE(bend);
      std::vector<double> q = make.anyQ(problem.model());
      q[2] = 0;
      q[4] = bend;
      start(problem, std::vector<double>(6, 0.0));
      aimAll(problem, q);
      Solutions solutions;
      findSolutions(problem, {}, solutions);
      EXPECT_GT(solutions.count, 0);
      EXPECT_LE(worstError(problem, solutions), 1e-10);
    }
  }
}

TEST(StraightWrists, OnAGridOfEighthsOfATurnHaveThePose) {
  for (const ModelPtr& arm : {parallelArm(), meetingArm()}) {
    Problem problem(arm);
    addGoal(problem, "pose", "tool");
    for (auto&& make : trials(200)) {
      std::vector<double> q(6);
      for (double& each : q) each = make.below(8) * pi / 4 - pi;
      expectFound(problem, q, std::vector<double>(6, 0.0), 1e-4);
    }
  }
}

/// With the elbow straight too, the arm cannot move along every direction of the kernel.
TEST(StraightWrists, OfAnArmStretchedWithItsElbowMoveOn) {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ(), wrist(0.8, 0, 0.5);
  Problem problem(armOf({z, y, y, x, y, x}, {{0, 0, 0.5}, {0, 0, 0.5}, {0.4, 0, 0.5}, wrist, wrist, wrist},
                        {{0.9, 0, 0.5}, Quat::Identity()}));
  addGoal(problem, "pose", "tool");
  expectFound(problem, {0.75 * pi, 0, 0, -0.25 * pi, 0, 0}, std::vector<double>(6, 0.0), 1e-4);
}

/// Determinants at a single trial state say nothing about an arm.
TEST(StraightWrists, AnalyticTakesAPumaInEveryState) {
  Problem problem(meetingArm());
  addGoal(problem, "pose", "tool");
  const SolverType& analytic = *findSolverType("analytic");
  for (auto&& make : trials(200)) {
    start(problem, make.anyQ(problem.model()));
    aimAll(problem, make.anyQ(problem.model()));
    EXPECT_EQ(analytic.supports(problem), nullptr);
  }
  start(problem, {-0.548, -0.0023212334, -1.68287473, 1.2, 0.48, -0.98});
  EXPECT_EQ(analytic.supports(problem), nullptr);
}

}  // namespace
}  // namespace limber::test
