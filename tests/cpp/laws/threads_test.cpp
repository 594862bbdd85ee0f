/// Threads that share a model give the same results as a single thread.
#include <thread>

#include "fixtures.h"

namespace limber::test::threads_test {
namespace {

/// Answers of every solver for some targets.
std::vector<double> answers(const ModelPtr& model) {
  std::vector<double> all;
  everySolver(model, "position", "tip", [&](const SolverType& solver, Problem& problem, Goal& goal) {
    for (const double height : {0.5, 1.0, 5.0}) {
      goal.target = {1, height, 0.5};
      std::ranges::copy(answersOf(problem, solver, {.mode = Mode::find, .maxRestarts = 3}, problem.state.q),
                        std::back_inserter(all));
    }
  });
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
