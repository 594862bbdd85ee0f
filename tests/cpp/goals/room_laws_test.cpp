/// Laws of goals with room: intervals of lengths and joint values, cones, ellipses and twists.
#include "fixtures.h"
#include "limber/step.h"

namespace limber::test::room_laws_test {
namespace {

/// A room of random size, which may lie beside the target.
std::array<double, 2> anyRoom(Maker& make, double most) {
  if (make.chance(0.2)) return {0, 0};
  if (make.chance(0.1)) return {-infinity, infinity};
  const double width = make.between(0, most), middle = make.between(-most, most);
  if (make.chance(0.1)) return {-infinity, middle};
  return {make.chance(0.1) ? middle : middle - width, make.chance(0.1) ? infinity : middle + width};
}

/// Gives the goal some room, in every way that its type has.
void giveRoom(Goal& goal, Maker& make, double most = 1) {
  const bool turns = make.chance(0.5);
  for (const ParameterField& field : goal.type->parameters) {
    if (!field.stands.empty()) continue;
    const std::span<double> numbers = goal.parameter(field.name);
    const bool isTwist = field.name == "twist";
    if (field.kind == ParameterField::Kind::interval && (turns || !isTwist)) {
      for (std::size_t i = 0; i < numbers.size(); i += 2)
        std::ranges::copy(anyRoom(make, isTwist ? pi : most), numbers.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (field.name == "tilt" && turns) {
      for (double& each : numbers) each = make.chance(0.2) ? 0 : make.between(0, 0.6 * pi);
      if (make.chance(0.5)) std::ranges::fill(numbers, numbers[0]);
    }
    if (field.name == "about") numbers[0] = make.below(3);
  }
  // Room about one turning axis, or by tilt and twist.
  if (goal.type->name != "pose") return;
  const int axis = turns ? 3 : make.below(3);
  for (int i = 0; i < 3; ++i) {
    std::array<double, 2> room{};
    if (i == axis) room = anyRoom(make, pi);
    std::ranges::copy(room, &goal.parameters[6 + 2 * i]);
  }
}

/// Calls each(goal, problem, make) for every type that may have room, with some.
template <class Each>
void everyRoom(int count, Each each) {
  for (const GoalType& type : toolGoalTypes()) {
    SCOPED_TRACE(type.name);
    for (auto&& make : trials(count)) {
      Problem problem(make.model());
      Goal* goal = make.addGoal(problem, type.name);
      giveRoom(*goal, make);
      ASSERT_FALSE(checkParameters(*goal, problem.model()));
      if (goal->type->checkTarget(*goal)) continue;
      start(problem, make.anyQ(problem.model()));
      each(*goal, problem, make);
    }
  }
}

Eigen::VectorXd errorAt(const Goal& goal, const Pose& tool) {
  Eigen::VectorXd e = Eigen::VectorXd::Zero(goal.type->rows());
  goal.type->error(goal, tool, e.data());
  return e;
}

Pose moved(const Pose& tool, int k, double by) {
  Pose to = tool;
  if (k < 3) to.p += by * Vec3::Unit(k);
  if (k >= 3) to.r = expRotation<double>(by * Vec3::Unit(k - 3)) * tool.r;
  return to;
}

/// Errors bend at edges, and jump half a turn away and where the nearer edge changes.
bool isSmoothAround(const Goal& goal, const Pose& tool, double by) {
  const Eigen::VectorXd e = errorAt(goal, tool);
  std::array<double, maxRows> left;
  std::array<Side, maxRows> before, after;
  readEdges(goal, tool, left.data(), before.data());
  for (int k = 0; k < 6; ++k) {
    for (const double way : {by, -by}) {
      const Pose there = moved(tool, k, way);
      const Eigen::VectorXd then = errorAt(goal, there);
      readEdges(goal, there, left.data(), after.data());
      for (int i = 0; i < e.size(); ++i) {
        if ((e[i] == 0) != (then[i] == 0) || std::abs(then[i] - e[i]) > 0.1 || before[i] != after[i]) return false;
      }
    }
  }
  return true;
}

/// There the map is kept short, because the swing's and the twist's own grow without bound.
bool isNearHalfSwing(const Goal& goal, const Pose& tool) {
  if (goal.type->quaternionAt < 0) return false;
  const Quat D = goal.targetRotation(goal.type->quaternionAt).normalized().conjugate() * tool.r;
  for (int i = 0; i < 3; ++i) {
    if ((D * Vec3(Vec3::Unit(i)))[i] < std::cos(pi - 0.31)) return true;
  }
  return false;
}

TEST(Room, TheRowMapIsTheDerivativeOfTheErrorOutsideAndAtEdges) {
  int outside = 0;
  everyRoom(400, [&](Goal& goal, Problem& problem, Maker& make) {
    goal.atEdges = make.chance(0.3);
    const Pose tool = problem.toolPose(goal);
    if (tool.p == goal.targetVector()) return;  // of a distance, no direction leads away
    constexpr double h = 1e-6;
    if (isNearHalfSwing(goal, tool)) return;
    if (!isSmoothAround(goal, tool, 100 * h)) return;
    const RowMap map = goal.type->rowMap(goal, tool);
    outside += !errorAt(goal, tool).isZero(0);
    for (int k = 0; k < 6; ++k) {
      const Eigen::VectorXd slope = (errorAt(goal, moved(tool, k, h)) - errorAt(goal, moved(tool, k, -h))) / (2 * h);
      PoseT<Dual> along = tool.cast<Dual>();
      if (k < 3) along.p[k].derivative = 1;
      std::array<Vec3T<Dual>, 1> w{Vec3T<Dual>::Zero()};
      if (k >= 3) w[0][k - 3].derivative = 1;
      along.r = expRotation<Dual>(w[0]) * along.r;
      std::array<Dual, maxRows> dual;
      goal.type->dualError(goal, along, dual.data());
      const double scale = 1 + map.norm();
      for (int i = 0; i < slope.size(); ++i) {
        EXPECT_NEAR(-map(i, k), slope[i], 2e-7 * scale * scale) << i << " " << k;
        EXPECT_NEAR(-map(i, k), dual[i].derivative, 1e-9 * scale * scale) << i << " " << k;
      }
    }
  });
  EXPECT_GT(outside, 1000);
}

/// Seen from outside: lengths in the target's axes, the angle between two axes, and swing and twist by their
/// definitions.
bool isInside(const Goal& goal, const Pose& tool, double slack) {
  const auto holds = [&](double d, std::span<const double> room) {
    return d >= room[0] - slack && d <= room[1] + slack;
  };
  const std::string_view type = goal.type->name;
  if (type == "distance")
    return holds((tool.p - goal.targetVector()).norm() - goal.target[3], goal.parameter("within"));
  if (type == "direction" || type == "lookAt") {
    const Vec3 is = tool.r * goal.vectorAt(0);
    const Vec3 wanted = type == "lookAt" ? Vec3(goal.targetVector() - tool.p) : goal.targetVector();
    return std::atan2(is.cross(wanted).norm(), is.dot(wanted)) <= goal.parameter("tilt")[0] + slack;
  }
  const bool isPose = type == "pose";
  const Quat target = type == "position" ? Quat::Identity() : goal.targetRotation(isPose ? 3 : 0).normalized();
  const Vec3 d = target.conjugate() * (tool.p - goal.targetVector());
  for (int i = 0; i < 3 && type != "orientation"; ++i) {
    if (!holds(d[i], goal.parameter("within").subspan(2 * i, 2))) return false;
  }
  if (type == "position") return true;
  const Eigen::Matrix3d D = (target.conjugate() * tool.r).toRotationMatrix();
  int axis = static_cast<int>(goal.parameter("about")[0]);
  std::array<double, 2> tilt, twist;
  std::ranges::copy(goal.parameter("tilt"), tilt.begin());
  std::ranges::copy(goal.parameter("twist"), twist.begin());
  for (int i = 0; isPose && i < 3; ++i) {
    const std::span<const double> room = goal.parameter("within").subspan(6 + 2 * i, 2);
    if (room[0] == 0 && room[1] == 0) continue;
    axis = i;
    twist = {room[0], room[1]};
  }
  // The swing is the least turn of the axis to where it is; the twist is the rest.
  const Vec3 a = Vec3::Unit(axis), to = D * a;
  const double angle = std::atan2(a.cross(to).norm(), a.dot(to));
  const Vec3 across = angle > 1e-9 ? Vec3(a.cross(to).normalized()) : Vec3(Vec3::Unit((axis + 1) % 3));
  const Eigen::AngleAxisd rest(Eigen::AngleAxisd(angle, across).inverse() * Eigen::Quaterniond(D));
  const double turn = rest.angle() * rest.axis().dot(a);
  const double x = angle * across[(axis + 1) % 3], y = angle * across[(axis + 2) % 3];
  // The ellipse, grown by the slack.
  const double u = x == 0 ? 0 : x / (tilt[0] + slack), v = y == 0 ? 0 : y / (tilt[1] + slack);
  const bool isAny = tilt[0] >= pi && tilt[1] >= pi;
  if (!isAny && u * u + v * v > 1 + 1e-9) return false;
  // Any number of whole turns, because the room lies anywhere on the circle.
  for (const int turns : {-2, -1, 0, 1, 2}) {
    if (holds(turn + 2 * pi * turns, twist)) return true;
  }
  return false;
}

TEST(Room, TheErrorIsNoneInsideAndThereAlone) {
  int inside = 0, outside = 0;
  everyRoom(800, [&](Goal& goal, Problem& problem, Maker&) {
    const Pose tool = problem.toolPose(goal);
    const bool isMet = errorAt(goal, tool).isZero(0);
    EXPECT_TRUE(!isMet || isInside(goal, tool, 1e-9));
    EXPECT_TRUE(isMet || !isInside(goal, tool, -1e-9));
    ++(isMet ? inside : outside);
  });
  EXPECT_GT(inside, 300);
  EXPECT_GT(outside, 1000);
}

TEST(Room, TheNearestPoseIsInsideAndAsFarAsTheErrorSays) {
  everyRoom(400, [](Goal& goal, Problem& problem, Maker&) {
    const Pose tool = problem.toolPose(goal);
    const bool hasFreeTurn = goal.type->name == "pose" && (isFree(goal, 3) || isFree(goal, 4) || isFree(goal, 5));
    if (hasFreeTurn || goal.type->name == "lookAt") return;  // it turns where it is, and its own turn is least
    const Pose nearest = wantedPose(goal, tool);
    EXPECT_TRUE(isInside(goal, nearest, 1e-7));
    EXPECT_LE(errorAt(goal, nearest).norm(), 1e-7);
    const int linear = goal.type->linearRows;
    if (linear == 3) {
      EXPECT_NEAR(errorAt(goal, tool).head(3).norm(), (nearest.p - tool.p).norm(), 1e-9);
    }
  });
}

/// A cone's part is the way to its edge: no nearer pose is inside.
TEST(Room, NoPoseInsideIsNearerThanTheError) {
  everyRoom(100, [](Goal& goal, Problem& problem, Maker& make) {
    const Pose tool = problem.toolPose(goal);
    const Eigen::VectorXd e = errorAt(goal, tool);
    const int linear = goal.type->linearRows;
    const bool pointsOnly = goal.type->name == "direction" || goal.type->name == "lookAt";
    for (int k = 0; k < 200; ++k) {
      Pose other = tool;
      if (linear == 3) other.p += make.unitVector() * make.between(0, 1) * e.head(3).norm();
      if (pointsOnly) other.r = expRotation<double>(make.unitVector() * make.between(0, 1) * e.tail(3).norm()) * tool.r;
      if (linear == 3 && goal.type->angularRows == 3) return;
      if (goal.type->name == "orientation") return;
      EXPECT_TRUE(e.isZero(1e-9) || !isInside(goal, other, -1e-6));
    }
  });
}

TEST(Room, AcrossHalfATurnTheNearerEdgeIsTaken) {
  Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
  struct Case {
    std::array<double, 2> room;
    double at, left;  ///< degrees
  };
  for (const auto& [room, at, left] : std::initializer_list<Case>{{{170, 190}, 180, 0},
                                                                  {{170, 190}, -175, 0},
                                                                  {{170, 190}, 165, 5},
                                                                  {{170, 190}, -165, -5},
                                                                  {{0, 270}, -80, -10},
                                                                  {{0, 270}, -10, 10},
                                                                  {{0, 270}, 200, 0},
                                                                  {{-30, 30}, 179, -149},
                                                                  {{-30, 30}, -179, 149},
                                                                  {{-200, 160}, 170, 0},
                                                                  {{710, 730}, 0, 0},
                                                                  {{10, 20}, 0, 10}}) {
    for (const bool asTwist : {false, true}) {
      Goal& goal = addGoal(problem, asTwist ? "orientation" : "pose", "body");
      const std::array<double, 2> radians{room[0] * degrees, room[1] * degrees};
      std::ranges::copy(radians, asTwist ? &goal.parameter("twist")[0] : &goal.parameter("within")[10]);
      for (const double sign : {1.0, -1.0}) {
        Quat r = expRotation<double>(Vec3(0, 0, at * degrees));
        r.coeffs() *= sign;
        EXPECT_NEAR(errorAt(goal, {Vec3::Zero(), r}).tail(3)[2], left * degrees, 1e-12) << room[0] << " " << at;
      }
      problem.removeGoal(&goal);
    }
  }
}

/// The test that TrajOpt lacked: its errors were clamped, and its Jacobian was not. To the bit in WebAssembly, where
/// sums have one order.
TEST(Room, AGoalThatRestsChangesNothingOfASolve) {
  int moved = 0;
  const auto each = [&](const SolverType& solver, Maker& make) {
    Problem with(make.model()), without(with.state.model);
    const auto& links = with.model().links;
    GoalOptions asked = make.goalOptions("position");
    asked.weight = 1;
    const std::string link = make.oneOf(links).name, another = make.oneOf(links).name;
    const GoalType& type = make.oneOf(toolGoalTypes());
    Goal& loose = addGoal(with, type.name, make.oneOf(links).name);
    Goal& a = addGoal(with, "position", link, asked);
    Goal& b = addGoal(without, "position", link, asked);
    addGoal(with, "position", another);
    addGoal(without, "position", another);
    for (const ParameterField& field : type.parameters) {
      const std::span<double> numbers = field.stands.empty() ? loose.parameter(field.name) : std::span<double>();
      if (field.name == "tilt") std::ranges::fill(numbers, pi);
      if (field.kind != ParameterField::Kind::interval) continue;
      const bool isTurn = field.name == "twist";
      for (std::size_t i = 0; i < numbers.size(); i += 2)
        numbers[i] = isTurn ? -pi : -1e3, numbers[i + 1] = -numbers[i];
    }
    if (type.name == "pose") std::fill_n(&loose.parameters[6], 6, 0.0);
    const auto q = make.anyQ(with.model());
    start(with, q);
    start(without, q);
    loose.type->targetAt(loose, with.toolPose(loose), loose.target.data());
    setPoint(a, make.vector(2));
    b.target = a.target;
    const Result one = solve(with, solver, {.maxIterations = 4}), other = solve(without, solver, {.maxIterations = 4});
    const bool hasRows = solver.name != "ccd" && solver.name != "fabrik" && solver.name != "maximal";
    if (!hasRows || one.status == Status::unsupported || other.status == Status::unsupported) return;
    for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(with.state.q[i], without.state.q[i], 1e-11) << type.name;
    moved += with.state.q != q;
  };
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    for (auto&& make : trials(40)) each(solver, make);
  }
  EXPECT_GT(moved, 100);
}

/// One arm in the plane whose tip has room: a later goal, or the rest posture, moves it to the edge and along it.
ModelPtr planarArm() {
  return build({link("base", "", {0, 0, 0}, hinge(Vec3::UnitZ())), link("a", "base", {1, 0, 0}, hinge(Vec3::UnitZ())),
                link("b", "a", {1, 0, 0}, hinge(Vec3::UnitZ())), link("tip", "b", {1, 0, 0}, joint("fixed"))});
}

/// Room of 0.2 and 0.1 about where the tip then is.
Goal& boxTip(Problem& problem) {
  start(problem, {0.4, 0.8, 0.7});
  Goal& loose = addGoal(problem, "position", "tip");
  (void)loose.setParameter("within", std::array{-0.2, 0.2, -0.1, 0.1, 0.0, 0.0});
  return loose;
}

TEST(Room, ALaterGoalMovesTheToolToTheEdgeAndAlongItOnly) {
  for (const std::string_view solver : {"lm", "dls", "itasc"}) {
    SCOPED_TRACE(solver);
    Problem problem(planarArm());
    const Goal& loose = boxTip(problem);
    const Vec3 middle = loose.targetVector();
    Goal& wish = addGoal(problem, "position", "tip", {.priority = 1});
    setPoint(wish, middle + Vec3(0.05, 1, 0));
    solve(problem, solver, {.maxIterations = 300});
    const Vec3 at = problem.toolPose(loose).p;
    EXPECT_NEAR(at.x(), middle.x() + 0.05, 1e-3);
    EXPECT_NEAR(at.y(), middle.y() + 0.1, 1e-3);
    EXPECT_LE(problem.residual(loose).distance, 1e-3);
  }
}

/// A tool that a solve has left outside by rounding may move inwards for a later goal.
TEST(Room, AtItsEdgeAToolIsNotPinned) {
  for (const double beyond : {-1e-6, 0.0, 1e-15, 1e-12, 1e-9, 1e-6}) {
    SCOPED_TRACE(beyond);
    Problem problem(planarArm());
    Goal& loose = boxTip(problem);
    const Vec3 at = loose.targetVector();
    setPoint(loose, at - Vec3(0.2 + beyond, 0, 0));
    Goal& wish = addGoal(problem, "position", "tip", {.priority = 1});
    setPoint(wish, at - Vec3(0.1, 0.05, 0));
    EXPECT_EQ(solve(problem, "lm").status, Status::converged);
  }
}

/// Nothing moves in any of 1,000 frames, neither by solves nor in time.
TEST(Room, AToolThatRestsInsideOrAtAnEdgeLeavesTheArmAtRest) {
  const auto rests = [](const Problem& problem, auto frame) {
    const std::vector<double> q = problem.state.q;
    for (int i = 0; i < 1000; ++i) {
      frame();
      ASSERT_EQ(problem.state.q, q) << i;
    }
  };
  for (const double x : {0.1, 0.2, 0.25}) {
    for (const std::string_view solver : {"lm", "dls", "itasc"}) {
      SCOPED_TRACE(std::string(solver) + numbered(", centimetres: ", static_cast<int>(100 * x)));
      Problem problem(planarArm());
      Goal& loose = boxTip(problem);
      setPoint(loose, loose.targetVector() + Vec3(x, 0.05, 0));
      EXPECT_EQ(solve(problem, solver).status, Status::converged);
      rests(problem, [&] { EXPECT_EQ(solve(problem, solver).iterations, 0); });
      for (int i = 0; i < 100; ++i) step(problem, 0.02);  // a solve stops within its tolerance
      rests(problem, [&] { step(problem, 0.02); });
    }
  }
}

/// The tool follows like a stick in a box: x, y and every joint turn back twice per round, as the target does.
TEST(Room, ATargetThatCirclesAtTheEdgeMakesNoJointTremble) {
  constexpr int round = 100, rounds = 10;
  for (const std::string_view solver : {"lm", "dls", "itasc"}) {
    Problem problem(planarArm());
    Goal& loose = boxTip(problem);
    const Vec3 middle = loose.targetVector() - Vec3(0.3, 0, 0);
    std::vector<double> last(3), way(3);
    std::array<int, 3> turns{};
    for (int frame = 0; frame <= round * rounds; ++frame) {
      const double angle = 2 * pi * frame / round;
      setPoint(loose, middle + 0.3 * Vec3(std::cos(angle), std::sin(angle), 0));
      EXPECT_EQ(solve(problem, solver).status, Status::converged);
      for (int i = 0; i < 3; ++i) {
        const double move = problem.state.q[i] - last[i];
        last[i] = problem.state.q[i];
        if (move == 0) continue;
        turns[i] += frame > round && move * way[i] < 0;  // the first round is the approach
        way[i] = move;
      }
    }
    for (const int count : turns) EXPECT_EQ(count, 2 * (rounds - 1)) << solver;
  }
}

/// TrajOpt's trap once more, now of a goal that is outside by another number.
TEST(Room, ARowInsideMovesAsAFreeOne) {
  for (const std::string_view solver : {"transpose", "pseudoinverse", "dls", "svd", "sdls", "lm", "itasc"}) {
    SCOPED_TRACE(solver);
    std::vector<std::vector<double>> ends;
    for (const double most : {10.0, infinity}) {
      Problem problem(planarArm());
      Goal& loose = boxTip(problem);
      setPoint(loose, loose.targetVector() + Vec3(0.1, 0, 0));
      (void)loose.setParameter("within", std::array{0.0, 0.0, -most, most, 0.0, 0.0});
      setPoint(addGoal(problem, "position", "b"), {1, 1.5, 0});
      solve(problem, solver, {.maxIterations = 4});
      ends.push_back(problem.state.q);
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_GT(change(*planarArm(), ends[0], {0.4, 0.8, 0.7}), 0.01);
  }
}

/// Half a turn away, where swing and twist have no slopes.
TEST(Room, AnOppositeOrientationIsLeft) {
  for (const std::string_view word : {"tilt", "twist"}) {
    Problem problem(build({link("body", "", {0, 0, 0}, joint("free"))}));
    start(problem, {0, 0, 0, 1, 0, 0, 0});
    Goal& goal = addGoal(problem, "pose", "body");
    goal.target = {0.1, 0.2, 0.3, 0, 0, 0, 1};
    (void)goal.setParameter(word, std::array{word == "tilt" ? 0.2 : -0.2, 0.2});
    EXPECT_EQ(solve(problem, "lm").status, Status::converged) << word;
  }
}

TEST(Room, TheRestPostureDoesNotLeadOut) {
  Problem problem(planarArm());
  Goal& loose = boxTip(problem);
  problem.rest = {-1, 0.2, -0.3};
  Goal& wish = addGoal(problem, "direction", "tip", {.priority = 1});
  wish.target = {-1, 0, 0};
  solve(problem, "lm", {.maxIterations = 200, .restGain = 0.2});
  EXPECT_LE(problem.residual(loose).distance, 3e-4);
  EXPECT_GT(std::abs(problem.state.q[0] - 0.4), 0.05);
}

/// In time: what is driven towards the edge slows down, and stays inside.
TEST(Room, AStepKeepsTheToolInsideWhateverPulls) {
  Problem problem(planarArm());
  const Goal& loose = boxTip(problem);
  const Vec3 middle = loose.targetVector();
  Goal& wish = addGoal(problem, "position", "tip", {.priority = 1});
  for (int frame = 0; frame < 600; ++frame) {
    const double at = 0.05 * frame;
    setPoint(wish, middle + Vec3(std::cos(at), std::sin(at), 0));
    step(problem, 0.02);
    const Vec3 d = problem.toolPose(loose).p - middle;
    EXPECT_LE(std::abs(d.x()), 0.2 + 2e-3) << frame;
    EXPECT_LE(std::abs(d.y()), 0.1 + 2e-3) << frame;
  }
}

TEST(Room, WithoutWidthItIsAnExactGoalElsewhere) {
  Problem problem(planarArm());
  Goal& goal = boxTip(problem);
  const Vec3 middle = goal.targetVector();
  (void)goal.setParameter("within", std::array{-0.1, -0.1, 0.05, 0.05, 0.0, 0.0});
  for (int frame = 0; frame < 200; ++frame) step(problem, 0.02);
  EXPECT_LE((problem.toolPose(goal).p - middle - Vec3(-0.1, 0.05, 0)).norm(), 1e-6);
}

}  // namespace
}  // namespace limber::test::room_laws_test
