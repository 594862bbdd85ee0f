/// Linkages against their closed forms, in maximal coordinates and in joint coordinates.
#include "linkages.h"

namespace limber::test::linkages_test {
namespace {

SolveOptions exact() { return {.tolerance = 1e-13, .angleTolerance = 1e-13, .stallTolerance = 1e-15}; }

double value(const Problem& problem, const std::string& link) {
  return problem.state.q[motionOf(problem.model(), link).qIndex];
}

/// Largest gap of any loop, in metres and radians.
double gape(const Problem& problem) {
  double most = 0;
  for (const auto& loop : problem.loops()) {
    const Residual left = problem.residual(loop->goal);
    most = std::max({most, left.distance, left.angle});
  }
  return most;
}

/// By a goal, or by a crank that is held, in both assemblies.
TEST(FourBarLinkage, KeepsFreudensteinsEquationThroughAFullTurnOfItsCrank) {
  for (const char* solver : {"transpose", "pseudoinverse", "dls", "svd", "sdls", "lm", "maximal"}) {
    for (const auto& [side, isHeld] : {std::pair(1, false), {-1, false}, {1, true}}) {
      SCOPED_TRACE(solver);
      const FourBar bars;
      Problem problem(fourBar(bars));
      if (isHeld)
        problem.jointWeights[0] = 0;
      else
        addGoal(problem, "joint", "crank");
      start(problem, {0.3, side * 1.0, side * 2.0});
      // Those of first order stop earlier.
      const bool isExact = solver == std::string_view("lm") || solver == std::string_view("maximal");
      const SolveOptions within{
          .maxIterations = 300, .tolerance = 1e-9, .angleTolerance = 1e-9, .stallTolerance = 1e-12};
      for (int step = 0; step <= 360; step += isExact ? 1 : 6) {
        const double wanted = 0.3 + step * degrees;
        if (isHeld) problem.state.q[0] = wanted;
        for (const auto& goal : problem.goals()) goal->target[0] = wanted;
        ASSERT_EQ(solve(problem, solver, isExact ? exact() : within).status, Status::converged) << step;
        const double crank = value(problem, "crank"), rocker = value(problem, "rocker");
        EXPECT_NEAR(crank, wanted, isHeld ? 0 : isExact ? 1e-12 : 1e-8);
        // This linkage never leaves the branch on which it started.
        EXPECT_NEAR(std::remainder(rocker - freudenstein(bars, crank, side), 2 * pi), 0, 1e-11);
        EXPECT_LT(gape(problem), isExact ? 1e-13 : 1e-12);
      }
    }
  }
}

TEST(FourBarLinkage, IsAssembledFromWhereItLiesStretchedOnALine) {
  Problem problem(fourBar());
  EXPECT_EQ(solve(problem, "maximal").status, Status::converged);
  EXPECT_LT(gape(problem), 1e-13);
  EXPECT_EQ(std::ranges::max(problem.misfits), 0);
  EXPECT_TRUE(problem.state.isSwept());
}

/// The law is that of the linkage, whether in maximal coordinates or in joint coordinates.
constexpr std::array bothWays = {"maximal", "lm"};

TEST(SliderCrank, KeepsItsClosedFormThroughAFullTurnOrDrivenByItsSlider) {
  const double r = 0.4, l = 1.1;
  for (const char* solver : bothWays) {
    SCOPED_TRACE(solver);
    Problem problem(sliderCrank(r, l));
    Goal& crank = addGoal(problem, "joint", "crank");
    start(problem, {0.2, -0.3, 1.4});
    for (int step = 0; step <= 360; ++step) {
      crank.target[0] = 0.2 + step * degrees;
      ASSERT_EQ(solve(problem, solver, exact()).status, Status::converged) << step;
      const double angle = value(problem, "crank"), height = r * std::sin(angle);
      EXPECT_NEAR(value(problem, "slider"), r * std::cos(angle) + std::sqrt(l * l - height * height), 1e-12);
    }
    problem.removeGoal(&crank);
    Goal& slider = addGoal(problem, "slide", "slider");
    start(problem, {1, -0.5, 1});
    for (const double place : {1.2, 1.0, 0.9, 1.4}) {
      slider.target[0] = place;
      ASSERT_EQ(solve(problem, solver, exact()).status, Status::converged);
      // Cosine rule: l² = r² + x² − 2 r x cos φ
      const double angle = std::acos((r * r + place * place - l * l) / (2 * r * place));
      EXPECT_NEAR(std::abs(std::remainder(value(problem, "crank"), 2 * pi)), angle, 1e-11);
    }
  }
}

/// The forward problem has several answers, so leg lengths are compared.
TEST(StewartPlatform, HasTheLegsThatItsPoseAsksForAndGoesWhereTheyPushIt) {
  const Stewart size;
  for (const char* solver : bothWays) {
    for (const bool isPushed : {false, true}) {
      SCOPED_TRACE(testing::Message() << solver << (isPushed ? ", pushed" : ""));
      Problem problem(stewart(size));
      Maker make(firstSeed());
      if (!isPushed) addGoal(problem, "pose", "platform");
      for (int i = 0; i < 6 && isPushed; ++i) addGoal(problem, "slide", numbered("rod ", i));
      const double way = isPushed ? 0.1 : 0.2;
      for (int trial = 0; trial < 100; ++trial) {
        const Pose wanted = at(Vec3(0, 0, size.height) + make.vector(way), expRotation<double>(make.vector(1.2 * way)));
        std::array<double, 6> legs;
        for (int i = 0; i < 6; ++i) legs[i] = (wanted * size.head(i) - size.foot(i)).norm();
        for (int i = 0; i < 6 && isPushed; ++i) problem.goals()[i]->target[0] = legs[i];
        Goal& first = *problem.goals()[0];
        if (!isPushed) first.type->targetAt(first, wanted, first.target.data());
        ASSERT_EQ(solve(problem, solver, exact()).status, Status::converged) << trial;
        const Pose& platform = problem.state.poses[problem.model().findLink("platform")];
        for (int i = 0; i < 6; ++i) {
          EXPECT_NEAR(value(problem, numbered("rod ", i)), legs[i], 1e-12) << i;
          EXPECT_NEAR((platform * size.head(i) - size.foot(i)).norm(), legs[i], 1e-12) << i;
        }
      }
    }
  }
}

/// Bennett (1903): opposite links equal, a / sin α = b / sin β, axes askew.
TEST(BennettLinkage, MovesAsItsRelationSaysThoughCountingSaysThatItCannot) {
  const Bennett shape;
  // tan(θ/2) tan(φ/2) = sin((β + α)/2) / sin((β − α)/2) for neighbouring hinges (Bennett 1914), here without a pole,
  // and opposite hinges turn by opposite angles. The signs are those of this order of frames.
  const double relation = std::sin((shape.beta + shape.alpha) / 2) / std::sin((shape.beta - shape.alpha) / 2);
  for (const char* solver : bothWays) {
    SCOPED_TRACE(solver);
    Problem problem(bennett(shape));
    Goal& drive = addGoal(problem, "joint", "0");
    start(problem, {1, 2, -1});
    for (int step = 0; step <= 240; ++step) {
      drive.target[0] = 0.4 + 2 * pi * step / 240;
      ASSERT_EQ(solve(problem, solver, exact()).status, Status::converged) << step;
      const double theta = value(problem, "0"), phi = value(problem, "1");
      EXPECT_NEAR(std::abs(std::sin(theta / 2) * std::sin(phi / 2)),
                  relation * std::abs(std::cos(theta / 2) * std::cos(phi / 2)), 1e-11);
      EXPECT_NEAR(std::remainder(value(problem, "2") + theta, 2 * pi), 0, 1e-12);
      EXPECT_LT(gape(problem), 1e-13);
      if (step % 10) continue;
      const Mobility mobility = problem.mobility();
      EXPECT_EQ(mobility.mobility, 1);
      EXPECT_EQ(mobility.counted, -2);
    }
  }
}

TEST(Maximal, GoesAsNearAsALinkageLetsIt) {
  const FourBar bars;
  Problem problem(fourBar(bars));
  GoalOptions options;
  options.linkFromTool.p = Vec3(1.5, 0.8, 0);
  Goal& drag = addGoal(problem, "position", "coupler", options);
  start(problem, {0.8, 0.3, 2});
  solve(problem, "maximal");
  const auto pointOf = [&](double crank, int side) {
    const Vec3 a(bars.a * std::cos(crank), bars.a * std::sin(crank), 0);
    const double rocker = freudenstein(bars, crank, side);
    const Vec3 b(bars.d + bars.c * std::cos(rocker), bars.c * std::sin(rocker), 0);
    const Vec3 along = (b - a) / bars.b;
    return Vec3(a + 1.5 * along + 0.8 * Vec3::UnitZ().cross(along));
  };
  Maker make(firstSeed());
  int unreached = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3 target(make.between(-4, 6), make.between(-5, 5), 0);
    setPoint(drag, target);
    const Result result = solve(problem, "maximal", {.maxIterations = 500});
    EXPECT_LT(gape(problem), 1e-13);
    EXPECT_EQ(std::ranges::max(problem.misfits), 0);
    EXPECT_TRUE(problem.state.isSwept());
    if (result.status == Status::converged) continue;
    ++unreached;
    const double crank = value(problem, "crank");
    const double now = problem.residual(drag).distance;
    const int side =
        std::abs(std::remainder(value(problem, "rocker") - freudenstein(bars, crank, 1), 2 * pi)) < 1e-6 ? 1 : -1;
    ASSERT_NEAR((pointOf(crank, side) - target).norm(), now, 1e-9);
    for (const double step : {-0.01, 0.01}) EXPECT_LT(now, (pointOf(crank + step, side) - target).norm()) << trial;
  }
  EXPECT_GT(unreached, 20);
}

}  // namespace
}  // namespace limber::test::linkages_test
