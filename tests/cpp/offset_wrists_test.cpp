/// Arms in which neighbouring axes meet or are parallel, but never three: a pose that a target came from is listed, or
/// the list does not claim to be complete.
#include <gtest/gtest.h>

#include "arms.h"

namespace limber::test {
namespace {

/// A joint's frame in the one before, Rx(alpha) Tx(a) Rz(theta) Tz(d), in degrees and metres.
struct Row {
  double alpha, a, d, theta;
};
struct OffsetArm {
  std::string_view name;
  std::vector<Row> rows;
};

std::vector<OffsetArm> offsetArms() {
  return {
      {"FANUC CRX-10iA",
       {{0, 0, .245, 0}, {-90, 0, 0, -90}, {0, .54, 0, 0}, {-90, 0, .54, 0}, {90, 0, -.15, 0}, {-90, 0, .16, 0}}},
      {"Kinova Gen3 lite",
       {{0, 0, .2433, 0},
        {90, 0, .03, 90},
        {180, .28, .02, 90},
        {90, 0, .245, 90},
        {90, 0, .057, 180},
        {90, 0, .235, 90}}},
      // Joint 7 is held.
      {"Kinova Gen3",
       {{180, 0, -.28481, 0},
        {90, 0, -.01175, 180},
        {90, 0, -.42076, 180},
        {90, 0, -.01275, 180},
        {90, 0, -.31436, 180},
        {90, 0, -.00035, 180}}},
      {"Kinova Jaco2",
       {{0, 0, .2755, 0},
        {90, 0, 0, 0},
        {180, .41, -.0098, 0},
        {90, 0, -.25008, 0},
        {60, 0, -.08556, 0},
        {60, 0, -.20278, 0}}},
      {"ABB GoFa 5",
       {{0, 0, .265, 0}, {-90, 0, 0, -90}, {0, .444, 0, 90}, {-90, -.11, .47, 0}, {-90, 0, 0, 0}, {90, -.08, .101, 0}}},
      {"FANUC P-50iB",
       {{0, 0, 0, 0},
        {-90, 0, 0, -90},
        {0, .9, 0, 0},
        {-90, 0, .863603, -90},
        {70, 0, .106418, 0},
        {-70, 0, .082, 90}}},
  };
}

ModelPtr modelOf(const OffsetArm& arm, double limit = infinity) {
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
  for (const OffsetArm& arm : offsetArms()) {
    SCOPED_TRACE(arm.name);
    Problem problem(modelOf(arm));
    addGoal(problem, "pose", "tool");
    Counts counts;
    for (auto&& make : trials(poses)) count(problem, make.anyQ(problem.model()), counts);
    EXPECT_GE(counts.listed, 0.99 * poses);
    EXPECT_GE(counts.complete, 0.95 * poses);
  }
}

/// With the last axis along the first, or across it where both meet, every pair of neighbours is special.
TEST(OffsetWrists, WithTheHandUprightHaveThePoseThatATargetCameFrom) {
  for (const OffsetArm& arm : offsetArms()) {
    SCOPED_TRACE(arm.name);
    Problem problem(modelOf(arm));
    addGoal(problem, "pose", "tool");
    Counts counts;
    int poses = 0;
    for (auto&& make : trials(30)) {
      // Any pose, then the nearest in which the last axis is upright.
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
