// A pose goal's weights for position and orientation.
#include "fixtures.h"

namespace limber::test::pose_weights_test {
namespace {

void weigh(Goal& goal, double position, double orientation) {
  goal.parameter("positionWeight")[0] = position;
  goal.parameter("orientationWeight")[0] = orientation;
}

/// One hinge about z, and the tool one reach away along x. Its angle q moves the tool on a circle and turns
/// it by q. A target at angle `a`, turned by `b`, asks for both.
struct Wheel {
  Problem problem{build({link("hub", "", {0, 0, 0}, hinge(Vec3::UnitZ())), link("rim", "hub", {1, 0, 0})})};
  Goal& goal = addGoal(problem, "pose", "rim");

  void ask(double a, double b) { goal.target = {std::cos(a), std::sin(a), 0, 0, 0, std::sin(b / 2), std::cos(b / 2)}; }
};

/// The stationary point of ½ (wp |p* − p|)² + ½ (wo · turnWeight (b − q))², by bisection.
double bestAngle(double a, double b, double position, double orientation) {
  const double turn = orientation * 0.3;
  const auto slope = [&](double q) { return position * position * std::sin(q - a) + turn * turn * (q - b); };
  double low = std::min(a, b), high = std::max(a, b);
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (slope(middle) < 0 ? low : high) = middle;
  }
  return low;
}

TEST(PoseWeights, SolversWithAnErrorInSquaresEndWhereTheWeightedSquaresAreLeast) {
  for (const char* name : {"lm", "dls", "autodiff", "transpose", "svd"}) {
    SCOPED_TRACE(name);
    for (const auto& [position, orientation] :
         {std::pair(1.0, 1.0), std::pair(3.0, 1.0), std::pair(1.0, 4.0), std::pair(0.2, 1.0)}) {
      SCOPED_TRACE(position / orientation);
      Wheel wheel;
      wheel.ask(0.4, 0.9);
      weigh(wheel.goal, position, orientation);
      solve(wheel.problem, name, {.maxIterations = 5000, .tolerance = 0, .angleTolerance = 0, .stallTolerance = 1e-13});
      EXPECT_NEAR(wheel.problem.state.q[0], bestAngle(0.4, 0.9, position, orientation), 1e-5);
    }
  }
}

TEST(PoseWeights, AWeightOfZeroLeavesThatPartOut) {
  for (const bool isPosition : {true, false}) {
    for (const SolverType& solver : solverTypes()) {
      SCOPED_TRACE(std::string(solver.name) + (isPosition ? ", position" : ", orientation"));
      Wheel wheel;
      wheel.ask(0.4, 0.9);
      weigh(wheel.goal, isPosition, !isPosition);
      if (solver.supports(wheel.problem)) continue;
      const Result result = solve(wheel.problem, solver, {.maxIterations = 2000, .angleTolerance = 1e-4});
      EXPECT_EQ(result.status, Status::converged) << result.reason;
      EXPECT_NEAR(wheel.problem.state.q[0], isPosition ? 0.4 : 0.9, 2e-4);
    }
    Wheel wheel;
    wheel.ask(0.4, 0.9);
    weigh(wheel.goal, isPosition, !isPosition);
    // By these CCD gives its wrist to what counts.
    EXPECT_EQ(wheel.goal.type->hasPoint(wheel.goal), isPosition);
    EXPECT_EQ(wheel.goal.type->turnCount(wheel.goal) > 0, !isPosition);
    for (int i = 0; i < 100; ++i) step(wheel.problem, 0.02);
    EXPECT_EQ(step(wheel.problem, 0.02).status, Status::converged);
    EXPECT_NEAR(wheel.problem.state.q[0], isPosition ? 0.4 : 0.9, 1e-3);
  }
}

/// Equals a position goal and an orientation goal with those weights.
TEST(PoseWeights, APoseIsAPositionAndAnOrientationOfItsWeights) {
  for (const char* name : {"lm", "svd", "autodiff"}) {
    SCOPED_TRACE(name);
    for (auto&& make : trials(20)) {
      Problem one(sevenJointArm()), two(sevenJointArm());
      const double position = make.between(0.2, 2), orientation = make.between(0.2, 2);
      Goal& pose = addGoal(one, "pose", "hand");
      weigh(pose, position, orientation);
      Goal& point = addGoal(two, "position", "hand", {.weight = position});
      Goal& turn = addGoal(two, "orientation", "hand", {.weight = orientation});
      const auto wanted = make.allowedQ(one.model());
      aimAt(one, pose, wanted);
      aimAt(two, point, wanted);
      aimAt(two, turn, wanted);
      const auto from = make.allowedQ(one.model());
      start(one, from);
      start(two, from);
      EXPECT_EQ(solve(one, name, {.maxIterations = 3}).iterations, solve(two, name, {.maxIterations = 3}).iterations);
      for (std::size_t i = 0; i < one.state.q.size(); ++i) EXPECT_NEAR(one.state.q[i], two.state.q[i], 1e-7);
    }
  }
}

}  // namespace
}  // namespace limber::test::pose_weights_test
