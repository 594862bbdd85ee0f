/// Targets out of reach: the arm stretches steadily and without jitter to the closest pose, and the status is
/// `unreachable` only if lengths prove it.
#include "fixtures.h"
#include "problem/reach.h"

namespace limber::test::unreachable_test {
namespace {

/// Enough iterations even for transpose, which is slow if a target is just out of reach.
SolveOptions patient(int iterations = 20000) { return {.maxIterations = iterations}; }

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

TEST(Unreachable, ArmEndsStraightOnTheLineToItsTarget) {
  for (const Arm& arm : stretchingArms()) {
    for (const double far : {1.05, 1.5, 10.0, 1e9}) {
      SCOPED_TRACE(arm.name + " " + std::to_string(far));
      everySolver(arm.model, "position", "tip", [&](const SolverType& solver, Problem& problem, Goal& goal) {
        setPoint(goal, far * arm.length * arm.towards);
        EXPECT_EQ(solve(problem, solver, patient()).status, Status::unreachable);
        // At 1e9 lengths a double resolves distances to 2e-7 of a length, and so sideways to the root of twice
        // that, 6e-4, at best.
        const double room = far < 1e9 ? 1e-4 : 1e-2;
        EXPECT_LT((problem.toolPose(goal).p - arm.length * arm.towards).norm(), room * arm.length);
      });
    }
  }
}

/// Balls at 0 and `first`; the tip is `second` beyond. It reaches from |first − second| to first + second.
ModelPtr twoBalls(double first, double second) {
  const JointDescription ball = joint("ball");
  return build({link("a", "", {0, 0, 0}, ball), link("b", "a", {first, 0, 0}, ball), link("tip", "b", {second, 0, 0})});
}

/// A slide along X from 1 to 2 metres, on a ball.
ModelPtr telescope() {
  return build({link("ball", "", {0, 0, 0}, joint("ball")),
                link("rod", "ball", {0, 0, 0}, joint("prismatic", Vec3::UnitX(), {{1, 2}})),
                link("tip", "rod", {0, 0, 0})});
}

ModelPtr point(const JointDescription& moving) {
  return build({link("a", "", {0, 0, 0}, moving), link("tip", "a", {0, 0, 0})});
}

TEST(Unreachable, IsSaidOnlyWhereLengthsProveItAndFindThenEnds) {
  using enum Status;
  const SolveOptions coarse{.maxIterations = 20000, .tolerance = 0.1}, free{.maxIterations = 20000, .limits = false};
  const ModelPtr uneven = twoBalls(3, 1), bent = chain(2, hinge(Vec3::UnitZ(), 1));
  const ModelPtr rail = build(
      {link("rail", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX(), {{-1, 2}})), link("tip", "rail", {0, 0, 0})});
  const ModelPtr onAMast = build({link("mast", "", {0, 0, 5}, joint("fixed")),
                                  link("ball", "mast", {1, 0, 0}, joint("ball")), link("tip", "ball", {1, 0, 0})});
  struct {
    const char* what;
    ModelPtr model;
    Vec3 target;
    Status expected;
    SolveOptions options = patient();
    double left = -1;  ///< distance, if not negative
  } const cases[] = {{"too far", uneven, {0, 5, 0}, unreachable, patient(), 1},
                     {"too far aside", uneven, {1, 5, -2}, unreachable, patient(), std::sqrt(30.0) - 4},
                     {"just too far", uneven, {0, 4.01, 0}, unreachable},
                     {"far from one ball", ballChain(1), {0, 100, 0.1}, unreachable},
                     {"near enough", uneven, {0, 3.9, 0}, converged},
                     {"too near for an uneven arm", uneven, {0, 1.99, 0}, unreachable},
                     {"too near for another one", twoBalls(1, 3), {0, 0.5, 0.5}, unreachable},
                     {"far enough", uneven, {0, 2.1, 0}, converged},
                     {"near an even arm", twoBalls(2, 2), {0, 0.1, 0}, converged},
                     {"within the tolerance", uneven, {0, 4.05, 0}, converged, coarse},
                     {"beyond the tolerance", uneven, {0, 4.15, 0}, unreachable, coarse},
                     {"beyond a slide's limit", telescope(), {0, 2.1, 0}, unreachable},
                     {"within its limits", telescope(), {0, 1.9, 0}, converged},
                     {"within its lower limit", telescope(), {0, 1.1, 0}, converged},
                     {"below its lower limit", telescope(), {0, 0.9, 0}, unreachable},
                     // Not straight across: CCD would retract the rod to zero length, which no rotation can aim.
                     {"beyond limits that are off", telescope(), {2, 1.5, 0}, converged, free},
                     {"too far, limits off", uneven, {0, 4.01, 0}, unreachable, free},
                     {"beyond a rail's end", rail, {2.5, 0, 0}, unreachable},
                     {"no farther than its other end", rail, {-1.5, 0, 0}, stalled},
                     {"on a rail", rail, {1.5, 0, 0}, converged},
                     {"behind a limit", bent, {-1, 0, 0}, stalled},
                     {"off a hinge's circle", chain(1, hinge(Vec3::UnitZ())), {0, 0, 1}, stalled},
                     {"behind a limit and too far", bent, {-2.5, 0, 0}, unreachable},
                     // Lengths are measured from the first joint that moves.
                     {"on a mast", onAMast, {1, 0, 6}, converged},
                     {"above a mast", onAMast, {1, 0, 6.1}, unreachable},
                     {"below a mast", onAMast, {0, 0, 0}, unreachable},
                     {"at an arm that is only a point", point(hinge(Vec3::UnitZ())), {0, 0, 0}, converged},
                     {"off an arm that is only a point", point(hinge(Vec3::UnitZ())), {0, 0, 1}, unreachable},
                     {"at a ball that is only a point", point(joint("ball")), {0, 0, 0}, converged},
                     {"off a ball that is only a point", point(joint("ball")), {0, 0, 1}, unreachable}};
  for (const auto& each : cases) {
    SCOPED_TRACE(each.what);
    everySolver(each.model, "position", "tip", [&](const SolverType& solver, Problem& problem, Goal& goal) {
      setPoint(goal, each.target);
      EXPECT_EQ(solve(problem, solver, each.options).status, each.expected);
      if (each.expected != unreachable) return;
      // Find is spared its restarts: if the first descent loses patience, it is continued once.
      SolveOptions finding = each.options;
      finding.mode = Mode::find;
      problem.state.reset();
      const Result found = solve(problem, solver, finding);
      EXPECT_EQ(found.status, unreachable);
      EXPECT_LE(found.restarts, 1);
      if (each.options.limits) expectSound(problem);
      if (each.left < 0) return;
      EXPECT_NEAR(problem.residual(goal).distance, each.left, 1e-6);
    });
  }
}

TEST(Unreachable, IsNotSaidOfAPoseWithFreeAxes) {
  everySolver(ballChain(3), "pose", "tip", [](const SolverType& solver, Problem& problem, Goal& goal) {
    goal.target[2] += 100;
    const auto statusWith = [&](const std::array<bool, 6>& free) {
      setFree(goal, free);
      problem.state.reset();
      return solver.supports(problem) ? Status::unsupported : solve(problem, solver, patient()).status;
    };
    EXPECT_EQ(statusWith({}), Status::unreachable);
    EXPECT_EQ(statusWith({false, false, false, true, true, true}), Status::unreachable);
    EXPECT_NE(statusWith({true}), Status::unreachable);
    EXPECT_NE(statusWith({false, true}), Status::unreachable);
    EXPECT_EQ(statusWith({false, false, true}), Status::converged);
  });
}

TEST(Unreachable, IsNotSaidOfTurns) {
  for (const char* type : {"orientation", "direction"}) {
    SCOPED_TRACE(type);
    everySolver(chain(2, hinge(Vec3::UnitZ(), 0.5)), type, "tip", [](const auto& solver, Problem& problem, Goal& goal) {
      goal.type->targetAt(goal, {Vec3::Zero(), expRotation<double>(Vec3(0, 0, 2))}, goal.target.data());
      EXPECT_EQ(solve(problem, solver, patient()).status, Status::stalled);
    });
  }
}

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
        start(problem, moved(problem.model(), problem.state.q, lean));  // a rotation about Z in every joint
        const SolveOptions options = {.maxIterations = 20000, .stallTolerance = 1e-9};
        EXPECT_EQ(solve(problem, solver, options).status, Status::unreachable);
        EXPECT_NEAR(problem.residual(left).distance, problem.residual(right).distance, 1e-6);
        if (tree->links.size() > 4) continue;
        EXPECT_NEAR(problem.residual(left).distance, std::hypot(1.5, 1), 1e-3);
      }
    }
  }
}

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

}  // namespace
}  // namespace limber::test::unreachable_test
