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
    int lost = 0, count = 0;
    for (auto&& make : trials(100)) {
      Problem problem(randomArm(make, family));
      addGoal(problem, "pose", "tool");
      const std::vector<double> q = make.anyQ(problem.model());
      aimAll(problem, q);
      Solutions solutions;
      findSolutions(problem, {}, solutions);
      ASSERT_EQ(solutions.reason, nullptr);
      EXPECT_LE(worstError(problem, solutions), 1e-10);
      EXPECT_EQ(solutions.count % 2, 0);
      count += solutions.count;
      lost += !has(problem, solutions, q);
    }
    EXPECT_EQ(lost, 0);
    std::printf("%.*s: %.2f\n", int(family.name.size()), family.name.data(), count / 100.0);
  }
}

}  // namespace
}  // namespace limber::test
