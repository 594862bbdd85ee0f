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

/// Calls `each(make, solver, problem)` with goals of every type on every tip, as far as the solver supports them beside
/// those before, and at best with priorities. Unless all fit, each type comes first once. The solver's memory was made
/// while only one goal was on, and must suffice for all.
template <class Each>
void everyWish(Each each) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    const std::vector<GoalType>& types = toolGoalTypes();
    bool takesAll = false;
    for (std::size_t first = 0; first < types.size() && !takesAll; ++first) {
      for (std::size_t i = 0; i < types.size() * fixture.tips.size(); ++i) {
        const GoalType& type = types[(first + i) % types.size()];
        GoalOptions options = make.goalOptions(type.name);
        options.priority = make.below(3);
        const std::string& tip = fixture.tips[i / types.size()];
        const Goal& goal = addGoal(problem, type.name, tip, options);
        if (!solver.supports(problem)) continue;
        problem.removeGoal(&goal);
        options.priority = problem.goals().empty() ? 0 : problem.goals()[0]->priority;
        const Goal& equal = addGoal(problem, type.name, tip, options);
        if (solver.supports(problem)) problem.removeGoal(&equal);
      }
      if (problem.goals().empty()) continue;
      takesAll = problem.goals().size() == types.size() * fixture.tips.size();
      for (const auto& goal : problem.goals()) goal->weight = goal == problem.goals()[0];
      problem.stepper(solver);
      each(make, solver, problem);
      while (!problem.goals().empty()) problem.removeGoal(problem.goals()[0].get());
    }
  });
}

TEST(Allocation, SolvesAndBatchesTakeNoneWhateverIsWanted) {
  int solved = 0;
  everyWish([&](Maker& make, const SolverType& solver, Problem& problem) {
    problem.rest = make.allowedQ(problem.model());
    std::vector<double> targets(2 * targetNumbers(problem), 0.1), q(2 * problem.rest.size());
    std::vector<Residual> residuals(2 * problem.goals().size());
    std::vector<Result> results(2);
    const Batch batch{targets, problem.rest, q, residuals, results};
    const long asked = allocationsOf([&] {
      for (int round = 0; round < 4; ++round) {
        for (const auto& goal : problem.goals()) {
          goal->weight = round == 3 ? 1 : make.below(2);
          goal->type->targetAt(*goal, make.pose(2), goal->target.data());
          if (goal->type->name == "pose") {
            const int axis = make.below(6);
            const double room = make.chance(0.5) ? infinity : 0;
            goal->parameters[2 * axis] = -room;
            goal->parameters[2 * axis + 1] = room;
          }
        }
        for (double& each : problem.jointWeights) each = round % 2 ? 1 : make.below(2);
        const Result result = solve(problem, solver,
                                    {.maxIterations = 5,
                                     .mode = make.chance(0.5) ? Mode::track : Mode::find,
                                     .maxRestarts = 1,
                                     .annealing = make.below(2),
                                     .restGain = make.chance(0.5) ? 0.3 : 0});
        solved += result.status != Status::unsupported;
      }
      problem.goals()[0]->weight = 1;
      solveAll(problem, batch, {.maxIterations = 10, .annealing = 1}, &solver);
      for (const double bad : {infinity, 1e300}) {
        problem.goals()[0]->target[0] = bad;
        solve(problem, solver);
      }
    });
    EXPECT_EQ(asked, 0);
  });
  EXPECT_GT(solved, 1000);
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
    step(problem, 0);
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
  const auto follower = Follower::make(**retargeter);
  const auto frame = [&] {
    figure.time += 1.0 / 60;
    figure.poses[toes].p.y() += 0.001;
    follower->take(figure);
    follower->write(figure, {});
  };
  frame();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(allocationsOf(frame), 0);
}

}  // namespace
}  // namespace limber::test::allocation_test

#endif
