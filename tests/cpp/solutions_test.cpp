/// Every pose of an arm that meets its goals: laws, and brute force.
#include <gtest/gtest.h>

#include "arms.h"

namespace limber::test {
namespace {

/// Largest error of any solution, by the library's forward kinematics, which closed forms do not use.
double worstError(Problem& problem, const Solutions& solutions) {
  double worst = 0;
  const std::vector<double> before = problem.state.q;
  for (int i = 0; i < solutions.count; ++i) {
    start(problem, row(problem, solutions, i));
    for (const auto& goal : problem.goals()) {
      const Residual left = problem.residual(*goal);
      worst = std::max({worst, left.distance / problem.model().size, left.angle});
    }
  }
  start(problem, before);
  return worst;
}

TEST(Solutions, OfEveryFamilyMeetTheGoalAndHaveThePoseItWasTakenFrom) {
  for (const ArmFamily& family : armFamilies()) {
    SCOPED_TRACE(family.name);
    for (auto&& make : trials(60)) {
      Problem problem(randomArm(make, family));
      addGoal(problem, "pose", "tool");
      const std::vector<double> q = make.anyQ(problem.model());
      aimAll(problem, q);
      Solutions solutions;
      findSolutions(problem, {}, solutions);
      ASSERT_EQ(solutions.reason, nullptr);
      EXPECT_TRUE(solutions.complete);
      EXPECT_LE(worstError(problem, solutions), 1e-10);
      EXPECT_TRUE(has(problem, solutions, q));
    }
  }
}

/// Solutions that descents from random poses reach and that are not among them.
int missing(Maker& make, Problem& problem, const Solutions& solutions, int descents) {
  int found = 0;
  std::vector<double> before = problem.state.q;
  for (int i = 0; i < descents; ++i) {
    start(problem, make.anyQ(problem.model()));
    const Result result = solve(problem, "lm", {.tolerance = 1e-12, .angleTolerance = 1e-12, .limits = false});
    if (result.status == Status::converged) found += !has(problem, solutions, problem.state.q, 1e-4);
  }
  start(problem, before);
  return found;
}

TEST(Solutions, AreAllThatDescentsFromRandomPosesReach) {
  for (const ArmFamily& family : armFamilies()) {
    SCOPED_TRACE(family.name);
    for (auto&& make : trials(3)) {
      Problem problem(randomArm(make, family));
      addGoal(problem, "pose", "tool");
      aimAll(problem, make.anyQ(problem.model()));
      Solutions solutions;
      findSolutions(problem, {}, solutions);
      EXPECT_EQ(missing(make, problem, solutions, 60), 0);
    }
  }
}

/// Manseur and Doty (1989), by Denavit and Hartenberg's parameters: the most that six hinges can have.
TEST(Solutions, OfManseurAndDotysArmAreSixteen) {
  const std::vector<double> a = {0.3, 1, 0, 1.5, 0, 0}, d = {0, 0, 0.2, 0, 0, 0}, alpha = {90, 1, 90, 1, 90, 1};
  std::vector<Vec3> h, o;
  Pose at;
  for (int i = 0; i < 6; ++i) {
    h.push_back(at.r * Vec3::UnitZ());
    o.push_back(at.p);
    at = at * Pose{{a[i], 0, d[i]}, expRotation<double>(alpha[i] * degrees * Vec3::UnitX())};
  }
  Problem problem(armOf(h, o, at));
  Goal& goal = addGoal(problem, "pose", "tool");
  Mat3 R;
  R << -0.760117, -0.641689, 0.102262, 0.133333, 0, 0.991071, -0.635959, 0.766965, 0.0855599;
  Eigen::Map<Vec3>(goal.target.data()) = Vec3(-1.140175, 0, 0);
  writeQuat(unit(Quat(R)), goal.target.data() + 3);
  Solutions solutions;
  findSolutions(problem, {}, solutions);
  EXPECT_EQ(solutions.count, 16);
  EXPECT_TRUE(solutions.complete);
  EXPECT_LE(worstError(problem, solutions), 1e-10);
}

/// Adds, to the goal given, the hinges it asks for.
struct Smaller {
  const char* goal;
  int hinges;
};

TEST(Solutions, OfGoalsThatAskForLess) {
  for (const auto& [type, hinges] : {Smaller{"position", 3}, {"orientation", 3}, {"pose", 5}}) {
    SCOPED_TRACE(type);
    for (auto&& make : trials(40)) {
      std::vector<Vec3> h, o;
      for (int i = 0; i < hinges; ++i) {
        h.push_back(make.unitVector());
        o.push_back((i ? o.back() : Vec3(Vec3::Zero())) + 0.5 * make.vector());
      }
      Problem problem(armOf(h, o, {Vec3(o.back() + 0.5 * make.vector()), make.pose(1).r}));
      Goal& goal = addGoal(problem, type, "tool", {.linkFromTool = make.pose(0.2)});
      if (hinges == 5) setFree(goal, {false, false, false, false, false, true});
      const std::vector<double> q = make.anyQ(problem.model());
      aimAll(problem, q);
      Solutions solutions;
      findSolutions(problem, {}, solutions);
      ASSERT_EQ(solutions.reason, nullptr) << solutions.reason;
      EXPECT_LE(worstError(problem, solutions), 1e-10);
      EXPECT_TRUE(has(problem, solutions, q));
      EXPECT_EQ(missing(make, problem, solutions, 20), 0);
    }
  }
}

/// Position and direction, from two goals with tools of their own.
TEST(Solutions, OfTheArticlesFiveHinges) {
  Problem problem(articleArm());
  addGoal(problem, "position", problem.model().links.back().name);
  addGoal(problem, "direction", problem.model().links.back().name);
  for (auto&& make : trials(100)) {
    const std::vector<double> q = make.allowedQ(problem.model());
    aimAll(problem, q);
    Solutions solutions;
    findSolutions(problem, {}, solutions);
    ASSERT_EQ(solutions.reason, nullptr) << solutions.reason;
    EXPECT_LE(worstError(problem, solutions), 1e-10);
    EXPECT_TRUE(has(problem, solutions, q));
    for (int i = 0; i < solutions.count; ++i)
      EXPECT_EQ(brokenLimit(problem.model(), row(problem, solutions, i), 0), "");
  }
}

}  // namespace
}  // namespace limber::test
