/// Arms with fewer joints than a pose asks for: poses that exist are listed, others are refused by name.
#include "arms.h"

namespace limber::test::five_axes_test {
namespace {

const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();

struct FewAxes {
  std::string_view name;
  ModelPtr model;
  std::vector<Interval> limits;
  /// What a reason may name to be left free; none: nothing that would help.
  std::vector<std::string> names;
};

/// SO-101 at zero, where it is stretched forwards; metres, from its published description.
ModelPtr so101() {
  return armOf({-z, y, y, y, -x},
               {{.0388353, 0, .0624},
                {.0692345, -.0182778, .1166},
                {.0972345, -.0182778, .22917},
                {.2321345, -.0182778, .23437},
                {.2932345, -.0001778, .23437}},
               {{.3913619, -.000396, .22647}, unit(Quat(Mat3((Mat3() << 0, 0, 1, 0, 1, 0, -1, 0, 0).finished())))});
}

std::vector<FewAxes> arms() {
  const double turn = 2;
  return {{"SO-101", so101(), {{-1.9, 1.9}, {-1.7, 1.7}, {-1.6, 1.6}, {-1.6, 1.6}, {-2.7, 2.7}}, {"rx", "ry"}},
          {"a SCARA",
           armOf({z, z, -z, z}, {{0, 0, .4}, {.3, 0, .4}, {.55, 0, .4}, {.55, 0, .3}},
                 {{.55, 0, .25}, Quat::Identity()}, "HHSH"),
           {{-turn, turn}, {-turn, turn}, {0, .2}, {-turn, turn}},
           {}},
          {"a palletiser",
           armOf({z, y, y, y, z}, {{0, 0, .3}, {.1, 0, .5}, {.1, 0, 1.2}, {.8, 0, 1.2}, {.9, 0, 1.2}},
                 {{.9, 0, 1}, Quat::Identity()}),
           {{-turn, turn}, {-1, 1}, {-1.5, 0}, {-1, 1}, {-turn, turn}},
           {"rx", "ry"}}};
}

std::vector<double> anyWithin(Maker& make, const FewAxes& arm) {
  std::vector<double> q;
  for (const Interval& each : arm.limits) q.push_back(make.between(each.min, each.max));
  return q;
}

class FewAxesTest : public testing::TestWithParam<FewAxes> {};

TEST_P(FewAxesTest, HaveThePoseThatATargetComesFromAndOneFromItsPrint) {
  const FewAxes& arm = GetParam();
  Problem problem(arm.model);
  Goal& goal = addGoal(problem, "pose", "tool");
  for (auto&& make : trials(200)) {
    const std::vector<double> q = anyWithin(make, arm);
    EXPECT_TRUE(has(problem, solutionsFor(problem, q, anyWithin(make, arm), {}, 1e-9), q)) << testing::PrintToString(q);
    EXPECT_EQ(solve(problem, {.mode = Mode::find}).status, Status::converged);
    print(goal, 5);
    start(problem, anyWithin(make, arm));
    const Solutions printed = solutionsOf(problem);
    EXPECT_GT(printed.count, 0);
    EXPECT_LE(worstError(problem, printed), 1e-3);
    EXPECT_EQ(solve(problem, {.mode = Mode::find}).status, Status::converged);
  }
}

/// Beyond what its axes turn: no pose, for certain, and the reason names an axis whose freedom helps, if one does.
TEST_P(FewAxesTest, RefuseOtherTargetsAndNameWhatToFree) {
  const FewAxes& arm = GetParam();
  Problem problem(arm.model);
  Goal& goal = addGoal(problem, "pose", "tool");
  int helped = 0, unnamed = 0;
  for (auto&& make : trials(40)) {
    const std::vector<double> q = anyWithin(make, arm);
    start(problem, anyWithin(make, arm));
    aimAll(problem, q);
    start(problem, q);
    Jacobian J(6, problem.model().nv);
    // The axis about which no joint turns the tool while its point stays.
    problem.linkJacobian(goal.link, J);
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(J, Eigen::ComputeFullU);
    const Vec3 lacking = svd.matrixU().col(5).tail(3);
    if (lacking.norm() < 0.5) continue;
    const Quat turned = expRotation<double>(0.2 * lacking.normalized()) * readQuat(goal.target.data() + 3);
    writeQuat(turned, goal.target.data() + 3);
    start(problem, anyWithin(make, arm));
    const Solutions solutions = solutionsOf(problem);
    EXPECT_EQ(solutions.count, 0);
    ASSERT_NE(solutions.reason, nullptr);
    const std::string reason = solutions.reason;
    const auto isNamed = [&](const std::string& name) { return reason.find("leave " + name + " free") != reason.npos; };
    const auto named = std::ranges::find_if(arm.names, isNamed);
    EXPECT_EQ(reason.find("leave ") == reason.npos, named == arm.names.end()) << reason;
    EXPECT_NE(reason.find("take the nearest pose"), reason.npos);
    EXPECT_NE(solve(problem, {.mode = Mode::find}).status, Status::converged);
    ++(named == arm.names.end() ? unnamed : helped);
    if (named == arm.names.end()) continue;
    setFree(goal, {false, false, false, *named == "rx", *named == "ry", false});
    EXPECT_GT(solutionsOf(problem, {.limits = false}).count, 0);
    setFree(goal, {});
  }
  EXPECT_GE(helped, arm.names.empty() ? 0 : 4 * unnamed);
}

INSTANTIATE_TEST_SUITE_P(Every, FewAxesTest, testing::ValuesIn(arms()));

}  // namespace
}  // namespace limber::test::five_axes_test
