/// Poses with self-motion: the nearest pose of the family within the limits is found, or nothing is proved.
#include <gtest/gtest.h>

#include "arms.h"

namespace limber::test {
namespace {

double way(const Problem& problem, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i) sum += (q[i] - problem.state.q[i]) * (q[i] - problem.state.q[i]);
  return std::sqrt(sum);
}

/// Three hinges in a plane and a point: for each angle of the first hinge, the other two form a triangle.
TEST(SelfMotion, OfAPlanarArmLeadsToThePoseNearestToTheState) {
  const Vec3 z = Vec3::UnitZ(), x = Vec3::UnitX();
  constexpr double a = 0.3, b = 0.3, c = 0.2, limit = 2.5;
  Problem problem(build({link("a", "", {0, 0, 0}, hinge(z, limit)), link("b", "a", a * x, hinge(z, limit)),
                         link("c", "b", b * x, hinge(z, limit)), link("tip", "c", c * x)}));
  const Vec3 target(0.5, 0.3, 0);
  addGoal(problem, "position", "tip").target = {target.x(), target.y(), target.z()};
  for (auto&& make : trials(40)) {
    start(problem, make.allowedQ(problem.model()));
    double least = infinity;
    constexpr int samples = 5000;
    for (int k = 0; k < samples; ++k) {
      const double q1 = limit * (2.0 * k / samples - 1);
      const double px = target.x() - a * std::cos(q1), py = target.y() - a * std::sin(q1);
      const double cosine = (px * px + py * py - b * b - c * c) / (2 * b * c);
      if (std::abs(cosine) > 1) continue;
      for (const double q3 : {std::acos(cosine), -std::acos(cosine)}) {
        const double elbow = std::atan2(c * std::sin(q3), b + c * std::cos(q3));
        const double q2 = std::remainder(std::atan2(py, px) - elbow - q1, 2 * pi);
        if (std::abs(q2) <= limit && std::abs(q3) <= limit) least = std::min(least, way(problem, {q1, q2, q3}));
      }
    }
    Solutions solutions;
    findSolutions(problem, {}, solutions);
    ASSERT_GT(solutions.count, 0);
    EXPECT_EQ(solutions.reason, nullptr);
    EXPECT_FALSE(solutions.complete) << "there is a curve of others";
    EXPECT_LE(way(problem, row(problem, solutions, 0)), least + 1e-3);
    EXPECT_LE(worstError(problem, solutions), 1e-10);
    EXPECT_EQ(brokenLimit(problem.model(), row(problem, solutions, 0), 0), "");
  }
}

/// Hinges 4 and 6 are aligned, so only q₄ + q₆ matters. The family contains the pose from which the target
/// was taken.
TEST(SelfMotion, OfAStraightWristStaysWithinTheLimits) {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  constexpr double limit = 1.5;
  Problem problem(build({link("a", "", {0, 0, 0.5}, hinge(z, limit)), link("b", "a", {0, 0, 0}, hinge(y, limit)),
                         link("c", "b", {0.4, 0, 0}, hinge(y, limit)), link("d", "c", {0.4, 0, 0}, hinge(x, limit)),
                         link("e", "d", {0, 0, 0}, hinge(y, limit)), link("f", "e", {0, 0, 0}, hinge(x, limit)),
                         link("tool", "f", {0.1, 0, 0})}));
  addGoal(problem, "pose", "tool");
  for (auto&& make : trials(200)) {
    std::vector<double> q = make.allowedQ(problem.model());
    q[4] = 0;
    start(problem, make.allowedQ(problem.model()));
    aimAll(problem, q);
    Solutions solutions;
    findSolutions(problem, {}, solutions);
    ASSERT_GT(solutions.count, 0);
    EXPECT_LE(worstError(problem, solutions), 1e-10);
    const std::vector<double> nearest = row(problem, solutions, 0);
    EXPECT_EQ(brokenLimit(problem.model(), nearest, 0), "");
    EXPECT_LE(way(problem, nearest), way(problem, q) + 1e-9);
    EXPECT_EQ(limber::solve(problem, "analytic", {.mode = Mode::find}).status, Status::converged);
    EXPECT_NEAR(gap(problem.state.q, nearest), 0, 1e-6);
  }
}

/// A family of two hinges that turn together is beyond the limits as a whole, or shares the angle evenly.
TEST(SelfMotion, ThatIsALineBeyondTheLimitsIsNone) {
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
  // The target needs 2 radians about x, but the hinges allow only 0.8 each.
  Problem problem(build({link("a", "", {0, 0, 0}, hinge(x, 0.8)), link("b", "a", {0, 0, 0}, hinge(z, 0.5)),
                         link("c", "b", {0, 0, 0}, hinge(x, 0.8)), link("tool", "c", {0, 0, 0.1})}));
  addGoal(problem, "orientation", "tool");
  aimAll(problem, {1, 0, 1});
  Solutions solutions;
  findSolutions(problem, {}, solutions);
  EXPECT_EQ(solutions.count, 0);
  EXPECT_TRUE(solutions.complete);
  EXPECT_EQ(limber::solve(problem, {.mode = Mode::find}).status, Status::unreachable);
  aimAll(problem, {0.75, 0, 0.75});
  findSolutions(problem, {}, solutions);
  ASSERT_GT(solutions.count, 0);
  EXPECT_NEAR(row(problem, solutions, 0)[0], 0.75, 1e-6);
  EXPECT_NEAR(row(problem, solutions, 0)[2], 0.75, 1e-6);
}

/// Small orthogonal arms, some with dependent hinges. The target is taken from a pose within the limits.
TEST(SelfMotion, OfHingesThatDependOnOneAnotherIsNoProof) {
  for (auto&& make : trials(300)) {
    const bool turns = make.chance(0.5);
    std::vector<LinkDescription> links;
    for (int i = 0; i < 3; ++i) {
      Vec3 axis = Vec3::Zero(), offset = Vec3::Zero();
      axis[make.below(3)] = make.chance(0.5) ? 1 : -1;
      if (i > 0) offset[make.below(3)] = make.between(0.1, 0.5);
      links.push_back(link(std::string(1, static_cast<char>('a' + i)), i ? links.back().name : "", offset,
                           joint("revolute", axis, {{make.between(-2.5, -0.5), make.between(0.5, 2.5)}})));
    }
    Vec3 offset = Vec3::Zero();
    offset[make.below(3)] = 0.2;
    links.push_back(link("tool", "c", offset));
    Problem problem(build(std::move(links)));
    addGoal(problem, turns ? "orientation" : "position", "tool");
    aimAll(problem, make.allowedQ(problem.model()));
    start(problem, make.allowedQ(problem.model()));
    Solutions solutions;
    findSolutions(problem, {}, solutions);
    EXPECT_TRUE(solutions.count > 0 || (!solutions.complete && solutions.reason));
    for (int i = 0; i < solutions.count; ++i)
      EXPECT_EQ(brokenLimit(problem.model(), row(problem, solutions, i), 0), "");
    EXPECT_NE(limber::solve(problem, {.mode = Mode::find}).status, Status::unreachable);
  }
}

}  // namespace
}  // namespace limber::test
