/// Bodies, their pairs, and solving among obstacles. LIMBER_FRAMES=50000 drags each of 20 robots for that many frames.
#include "arms.h"
#include "shapes.h"

namespace limber::test::obstacles_test {
namespace {

ShapeDescription sphere(double radius, const Vec3& at) { return {"sphere", {radius}, {}, {}, {at, Quat::Identity()}}; }

const GoalOptions atTip = {.linkFromTool = {{0, 0, 0.2}, Quat::Identity()}};

/// Aims the goal at where its tool is in a random pose, in which the problem is left.
void aimAnywhere(Maker& make, Problem& problem, Goal& goal) {
  start(problem, make.allowedQ(problem.model()));
  aimAt(problem, goal, problem.state.q);
}

Obstacle& addShape(Problem& problem, const ShapeDescription& shape, std::string_view link = "") {
  const auto added = problem.addObstacle({shape, std::string(link)});
  EXPECT_TRUE(added.has_value()) << added.error().text;
  return **added;
}

ShapeDescription randomObstacle(Maker& make, const Vec3& at) {
  const std::string_view type = make.oneOf(shapeTypes()).name;
  if (type == "halfSpace") return {"halfSpace", {0, 0, 0, 0}, {}, {}, {{0, 0, -0.3}, Quat::Identity()}};
  Shape shape = randomShape(make, type);
  for (double& each : shape.size) each *= 0.2;
  for (Vec3& each : shape.points) each *= 0.2;
  return {std::string(type), shape.size, shape.points, shape.triangles, {at, make.rotation()}};
}

/// All pairs one by one by the documented rules: fixed joints make links rigid, and neighbours do not count.
double slowClearance(const Problem& problem) {
  const Model& model = problem.model();
  const auto rigid = [&](int link) {
    while (link >= 0 && model.links[link].firstMotion == model.links[link].lastMotion) link = model.links[link].parent;
    return link;
  };
  struct Body {
    int link;
    const Shape* shape;
    Pose pose;
  };
  std::vector<Body> bodies;
  const auto add = [&](int link, const Shape& shape, const Pose& pose) {
    bodies.push_back({link, &shape, link < 0 ? pose : problem.state.poses[link] * pose});
  };
  for (const LinkShape& each : model.collision) add(each.link, each.shape, each.pose);
  for (const auto& each : problem.obstacles()) {
    for (const ObstaclePart& part : each->parts) add(each->link, part.shape, {each->pose * part.centre, each->pose.r});
    if (each->parts.empty()) add(each->link, each->shape, each->pose);
  }
  double least = infinity;
  for (const Body& a : bodies) {
    for (const Body& b : bodies) {
      const int rigidA = rigid(a.link);
      const int rigidB = rigid(b.link);
      const bool areNeighbours = a.link >= 0 && b.link >= 0 && rigid(model.links[rigidA].parent) == rigidB;
      const bool areReversed = a.link >= 0 && b.link >= 0 && rigid(model.links[rigidB].parent) == rigidA;
      if (rigidA == rigidB || areNeighbours || areReversed) continue;
      if (a.shape->type->isPlane() && b.shape->type->isPlane()) continue;
      least = std::min(least, separation(*a.shape, a.pose, *b.shape, b.pose).distance);
    }
  }
  return least;
}

/// Two of these arms, on separate bases.
ModelDescription twoArms() {
  ModelDescription both = capsuleArm();
  for (LinkDescription& link : capsuleArm("right ", {0.5, 0, 0}).links) both.links.push_back(link);
  return both;
}

TEST(Obstacles, ClearanceIsThatOfAllPairs) {
  for (auto&& make : trials(30)) {
    Problem problem(build(make.chance(0.5) ? capsuleArm() : twoArms()));
    for (int i = 0; i < 12; ++i) {
      addShape(problem, randomObstacle(make, make.vector(1.5)),
               make.chance(0.3) ? numbered("link ", make.below(6)) : "");
    }
    ShapeDescription mesh{"mesh", {0.01}, {}, {}, {make.vector(), make.rotation()}};
    for (int i = make.chance(0.2) ? 2000 : 1; i > 0; --i) {
      const int first = static_cast<int>(mesh.points.size());
      for (const Vec3 at = make.vector(); mesh.points.size() < std::size_t(first) + 3;)
        mesh.points.push_back(at + make.vector(0.05));
      mesh.triangles.push_back({first, first + 1, first + 2});
    }
    addShape(problem, mesh);
    start(problem, make.allowedQ(problem.model()));
    EXPECT_NEAR(problem.clearance(), slowClearance(problem), 1e-9);
    // Move it through its numbers.
    problem.obstacles()[0]->pose = make.pose(0.5);
    EXPECT_NEAR(problem.clearance(), slowClearance(problem), 1e-9);
    EXPECT_DOUBLE_EQ(problem.nearestPairs(3).front().at.distance, problem.clearance());
  }
}

/// The surface of a box.
ShapeDescription boxMesh(const Vec3& half, double rounding, const Pose& pose) {
  ShapeDescription mesh{"mesh", {rounding}, {}, {}, pose};
  for (int i = 0; i < 8; ++i) {
    const Vec3 signs(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    mesh.points.push_back(half.cwiseProduct(signs));
  }
  mesh.triangles = {{0, 1, 3}, {0, 3, 2}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TEST(Obstacles, ABoxOfTrianglesIsAsFarAsTheBox) {
  for (auto&& make : trials(40)) {
    Problem solid(build(capsuleArm()));
    Problem hollow(solid.state.model);
    const Vec3 half(make.between(0.02, 0.3), make.between(0.02, 0.3), make.between(0.02, 0.3));
    const double rounding = make.chance(0.5) ? 0.05 : 0;
    const std::string link = make.chance(0.3) ? numbered("link ", make.below(6)) : "";
    const Pose pose = make.pose(1);
    addShape(solid, {"box", {2 * half.x(), 2 * half.y(), 2 * half.z(), rounding}, {}, {}, pose}, link);
    Obstacle& mesh = addShape(hollow, boxMesh(half, rounding, pose), link);
    for (int i = 0; i < 3; ++i) {
      start(solid, hollow.state.q = make.allowedQ(solid.model()));
      sweep(hollow.state);
      const double clearance = solid.clearance();
      if (clearance < 0) continue;
      EXPECT_NEAR(hollow.clearance(), clearance, 1e-9);
      for (const NearPair& pair : hollow.nearestPairs(40)) EXPECT_LE(std::max(pair.a, pair.b), 6);
      // Move both, and change their rounding, together.
      mesh.pose = solid.obstacles()[0]->pose = make.pose(1);
      mesh.shape.size[0] = solid.obstacles()[0]->shape.size[3] = make.between(0, 0.1);
    }
  }
}

TEST(Obstacles, NeighboursAreNotCompared) {
  Problem problem(build(capsuleArm()));
  const auto pairs = problem.collisionPairs();
  EXPECT_EQ(pairs.size(), 10u);  // of 15, without 5 neighbours
  for (const auto& [a, b] : pairs) EXPECT_GT(b - a, 1);
  const std::vector<LinkPair> one = {{4, 2}};
  EXPECT_FALSE(problem.setCollisionPairs(one));
  EXPECT_EQ(problem.collisionPairs(), (std::vector<LinkPair>{{2, 4}}));
  const std::vector<LinkPair> unknown = {{0, 6}};
  EXPECT_EQ(problem.setCollisionPairs(unknown)->code, ErrorCode::unknownLink);
  EXPECT_FALSE(problem.setCollisionPairs({}));
  EXPECT_EQ(problem.clearance(), infinity);
  EXPECT_TRUE(problem.nearestPairs(5).empty());
}

TEST(Obstacles, SampledPairsAreThoseThatSometimesTouch) {
  Problem problem(build(capsuleArm()));
  const auto found = findCollisionPairs(problem, {.samples = 300, .seed = 3});
  EXPECT_EQ(found, findCollisionPairs(problem, {.samples = 300, .seed = 3}));
  const auto all = problem.collisionPairs();
  EXPECT_GT(found.size(), 0u);
  for (const LinkPair& pair : found) EXPECT_NE(std::ranges::find(all, pair), all.end());
}

/// Smallest distance on the way from `before` to the state, while each joint turns evenly. The distance of two shapes
/// falls by no more than their relative motion, and at most half of the way lies between a sample and the nearer end.
/// So d ≥ clearance − ½ Σ |Δq| r, where r is the largest distance of a part of the arm from a joint's axis.
void checkBetween(Problem& problem, const std::vector<double>& before, double clearance) {
  const std::vector<double> after = problem.state.q;
  double way = 0;
  for (std::size_t i = 0; i < after.size(); ++i)
    way += std::abs(after[i] - before[i]) * (0.2 * static_cast<double>(after.size() - i) + 0.03);
  double least = infinity;
  for (int sample = 1; sample < 20; ++sample) {
    for (std::size_t i = 0; i < after.size(); ++i)
      problem.state.q[i] = before[i] + sample / 20.0 * (after[i] - before[i]);
    sweep(problem.state);
    least = std::min(least, problem.clearance());
  }
  start(problem, after);
  EXPECT_GE(least, clearance - 0.5 * way - 1e-6 * problem.model().reach);
}

/// Adds shapes of all types, which leave the problem clear. Then calls `move` in that many frames, while the goal's
/// target moves smoothly towards random places, and `jumps` to some.
void drag(Maker& make, Problem& problem, Goal& goal, double spread, int frames, bool jumps, auto&& move) {
  for (int missing = 10; missing > 0;) {
    Obstacle& added = addShape(problem, randomObstacle(make, make.vector(spread)));
    const bool isClear = problem.clearance() > 0.01;
    if (isClear) --missing;
    if (!isClear) problem.removeObstacle(&added);
  }
  Vec3 target = Vec3::Zero();
  for (int frame = 0; frame < frames; ++frame) {
    SCOPED_TRACE(frame);
    if (frame % 15 == 0) target = make.vector(spread);
    const Vec3 at = problem.toolPose(goal).p;
    setPoint(goal, jumps && frame % 60 >= 45 ? target : Vec3(at + 0.15 * (target - at)));
    move();
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Obstacles, AnArmThatStartsClearStaysClearAlsoBetweenFrames) {
  static constexpr double clearance = 0.01;
  const auto expectClear = [](Maker& make, auto&& move) {
    Problem problem(build(capsuleArm()));
    Goal& goal = addGoal(problem, "position", "link 5", atTip);
    drag(make, problem, goal, 1, 60, false, [&] {
      const std::vector<double> before = problem.state.q;
      move(problem);
      EXPECT_GE(slowClearance(problem), clearance - 1e-6 * problem.model().reach);
      checkBetween(problem, before, clearance);
    });
  };
  for (auto&& make : trials(share(6))) {
    everyJacobianSolver(true, [&](const SolverType& solver) {
      expectClear(make, [&](Problem& p) { solve(p, solver, {.maxIterations = 20, .clearance = clearance}); });
    });
    expectClear(make, [](Problem& p) { step(p, 1 / 60.0, {.clearance = clearance}); });
  }
}

/// Random trees with a capsule along each link, among shapes of all types. Pairs that are near at the start are
/// ignored.
TEST(Obstacles, DraggedRobotsNeverEnter) {
  const int frames = numberFrom("LIMBER_FRAMES", 40);
  double deepest = 0;
  for (auto&& make : trials(20)) {
    ModelDescription description = make.tree();
    for (LinkDescription& link : description.links) link.collision = {capsule(0.05, 0.2, make.vector(0.2))};
    Problem problem(build(description));
    start(problem, make.allowedQ(problem.model()));
    std::vector<LinkPair> pairs = problem.collisionPairs();
    for (const NearPair& pair : problem.nearestPairs(1000)) {
      if (pair.at.distance < 0.01)
        std::erase(pairs, LinkPair{std::min(pair.linkA, pair.linkB), std::max(pair.linkA, pair.linkB)});
    }
    problem.setCollisionPairs(pairs);
    Goal& goal = addGoal(problem, "position", make.oneOf(problem.model().links).name);
    drag(make, problem, goal, 2, frames, true, [&] {
      solve(problem, "lm", {.maxIterations = 10, .clearance = 0});
      deepest = std::min(deepest, problem.clearance() / problem.model().reach);
      EXPECT_GE(deepest, -1e-6);
    });
  }
  RecordProperty("deepest", std::to_string(deepest));
  if (frames != 40) std::printf("deepest: %.2g of the reach\n", deepest);
}

/// A half-space may touch things far from its link. Here it is a plane through the origin, turned by θ
/// towards a ball at (10, 0, 2), which it touches where 2 cos θ − 10 sin θ = 0.1.
TEST(Obstacles, AHalfSpaceOnALinkStopsAtWhatIsFarFromIt) {
  LinkDescription wing = link("wing", "", {0, 0, 0}, hinge(-Vec3::UnitY()));
  wing.collision = {{"halfSpace"}};
  const double clearance = 0.01;
  double touching = 0.2;
  for (int i = 0; i < 50; ++i)
    touching += (2 * std::cos(touching) - 10 * std::sin(touching) - 0.1 - clearance) / (10 + 2 * touching);
  everyJacobianSolver(true, [&](const SolverType& solver) {
    Problem problem(build({wing, link("tip", "wing", {1, 0, 0})}));
    addShape(problem, sphere(0.1, {10, 0, 2}));
    addGoal(problem, "position", "tip").target = {std::cos(0.5), 0, std::sin(0.5)};
    for (int i = 0; i < 20; ++i) solve(problem, solver, {.maxIterations = 10, .clearance = clearance});
    EXPECT_LE(problem.state.q[0], touching + 1e-7);
    EXPECT_NEAR(problem.state.q[0], touching, 1e-3);
    EXPECT_GE(problem.clearance(), clearance - 1e-6);
  });
}

TEST(Obstacles, AnArmThatStartsInsideIsLedOut) {
  for (const bool isStep : {false, true}) {
    Problem problem(build(capsuleArm()));
    addShape(problem, sphere(0.1, {0, 0.08, 0.6}));
    ASSERT_LT(problem.clearance(), -0.01);
    for (int i = 0; i < 60; ++i) {
      if (isStep) step(problem, 1 / 60.0, {.clearance = 0.005});
      if (!isStep) solve(problem, "lm", {.clearance = 0.005});
    }
    EXPECT_GE(problem.clearance(), 0.005 - 1e-6);
  }
}

TEST(Obstacles, AGoalInsideIsBlocked) {
  Problem problem(build(capsuleArm()));
  Goal& goal = addGoal(problem, "position", "link 5", atTip);
  addShape(problem, {"box", {0.2, 0.2, 0.2, 0}, {}, {}, {{0.5, 0.5, 0.5}, Quat::Identity()}});
  goal.target = {0.5, 0.5, 0.5};
  for (const Mode mode : {Mode::track, Mode::find}) {
    const SolveOptions options = {.maxIterations = 300, .mode = mode, .maxRestarts = 5, .clearance = 0};
    EXPECT_EQ(name(solve(problem, "lm", options).status), "blocked");
    EXPECT_GE(problem.clearance(), -1e-6);
    const auto nearest = problem.nearestPairs(1);
    ASSERT_EQ(nearest.size(), 1u);
    if (mode == Mode::track) {
      EXPECT_EQ(nearest[0].linkA, 5);
    }
  }
}

TEST(Obstacles, FindEndsClear) {
  int converged = 0;
  for (auto&& make : trials(20)) {
    Problem problem(build(capsuleArm()));
    Goal& goal = addGoal(problem, "position", "link 5", atTip);
    for (int i = 0; i < 10; ++i) {
      addShape(problem, sphere(0.08, make.unitVector() * make.between(0.4, 1)));
    }
    aimAnywhere(make, problem, goal);
    const bool isPossible = slowClearance(problem) > 0.002;
    problem.state.reset();
    const Result result = solve(problem, {.mode = Mode::find, .clearance = 0});
    if (result.status == Status::converged) {
      EXPECT_GE(slowClearance(problem), -1e-6);
    }
    if (!isPossible) continue;
    EXPECT_EQ(name(result.status), "converged");
    ++converged;
  }
  EXPECT_GT(converged, 3);
}

std::tuple<Status, int, int> numbersOf(const Result& result) {
  return {result.status, result.iterations, result.restarts};
}

/// A room of balls, with a goal for the pose of the arm's end.
Goal& furnish(Problem& problem, Maker& make) {
  for (int i = 0; i < 8; ++i) addShape(problem, sphere(0.1, make.unitVector() * make.between(0.3, 0.8)));
  return addGoal(problem, "pose", "link 5");
}

TEST(Obstacles, WhereTheWayWithoutThemEndsClearIsTheAnswer) {
  int clear = 0;
  for (auto&& make : trials(60)) {
    for (const std::string_view solver : {"lm", "svd"}) {
      Problem problem(build(capsuleArm()));
      Goal& goal = furnish(problem, make);
      const std::vector<double> from = make.allowedQ(problem.model());
      aimAt(problem, goal, moved(problem.model(), from, make.tangent(problem.model(), 0.2)));
      start(problem, from);
      const Result without = solve(problem, solver, {.mode = Mode::find});
      if (without.status != Status::converged || without.restarts > 0 || slowClearance(problem) < 0.011) continue;
      const std::vector<double> there = problem.state.q;
      start(problem, from);
      const Result among = solve(problem, solver, {.mode = Mode::find, .clearance = 0.01});
      EXPECT_EQ(numbersOf(among), numbersOf(without));
      EXPECT_TRUE(sameBits(problem.state.q, there));
      ++clear;
    }
  }
  EXPECT_GT(clear, 20);
}

TEST(Obstacles, ABatchAmongThemAnswersAsSolvesDo) {
  std::vector<int> seen(statusNames().size());
  for (auto&& make : trials(10)) {
    Problem problem(build(capsuleArm()));
    Goal& goal = furnish(problem, make);
    const SolveOptions options = {.maxIterations = 30, .mode = Mode::find, .maxRestarts = 3, .clearance = 0.01};
    std::vector<double> starts, targets, alone;
    std::vector<std::tuple<Status, int, int>> results;
    for (int row = 0; row < 8; ++row) {
      aimAnywhere(make, problem, goal);
      std::copy_n(goal.target.begin(), 7, std::back_inserter(targets));
      const std::vector<double> from = make.allowedQ(problem.model());
      std::ranges::copy(from, std::back_inserter(starts));
      start(problem, from);
      const Result result = solve(problem, "lm", options);
      results.push_back(numbersOf(result));
      std::ranges::copy(problem.state.q, std::back_inserter(alone));
      ++seen[static_cast<std::size_t>(result.status)];
    }
    std::vector<double> together(alone.size());
    std::vector<Residual> residuals(results.size());
    std::vector<Result> answers(results.size());
    EXPECT_FALSE(solveAll(problem, {targets, starts, together, residuals, answers}, options, findSolverType("lm")));
    EXPECT_TRUE(std::ranges::equal(answers, results, {}, numbersOf));
    EXPECT_TRUE(sameBits(together, alone));
  }
  EXPECT_GT(seen[static_cast<std::size_t>(Status::converged)], 20);
  EXPECT_GT(seen[static_cast<std::size_t>(Status::blocked)], 5);
}

/// Six joints: every pose is known, and whether it is clear.
TEST(Obstacles, SolutionsThatAreClearComeFirst) {
  int clear = 0, colliding = 0;
  for (auto&& make : trials(200)) {
    Problem problem(build(capsuleArm()));
    Goal& goal = addGoal(problem, "pose", "link 5");
    for (int i = 0; i < 8; ++i) addShape(problem, sphere(0.1, make.unitVector() * 0.5));
    aimAnywhere(make, problem, goal);
    problem.state.reset();
    const std::vector<double> before = problem.state.q;
    const Solutions all = solutionsOf(problem), found = solutionsOf(problem, {.clearance = 0.01});
    EXPECT_EQ(problem.state.q, before);
    ASSERT_EQ(found.count, all.count);
    EXPECT_EQ(all.clearCount, all.count);
    for (int i = 0; i < found.count; ++i) {
      start(problem, row(problem, found, i));
      EXPECT_EQ(slowClearance(problem) > 0.01 - 1e-6, i < found.clearCount);
    }
    clear += found.clearCount;
    colliding += found.count - found.clearCount;

    start(problem, before);
    const Result result = solve(problem, "analytic", {.mode = Mode::find, .clearance = 0.01});
    EXPECT_EQ(name(result.status), found.clearCount > 0 ? "converged" : "blocked");
    if (found.clearCount > 0) {
      EXPECT_GE(slowClearance(problem), 0.01 - 1e-6);
    }
  }
  EXPECT_GT(clear, 20);
  EXPECT_GT(colliding, 20);
}

TEST(Obstacles, WithoutClearanceTheyChangeNothing) {
  for (auto&& make : trials(10)) {
    const auto q = [&, goal = make.vector(0.8)](bool hasObstacles) {
      Problem problem(build(capsuleArm()));
      Goal& added = addGoal(problem, "position", "link 5");
      std::ranges::copy(goal, added.target.begin());
      if (hasObstacles) addShape(problem, sphere(0.3, goal));
      solve(problem, "lm", {});
      step(problem, 0.1);
      return problem.state.q;
    };
    EXPECT_EQ(q(false), q(true));
  }
}

TEST(Obstacles, BadOnesAreErrorsThatSayWhatToDo) {
  Problem problem(build(capsuleArm()));
  const auto codeOf = [&](const ObstacleDescription& bad) {
    const auto added = problem.addObstacle(bad);
    return added ? "none" : std::string(name(added.error().code));
  };
  const double nan = std::nan("");
  EXPECT_EQ(codeOf({{"ball", {1}}}), "badShape");
  EXPECT_EQ(codeOf({{"sphere", {0}}}), "badShape");
  EXPECT_EQ(codeOf({{"box", {1, -1, 1}}}), "badShape");
  EXPECT_EQ(codeOf({{"box", {1, nan, 1}}}), "notFinite");
  EXPECT_EQ(codeOf({{"hull", {0.1}}}), "badShape");
  EXPECT_EQ(codeOf({{"hull", {0.1}, {Vec3(nan, 0, 0)}}}), "notFinite");
  EXPECT_EQ(codeOf({{"sphere", {1}, {Vec3::Zero()}}}), "badShape");
  EXPECT_EQ(codeOf({{"sphere", {1}, {}, {}, {Vec3(infinity, 0, 0), Quat::Identity()}}}), "notFinite");
  EXPECT_EQ(codeOf({{"sphere", {1}, {}, {}, {Vec3::Zero(), Quat(2, 0, 0, 0)}}}), "notUnit");
  EXPECT_EQ(codeOf({{"sphere", {1}}, "no such link"}), "unknownLink");
  EXPECT_EQ(codeOf({{"sphere", {1}}, "", {"no such link"}}), "unknownLink");
  const std::vector<Vec3> corners = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  EXPECT_EQ(codeOf({{"mesh", {0}, corners}}), "badShape");
  EXPECT_EQ(codeOf({{"mesh", {0}, corners, {{0, 1, 3}}}}), "badShape");
  EXPECT_EQ(codeOf({{"mesh", {0}, corners, {{0, -1, 2}}}}), "badShape");
  EXPECT_EQ(codeOf({{"mesh", {0}, corners, std::vector<Corners>(maxShapes + 1)}}), "badShape");
  EXPECT_EQ(codeOf({{"hull", {0}, corners, {{0, 1, 2}}}}), "badShape");
  EXPECT_TRUE(problem.obstacles().empty());
  addShape(problem, {"mesh", {0}, corners, std::vector<Corners>(maxShapes)});
  EXPECT_EQ(codeOf({{"sphere", {1}}}), "tooLarge");

  ModelDescription bad = capsuleArm();
  bad.links[2].collision[0].size[0] = -1;
  EXPECT_EQ(buildModel(bad).error().text, "link 'link 2': the capsule's radius is -1; give more than 0 metres");
  bad.links[2].collision[0] = {"mesh", {0}, corners, {{0, 1, 2}}};
  EXPECT_EQ(buildModel(bad).error().text, "link 'link 2': a mesh can only be an obstacle; fit capsules or hulls to it");
}

}  // namespace
}  // namespace limber::test::obstacles_test
