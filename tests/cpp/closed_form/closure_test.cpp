/// Two poses tested at once, against the errors and derivatives of the goals.
#include "closed_form/row/closure.h"

#include "arms.h"
#include "linear/elimination.h"

namespace limber::test::closure_test {
namespace {

using analytic::Arm;
using analytic::Closure;
using analytic::Six;

/// An arm at a pose that meets its goal.
struct Met {
  std::unique_ptr<Problem> problem;
  Arm arm;

  Met(Maker& make, const ArmFamily& family) : problem(std::make_unique<Problem>(randomArm(make, family))) {
    addGoal(*problem, "pose", "tool", {.linkFromTool = make.pose(0.2)});
    const std::vector<double> q = make.anyQ(problem->model());
    start(*problem, q);
    aimAll(*problem, q);
    sweep(problem->state);
    EXPECT_EQ(arm.read(*problem, false), nullptr);
  }

  Six near(Maker& make, double by) const {
    Six angles;
    for (int i = 0; i < 6; ++i) angles[i] = by * arm.unitOf(i) * make.between(-1, 1);
    return angles;
  }
  Eigen::Matrix<double, 6, 6, Eigen::RowMajor> derivativesAt(const Six& angles) {
    Arm::Angles all{};
    std::ranges::copy(angles, all.begin());
    arm.errorAt(all);
    return arm.rows();
  }
};

TEST(Closure, HasTheGapOfTheGoalAndTheDeterminantOfItsDerivatives) {
  for (const ArmFamily& family : armFamilies()) {
    SCOPED_TRACE(family.name);
    for (auto&& make : trials(20)) {
      Met met(make, family);
      EXPECT_LE(Closure(met.arm, {}, {}).gap()[1], 1e-13);
      const std::array<Six, 2> both = {met.near(make, 1e-6), met.near(make, 1e-6)};
      const Closure closure(met.arm, both[0], both[1]);
      for (int lane = 0; lane < 2; ++lane) {
        const auto rows = met.derivativesAt(both[lane]);
        const double error = met.arm.errors.norm();
        EXPECT_LE(closure.gap()[lane], 1.01 * error);
        EXPECT_GE(closure.gap()[lane], 0.3 * error);
        EXPECT_NEAR(std::abs(closure.determinant()[lane]), std::abs(rows.determinant()), 1e-4);
      }
    }
  }
}

TEST(Closure, IsRegularOnlyWhereAllPivotsAreLarge) {
  int regular = 0, all = 0;
  for (const ArmFamily& family : armFamilies()) {
    SCOPED_TRACE(family.name);
    for (auto&& make : trials(60)) {
      Met met(make, family);
      auto rows = met.derivativesAt({});
      const analytic::Elimination eliminated(rows.data(), 6, 6, 6);
      for (const double least : {1e-1, 1e-2, 1e-3, 1e-4}) {
        ++all;
        if (!Closure(met.arm, {}, {}).isRegular(least)[0]) continue;
        ++regular;
        EXPECT_EQ(eliminated.rank(least), 6) << least;
      }
    }
  }
  EXPECT_GT(regular, all / 4);
}

}  // namespace
}  // namespace limber::test::closure_test
