/// Bounds on the motion of step(), as differences of q: v = Δq/h, a = Δv/h, jerk = Δa/h, each with its step's own h.
#include "fixtures.h"
#include "linkages.h"
#include "real_arms.h"
#include "shapes.h"

namespace limber::test::motion_bounds_test {
namespace {

/// What q does, by differences alone.
struct Watch {
  const Problem& problem;
  std::vector<double> q = from(problem);
  std::vector<double> v = std::vector<double>(problem.jointWeights.size());
  std::vector<double> a = v;
  std::vector<double> jerk = v;
  std::array<double, 3> times{1, 1, 1};

  static std::vector<double> from(const Problem& problem) { return {problem.state.q.begin(), problem.state.q.end()}; }
  void look(double h) {
    times = {times[1], times[2], h};
    const std::vector<double> now = from(problem);
    const std::vector<double> way = wayBetween(problem.model(), q, now);
    for (std::size_t i = 0; i < v.size(); ++i) {
      const double speed = way[i] / h, acceleration = (speed - v[i]) / h;
      jerk[i] = (acceleration - a[i]) / h;
      v[i] = speed;
      a[i] = acceleration;
    }
    q = now;
  }
  /// Exceeds none by more than 1e-9 and the rounding of differences over the last three steps.
  void expectWithin() const {
    const double h = std::ranges::min(times);
    for (std::size_t i = 0; i < v.size(); ++i) {
      double rounding = 1e-15 * (1 + greatest(q)) / h;
      const double* bound = &problem.motionBounds[3 * i];
      for (const std::vector<double>* each : {&v, &a, &jerk}) {
        ASSERT_LE(std::abs((*each)[i]) - *bound++, 1e-9 + rounding) << i;
        rounding *= 2 / h;
      }
    }
  }
  static double greatest(const std::vector<double>& list) {
    double most = 0;
    for (const double each : list) most = std::max(most, std::abs(each));
    return most;
  }
};

bool hasBall(const Model& model, bool isLimited) {
  return std::ranges::any_of(model.motions, [&](const Motion& motion) {
    return motion.kind == Motion::Kind::ball && (!isLimited || motion.ballLimits.any());
  });
}

void boundAny(Maker& make, Problem& problem) {
  for (std::size_t i = 0; i < problem.motionBounds.size(); i += 3) {
    const double v = std::pow(10, make.between(-1, 1)), a = v * std::pow(10, make.between(0, 1.5));
    const double j = a * std::pow(10, make.between(0, 2));
    for (const auto& [k, bound] : {std::pair(0, v), {1, a}, {2, j}})
      problem.motionBounds[i + k] = make.chance(0.2) ? infinity : bound;
  }
  // One is enough for them to be on.
  if (problem.motionBounds[1] == infinity) problem.motionBounds[1] = 5;
}

/// Jumps, bursts, trembling and rest.
void lead(Maker& make, Problem& problem, Goal& goal, int frame) {
  const int way = frame / 30 % 4;
  if (way == 0 && frame % 30 == 0) goal.type->targetAt(goal, make.pose(2 * problem.model().reach), goal.target.data());
  if (way == 1 && make.chance(0.1)) goal.target[make.below(3)] += make.between(-1, 1) * problem.model().reach;
  if (way == 2) goal.target[make.below(3)] += 0.01 * make.between(-1, 1) * problem.model().reach;
}

TEST(MotionBounds, NoneIsExceededWhateverComes) {
  for (auto&& make : trials(share(12))) {
    for (const Fixture& fixture : allFixtures()) {
      if (hasBall(*fixture.model, true)) continue;
      SCOPED_TRACE(fixture.name);
      Problem problem(fixture.model);
      start(problem, make.allowedQ(problem.model()));
      for (const std::string& tip : fixture.tips) addGoal(problem, make.chance(0.5) ? "pose" : "position", tip);
      boundAny(make, problem);
      SolveOptions options;
      options.maxVelocity = infinity;
      options.substeps = hasBall(*fixture.model, false) ? 1 : make.below(5);
      Watch watch{problem};
      for (int frame = 0; frame < 240; ++frame) {
        SCOPED_TRACE(frame);
        for (const auto& goal : problem.goals()) lead(make, problem, *goal, frame);
        const double h = std::pow(10, make.between(std::log10(0.002), -1));
        const StepResult result = step(problem, h, options);
        ASSERT_STREQ(result.reason, "");
        ASSERT_EQ(std::string(result.warning).find("bound"), std::string::npos);
        watch.look(h);
        watch.expectWithin();
        ASSERT_EQ(brokenLimit(problem.model(), watch.q, 1e-9), "");
        if (HasFatalFailure()) return;
      }
    }
  }
}

void bound(Problem& problem, double v, double a, double j) {
  for (std::size_t i = 0; i < problem.motionBounds.size(); i += 3) {
    problem.motionBounds[i] = v;
    problem.motionBounds[i + 1] = a;
    problem.motionBounds[i + 2] = j;
  }
}

/// Without goals every joint lands: none turns back, and all rest after v/a + a/j, or a/j more from full acceleration.
TEST(MotionBounds, ReleasedTheArmComesToRestAndNoJointTurnsBack) {
  for (auto&& make : trials(share(40))) {
    Problem problem(sevenJointArm());
    start(problem, make.allowedQ(problem.model()));
    Goal& goal = addGoal(problem, "pose", "hand");
    const double V = make.between(0.5, 3), A = make.between(3, 20), J = make.between(30, 300);
    bound(problem, V, A, make.chance(0.3) ? infinity : J);
    Watch watch{problem};
    const auto pass = [&] {
      const double h = make.between(0.002, 0.03);
      step(problem, h);
      watch.look(h);
      return h;
    };
    for (int frame = make.below(60); frame >= 0; --frame) {
      if (frame % 10 == 0) goal.type->targetAt(goal, make.pose(problem.model().reach), goal.target.data());
      pass();
    }
    goal.weight = 0;
    std::vector<int> turns(watch.v.size());
    for (double t = 0; t < V / A + 2 * A / J + 0.1;) {
      const std::vector<double> before = watch.v;
      t += pass();
      for (std::size_t i = 0; i < before.size(); ++i)
        turns[i] += before[i] * watch.v[i] < 0 && std::abs(watch.v[i]) > 1e-9;
    }
    // One that had begun to turn ends that.
    for (const int each : turns) EXPECT_LE(each, 1);
    EXPECT_LT(Watch::greatest(watch.v), 1e-6);
  }
}

TEST(MotionBounds, AStillTargetIsReachedAndTheArmRests) {
  int tried = 0, reached = 0;
  for (auto&& make : trials(share(40))) {
    Problem problem(sevenJointArm());
    const std::vector<double> q = make.allowedQ(problem.model());
    std::vector<double> from = q;
    for (double& each : from) each *= 0.7;
    start(problem, from);
    aimAt(problem, addGoal(problem, "pose", "hand"), q);
    const double V = make.between(0.5, 3), A = V * make.between(2, 20);
    bound(problem, V, A, make.chance(0.3) ? infinity : A * make.between(3, 30));
    Watch watch{problem};
    StepResult result;
    for (int i = 0; i < 2400; ++i) {
      const double h = make.between(0.002, 0.03);
      result = step(problem, h);
      watch.look(h);
    }
    ++tried;
    reached += result.status == Status::converged;
    // Damped directions near singular poses creep; an arm that trembled would be as fast as
    // its bounds.
    EXPECT_LT(Watch::greatest(watch.v), 0.02);
  }
  EXPECT_GE(reached, tried * 9 / 10);
}

/// Stretched out, where a singular direction curves more than bounds let joints turn back in time.
TEST(MotionBounds, BeyondItsReachAnArmRests) {
  for (const char* name : {"Unimation Puma 560", "Kinova Jaco2"}) {
    const ModelPtr model = *buildModel(describe(realArm(name)));
    for (auto&& make : trials(share(8))) {
      Problem problem(model);
      start(problem, make.allowedQ(*model));
      Goal& goal = addGoal(problem, "position", "tool");
      setPoint(goal, make.vector(1).normalized() * 1.3 * model->reach);
      const double J = make.chance(0.3) ? infinity : 500;
      bound(problem, 2, 20, J);
      for (int i = 0; i < 900; ++i) step(problem, 1 / 60.0);
      for (int i = 0; i < 60; ++i) {
        const Vec3 before = problem.toolPose(goal).p;
        step(problem, 1 / 60.0);
        EXPECT_LT((problem.toolPose(goal).p - before).norm(), 1e-4 * model->reach);
      }
    }
  }
}

/// A planar arm whose first joint is at its limit: the others take the tool along, as far as they can.
TEST(MotionBounds, AJointAtItsLimitLeavesTheOthersGoing) {
  for (const double J : {infinity, 100.0}) {
    Problem problem(chain(3, hinge(Vec3::UnitZ(), 0.5)));
    start(problem, {0.5, 0.3, -0.4});
    Goal& goal = addGoal(problem, "position", "tip");
    aimAt(problem, goal, {0.5, 0, 0.4});
    bound(problem, 1, 5, J);
    for (int i = 0; i < 600; ++i) step(problem, 1 / 60.0);
    EXPECT_LT(problem.residual(goal).distance, 1e-3);
    // Beyond the limit: the first joint stays, the tool comes as near as the others take it.
    aimAt(problem, goal, {0.8, -0.2, 0.1});
    for (int i = 0; i < 600; ++i) step(problem, 1 / 60.0);
    EXPECT_NEAR(problem.state.q[0], 0.5, 1e-9);
  }
}

/// q̇ of a first step towards a target nearby, from rest, and the way of its tool.
struct FirstStep {
  std::vector<double> velocity;
  Vec3 way;
  FirstStep(const ModelPtr& model, const std::vector<double>& q, const Vec3& towards, int slow, double most) {
    Problem problem(model);
    start(problem, q);
    Goal& goal = addGoal(problem, "position", std::string(model->links.back().name));
    const Vec3 from = problem.toolPose(goal).p;
    setPoint(goal, from + towards);
    problem.motionBounds[3 * slow] = most;
    SolveOptions options;
    options.substeps = 1;
    step(problem, 0.01, options);
    velocity.assign(problem.velocities.begin(), problem.velocities.end());
    way = problem.toolPose(goal).p - from;
  }
};

/// Seven joints: mostly the others do its part. Two: all are slower. Both keep the tool's direction.
TEST(MotionBounds, AJointAtItsVelocityIsTakenOut) {
  for (const ModelPtr& model : {sevenJointArm(), chain(2, hinge(Vec3::UnitZ(), pi))}) {
    int tried = 0, undiminished = 0;
    for (auto&& make : trials(60)) {
      std::vector<double> q(static_cast<std::size_t>(model->nq));
      for (double& each : q) each = make.between(0.7, 1.3);
      Vec3 towards = make.vector(1).normalized() * 0.01 * model->reach;
      if (model->nv == 2) towards.z() = 0;
      const FirstStep free(model, q, towards, 0, 1000);
      int slow = 0;
      for (int i = 1; i < model->nv; ++i) {
        if (std::abs(free.velocity[i]) > std::abs(free.velocity[slow])) slow = i;
      }
      const double most = std::abs(free.velocity[slow]) / 2;
      const FirstStep bounded(model, q, towards, slow, most);
      EXPECT_NEAR(std::abs(bounded.velocity[slow]), most, 1e-9);
      const Vec3 way = bounded.way / free.way.norm(), along = free.way.normalized();
      EXPECT_GT(way.dot(along), 0.49);
      EXPECT_LT((way - way.dot(along) * along).norm(), 0.11);
      ++tried;
      undiminished += way.dot(along) > 0.9;
    }
    if (model->nv == 7)
      EXPECT_GT(undiminished, tried * 3 / 4);
    else
      EXPECT_LT(undiminished, tried / 4);
  }
}

/// Whoever does a slow joint's part leaves a goal of higher priority alone.
TEST(MotionBounds, ATakenOutJointMovesNoHigherGoal) {
  for (auto&& make : trials(200)) {
    Problem problem(chain(8, hinge(Vec3::UnitZ(), pi)));
    start(problem, make.allowedQ(problem.model()));
    const Goal& higher = addGoal(problem, "position", "link5");
    Goal& lower = addGoal(problem, "position", "tip", {.priority = 1});
    const Vec3 rest = problem.toolPose(higher).p, from = problem.toolPose(lower).p;
    setPoint(lower, from + make.between(0.1, 0.5) * Vec3(make.between(-1, 1), make.between(-1, 1), 0));
    for (int v = 0; v < problem.model().nv; ++v) problem.motionBounds[3 * v] = make.between(0.05, 1);
    SolveOptions options;
    options.substeps = 1;
    // So short that curvature does not count.
    step(problem, 1e-5, options);
    EXPECT_LT((problem.toolPose(higher).p - rest).norm(), 1e-3 * (problem.toolPose(lower).p - from).norm() + 1e-9);
  }
}

TEST(MotionBounds, AJointOutsideItsLimitComesInSlowlyOrStays) {
  for (const double way : {-1, 1}) {
    Problem problem(oneJoint(hinge(Vec3::UnitX(), 0.5)));
    start(problem, {0.6 * way});
    Goal& goal = addGoal(problem, "joint", "joint");
    bound(problem, 1, 5, 50);
    Watch watch{problem};
    const auto pass = [&](double target) {
      goal.target[0] = way * target;
      for (int i = 0; i < 120; ++i) {
        const double before = std::abs(problem.state.q[0]);
        step(problem, 0.01);
        watch.look(0.01);
        watch.expectWithin();
        ASSERT_LE(std::abs(problem.state.q[0]), std::max(0.5, before));
      }
    };
    pass(0.6);
    EXPECT_EQ(problem.state.q[0], 0.6 * way);
    pass(0.9);
    EXPECT_EQ(problem.state.q[0], 0.6 * way);
    pass(0.2);
    EXPECT_NEAR(problem.state.q[0], 0.2 * way, 1e-3);
    pass(0.9);
    EXPECT_NEAR(problem.state.q[0], 0.5 * way, 1e-6);
  }
}

/// A slide that falls onto the floor.
TEST(MotionBounds, LinksBrakeBeforeObstacles) {
  for (auto&& make : trials(share(20))) {
    ModelDescription description;
    description.links = {link("base", "", {0, 0, 0}), link("ball", "base", {0, 0, 1}, joint("prismatic"))};
    description.links[1].collision = {{.type = "sphere", .size = {0.1}}};
    Problem problem(build(description));
    ASSERT_TRUE(problem.addObstacle({{.type = "box", .size = {1, 1, 0.1}}}));
    Goal& goal = addGoal(problem, "position", "ball");
    goal.target = {0, 0, -1};
    bound(problem, make.between(0.5, 3), make.between(1, 10), make.chance(0.5) ? infinity : make.between(30, 300));
    SolveOptions options;
    options.clearance = 0.02;
    Watch watch{problem};
    for (int i = 0; i < 600; ++i) {
      const double h = make.between(0.002, 0.03);
      const StepResult result = step(problem, h, options);
      watch.look(h);
      watch.expectWithin();
      ASSERT_STREQ(result.warning, "") << i << " " << problem.state.q[0];
      ASSERT_GE(problem.clearance(), 0.02 - 1e-6);
    }
    EXPECT_NEAR(problem.clearance(), 0.02, 1e-3);
  }
}

/// Led into a floor, into spheres and into themselves, at any angle. A change of dt needs room that a stop cannot
/// always have; see the documentation.
TEST(MotionBounds, ArmsThatPressAtAnglesKeepBoundsAndClearances) {
  const double clearance = 0.02;
  for (auto&& make : trials(share(30))) {
    Problem problem(build(capsuleArm()));
    ASSERT_TRUE(problem.addObstacle({{"halfSpace", {}, {}, {}, {{0, 0, -0.1}, Quat::Identity()}}}));
    for (int i = 0; i < 3; ++i)
      ASSERT_TRUE(problem.addObstacle({{"sphere", {0.1}, {}, {}, {make.vector(0.8), Quat::Identity()}}}));
    int draws = 0;
    do start(problem, make.allowedQ(problem.model()));
    while (problem.clearance() < clearance + 1e-3 && ++draws < 1000);
    if (draws == 1000) continue;
    Goal& goal = addGoal(problem, "position", "link 5");
    bound(problem, make.between(0.5, 3), make.between(3, 20), make.chance(0.2) ? infinity : make.between(30, 300));
    SolveOptions options;
    options.maxVelocity = infinity;
    options.clearance = clearance;
    Watch watch{problem};
    const double h = make.chance(0.5) ? 1 / 60.0 : 1 / 90.0;
    for (int frame = 0; frame < 400; ++frame) {
      if (frame % 60 == 0) setPoint(goal, make.vector(1).normalized() * make.between(0.2, 1.2));
      const StepResult result = step(problem, h, options);
      watch.look(h);
      watch.expectWithin();
      ASSERT_EQ(std::string(result.warning).find("bound"), std::string::npos) << frame;
      ASSERT_GE(problem.clearance(), clearance - 1e-6) << frame;
      if (HasFatalFailure()) return;
    }
  }
}

/// A link that spins beside a sphere: no joint takes it away, and its distance changes by rounding.
TEST(MotionBounds, APairThatIsTooNearLeavesOtherJointsGoing) {
  Problem problem(build(capsuleArm()));
  start(problem, {0.1, 0.4, 0.5, 0.3, 0.6, 0.2});
  problem.jointWeights[0] = 0;
  ASSERT_TRUE(problem.addObstacle({{"sphere", {0.05}, {}, {}, {{0.09, 0, 0.3}, Quat::Identity()}}}));
  Goal& goal = addGoal(problem, "position", "link 5");
  aimAt(problem, goal, {0.1, 0.7, 0.9, 0.3, 0.2, 0.2});
  bound(problem, 1, 5, 50);
  SolveOptions options;
  options.clearance = 0.05;
  for (int i = 0; i < 300; ++i) step(problem, 0.01, options);
  EXPECT_LT(problem.residual(goal).distance, 0.06);
}

TEST(MotionBounds, AJumpOfQEndsTheMotion) {
  Problem problem(sevenJointArm());
  Goal& goal = addGoal(problem, "position", "hand");
  goal.target[0] += 0.3;
  bound(problem, 1, 4, 100);
  for (const bool forgets : {false, true}) {
    for (int i = 0; i < 30; ++i) step(problem, 0.01);
    if (forgets)
      forgetMotion(problem);
    else
      problem.state.q[1] += 0.1;
    const double q = problem.state.q[1];
    step(problem, 0.01);
    // From rest: jerk × h³.
    EXPECT_LE(std::abs(problem.state.q[1] - q), 100 * 1e-6 * (1 + 1e-9));
  }
}

/// A loop closes whatever the bounds: what its followers do then is said.
TEST(MotionBounds, AWarningSaysWhereALoopCameFirst) {
  Problem problem(fourBar());
  start(problem, {0.3, 1, 2});
  ASSERT_EQ(solve(problem, "lm").status, Status::converged);
  drive(problem, "crank");
  bound(problem, 0.1, 1, 10);
  int said = 0;
  for (int i = 0; i < 10; ++i) {
    problem.state.q[0] += 0.05;
    const bool isSaid = std::string_view(step(problem, 0.01).warning).contains("a bound on motion");
    said += isSaid;
    const bool isFast = std::max(std::abs(problem.velocities[1]), std::abs(problem.velocities[2])) > 0.1 + 1e-9;
    EXPECT_TRUE(isSaid || !isFast);
  }
  EXPECT_GT(said, 0);
}

TEST(MotionBounds, OnesThatAreNotAboveZeroAreRefused) {
  Problem problem(sevenJointArm());
  for (const double bad : {0.0, -1.0, std::nan("")}) {
    problem.motionBounds[4] = bad;
    const StepResult result = step(problem, 0.01);
    EXPECT_EQ(result.status, Status::unsupported);
    EXPECT_STREQ(result.reason, "a motion bound is not above 0");
  }
}

}  // namespace
}  // namespace limber::test::motion_bounds_test
