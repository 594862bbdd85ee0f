/// Mode find abandons bad starts and keeps the best pose; mode track continues smoothly from the current pose.
#include "fixtures.h"

namespace limber::test::find_and_track_test {
namespace {

SolveOptions finding(int restarts = 100) { return {.mode = Mode::find, .maxRestarts = restarts}; }

/// A hinge at its upper limit. The target is nearer the lower limit, across the gap.
TEST(Find, LeavesTheLimitThatTrackIsStuckBehindAsAnnealingDoes) {
  const ModelPtr arm = chain(1, hinge(Vec3::UnitZ(), 170 * degrees));
  everySolver(arm, "position", "tip", [](const SolverType& solver, Problem& problem, Goal& goal) {
    const auto solved = [&](const SolveOptions& options) {
      start(problem, {170 * degrees});
      goal.target = {std::cos(3.4), std::sin(3.4), 0};
      return solve(problem, solver, options);
    };
    const Result tracked = solved({});
    EXPECT_EQ(tracked.status, Status::stalled);
    EXPECT_EQ(tracked.restarts, 0);
    EXPECT_EQ(problem.state.q[0], 170 * degrees);
    const Result found = solved(finding());
    EXPECT_EQ(found.status, Status::converged);
    EXPECT_GE(found.restarts, 1);
    EXPECT_LT(problem.state.q[0], 0);
    EXPECT_EQ(solved({.annealing = 20, .annealingAmplitude = 0}).status, Status::stalled);
    EXPECT_EQ(solved({.annealing = 20, .annealingAmplitude = 1}).status, Status::converged);
  });
}

TEST(Find, StartsFromTheCallersPose) {
  // If the first descent converges, find draws no random pose, so the seed has no effect, and it finds the
  // pose of track.
  for (const SolverType& solver : solversOf(ballChain(4))) {
    SCOPED_TRACE(solver.name);
    const auto solved = [&](Mode mode, int seed) {
      Problem problem(ballChain(4));
      Goal& goal = addGoal(problem, "position", "tip");
      bend(problem);
      setPoint(goal, problem.toolPose(goal).p + Vec3(-0.4, 0.3, 0.2));
      // the modes' default caps may differ
      const SolveOptions options = {
          .maxIterations = 1000, .maxStep = 0.2, .mode = mode, .maxRestarts = 100, .patience = 1000, .seed = seed};
      const Result result = solve(problem, solver, options);
      EXPECT_EQ(result.status, Status::converged);
      EXPECT_EQ(result.restarts, 0);
      return problem.state.q;
    };
    // Only track damps by the unreachable part of the error, which is all of it as long as steps are cut.
    const std::vector<double> found = solved(Mode::find, 1), tracked = solved(Mode::track, 1);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], tracked[i], 0.05);
    EXPECT_TRUE(sameBits(solved(Mode::find, 1), solved(Mode::find, 2)));
  }
}

/// Two targets for one tip, each within reach. No pose meets both, and lengths do not prove it.
void askBothSides(Problem& problem, double away) {
  addGoal(problem, "position", "tip").target = {away, 0, 0};
  addGoal(problem, "position", "tip").target = {-away, 0, 0};
}

TEST(Find, CountsItsRestartsAndEndsWithThem) {
  for (const SolverType& solver : solverTypes()) {
    for (const int restarts : {0, 1, 7}) {
      SCOPED_TRACE(std::string(solver.name) + numbered(" ", restarts));
      Problem problem(ballChain(3));
      askBothSides(problem, 2.9);
      if (solver.supports(problem)) continue;
      const SolveOptions options = {.maxIterations = 20, .mode = Mode::find, .maxRestarts = restarts};
      const Result result = solve(problem, solver, options);
      // After the random starts, one more descent begins at the best of them, without the limit of patience.
      EXPECT_EQ(result.restarts, restarts == 0 ? 0 : restarts + 1);
      EXPECT_NE(result.status, Status::converged);
    }
  }
}

TEST(Find, KeepsTheBestOfAllStarts) {
  // Without iterations a start is only evaluated. More restarts with the same seed add poses to choose from.
  everywhere([](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    Goal& goal = addGoal(problem, "position", fixture.tips[0]);
    if (solver.supports(problem)) return;
    aimAt(problem, goal, Maker(2).allowedQ(problem.model()));
    const std::vector<double> from = problem.state.q;
    double before = problem.residual(goal).distance;
    for (const int restarts : {1, 2, 4, 8, 16, 32}) {
      const SolveOptions options = {.maxIterations = 0, .mode = Mode::find, .maxRestarts = restarts};
      start(problem, from);
      solve(problem, solver, options);
      const double left = problem.residual(goal).distance;
      EXPECT_LE(left, before * (1 + 1e-12));
      before = left;
    }
  });
}

/// An arm in a pose from which its tip can follow a circle.
struct Circle {
  ModelPtr model;
  std::string tip;
  std::vector<double> q;
  double radius;
};

std::vector<Circle> circles() {
  const ModelPtr balls = ballChain(5), planar = chain(3, hinge(Vec3::UnitZ()));
  std::vector<double> turn(15);
  for (int ball = 0; ball < 5; ++ball) turn[3 * ball + 2] = ball % 2 ? -0.9 : 0.7;
  return {{balls, "tip", moved(*balls, State(balls).q, turn), 0.6},
          {sevenJointArm(), "hand", {0.2, 0.7, 0.1, 1.2, 0.1, 0.5, 0}, 0.12},
          {planar, "tip", {0.3, 0.9, 0.8}, 0.3}};
}

TEST(Track, FollowsACircleSmoothly) {
  constexpr int frames = 400;  // one full circle
  for (const Circle& circle : circles()) {
    SCOPED_TRACE(numbered("coordinates ", circle.model->nv));
    everySolver(circle.model, "position", circle.tip, [&](const SolverType& solver, Problem& problem, Goal& goal) {
      start(problem, circle.q);
      const Vec3 center = problem.toolPose(goal).p - Vec3(circle.radius, 0, 0);
      double most = 0;
      for (int frame = 0; frame <= 2 * frames; ++frame) {
        const double angle = 2 * pi * frame / frames;
        setPoint(goal, center + circle.radius * Vec3(std::cos(angle), std::sin(angle), 0));
        const std::vector<double> before = problem.state.q;
        EXPECT_EQ(solve(problem, solver).status, Status::converged) << frame;
        most = std::max(most, change(problem.model(), before, problem.state.q));
      }
      // A frame moves the target by 2π/400 of the radius, less than 0.01 of a link. A joint that turns by ten
      // times as many radians has jumped.
      EXPECT_LT(most, 0.1);
    });
  }
}

TEST(Track, SettlesWhereTheTargetLeavesItsReach) {
  everySolver(ballChain(5), "position", "tip", [](const SolverType& solver, Problem& problem, Goal& goal) {
    bend(problem);
    const Vec3 from = problem.toolPose(goal).p, to = 7.5 * Vec3(0.6, 0.8, 0);
    double last = 0;
    for (int frame = 0; frame < 400; ++frame) {
      setPoint(goal, from + std::min(1.0, frame / 200.0) * (to - from));
      const std::vector<double> before = problem.state.q;
      solve(problem, solver);
      if (frame >= 350) last = std::max(last, change(problem.model(), before, problem.state.q));
    }
    EXPECT_LT(last, 1e-3);
    EXPECT_LT((problem.toolPose(goal).p - 5 * to.normalized()).norm(), 1e-3 * 5);
    EXPECT_EQ(solve(problem, solver).status, Status::unreachable);
  });
}

/// Six hinges that can turn almost twice round in either direction, as in many arms.
ModelPtr windingArm() {
  const double limit = 1.9 * 2 * pi;
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  return build({link("pan", "", {0, 0, 0.1}, hinge(z, limit)), link("lift", "pan", {0, 0.1, 0}, hinge(y, limit)),
                link("elbow", "lift", {0.4, 0, 0}, hinge(y, limit)),
                link("wrist 1", "elbow", {0.4, 0, 0}, hinge(y, limit)),
                link("wrist 2", "wrist 1", {0, 0.1, 0}, hinge(z, limit)),
                link("wrist 3", "wrist 2", {0, 0, 0.1}, hinge(y, limit)), link("tip", "wrist 3", {0, 0.1, 0})});
}

/// Coordinates that could be a whole turn nearer to `from` within their limits.
int wholeTurnsLeft(const Problem& problem, const std::vector<double>& from) {
  int count = 0;
  for (const Motion& motion : problem.model().motions) {
    const double q = problem.state.q[motion.qIndex], was = from[motion.qIndex];
    const double next = q + (was > q ? 2 : -2) * pi;
    const bool isAllowed = next >= motion.limits.min && next <= motion.limits.max;
    count += isAllowed && std::abs(next - was) < std::abs(q - was) - 1e-6;
  }
  return count;
}

TEST(Find, TakesOffWholeTurns) {
  for (const char* name : {"lm", "dls", "ccd"}) {
    SCOPED_TRACE(name);
    int moved = 0;
    for (auto&& make : trials(100)) {
      Problem problem(windingArm());
      Goal& goal = addGoal(problem, "pose", "tip");
      aimAt(problem, goal, make.allowedQ(problem.model()));
      const std::vector<double> from = make.allowedQ(problem.model());
      start(problem, from);
      const Result result = solve(problem, name, finding());
      EXPECT_EQ(wholeTurnsLeft(problem, from), 0);
      if (result.status == Status::converged) {
        EXPECT_LE(problem.residual(goal).distance, 1e-4 * problem.model().size);
      }
      moved += result.restarts > 0;
    }
    EXPECT_GT(moved, 0);
  }
}

TEST(Find, LeavesTurnsThatAGoalOrAMimicFeels) {
  // A joint goal two turns away is met exactly there.
  Problem asked(chain(1, hinge(Vec3::UnitZ())));
  addGoal(asked, "joint", "link0").target = {4 * pi + 1};
  EXPECT_EQ(solve(asked, "lm", finding()).status, Status::converged);
  EXPECT_NEAR(asked.state.q[0], 4 * pi + 1, 1e-3);

  // A whole turn of the leader is half a turn of the follower, so the pose changes.
  JointDescription follower = hinge(Vec3::UnitZ());
  follower.mimic = MimicDescription{"leader", 0.5, 0};
  Problem geared(build({link("leader", "", {0, 0, 0}, hinge(Vec3::UnitZ())),
                        link("follower", "leader", {1, 0, 0}, follower), link("tip", "follower", {1, 0, 0})}));
  Goal& goal = addGoal(geared, "position", "tip");
  for (const double angle : {-5.0, -3.5, 3.5, 5.0}) {
    start(geared, {angle});
    goal.type->targetAt(goal, geared.toolPose(goal), goal.target.data());
    start(geared, {0});
    EXPECT_EQ(solve(geared, "lm", finding()).status, Status::converged);
    EXPECT_LE(geared.residual(goal).distance, 1e-4 * geared.model().size);
  }
}

TEST(Find, DrawsAReachedStartToTheRestPostureAsTrackDoes) {
  for (const char* name : {"pseudoinverse", "dls", "svd", "sdls", "lm"}) {
    const auto solved = [&](Mode mode) {
      Problem problem(chain(5, hinge(Vec3::UnitZ())));
      start(problem, {0.3, 0.4, -0.6, 0.8, 0.2});
      addGoal(problem, "position", "tip");
      std::ranges::fill(problem.rest, 0.5);
      const SolveOptions options = {
          .maxIterations = 100, .maxStep = 0.1, .mode = mode, .maxRestarts = 10, .restGain = 0.1};
      EXPECT_EQ(solve(problem, name, options).status, Status::converged);
      return problem.state.q;
    };
    // Only track damps by the unreachable part of the error.
    const std::vector<double> found = solved(Mode::find), tracked = solved(Mode::track);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], tracked[i], 1e-3) << name;
  }
}

int iterationsOf(SolveOptions options) {
  Problem problem(ballChain(3));
  // Within reach, so that random poses are tried. Steps are so small that no descent halves its error or stalls.
  options.stepSize = 1e-6;
  options.stallTolerance = 0;
  setPoint(addGoal(problem, "position", "tip"), Vec3(0.3, 1.4, 0.2));
  options.mode = Mode::find;
  return solve(problem, "transpose", options).iterations;
}

TEST(Patience, EndsADescentAfterThatManyIterationsWithoutHalvingTheError) {
  for (const int patience : {1, 7, 40}) {
    for (const int restarts : {1, 3}) {
      // The first descent and each restart, then one final descent to the end.
      const int expected = (1 + restarts) * patience + 100;
      EXPECT_EQ(iterationsOf({.maxIterations = 100, .maxRestarts = restarts, .patience = patience}), expected);
    }
  }
  EXPECT_EQ(iterationsOf({.maxIterations = 100, .maxRestarts = 2}), 3 * 5 + 100) << "5 is the documented default";
}

}  // namespace
}  // namespace limber::test::find_and_track_test
