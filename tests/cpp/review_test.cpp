/// Unusual inputs: weights of any size, goals of weight 0, mimics, caps, priorities far apart, and the
/// reports of `find`.
#include <gtest/gtest.h>

#include "fixtures.h"
#include "reach.h"

namespace limber::test {
namespace {

// --- Weights --------------------------------------------------------------------------------

TEST(Weights, OfASingleGoalChangeNothing) {
  // Powers of two cause no rounding.
  for (const double weight : {0x1p-40, 0x1p40}) {
    for (const SolverType& solver : solversOf(ballChain(5))) {
      SCOPED_TRACE(solver.name);
      if (solver.name == "autodiff") continue;  // bounds the weighted error; see dual_error.h
      const auto solved = [&](double given) {
        Problem problem(ballChain(5));
        Goal& goal = addGoal(problem, "position", "tip");
        goal.weight = given;
        goal.target = {1, 3, -1};
        solve(problem, solver);
        return problem.state.q;
      };
      EXPECT_TRUE(sameBits(solved(weight), solved(1)));
    }
  }
}

TEST(Weights, OfOnePriorityDoNotTouchThoseOfAnother) {
  for (const char* name : {"dls", "lm"}) {
    const auto solved = [&](double weight) {
      Problem problem(sevenJointArm());
      addGoal(problem, "position", "hand").target = {0.4, 0.2, 0.7};
      Goal& second = addGoal(problem, "position", "joint4", {.priority = 1});
      second.target = {0.1, 0.3, 0.5};
      second.weight = weight;
      solve(problem, *findSolverType(name));
      return problem.state.q;
    };
    EXPECT_TRUE(sameBits(solved(1), solved(0x1p20))) << name;
  }
}

// --- Goals that are off ---------------------------------------------------------------------

TEST(GoalThatIsOff, NeedsNoFiniteTarget) {
  for (const Mode mode : {Mode::track, Mode::find}) {
    for (const SolverType& solver : solversOf(ballChain(5), 2)) {
      Problem problem(ballChain(5));
      addGoal(problem, "position", "tip").target = {2, 3, 1};
      Goal& off = addGoal(problem, "position", "link3");
      off.weight = 0;
      off.target[0] = std::nan("");
      EXPECT_EQ(solve(problem, solver, {.maxIterations = 500, .mode = mode}).status, Status::converged) << solver.name;
    }
  }
}

TEST(GoalThatIsOff, LeavesErrorJacobianAndConditioningAsTheyAre) {
  Problem problem(sevenJointArm());
  start(problem, {0.1, 0.5, 0.3, 0.4, 0.2, 0.5, 0.1});
  addGoal(problem, "position", "hand");
  const Conditioning before = problem.conditioning();
  Goal& off = addGoal(problem, "pose", "joint5");
  off.weight = 0;
  off.target[3] = std::nan("");
  const Conditioning after = problem.conditioning();
  EXPECT_GT(before.manipulability, 0);
  EXPECT_NEAR(after.manipulability, before.manipulability, 1e-12);
  EXPECT_NEAR(after.smallestSingularValue, before.smallestSingularValue, 1e-12);
  Eigen::VectorXd e(problem.rows());
  problem.error(e.data());
  EXPECT_TRUE(e.tail(6).isZero(0));
}

// --- Mimics ---------------------------------------------------------------------------------

TEST(MeanOverGoals, OfOneGoalIsItsPullThoughMimicsFollow) {
  JointDescription follower = hinge(Vec3::UnitZ());
  follower.mimic = MimicDescription{"a", 1, 0};
  const ModelPtr arm = build({link("a", "", {0, 0, 0}, hinge(Vec3::UnitZ())), link("b", "a", {1, 0, 0}, follower),
                              link("c", "b", {1, 0, 0}, hinge(Vec3::UnitZ())), link("tip", "c", {1, 0, 0})});
  const auto solved = [&](bool mean) {
    Problem problem(arm);
    addGoal(problem, "position", "tip").target = {0.5, 1.5, 0};
    solve(problem, *findSolverType("transpose"), {.maxIterations = 3, .meanOverGoals = mean});
    return problem.state.q;
  };
  EXPECT_TRUE(sameBits(solved(true), solved(false)));
}

// --- Find -----------------------------------------------------------------------------------

SolveOptions finding(int restarts) { return {.maxIterations = 2000, .mode = Mode::find, .maxRestarts = restarts}; }

TEST(Find, DrawsAReachedStartToTheRestPostureAsTrackDoes) {
  for (const char* name : {"pseudoinverse", "dls", "svd", "sdls", "lm"}) {
    const auto solved = [&](Mode mode) {
      Problem problem(chain(5, hinge(Vec3::UnitZ())));
      start(problem, {0.3, 0.4, -0.6, 0.8, 0.2});
      addGoal(problem, "position", "tip");
      std::ranges::fill(problem.rest, 0.5);
      SolveOptions options = finding(10);
      options.mode = mode;
      options.maxIterations = 100;
      options.maxStep = 0.1;
      options.restGain = 0.1;
      EXPECT_EQ(solve(problem, *findSolverType(name), options).status, Status::converged);
      return problem.state.q;
    };
    // Only track damps by the unreachable part of the error.
    const std::vector<double> found = solved(Mode::find), tracked = solved(Mode::track);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], tracked[i], 1e-3) << name;
  }
}

TEST(Find, SaysUnreachableAlsoWhereTheLastDescentHasNothingLeftToDo) {
  for (const int seed : {1, 2, 3}) {
    Problem problem(ballChain(1));
    addGoal(problem, "position", "tip").target = {0, 100, 0.1};
    SolveOptions options = finding(5);
    options.seed = seed;
    EXPECT_EQ(solve(problem, *findSolverType("lm"), options).status, Status::unreachable);
  }
}

TEST(Find, KeepsTheBestPoseWhateverThePrioritysNumber) {
  const auto distance = [](int priority) {
    Problem problem(sevenJointArm());
    Goal& goal = addGoal(problem, "position", "hand", {.priority = priority});
    goal.target = {3, 2, 1};
    SolveOptions options = finding(10);
    options.maxIterations = 100;
    solve(problem, *findSolverType("dls"), options);
    return problem.residual(goal).distance;
  };
  EXPECT_EQ(distance(1000), distance(0));
}

// --- Proofs by lengths ----------------------------------------------------------------------

TEST(BeyondReach, IsNotProvedByRounding) {
  for (auto&& make : trials(200)) {
    Problem problem(ballChain(3 + make.below(5)));
    Goal& goal = addGoal(problem, "position", "tip");
    std::vector<double> q = problem.state.q;
    writeQuat(make.rotation(), q.data());
    aimAt(problem, goal, q);  // the arm is straight
    q[4] += 1e-9;
    start(problem, q);
    problem.measure();
    SolveOptions options = {.tolerance = 0};
    EXPECT_FALSE(isBeyondReach(problem, options));
  }
}

// --- Caps -----------------------------------------------------------------------------------

TEST(Curl, ArrivesInStepsThatKeepTheirCap) {
  for (const double cap : {0.02, 0.1, 0.5}) {
    for (const double far : {0.2, 0.7, 0.95, 1.0}) {
      SCOPED_TRACE(std::to_string(cap) + " " + std::to_string(far));
      Problem problem(ballChain(20));
      addGoal(problem, "position", "tip").target = {-12 * far, 16 * far, 0};
      Status status = Status::maxIterations;
      for (int step = 0; step < 2000 && status == Status::maxIterations; ++step) {
        const std::vector<double> before = problem.state.q;
        status = solve(problem, *findSolverType("curl"), {.maxIterations = 1, .maxStep = cap}).status;
        std::vector<double> turn(problem.model().nv);
        difference(problem.model(), before.data(), problem.state.q.data(), turn.data());
        for (std::size_t v = 0; v < turn.size(); v += 3)
          ASSERT_LE(Vec3(turn[v], turn[v + 1], turn[v + 2]).norm(), cap * (1 + 1e-9));
      }
      EXPECT_EQ(status, Status::converged);
    }
  }
}

}  // namespace
}  // namespace limber::test
