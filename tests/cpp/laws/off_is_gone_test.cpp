/// What has no effect changes no bit: goals that are off or removed, one priority for all, weights as a whole, and
/// whether a solver is given or named.
#include "fixtures.h"

namespace limber::test::off_is_gone_test {
namespace {

TEST(OffIsGone, AsIfItHadNeverBeenThere) {
  for (auto&& make : trials(share(5))) {
    everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
      Problem never(fixture.model);
      const int priority = make.below(4);
      const auto addAnother = [&] {
        const GoalType& type = make.oneOf(toolGoalTypes());
        Goal& goal = addGoal(problem, type.name, make.oneOf(fixture.tips), {.priority = priority});
        type.targetAt(goal, make.pose(1), goal.target.data());
        return &goal;
      };
      const double factor = make.oneOf(std::array{0x1p-40, 1.0, 0x1p40});  // powers of two cause no rounding
      const auto want = [&](const std::string& tip, double weight) {
        Goal& goal = addGoal(problem, "position", tip, {.weight = weight * factor, .priority = priority});
        aimAt(problem, goal, make.allowedQ(problem.model()));
        addGoal(never, "position", tip, {.weight = weight}).target = goal.target;
      };
      Goal* const first = addAnother();
      for (const std::string& tip : fixture.tips) want(tip, 1);
      if (make.chance(0.5)) want(fixture.tips[0], 2);
      Goal* const last = addAnother();
      solve(problem, solver);  // the solver has seen all goals
      const bool isRemoved = make.chance(0.5);
      for (Goal* goal : {first, last}) {
        goal->weight = 0;
        if (make.chance(0.5)) goal->target[0] = std::nan("");
        if (isRemoved) problem.removeGoal(goal);
      }
      if (isRemoved) problem.removeGoal(last);  // a goal that is already removed
      EXPECT_EQ(problem.goals().size(), never.goals().size() + (isRemoved ? 0 : 2));
      EXPECT_TRUE(!isRemoved || (solver.supports(problem) == nullptr) == (solver.supports(never) == nullptr));
      if (solver.supports(problem)) return;
      const SolveOptions options{
          .maxIterations = 30, .mode = make.chance(0.5) ? Mode::track : Mode::find, .maxRestarts = 3};
      const std::vector<double> from = make.allowedQ(problem.model());
      EXPECT_TRUE(sameBits(answersOf(problem, solver.name, options, from), answersOf(never, solver, options, from)));
      if (isRemoved || std::isnan(last->target[0])) return;
      EXPECT_FALSE(problem.residual(*last).distance == 0 && problem.residual(*last).angle == 0);
    });
  }
}

}  // namespace
}  // namespace limber::test::off_is_gone_test
