/// Arms in which neighbouring axes meet or are parallel, but never three of them: the pose from which a
/// target was taken is listed, or the list does not claim to be complete.
#include <gtest/gtest.h>

#include "arms.h"
#include "real_arms.h"

namespace limber::test {
namespace {

/// The arm's first six hinges, without limits.
RealArm offsetArm(std::string_view name) {
  RealArm arm = *std::ranges::find(realArms(), name, &RealArm::name);
  arm.rows.resize(6);
  return arm;
}

std::vector<RealArm> offsetArms() {
  return {offsetArm("FANUC CRX-10iA, ±120°"), offsetArm("Kinova Gen3 lite"), offsetArm("Kinova Gen3, joint 7 at 0"),
          offsetArm("Kinova Jaco2"),          offsetArm("ABB GoFa 5"),       offsetArm("FANUC P-50iB, hollow wrist")};
}

ModelPtr modelOf(const RealArm& arm, double limit = infinity) {
  std::vector<LinkDescription> links;
  const auto about = [](const Vec3& axis, double angle) { return expRotation<double>(angle * degrees * axis); };
  for (const auto& [alpha, a, d, theta] : arm.rows) {
    const std::string parent = links.empty() ? "" : links.back().name;
    links.push_back(link("link" + std::to_string(links.size()), parent, Vec3::Zero(), hinge(Vec3::UnitZ(), limit)));
    links.back().origin = Pose{{a, 0, 0}, about(Vec3::UnitX(), alpha)} * Pose{{0, 0, d}, about(Vec3::UnitZ(), theta)};
  }
  links.push_back(link("tool", links.back().name, {0.02, 0.01, 0.1}));
  return build(std::move(links));
}

struct Counts {
  int complete = 0, listed = 0;
};

void count(Problem& problem, const std::vector<double>& q, Counts& counts) {
  start(problem, std::vector<double>(6, 0.0));
  aimAll(problem, q);
  Solutions solutions;
  findSolutions(problem, {}, solutions);
  const bool isListed = has(problem, solutions, q, 1e-4);
  EXPECT_TRUE(isListed || !solutions.complete) << ::testing::PrintToString(q);
  EXPECT_LE(worstError(problem, solutions), 1e-10);
  counts.complete += solutions.complete;
  counts.listed += isListed;
}

TEST(OffsetWrists, HaveThePoseThatATargetCameFrom) {
  constexpr int poses = 100;
  for (const RealArm& arm : offsetArms()) {
    SCOPED_TRACE(arm.name);
    Problem problem(modelOf(arm));
    addGoal(problem, "pose", "tool");
    Counts counts;
    for (auto&& make : trials(poses)) count(problem, make.anyQ(problem.model()), counts);
    EXPECT_GE(counts.listed, 0.99 * poses);
    EXPECT_GE(counts.complete, 0.95 * poses);
  }
}

/// With the last axis parallel or perpendicular to the first, and where both meet, every pair of neighbours
/// is special.
TEST(OffsetWrists, WithTheHandUprightHaveThePoseThatATargetCameFrom) {
  for (const RealArm& arm : offsetArms()) {
    SCOPED_TRACE(arm.name);
    Problem problem(modelOf(arm));
    addGoal(problem, "pose", "tool");
    Counts counts;
    int poses = 0;
    for (auto&& make : trials(30)) {
      // Take a random pose, then the nearest one in which the last axis is upright.
      Problem upright(modelOf(arm));
      Goal& goal = addGoal(upright, "pose", "tool");
      start(upright, make.anyQ(upright.model()));
      const Pose tool = upright.toolPose(goal);
      const Vec3 last = tool.r * Vec3::UnitZ();
      const Quat turn = Quat::FromTwoVectors(last, Vec3(0, 0, last.z() < 0 ? -1 : 1));
      goal.type->targetAt(goal, {tool.p, turn * tool.r}, goal.target.data());
      const Result result = solve(upright, "lm", {.tolerance = 1e-12, .angleTolerance = 1e-12});
      if (result.status != Status::converged) continue;
      ++poses;
      count(problem, upright.state.q, counts);
    }
    EXPECT_GE(poses, 10);
    EXPECT_GE(counts.listed, 0.9 * poses);
    EXPECT_GE(counts.complete, 0.5 * poses);
  }
}

TEST(OffsetWrists, AreNotSaidToBeOutOfReach) {
  const double limit = 2.0944;
  Problem problem(modelOf(offsetArms()[0], limit));
  addGoal(problem, "pose", "tool");
  const std::vector<double> q = {-1, -1.5, -1.2, 1, -1.7, -.2};
  aimAll(problem, q);
  Solutions solutions;
  findSolutions(problem, {}, solutions);
  EXPECT_TRUE(has(problem, solutions, q));
  EXPECT_EQ(solve(problem, {.mode = Mode::find}).status, Status::converged);
}

}  // namespace
}  // namespace limber::test
