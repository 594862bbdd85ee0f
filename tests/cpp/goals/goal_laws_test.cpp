/// Laws of every goal type, on random trees with all joint types; goals with a target on another link, and goals for
/// joint values.
#include "fixtures.h"

namespace limber::test::goal_laws_test {
namespace {

using Vector = Eigen::VectorXd;

/// Calls `each(type, make)` in that many trials of every type.
template <class Each>
void everyType(int count, Each each) {
  for (const GoalType& type : toolGoalTypes()) {
    SCOPED_TRACE(type.name);
    for (auto&& make : trials(count)) each(type, make);
  }
}

double weightOf(const Goal& goal, int row) {
  return row < goal.type->linearRows ? goal.linearWeight() : goal.angularWeight();
}

/// −∂e/∂dq by dual numbers: repeats kinematics, step and error with derivatives.
Jacobian jacobianByDuals(const Problem& problem) {
  const Model& model = problem.model();
  Jacobian J(problem.rows(), model.nv);
  std::vector<PoseT<Dual>> poses(model.links.size());
  for (int k = 0; k < model.nv; ++k) {
    std::vector<Dual> q(problem.state.q.begin(), problem.state.q.end());
    std::vector<Dual> dq(model.nv);
    dq[k].derivative = 1;
    integrate(model, dq.data(), q.data());
    forwardKinematics(model, q.data(), poses.data());
    int row = 0;
    for (const auto& goal : problem.goals()) {
      std::array<Dual, maxRows> e;
      goal->type->dualError(*goal, poses[goal->link] * goal->linkFromTool.cast<Dual>(), e.data());
      for (int i = 0; i < goal->type->rows(); ++i) J(row++, k) = -weightOf(*goal, i) * e[i].derivative;
    }
  }
  return J;
}

/// Angular errors jump at half a turn, and are steep near it.
bool isNearHalfTurn(const Problem& problem) {
  return std::ranges::any_of(problem.goals(), [&](const auto& goal) {
    // Tested without free axes, which turn although their error is zero.
    Goal whole = *goal;
    setFree(whole, {});
    return problem.residual(whole).angle > pi - 0.2;
  });
}

/// One goal of each type, all unmet and away from half a turn.
void aimSomewhere(Problem& problem, Maker& make) {
  do {
    while (!problem.goals().empty()) problem.removeGoal(problem.goals()[0].get());
    for (const GoalType& type : toolGoalTypes()) make.addGoal(problem, type.name);
    start(problem, make.anyQ(problem.model()));
  } while (isNearHalfTurn(problem));
}

TEST(GoalLaws, JacobianIsTheDualNumbersAndTheFiniteDifferences) {
  for (auto&& make : trials(300)) {
    Problem problem(make.model());
    aimSomewhere(problem, make);
    const Jacobian J = jacobianOf(problem), duals = jacobianByDuals(problem), measured = jacobianByDifferences(problem);
    const double scale = 1 + J.norm();
    EXPECT_LE((J - duals).norm(), 1e-12 * scale);
    EXPECT_LE((J - measured).norm(), 1e-8 * scale);
    // Each type alone, relatively, to six digits. J is zero: no joint about a point changes the distance from it.
    int first = 0;
    for (const auto& goal : problem.goals()) {
      const int rows = goal->type->rows();
      const double norm = J.middleRows(first, rows).norm();
      EXPECT_LE((J - duals).middleRows(first, rows).norm(), 1e-6 * norm + 1e-12) << goal->type->name;
      EXPECT_LE((J - measured).middleRows(first, rows).norm(), 1e-6 * norm + 1e-12) << goal->type->name;
      first += rows;
    }
  }
}

TEST(GoalLaws, JacobianIsTheDualNumbersWhereTheErrorIsTinyOrNone) {
  everyType(100, [](const GoalType& type, Maker& make) {
    Problem problem(make.model());
    Goal* goal = make.addGoal(problem, type.name);
    start(problem, make.anyQ(problem.model()));
    goal->type->targetAt(*goal, problem.toolPose(*goal), goal->target.data());
    // Step sizes from zero to 1e-2 cover every switch to a series.
    const double most = make.chance(0.3) ? 0 : std::pow(10, make.between(-18, -2));
    const std::vector<double> dq = make.tangent(problem.model(), most);
    integrate(problem.model(), dq.data(), problem.state.q.data());
    sweep(problem.state);
    const Jacobian J = jacobianOf(problem);
    // At a switch, formula and series differ by the series' remainder, at most 1e-8.
    EXPECT_LE((J - jacobianByDuals(problem)).norm(), 2e-8 * (1 + J.norm())) << most;
  });
}

TEST(GoalLaws, ErrorIsNoneWhereTheGoalWasAddedAndAtItsTarget) {
  everyType(200, [](const GoalType& type, Maker& make) {
    Problem problem(make.model());
    start(problem, make.anyQ(problem.model()));
    const auto& links = problem.model().links;
    Goal* goal = problem.addGoal(type.name, make.oneOf(links).name, make.goalOptions(type.name)).value();
    EXPECT_LE(errorOf(problem).norm(), 1e-13);
    EXPECT_EQ(goal->type->checkTarget(*goal), nullptr);
    EXPECT_EQ(static_cast<int>(goal->targetNumbers().size()), type.targetSize);
    EXPECT_EQ(problem.rows(), type.linearRows + type.angularRows);

    start(problem, make.anyQ(problem.model()));
    goal->type->targetAt(*goal, problem.toolPose(*goal), goal->target.data());
    EXPECT_LE(errorOf(problem).norm(), 1e-13);
  });
}

TEST(GoalLaws, LengthOfATargetRotationOrDirectionDoesNotMatter) {
  for (const std::string_view type : {"orientation", "pose", "direction"}) {
    SCOPED_TRACE(type);
    const int first = type == "pose" ? 3 : 0;
    for (auto&& make : trials(50)) {
      Problem problem(make.model());
      Goal* goal = make.addGoal(problem, type);
      const auto target = goal->target;
      const Vector e = errorOf(problem);
      for (const double length : {1e-300, 1e-160, 0.5, 7.0, 1e160, 1e300, 1.7e308}) {
        for (int i = first; i < goal->type->targetSize; ++i) goal->target[i] = target[i] * length;
        EXPECT_EQ(goal->type->checkTarget(*goal), nullptr);
        EXPECT_LE((errorOf(problem) - e).norm(), 1e-12) << length;
      }
    }
  }
}

/// The pose that the goal wants for the tool, through the functions that per-joint solvers use.
Pose aimed(const Goal& goal, const Pose& tool) {
  const GoalType& type = *goal.type;
  return {type.wantedPoint(goal, tool), (type.wantedTurn(goal, tool) * tool.r).normalized()};
}

TEST(GoalLaws, WantedPointAndTurnReachTheTargetAndTheErrorIsAsLongAsThey) {
  everyType(300, [](const GoalType& type, Maker& make) {
    Problem problem(make.model());
    Goal* goal = make.addGoal(problem, type.name);
    // Rotation vectors do not separate by axes, so all rotations are free or none.
    const bool freeTurns = make.chance(0.3);
    const auto frees = [&](int i) { return type.name == "pose" && isFree(*goal, i); };
    setFree(*goal, {frees(0), frees(1), frees(2), freeTurns, freeTurns, freeTurns});
    const Pose tool = make.pose();
    const Pose reached = aimed(*goal, tool);
    std::array<double, maxRows> e{};
    type.error(*goal, reached, e.data());
    for (int i = 0; i < type.rows(); ++i) EXPECT_NEAR(e[i], 0, 1e-12) << i;
    // A goal has a point, or a rotation, if moving the tool that way changes its error. lookAt also depends
    // on the tool's position, but is corrected by a rotation.
    const RowMap map = type.rowMap(*goal, tool);
    EXPECT_EQ(type.hasPoint(*goal) || type.name == "lookAt", !map.leftCols<3>().isZero(0));
    EXPECT_EQ(type.turnCount(*goal) > 0, !map.rightCols<3>().isZero(0));
    if (!type.hasPoint(*goal)) {
      EXPECT_LE((reached.p - tool.p).norm(), 1e-14);
    }
    if (type.turnCount(*goal) == 0) {
      EXPECT_LE(reached.r.angularDistance(tool.r), 1e-7);
    }
    setFree(*goal, {});
    const Pose now = problem.toolPose(*goal), wanted = aimed(*goal, now);
    EXPECT_NEAR(problem.residual(*goal).distance, (wanted.p - now.p).norm(), 1e-12);
    EXPECT_NEAR(problem.residual(*goal).angle, now.r.angularDistance(wanted.r), 1e-7);
  });
}

/// At half turns the rotation vector and the direction's axis are ambiguous: any finite answer is valid.
TEST(GoalLaws, HalfTurnsHaveAnErrorOfPi) {
  for (const std::string_view type : {"orientation", "pose", "direction"}) {
    SCOPED_TRACE(type);
    for (auto&& make : trials(100)) {
      Problem problem(make.model());
      Goal* goal = make.addGoal(problem, type);
      setFree(*goal, {});
      Pose tool = problem.toolPose(*goal);
      const Vec3 across = anyPerpendicular(tool.r * (type == "direction" ? goal->vectorAt(0) : Vec3(Vec3::UnitX())));
      const double tiny = make.chance(0.3) ? 0 : std::pow(10, make.between(-17, -7));
      tool.r = expRotation<double>((pi - tiny) * across) * tool.r;
      goal->type->targetAt(*goal, tool, goal->target.data());
      EXPECT_NEAR(problem.residual(*goal).angle, pi, 1e-6);
      EXPECT_TRUE(jacobianOf(problem).allFinite());
    }
  }
}

TEST(GoalLaws, FreeAxesOfAPoseAreAxesOfTheTarget) {
  for (auto&& make : trials(200)) {
    Problem problem(make.model());
    Goal* goal = make.addGoal(problem, "pose");
    const Pose target{goal->targetVector(), goal->targetRotation(3)};
    const int axis = make.below(3);
    const double way = make.between(-1, 1);

    std::array<bool, 6> free{};
    free[axis] = true;
    setFree(*goal, free);
    std::array<double, 6> e;
    goal->type->error(*goal, {target * Vec3(way * Vec3::Unit(axis)), target.r}, e.data());
    for (const double each : e) EXPECT_NEAR(each, 0, 1e-13);

    free = {};
    free[3 + axis] = true;
    setFree(*goal, free);
    const Quat turned = target.r * expRotation<double>(way * Vec3::Unit(axis));
    goal->type->error(*goal, {target.p, turned}, e.data());
    for (const double each : e) EXPECT_NEAR(each, 0, 1e-13);

    setFree(*goal, {});
    goal->type->error(*goal, {target.p, turned}, e.data());
    EXPECT_NEAR(std::abs(e[3 + axis]), std::abs(way), 1e-13);
  }
}

TEST(GoalLaws, ErrorAndJacobianGrowWithTheWeight) {
  for (auto&& make : trials(50)) {
    Problem problem(make.model());
    aimSomewhere(problem, make);
    const Vector e = errorOf(problem);
    const Jacobian J = jacobianOf(problem);
    for (const auto& goal : problem.goals()) goal->weight *= 4;
    EXPECT_EQ(errorOf(problem), Vector(4 * e));
    EXPECT_LE((jacobianOf(problem) - 4 * J).norm(), 1e-14 * J.norm());
    for (const auto& goal : problem.goals()) goal->weight = 0;
    EXPECT_TRUE(jacobianOf(problem).isZero(0));
    EXPECT_TRUE(errorOf(problem).isZero(0));
  }
}

TEST(GoalLaws, ATargetIsAsManyNumbersAsTheTypeSays) {
  for (const GoalType& type : toolGoalTypes()) {
    SCOPED_TRACE(type.name);
    Maker make(firstSeed());
    Problem problem(make.model());
    Goal* goal = make.addGoal(problem, type.name);
    goal->target.fill(std::nan(""));
    type.targetAt(*goal, problem.toolPose(*goal), goal->target.data());
    const auto good = goal->target;
    EXPECT_EQ(std::ranges::count_if(good, [](double x) { return std::isfinite(x); }), type.targetSize);
    for (const auto& [first, count] : {std::pair(type.directionAt, 3), {type.quaternionAt, 4}}) {
      if (first < 0) continue;
      EXPECT_NEAR(Eigen::Map<const Eigen::VectorXd>(&good[first], count).norm(), 1, 1e-12);
    }
    EXPECT_EQ(type.checkTarget(*goal), nullptr) << "numbers beyond targetSize are nobody's";
  }
}

TEST(TiedGoals, JacobianIsTheFiniteDifferences) {
  everyType(60, [](const GoalType& type, Maker& make) {
    Problem problem(make.model());
    const auto& links = problem.model().links;
    do {
      while (!problem.goals().empty()) problem.removeGoal(problem.goals()[0].get());
      GoalOptions options = make.goalOptions(type.name);
      const int count = static_cast<int>(links.size()), one = make.below(count);
      options.targetLink = links[(one + 1 + make.below(count - 1)) % count].name;
      Goal& goal = addGoal(problem, type.name, links[one].name, options);
      type.targetAt(goal, make.pose(2), goal.target.data());
      start(problem, make.anyQ(problem.model()));
      problem.measure();
    } while (isNearHalfTurn(problem));
    const Jacobian J = jacobianOf(problem);
    EXPECT_LE((J - jacobianByDifferences(problem)).norm(), 1e-7 * (1 + J.norm()));
  });
}

/// The error, seen from the target's link, does not change when both are carried along.
TEST(TiedGoals, DoNotFeelWhatCarriesBoth) {
  Problem problem(build({link("a", "", {0, 0.1, 0}, joint("free")), link("b", "a", {0.3, 0.1, -0.2}, joint("ball")),
                         link("c", "a", {0.6, 0.1, -0.4}, joint("ball"))}));
  GoalOptions options;
  options.targetLink = "b";
  options.linkFromTool.p = {0.2, 0.1, 0.4};
  for (const GoalType& type : toolGoalTypes()) ASSERT_TRUE(problem.addGoal(type.name, "c", options));
  for (const auto& goal : problem.goals())
    goal->type->targetAt(*goal, {{0.5, -0.3, 0.2}, Quat(0.8, 0, 0.6, 0)}, goal->target.data());
  problem.measure();
  const Jacobian J = jacobianOf(problem);
  EXPECT_LE(J.leftCols<6>().norm(), 1e-14 * J.norm());
  EXPECT_GT(J.rightCols<6>().norm(), 0.1);
}

TEST(TiedGoals, ValuesOfJointsAreTheirOwnRows) {
  Problem problem(build(
      {link("turning", "", {0, 0, 0}, joint("revolute")), link("sliding", "turning", {1, 0, 0}, joint("prismatic"))}));
  addGoal(problem, "joint", "turning").target[0] = 0.75;
  addGoal(problem, "slide", "sliding").target[0] = -0.25;
  EXPECT_EQ(solve(problem, "lm", {.tolerance = 1e-10, .angleTolerance = 1e-10}).status, Status::converged);
  EXPECT_NEAR(problem.state.q[0], 0.75, 1e-10);
  EXPECT_NEAR(problem.state.q[1], -0.25, 1e-10);
}

TEST(DistanceGoal, ABoundThatIsJustKeptHasNoRow) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  for (const double side : {0, 1, 2}) {
    Goal& goal = addGoal(problem, "distance", "body", {.parameters = {{"side", {side}}}});
    goal.target = {0, 0, 0, 5};
    EXPECT_EQ(goal.type->rowMap(goal, {{3, 4, 0}, Quat::Identity()}).isZero(0), side != 0) << side;
  }
}

TEST(LookAtGoal, AtItsPointThereIsNoDirectionAndNoError) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  const Goal& goal = addGoal(problem, "lookAt", "body");
  const Vec3 there = goal.targetVector();
  start(problem, {there.x(), there.y(), there.z(), 0, 0, 0, 1});
  problem.measure();
  EXPECT_EQ(problem.errors, std::vector<double>(3, 0.0));
}

}  // namespace
}  // namespace limber::test::goal_laws_test
