/// solve() does not allocate once a problem and its solver's memory exist, so no frame waits for an allocator.
#include <atomic>
#include <cstdlib>

#include "fixtures.h"
#include "person.h"

// Sanitizers bring their own allocator, and other C libraries use other names.
#if defined(__GLIBC__) && !defined(LIMBER_SANITIZED)

namespace {
std::atomic<long> allocations{0};
}

// Replaces the allocator itself, so that Eigen, which does not use `new`, is counted too; `new` also ends here.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}

namespace limber::test::allocation_test {
namespace {

/// Number of allocations that `work` makes.
template <class Work>
long allocationsOf(Work work) {
  const long before = allocations;
  work();
  return allocations - before;
}

TEST(Allocation, IsCounted) {
  EXPECT_EQ(allocationsOf([] {}), 0);
  std::unique_ptr<int> one;
  EXPECT_EQ(allocationsOf([&] { one = std::make_unique<int>(1); }), 1);
  std::vector<double> many;
  EXPECT_EQ(allocationsOf([&] { many.resize(1000); }), 1);
  Eigen::MatrixXd matrix;
  EXPECT_EQ(allocationsOf([&] { matrix.resize(20, 20); }), 1);
  std::unique_ptr<Problem> problem;
  const ModelPtr model = articleArm();
  EXPECT_GT(allocationsOf([&] { problem = std::make_unique<Problem>(model); }), 0);
}

SolveOptions annealed(int descents) { return {.maxIterations = 10, .annealing = descents}; }

TEST(Allocation, SolvingEveryGoalTypeTakesNone) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    for (const GoalType& type : toolGoalTypes()) {
      SCOPED_TRACE(type.name);
      Goal& goal = addGoal(problem, type.name, fixture.tips[0], make.goalOptions(type.name));
      if (!solver.supports(problem)) {
        problem.stepper(solver);
        for (const int descents : {0, 3}) {
          type.targetAt(goal, make.pose(2), goal.target.data());
          const SolveOptions options = annealed(descents);
          Result result;
          EXPECT_EQ(allocationsOf([&] { result = solve(problem, solver, options); }), 0);
          EXPECT_LE(result.restarts, descents);
        }
      }
      problem.removeGoal(&goal);
    }
  });
}

TEST(Allocation, ChangingWhatIsWantedTakesNone) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    std::vector<Goal*> goals;
    for (const GoalType& type : toolGoalTypes()) {
      for (const std::string& tip : fixture.tips)
        goals.push_back(&addGoal(problem, type.name, tip, make.goalOptions(type.name)));
    }
    if (solver.supports(problem)) return;
    // Created while only one goal is on: the memory must also suffice for the goals that are off.
    for (std::size_t i = 1; i < goals.size(); ++i) goals[i]->weight = 0;
    problem.stepper(solver);
    const SolveOptions options = annealed(1);
    const long asked = allocationsOf([&] {
      for (int round = 0; round < 10; ++round) {
        for (Goal* goal : goals) {
          goal->weight = round == 5 ? 1 : make.below(2);
          goal->type->targetAt(*goal, make.pose(2), goal->target.data());
          if (goal->type->name == "pose") goal->parameters[make.below(6)] = make.chance(0.5);
        }
        for (double& each : problem.jointWeights) each = make.below(2);
        solve(problem, solver, options);
      }
    });
    EXPECT_EQ(asked, 0);
  });
}

TEST(Allocation, FindingAndRestingTakeNone) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    addGoals(make, problem, fixture, "position", make.allowedQ(problem.model()));
    problem.rest = make.allowedQ(problem.model());
    if (solver.supports(problem)) return;
    problem.stepper(solver);
    for (const Mode mode : {Mode::track, Mode::find}) {
      for (const double restGain : {0.0, 0.3}) {
        const SolveOptions options = {
            .maxIterations = 10, .mode = mode, .maxRestarts = 3, .annealing = 1, .restGain = restGain};
        problem.goals()[0]->target[0] += problem.model().reach;
        EXPECT_EQ(allocationsOf([&] { solve(problem, solver, options); }), 0);
      }
    }
  });
}

TEST(Allocation, BatchesAndRefusalsOfBadInputTakeNone) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    if (solver.supports(problem)) return;
    problem.stepper(solver);
    std::vector<double> targets(6, 0.1), starts = make.allowedQ(problem.model()), q(2 * starts.size());
    std::vector<Residual> residuals(2);
    std::vector<Result> results(2);
    const Batch batch{targets, starts, q, residuals, results};
    EXPECT_EQ(allocationsOf([&] { solveAll(problem, batch, annealed(1), &solver); }), 0);
    for (const double bad : {infinity, 1e300}) {
      goal.target[0] = bad;
      EXPECT_EQ(allocationsOf([&] { solve(problem, solver); }), 0);
    }
  });
}

TEST(Allocation, PrioritiesTakeNone) {
  Maker make(firstSeed());
  int solved = 0;
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    for (int priority = 0; priority < 3; ++priority) {
      const std::string_view type = make.oneOf(toolGoalTypes()).name;
      GoalOptions options = make.goalOptions(type);
      options.priority = 2 - priority;
      Goal& goal = addGoal(problem, type, fixture.tips[0], options);
      goal.type->targetAt(goal, make.pose(2), goal.target.data());
    }
    if (solver.supports(problem)) return;
    problem.stepper(solver);
    for (const double restGain : {0.0, 0.3}) {
      const SolveOptions options = {.maxIterations = 10, .annealing = 1, .restGain = restGain};
      EXPECT_EQ(allocationsOf([&] { solve(problem, solver, options); }), 0);
      ++solved;
    }
  });
  EXPECT_GT(solved, 0);
}

TEST(Allocation, SteppingTakesNone) {
  for (const bool withChain : {false, true}) {
    Problem problem(twoRoots());
    addGoal(problem, "position", "leftTip");
    addGoal(problem, withChain ? "chain" : "pose", "rightTip", {.targetLink = "leftTip"});
    addGoal(problem, "distance", "rightTip", {.parameters = {{"side", {1}}}}).target = {2, 1, 0, 1};
    LoopDescription loop;
    loop.name = "loop";
    loop.a.link = "left1";
    loop.b.link = "right1";
    loop.free = {true, true, false, true, true, true};
    ASSERT_TRUE(problem.addLoop(loop));
    problem.jointWeights[0] = 0;
    problem.simulation();
    for (const int substeps : {0, 4}) {
      for (const bool selective : {false, true}) {
        EXPECT_EQ(allocationsOf([&] {
                    for (int i = 0; i < 20; ++i) {
                      problem.state.q[0] += 0.01;
                      problem.goals()[0]->target[1] -= 0.02;
                      step(problem, 1 / 60.0, {.restGain = 0.1, .substeps = substeps, .selective = selective});
                    }
                  }),
                  0);
      }
    }
  }
}

TEST(Allocation, FollowingAPersonTakesNone) {
  using namespace motion;
  const Person person({});
  State body(person.model);
  Figure figure = restOf(person.model, person.links);
  const auto retargeter = Retargeter::make(body, person.links, figure);
  ASSERT_TRUE(retargeter);
  Follower follower(**retargeter);
  const auto frame = [&] {
    figure.time += 1.0 / 60;
    figure.poses[toes].p.y() += 0.001;
    follower.take(figure);
    follower.write(figure, {});
  };
  frame();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(allocationsOf(frame), 0);
}

}  // namespace
}  // namespace limber::test::allocation_test

#endif
