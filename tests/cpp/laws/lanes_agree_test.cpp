/// lm's two texts of one descent, lanes on a serial arm and the general path, differ by rounding alone.
#include <map>

#include "fixtures.h"
#include "solve/solvable.h"
#include "solvers/lm/search.h"

namespace limber::test::lanes_agree_test {
namespace {

const SolverType& lm() { return *findSolverType("lm"); }

struct Answer {
  Status status;
  Residual left;
};

/// Whether a miss without proof still moves at its end says little.
Status endOf(Status status) { return status == Status::maxIterations ? Status::stalled : status; }

class Agreement {
 public:
  /// From the ready pose, by both paths, if lanes take the problem.
  void expect(const ModelPtr& model, std::string_view type, const GoalOptions& with, const Pose& target) {
    Problem problem(model);
    Goal& goal = addGoal(problem, type, model->links.back().name, with);
    goal.type->targetAt(goal, target, goal.target.data());
    const SolveOptions finding{.mode = Mode::find};
    SolveOptions options = resolved(problem, lm(), finding);
    if (!problem.stepper(lm()).pairs()->prepare(problem, options)) return;
    const auto answer = [&](auto&& solveNow) {
      problem.state.reset();
      const Status status = solveNow().status;
      return Answer{status, ownResidual(problem, goal)};
    };
    const Answer lanes = answer([&] { return solve(problem, lm(), finding); });
    const Answer general = answer([&] { return solveByDescents(problem, lm(), options); });
    EXPECT_EQ(endOf(lanes.status), endOf(general.status));
    EXPECT_NEAR(lanes.left.distance, general.left.distance, options.tolerance);
    EXPECT_NEAR(lanes.left.angle, general.left.angle, options.angleTolerance);
    ++counts_[lanes.status];
  }
  int count(Status status) const { return counts_.contains(status) ? counts_.at(status) : 0; }

 private:
  std::map<Status, int> counts_;
};

TEST(LanesAgree, WithTheGeneralPathWithinReachAndBeyond) {
  Agreement agreement;
  for (auto&& make : trials(share(10))) {
    std::vector<Fixture> all = allFixtures();
    for (int joints = 2; joints <= 7; ++joints)
      all.push_back(
          {numbered("random ", static_cast<std::uint64_t>(joints)), build(randomHinges(make, joints, 0.4)), {}});
    for (const Fixture& each : all) {
      for (const GoalType& type : toolGoalTypes()) {
        SCOPED_TRACE(each.name + ", " + std::string(type.name));
        GoalOptions with = make.goalOptions(type.name);
        with.linkFromTool.p *= 0.1 * each.model->reach;
        Pose target = posesAt(*each.model, make.allowedQ(*each.model)).back() * with.linkFromTool;
        agreement.expect(each.model, type.name, with, target);
        target.p += 3 * each.model->reach * make.unitVector();
        agreement.expect(each.model, type.name, with, target);
      }
    }
  }
  EXPECT_GT(agreement.count(Status::converged), 100);
  EXPECT_GT(agreement.count(Status::unreachable), 100);
}

}  // namespace
}  // namespace limber::test::lanes_agree_test
