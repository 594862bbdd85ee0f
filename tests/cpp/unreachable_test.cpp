/// Targets out of reach: the arm stretches steadily and without jitter to the closest pose, and the status is
/// `unreachable` only if lengths prove it.
#include <gtest/gtest.h>

#include "fixtures.h"

namespace limber::test {
namespace {

/// Enough iterations even for transpose, which is slow if a target is just out of reach.
SolveOptions patient(int iterations = 20000) { return {.maxIterations = iterations}; }

// --- Approach -------------------------------------------------------------------------------

/// An arm that can stretch from the origin straight in the direction of its target.
struct Arm {
  std::string name;
  ModelPtr model;
  double length;
  Vec3 towards;
};

std::vector<Arm> stretchingArms() {
  const Vec3 inSpace = Vec3(-1, 2, 0.5).normalized();
  return {{"balls", ballChain(5), 5, inSpace},
          {"hinges", chain(4, hinge(Vec3::UnitZ())), 4, Vec3(-1, 2, 0).normalized()},
          {"one ball", ballChain(1), 1, inSpace},
          {"many balls", ballChain(12), 12, inSpace}};
}

/// Calls `each(problem, goal, solver, arm, far)`; the target is `far` times the arm's length away.
template <class Each>
void beyondReach(const std::vector<double>& distances, Each each) {
  for (const Arm& arm : stretchingArms()) {
    for (const SolverType& solver : solverTypes()) {
      for (const double far : distances) {
        SCOPED_TRACE(std::string(solver.name) + " on " + arm.name + " " + std::to_string(far));
        Problem problem(arm.model);
        Goal& goal = addGoal(problem, "position", "tip");
        if (solver.supports(problem)) continue;
        Eigen::Map<Vec3>(goal.target.data()) = far * arm.length * arm.towards;
        each(problem, goal, solver, arm, far);
      }
    }
  }
}

TEST(Unreachable, ArmEndsStraightOnTheLineToItsTarget) {
  beyondReach({1.05, 1.5, 10},
              [](Problem& problem, const Goal& goal, const SolverType& solver, const Arm& arm, double) {
                EXPECT_EQ(solve(problem, solver, patient()).status, Status::unreachable);
                EXPECT_LT((problem.toolPose(goal).p - arm.length * arm.towards).norm(), 1e-4 * arm.length);
              });
}

TEST(Unreachable, OneStepOfCurlStraightensAChain) {
  for (auto&& make : trials(20)) {
    Problem problem(ballChain(5));
    Goal& goal = addGoal(problem, "position", "tip");
    const Vec3 target = 9 * unit(make.vector(1));
    Eigen::Map<Vec3>(goal.target.data()) = target;
    start(problem, make.anyQ(problem.model()));
    EXPECT_EQ(solve(problem, "curl", {.maxIterations = 1}).iterations, 1);
    EXPECT_LT((toolAt(problem, goal, problem.state.q).p - target / 9 * 5).norm(), 1e-9);
  }
}

TEST(Unreachable, ArmPointsAtWhatIsHugelyFar) {
  // At 1e9 lengths a double resolves distances to 2e-7 of a length, and so sideways to the root of twice
  // that, 6e-4, at best. The tolerance is 1e-2.
  beyondReach({1e9}, [](Problem& problem, const Goal& goal, const SolverType& solver, const Arm& arm, double) {
    EXPECT_EQ(solve(problem, solver, patient()).status, Status::unreachable);
    EXPECT_LT((problem.toolPose(goal).p - arm.length * arm.towards).norm(), 1e-2 * arm.length);
  });
}

/// Largest change of a coordinate.
double change(const Model& model, const std::vector<double>& from, const std::vector<double>& to) {
  std::vector<double> way(model.nv);
  difference(model, from.data(), to.data(), way.data());
  double most = 0;
  for (const double each : way) most = std::max(most, std::abs(each));
  return most;
}

TEST(Unreachable, DistanceNeverGrowsAndTheArmComesToRest) {
  beyondReach({1.05, 1.5, 10},
              [](Problem& problem, const Goal& goal, const SolverType& solver, const Arm& arm, double far) {
                double before = problem.residual(goal).distance;
                const double rounding = 1e-14 * far * arm.length;
                double last = 0;
                for (int step = 0; step < 400; ++step) {
                  const std::vector<double> q = problem.state.q;
                  solve(problem, solver, patient(1));
                  const double now = problem.residual(goal).distance;
                  ASSERT_LE(now, before + rounding) << "step " << step;
                  before = now;
                  if (step >= 350) last = std::max(last, change(problem.model(), q, problem.state.q));
                }
                // At most 0.3° per step: slow solvers still creep, but nothing oscillates.
                EXPECT_LT(last, 0.3 * degrees);
              });
}

/// Reversals of joints while a target circles out of the arm's reach, after a first round.
int reversals(const SolverType& solver, const ModelPtr& arm, const std::string& tip, int frames) {
  Problem problem(arm);
  Goal& goal = addGoal(problem, "position", tip);
  std::vector<double> last(arm->nv), way(arm->nv);
  int count = 0;
  for (int frame = 0; frame < 2 * frames; ++frame) {
    const double angle = 2 * pi * frame / frames;
    Eigen::Map<Vec3>(goal.target.data()) = arm->reach * Vec3(1 + 0.5 * std::cos(angle), 0.5 * std::sin(angle), 1);
    const std::vector<double> before = problem.state.q;
    solve(problem, solver);
    difference(*arm, before.data(), problem.state.q.data(), way.data());
    for (int v = 0; v < arm->nv; ++v) {
      if (frame >= frames && way[v] * last[v] < 0) ++count;
      if (std::abs(way[v]) > 1e-5)
        last[v] = way[v];
      else
        last[v] = 0;
    }
  }
  return count;
}

TEST(Unreachable, NoJointTremblesBehindATargetThatCircles) {
  for (const char* name : {"dls", "svd", "sdls", "lm", "itasc"}) {
    SCOPED_TRACE(name);
    const ModelPtr arm = sevenJointArm();
    const int count = reversals(*findSolverType(name), arm, "hand", 200);
    // A joint that follows a circle reverses twice per round.
    EXPECT_LE(count, 4 * arm->nv);
  }
}

// --- Proofs by lengths ----------------------------------------------------------------------

/// Checks the status of every solver that supports one position goal with this target.
void expectStatus(const ModelPtr& model, const Vec3& target, Status expected, const SolveOptions& options = patient()) {
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    Problem problem(model);
    Goal& goal = addGoal(problem, "position", "tip");
    if (solver.supports(problem)) continue;
    Eigen::Map<Vec3>(goal.target.data()) = target;
    EXPECT_EQ(solve(problem, solver, options).status, expected);
  }
}

/// Balls at 0 and `first`; the tip is `second` beyond. It reaches from |first − second| to first + second.
ModelPtr twoBalls(double first, double second) {
  const JointDescription ball = joint("ball");
  return build({link("a", "", {0, 0, 0}, ball), link("b", "a", {first, 0, 0}, ball), link("tip", "b", {second, 0, 0})});
}

TEST(Unreachable, IsSaidOfWhatIsTooFar) {
  expectStatus(twoBalls(3, 1), {0, 4.01, 0}, Status::unreachable);
  expectStatus(twoBalls(3, 1), {0, 3.9, 0}, Status::converged);
}

TEST(Unreachable, IsSaidOfWhatIsTooNearForAnUnevenArm) {
  expectStatus(twoBalls(3, 1), {0, 1.99, 0}, Status::unreachable);
  expectStatus(twoBalls(1, 3), {0, 0.5, 0.5}, Status::unreachable);
  expectStatus(twoBalls(3, 1), {0, 2.1, 0}, Status::converged);
  expectStatus(twoBalls(2, 2), {0, 0.1, 0}, Status::converged);
}

TEST(Unreachable, DependsOnTheTolerance) {
  SolveOptions coarse = patient();
  coarse.tolerance = 0.1;
  expectStatus(twoBalls(3, 1), {0, 4.05, 0}, Status::converged, coarse);
  expectStatus(twoBalls(3, 1), {0, 4.15, 0}, Status::unreachable, coarse);
}

/// A slide along X from 1 to 2 metres, on a ball.
ModelPtr telescope() {
  return build({link("ball", "", {0, 0, 0}, joint("ball")),
                link("rod", "ball", {0, 0, 0}, joint("prismatic", Vec3::UnitX(), {{1, 2}})),
                link("tip", "rod", {0, 0, 0})});
}

TEST(Unreachable, CountsSlidesAtTheirLimits) {
  expectStatus(telescope(), {0, 2.1, 0}, Status::unreachable);
  expectStatus(telescope(), {0, 1.9, 0}, Status::converged);
  expectStatus(telescope(), {0, 1.1, 0}, Status::converged);
  expectStatus(telescope(), {0, 0.9, 0}, Status::unreachable);
}

TEST(Unreachable, LetsSlidesGoAnywhereWithoutLimits) {
  SolveOptions options = patient();
  options.limits = false;
  // Not straight across: CCD would retract the rod to zero length, which no rotation can aim.
  expectStatus(telescope(), {2, 1.5, 0}, Status::converged, options);
  expectStatus(twoBalls(3, 1), {0, 4.01, 0}, Status::unreachable, options);
}

TEST(Unreachable, OfASlideAloneIsWhatItsEndsAre) {
  const ModelPtr rail = build(
      {link("rail", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX(), {{-1, 2}})), link("tip", "rail", {0, 0, 0})});
  expectStatus(rail, {2.5, 0, 0}, Status::unreachable);
  expectStatus(rail, {-1.5, 0, 0}, Status::stalled);  // no farther than its other end: no proof
  expectStatus(rail, {1.5, 0, 0}, Status::converged);
}

TEST(Unreachable, IsNotSaidOfWhatIsBehindALimit) {
  const ModelPtr arm = chain(2, hinge(Vec3::UnitZ(), 1));
  expectStatus(arm, {-1, 0, 0}, Status::stalled);
  expectStatus(chain(1, hinge(Vec3::UnitZ())), {0, 0, 1}, Status::stalled);  // off its circle
  expectStatus(arm, {-2.5, 0, 0}, Status::unreachable);
}

TEST(Unreachable, MeasuresFromTheFirstJointThatMoves) {
  const ModelPtr arm = build({link("mast", "", {0, 0, 5}, joint("fixed")),
                              link("ball", "mast", {1, 0, 0}, joint("ball")), link("tip", "ball", {1, 0, 0})});
  expectStatus(arm, {1, 0, 6}, Status::converged);
  expectStatus(arm, {1, 0, 6.1}, Status::unreachable);
  expectStatus(arm, {0, 0, 0}, Status::unreachable);
}

/// Status of a pose goal 100 away along Z, with these axes of the target free.
Status statusOfPose(const SolverType& solver, const std::array<bool, 6>& free) {
  Problem problem(ballChain(3));
  Goal& goal = addGoal(problem, "pose", "tip");
  setFree(goal, free);
  if (solver.supports(problem)) return Status::unsupported;
  goal.target[2] += 100;
  return solve(problem, solver, patient()).status;
}

TEST(Unreachable, IsNotSaidOfAPoseWithFreeAxes) {
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    if (statusOfPose(solver, {}) == Status::unsupported) continue;
    EXPECT_EQ(statusOfPose(solver, {}), Status::unreachable);
    EXPECT_EQ(statusOfPose(solver, {false, false, false, true, true, true}), Status::unreachable);
    for (int axis = 0; axis < 2; ++axis) {
      std::array<bool, 6> free{};
      free[axis] = true;
      EXPECT_NE(statusOfPose(solver, free), Status::unreachable);
    }
    EXPECT_EQ(statusOfPose(solver, {false, false, true, false, false, false}), Status::converged);
  }
}

TEST(Unreachable, IsNotSaidOfTurns) {
  for (const char* type : {"orientation", "direction"}) {
    for (const SolverType& solver : solverTypes()) {
      SCOPED_TRACE(std::string(solver.name) + " " + type);
      Problem problem(chain(2, hinge(Vec3::UnitZ(), 0.5)));
      Goal& goal = addGoal(problem, type, "tip");
      if (solver.supports(problem)) continue;
      goal.type->targetAt(goal, {Vec3::Zero(), expRotation<double>(Vec3(0, 0, 2))}, goal.target.data());
      EXPECT_EQ(solve(problem, solver, patient()).status, Status::stalled);
    }
  }
}

TEST(Unreachable, IsSaidInFindToo) {
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    Problem problem(twoBalls(3, 1));
    Goal& goal = addGoal(problem, "position", "tip");
    if (solver.supports(problem)) continue;
    goal.target = {0, 5, 0};
    SolveOptions options = patient();
    options.mode = Mode::find;
    options.maxRestarts = 3;
    EXPECT_EQ(solve(problem, solver, options).status, Status::unreachable);
    EXPECT_NEAR(problem.residual(goal).distance, 1, 1e-6);
  }
}

TEST(Unreachable, CostsFindOneDescentAndNoRestarts) {
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    Problem problem(twoBalls(3, 1));
    Goal& goal = addGoal(problem, "position", "tip");
    if (solver.supports(problem)) continue;
    goal.target = {1, 5, -2};
    SolveOptions options = patient();
    options.mode = Mode::find;
    const Result result = solve(problem, solver, options);
    EXPECT_EQ(result.status, Status::unreachable);
    // If the first descent loses patience, it is continued once.
    EXPECT_LE(result.restarts, 1);
    EXPECT_NEAR(problem.residual(goal).distance, std::sqrt(30.0) - 4, 1e-6);
  }
}

// --- Two targets out of reach ---------------------------------------------------------------

/// Two tips at (±0.5, 2, 0) on a mast along Y.
ModelPtr fork(const JointDescription& moving) {
  return build({link("foot", "", {0, 0, 0}, moving), link("knee", "foot", {0, 1, 0}, moving),
                link("left", "knee", {-0.5, 1, 0}), link("right", "knee", {0.5, 1, 0})});
}

/// The fork with a joint in each branch.
ModelPtr branches(const JointDescription& moving) {
  return build({link("foot", "", {0, 0, 0}, moving), link("knee", "foot", {0, 1, 0}, moving),
                link("leftArm", "knee", {-0.3, 0.5, 0}, moving), link("left", "leftArm", {-0.2, 0.5, 0}),
                link("rightArm", "knee", {0.3, 0.5, 0}, moving), link("right", "rightArm", {0.2, 0.5, 0})});
}

TEST(Unreachable, TwoTargetsShareTheDistanceFairly) {
  for (const auto& moving : {hinge(Vec3::UnitZ()), joint("ball", Vec3::UnitY())}) {
    for (const ModelPtr& tree : {fork(moving), branches(moving)}) {
      for (const SolverType& solver : solverTypes()) {
        SCOPED_TRACE(std::string(solver.name) + " " + moving.type + numbered(" links ", tree->links.size()));
        Problem problem(tree);
        Goal& left = addGoal(problem, "position", "left");
        Goal& right = addGoal(problem, "position", "right");
        if (solver.supports(problem)) continue;
        left.target = {-2, 3, 0};
        right.target = {2, 3, 0};
        std::vector<double> lean(problem.model().nv);
        for (const Motion& each : problem.model().motions) lean[each.vIndex + each.nv() - 1] = 0.4;
        std::vector<double> q = problem.state.q;
        integrate(problem.model(), lean.data(), q.data());  // a rotation about Z in every joint
        start(problem, q);
        SolveOptions options = patient();
        options.stallTolerance = 1e-9;
        EXPECT_EQ(solve(problem, solver, options).status, Status::unreachable);
        EXPECT_NEAR(problem.residual(left).distance, problem.residual(right).distance, 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace limber::test
