/// Ten thousand links: a solve needs little stack, and work that grows as the links do.
#include <gtest/gtest.h>
#include <pthread.h>

#include <chrono>
#include <functional>

#include "fixtures.h"

namespace limber::test {
namespace {

constexpr int longChain = 10000;

/// Runs `work` in a thread with so small a stack that a recursion over the links could not return.
void onSmallStack(std::function<void()> work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 128 * 1024), 0);
  pthread_t thread;
  const auto run = [](void* given) -> void* {
    (*static_cast<std::function<void()>*>(given))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

void expectSolved(const JointDescription& moving) {
  Problem problem(chain(longChain, moving));
  Goal& goal = addGoal(problem, "position", "tip");
  goal.target = {0.6 * longChain, 0.3 * longChain, 0};
  SolveOptions options;
  options.maxStep = 0.001;  // or each joint goes its whole way, and the tip rolls up into a coil
  EXPECT_EQ(solve(problem, ccd(), options).status, Status::converged);
  EXPECT_LT((toolAt(problem, goal, problem.state.q).p - goal.targetVector()).norm(),
            1e-4 * problem.model().reach);
}

TEST(LongChain, OfHingesIsSolvedOnASmallStack) {
  onSmallStack([] { expectSolved(hinge(Vec3::UnitZ())); });
}

TEST(LongChain, OfBallsIsSolvedOnASmallStack) {
  onSmallStack([] { expectSolved(joint("ball", Vec3::UnitX())); });
}

TEST(LongChain, WithLimitsAndAnnealingIsSolvedOnASmallStack) {
  onSmallStack([] {
    Problem problem(chain(longChain, hinge(Vec3::UnitZ(), 0.1)));
    addGoal(problem, "position", "tip").target = {0.3 * longChain, 0.3 * longChain, 0};
    SolveOptions options;
    options.maxIterations = 5;
    options.annealing = 2;
    solve(problem, ccd(), options);
    EXPECT_EQ(brokenLimit(problem.model(), problem.state.q), "");
  });
}

// --- Linear work ----------------------------------------------------------------------------

/// Seconds of the fastest of several runs.
double fastest(const std::function<void()>& work) {
  double best = infinity;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count());
  }
  return best;
}

/// Ten times the links, so ten times the work; a hundred times where it is quadratic. Both are
/// timed in one run, and the bound stands between.
void expectLinear(const std::function<std::function<void()>(int links)>& workOf) {
  const double few = fastest(workOf(2000));
  const double many = fastest(workOf(20000));
  EXPECT_LT(many / few, 40);
}

/// Three sweeps towards a point that is never reached.
std::function<void()> threeSweeps(const ModelPtr& model, const std::string& tip) {
  const auto problem = std::make_shared<Problem>(model);
  addGoal(*problem, "position", tip).target = {1e6, 1e6, 0};
  return [problem] {
    problem->state.reset();
    SolveOptions options;
    options.maxIterations = 3;
    options.stallTolerance = 0;
    EXPECT_EQ(solve(*problem, ccd(), options).iterations, 3);
  };
}

TEST(LongChain, OfHingesTakesLinearWork) {
  expectLinear([](int links) { return threeSweeps(chain(links, hinge(Vec3::UnitZ())), "tip"); });
}

TEST(LongChain, OfBallsTakesLinearWork) {
  const JointDescription moving = joint("ball", Vec3::UnitX());
  expectLinear([&](int links) { return threeSweeps(chain(links, moving), "tip"); });
}

/// So many links, all on one root.
ModelPtr star(int links) {
  std::vector<LinkDescription> all = {link("root", "", {0, 0, 0}, hinge(Vec3::UnitZ()))};
  for (int i = 1; i < links; ++i) {
    all.push_back(link("link" + std::to_string(i), "root", {1, 0, 0}, hinge(Vec3::UnitX())));
  }
  return build(std::move(all));
}

TEST(LongChain, StarOfLinksTakesLinearWork) {
  expectLinear([](int links) { return threeSweeps(star(links), "link1"); });
}

TEST(LongChain, IsBuiltInLinearWork) {
  expectLinear([](int links) -> std::function<void()> {
    ModelDescription description;
    for (int i = 0; i < links; ++i) {
      const std::string parent = i > 0 ? std::to_string(i - 1) : "";
      description.links.push_back(link(std::to_string(i), parent, Vec3::UnitX()));
    }
    return [description] { EXPECT_TRUE(buildModel(description).has_value()); };
  });
}

}  // namespace
}  // namespace limber::test
