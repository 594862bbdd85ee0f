/// Goals with a target on another link, goals for joint values, and rows of loops: J = −∂e/∂dq.
#include <gtest/gtest.h>

#include "random_model.h"

namespace limber::test {
namespace {

Eigen::VectorXd errorOf(const Problem& problem) {
  Eigen::VectorXd e(problem.rows());
  problem.error(e.data());
  return e;
}

Jacobian byDifferences(Problem& problem) {
  const Model& model = problem.model();
  const std::vector<double> q = problem.state.q;
  Jacobian J(problem.rows(), model.nv);
  constexpr double h = 1e-6;
  const auto errorAt = [&](int v, double step) {
    std::vector<double> dq(model.nv, 0.0);
    dq[v] = step;
    problem.state.q = q;
    integrate(model, dq.data(), problem.state.q.data());
    sweep(problem.state);
    problem.measure();
    return errorOf(problem);
  };
  for (int v = 0; v < model.nv; ++v) J.col(v) = (errorAt(v, -h) - errorAt(v, h)) / (2 * h);
  problem.state.q = q;
  sweep(problem.state);
  problem.measure();
  return J;
}

double farthestTurn(const Problem& problem) {
  double most = 0;
  for (const auto& goal : problem.goals()) most = std::max(most, problem.residual(*goal).angle);
  return most;
}

TEST(TiedGoals, JacobianIsTheFiniteDifferences) {
  for (const GoalType& type : toolGoalTypes()) {
    SCOPED_TRACE(type.name);
    for (auto&& make : trials(60)) {
      Problem problem(make.model());
      const auto& links = problem.model().links;
      if (links.size() < 2) continue;
      do {
        while (!problem.goals().empty()) problem.removeGoal(problem.goals()[0].get());
        GoalOptions options = make.goalOptions(type.name);
        const std::size_t one = static_cast<std::size_t>(make.below(static_cast<int>(links.size())));
        const std::size_t other =
            (one + 1 + static_cast<std::size_t>(make.below(static_cast<int>(links.size()) - 1))) % links.size();
        options.targetLink = links[other].name;
        Goal* goal = problem.addGoal(type.name, links[one].name, options).value();
        goal->type->targetAt(*goal, make.pose(2), goal->target.data());
        problem.state.q = make.anyQ(problem.model());
        sweep(problem.state);
        problem.measure();
      } while (farthestTurn(problem) > pi - 0.2);
      Jacobian J(problem.rows(), problem.model().nv);
      problem.jacobian(J);
      EXPECT_LE((J - byDifferences(problem)).norm(), 1e-7 * (1 + J.norm()));
    }
  }
}

/// The error, seen from the target's link, does not change when both are carried along.
TEST(TiedGoals, DoNotFeelWhatCarriesBoth) {
  ModelDescription model;
  model.links.resize(3);
  for (int i = 0; i < 3; ++i) {
    model.links[i].name = std::string(1, static_cast<char>('a' + i));
    model.links[i].joint.type = i == 0 ? "free" : "ball";
    if (i > 0) model.links[i].parent = "a";
    model.links[i].origin.p = {0.3 * i, 0.1, -0.2 * i};
  }
  Problem problem(*buildModel(model));
  GoalOptions options;
  options.targetLink = "b";
  options.linkFromTool.p = {0.2, 0.1, 0.4};
  for (const GoalType& type : toolGoalTypes()) ASSERT_TRUE(problem.addGoal(type.name, "c", options));
  for (const auto& goal : problem.goals())
    goal->type->targetAt(*goal, {{0.5, -0.3, 0.2}, Quat(0.8, 0, 0.6, 0)}, goal->target.data());
  problem.measure();
  Jacobian J(problem.rows(), problem.model().nv);
  problem.jacobian(J);
  EXPECT_LE(J.leftCols<6>().norm(), 1e-14 * J.norm());
  EXPECT_GT(J.rightCols<6>().norm(), 0.1);
}

TEST(TiedGoals, ValuesOfJointsAreTheirOwnRows) {
  ModelDescription model;
  model.links.resize(2);
  model.links[0].name = "turning";
  model.links[0].joint.type = "revolute";
  model.links[1].name = "sliding";
  model.links[1].parent = "turning";
  model.links[1].joint.type = "prismatic";
  model.links[1].origin.p = {1, 0, 0};
  Problem problem(*buildModel(model));
  Goal* joint = problem.addGoal("joint", "turning").value();
  Goal* slide = problem.addGoal("slide", "sliding").value();
  joint->target[0] = 0.75;
  slide->target[0] = -0.25;
  EXPECT_EQ(solve(problem, *findSolverType("lm"), {.tolerance = 1e-10, .angleTolerance = 1e-10}).status,
            Status::converged);
  EXPECT_NEAR(problem.state.q[0], 0.75, 1e-10);
  EXPECT_NEAR(problem.state.q[1], -0.25, 1e-10);
  EXPECT_EQ(problem.addGoal("joint", "sliding").error().code, ErrorCode::badGoal);
  EXPECT_EQ(problem.addGoal("slide", "turning").error().code, ErrorCode::badGoal);
  EXPECT_EQ(problem.addGoal("joint", "turning", {.parameters = {{"motion", {1}}}}).error().code, ErrorCode::badGoal);
  EXPECT_EQ(problem.addGoal("joint", "turning", {.targetLink = "sliding"}).error().code, ErrorCode::badGoal);
  EXPECT_EQ(problem.addGoal("slide", "sliding", {.targetLink = "turning"}).error().code, ErrorCode::badGoal);
}

TEST(TiedGoals, NameTheLinkThatIsMissing) {
  Maker make(7);
  Problem problem(make.model());
  const std::string link = problem.model().links[0].name;
  const auto none = problem.addGoal("position", link, {.targetLink = "nowhere"});
  EXPECT_EQ(none.error().code, ErrorCode::unknownLink);
  const auto own = problem.addGoal("position", link, {.targetLink = link});
  EXPECT_EQ(own.error().code, ErrorCode::badGoal);
  EXPECT_TRUE(problem.goals().empty());
}

TEST(TiedGoals, AHandFollowsAnother) {
  ModelDescription model;
  for (const char* arm : {"left", "right"}) {
    std::string parent;
    for (int i = 0; i < 4; ++i) {
      LinkDescription link;
      link.name = std::string(arm) + std::to_string(i);
      link.parent = parent;
      link.origin.p = i == 0 ? Vec3(arm[0] == 'l' ? -0.5 : 0.5, 0, 0) : Vec3(0, 0, 0.5);
      link.joint.type = i < 3 ? "ball" : "fixed";
      parent = link.name;
      model.links.push_back(link);
    }
  }
  Problem problem(*buildModel(model));
  Goal* leader = problem.addGoal("position", "left3").value();
  Goal* follower = problem.addGoal("position", "right3", {.targetLink = "left3"}).value();
  follower->target = {0.1, 0, 0};
  for (int k = 0; k < 20; ++k) {
    const double t = 0.3 * k;
    leader->target = {-0.2 + 0.3 * std::cos(t), 0.3 * std::sin(t), 0.9};
    ASSERT_EQ(solve(problem, *findSolverType("lm")).status, Status::converged) << k;
    const Pose& left = problem.state.poses[problem.model().findLink("left3")];
    const Pose& right = problem.state.poses[problem.model().findLink("right3")];
    EXPECT_LE((left * Vec3(0.1, 0, 0) - right.p).norm(), 1e-3);
  }
}

}  // namespace
}  // namespace limber::test
