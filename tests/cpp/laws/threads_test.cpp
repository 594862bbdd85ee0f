/// Threads that share a model give the same results as a single thread.
#include <thread>

#include "fixtures.h"

namespace limber::test::threads_test {
namespace {

/// q after every solver has followed some targets.
std::vector<double> answers(const ModelPtr& model) {
  std::vector<double> all;
  for (const SolverType& solver : solverTypes()) {
    Problem problem(model);
    Goal& goal = addGoal(problem, "position", "tip");
    if (solver.supports(problem)) continue;
    for (const double height : {0.5, 1.0, 5.0}) {
      goal.target = {1, height, 0.5};
      solve(problem, solver, {.mode = Mode::find, .maxRestarts = 3});
      step(problem, 0.02);
      all.insert(all.end(), problem.state.q.begin(), problem.state.q.end());
    }
  }
  return all;
}

TEST(Threads, ShareAModel) {
  const ModelPtr model = ballChain(4);
  const std::vector<double> alone = answers(model);
  std::vector<std::vector<double>> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& each : found) threads.emplace_back([&] { each = answers(model); });
  }
  for (const auto& each : found) EXPECT_EQ(each, alone);
}

}  // namespace
}  // namespace limber::test::threads_test
