/// Equal input gives equal bits, on whatever was solved before; other units give the same pose, other seeds another.
#include "fixtures.h"

namespace limber::test::same_bits_test {
namespace {

/// Adds goals of every type that the solver supports beside those before, or points alone, on every tip; what fits no
/// pose together is missed.
void addWhatFits(Maker& make, Problem& problem, const Fixture& fixture, const SolverType& solver) {
  addGoals(make, problem, fixture, "position", make.allowedQ(problem.model()));
  for (const GoalType& type : goalTypes()) {
    if (type.motion || type.name == "position" || (type.needsJacobian && fixture.tips.size() > 1)) continue;
    addGoals(make, problem, fixture, type.name, make.allowedQ(problem.model()));
    for (std::size_t i = 0; i < fixture.tips.size() && solver.supports(problem); ++i)
      problem.removeGoal(problem.goals().back().get());
  }
}

TEST(SameBits, OfTheSameInput) {
  Maker make(firstSeed());
  // Few iterations suffice: a difference would show from the first random offset on.
  const SolveOptions annealed = {.maxIterations = 5, .annealing = 1};
  const SolveOptions found = {.maxIterations = 5, .mode = Mode::find, .maxRestarts = 2};
  const SolveOptions rested = {.maxIterations = 5, .restGain = 0.3};
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    addWhatFits(make, problem, fixture, solver);
    if (solver.supports(problem)) return;
    const std::vector<double> from = make.allowedQ(problem.model());
    problem.rest = make.allowedQ(problem.model());
    for (const SolveOptions& options : {annealed, found, rested}) {
      const std::vector<double> once = answersOf(problem, solver, options, from);
      EXPECT_TRUE(sameBits(answersOf(problem, solver, options, from), once));
      Problem other(fixture.model);  // without memory of previous solves, and with time enough
      for (const auto& goal : problem.goals())
        addGoal(other, goal->type->name, other.model().links[goal->link].name) = *goal;
      if (options.restGain > 0) other.rest = problem.rest;
      SolveOptions hasty = options;
      hasty.maxTime = 1e300;
      EXPECT_TRUE(sameBits(answersOf(other, solver, hasty, from), once));
    }
  });
}

/// The same mechanism in other units. `scale` is a power of two, so that nothing is rounded.
ModelPtr scaled(const Model& model, double scale) {
  auto made = std::make_shared<Model>(model);
  made->reach *= scale;
  made->size *= scale;
  for (Link& link : made->links) link.parentFromJoint.p *= scale;
  for (Motion& motion : made->motions) {
    if (motion.turns()) {
      motion.v *= scale;  // the pitch of a screw
    } else {
      motion.limits = {scale * motion.limits.min, scale * motion.limits.max};
    }
  }
  return made;
}

/// Solves the same problem at two sizes and compares the coordinates after scaling.
void expectSameAtAnySize(const Fixture& fixture, const SolverType& solver, double scale) {
  Maker make(firstSeed());
  Problem usual(fixture.model), other(scaled(*fixture.model, scale));
  for (const std::string& tip : fixture.tips) {
    const Vec3 target = fixture.model->reach * make.vector(0.6);
    setPoint(addGoal(usual, "position", tip), target);
    setPoint(addGoal(other, "position", tip), scale * target);
  }
  if (solver.supports(usual)) return;
  SolveOptions options = {.maxIterations = 20};
  EXPECT_EQ(solve(usual, solver, options).status, solve(other, solver, options).status);
  for (const Motion& motion : fixture.model->motions) {
    for (int i = motion.qIndex; i < motion.qIndex + motion.nq(); ++i) {
      const double size = motion.turns() ? 1 : scale;
      EXPECT_NEAR(size * usual.state.q[i], other.state.q[i], 1e-6 * size) << "coordinate " << i;
    }
  }
}

TEST(SameBits, ButForRoundingInOtherUnits) {
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem&) {
    for (const double scale : {0x1p-20, 0x1p20}) expectSameAtAnySize(fixture, solver, scale);
  });
}

TEST(SameBits, AreOthersWithAnotherSeed) {
  for (const SolverType& solver : solversOf(chain(4, hinge(Vec3::UnitZ())))) {
    SCOPED_TRACE(solver.name);
    const auto solveWith = [&](Mode mode, int seed) {
      // Unreachable by little and behind the arm: all descents run, and most beat the first one.
      Problem problem(chain(4, hinge(Vec3::UnitZ(), 2)));
      addGoal(problem, "position", "tip").target = {-3.9, 0.1, 0};
      const SolveOptions options = {.maxIterations = 3,
                                    .maxStep = 0.05,
                                    .mode = mode,
                                    .maxRestarts = 4,
                                    .annealing = mode == Mode::find ? 0 : 4,
                                    .seed = seed};
      EXPECT_GE(solve(problem, solver, options).restarts, 4);
      return problem.state.q;
    };
    for (const Mode mode : {Mode::track, Mode::find}) {
      EXPECT_FALSE(sameBits(solveWith(mode, 1), solveWith(mode, 2)));
      EXPECT_FALSE(sameBits(solveWith(mode, 0), solveWith(mode, 1)));
    }
  }
}

}  // namespace
}  // namespace limber::test::same_bits_test
