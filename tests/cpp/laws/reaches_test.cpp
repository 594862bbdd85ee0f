/// Targets that some pose meets are reached: the least share by problem and solver.
#include "fixtures.h"
#include "solve/solvable.h"

namespace limber::test::reaches_test {
namespace {

struct Wish {
  std::string_view type;
  std::string_view tip;
  GoalOptions options = {};
};

struct Row {
  std::string what;
  std::vector<std::string_view> solvers;  ///< all if empty
  ModelPtr model;
  std::vector<Wish> wishes;
  SolveOptions options;  ///< tolerance in reaches
  int count;             ///< random poses, from which all targets are taken
  double share = 1;      ///< of them, at least
  bool startsAnywhere = false;
  bool isLastHeld = false;
};

/// A chain with links of zero length in the middle and at its end.
ModelPtr zeroLengths(const JointDescription& moving) {
  return build({link("a", "", {0, 0, 0}, moving), link("b", "a", {0, 0, 0}, moving), link("c", "b", {1, 0, 0}, moving),
                link("d", "c", {0, 0, 0}, moving), link("e", "d", {0, 1, 0}, moving), link("tip", "e", {0, 0, 0})});
}

/// Tolerances in reaches and degrees.
SolveOptions within(double partOfReach, double angle, int annealing, int iterations = 100) {
  return {
      .maxIterations = iterations, .tolerance = partOfReach, .angleTolerance = angle * degrees, .annealing = annealing};
}

std::vector<Row> rows() {
  using Names = std::vector<std::string_view>;
  const Names ccd{"ccd"}, autodiff{"autodiff"}, curl{"curl"}, byPriority{"dls", "lm", "itasc"}, every;
  const ModelPtr article = articleArm(), freed = articleArm({.hinges = false}), seven = sevenJointArm();
  const ModelPtr balls = ballChain(10), six = ballChain(6), twenty = ballChain(20), slides = gantry();
  const Wish point{"position", "tip"}, hand{"position", "hand"}, effector{"position", "effector"};
  const Wish along{"direction", "effector"}, turn{"orientation", "hand"}, tool{"position", "tool"};
  const Wish whole{"pose", "hand"}, pose{"pose", "tip"};
  const std::vector<Wish> hands = {{"position", "leftHand"}, {"position", "rightHand"}};
  const std::vector<Wish> tips = {{"position", "leftTip"}, {"position", "rightTip"}};
  const std::vector<Wish> levels = {{"position", "link3", {.priority = 2}}, {"position", "tip", {.priority = 5}}};
  const auto axis = [](const std::vector<double>& axis) {
    return Wish{"direction", "hand", {.parameters = {{"axis", axis}}}};
  };
  const Wish approach = axis({0, 0, 1}), any = axis({1e-3, -2e-3, 5e-4}), across = axis({1, 0, 0});
  // The tool may be anywhere along y and turn freely about x.
  const Wish loose{"pose", "hand", {.parameters = {{"free", {0, 1, 0, 1, 0, 0}}}}};
  const SolveOptions finding{.maxIterations = 300, .mode = Mode::find, .maxRestarts = 50};
  // transpose takes hundreds of iterations to halve a small error
  const SolveOptions patient{.maxIterations = 2000, .mode = Mode::find, .maxRestarts = 50, .patience = 500};
  const SolveOptions longer{.maxIterations = 2000},
      unstalled{.maxIterations = 2000, .tolerance = 1e-3, .stallTolerance = 0};
  std::vector<Row> all = {{"balls", ccd, ballChain(8), {point}, unstalled, 200, 1, true},
                          {"hinges freed", ccd, freed, {effector}, within(1e-4, 1, 5, 1000), 100},
                          {"a tree", ccd, twoHands(), hands, within(1e-3, 1, 5, 2000), 100},
                          // three hinges near full reach converge slowly
                          {"two roots", ccd, twoRoots(), tips, within(1e-2, 1, 10, 1000), 100},
                          {"point and direction", ccd, article, {effector, along}, within(1e-3, 0.5, 100), 200, 0.95},
                          // A gripper's approach direction: the seventh hinge cannot turn it.
                          {"point and approach", ccd, seven, {hand, approach}, within(1e-3, 0.5, 50), 100, 0.9},
                          {"orientation", ccd, seven, {turn}, within(1e-3, 0.5, 30), 200, 0.95},
                          {"any axis", ccd, seven, {any}, within(1e-3, 0.05, 20), 200, 1, true},
                          {"pose", ccd, seven, {whole}, within(1e-2, 1, 100), 50, 0.9},
                          {"free axes", ccd, seven, {loose}, within(1e-3, 0.5, 50), 50, 0.9},
                          {"held", ccd, seven, {hand, across}, within(1e-3, 0.5, 50), 100, 0.5, false, true},
                          {"balls", autodiff, balls, {point}, {}, 100},
                          {"pose of balls", autodiff, balls, {pose}, {}, 100},
                          {"a tree", autodiff, twoHands(), hands, {}, 100},
                          {"slides", autodiff, slides, {tool}, {}, 100},
                          // The other targets lie behind the limits, where no descent arrives.
                          {"limits", autodiff, article, {effector}, {}, 100, 0.7},
                          {"two priorities", byPriority, six, levels, longer, 30, 1, true},
                          {"limits", every, article, {effector}, patient, 50, 0.98, true}};
  for (const double cap : {0.02, 0.1, 0.5})
    all.push_back(
        {numbered("a cap of ", 100 * cap), curl, twenty, {point}, {.maxIterations = 2000, .maxStep = cap}, 20});
  for (const std::string_view type : jointTypes()) {
    const std::string name(type);
    // two rotations alone may converge slowly
    const SolveOptions slow = within(1e-3, 1, 20, 10000);
    all.push_back({name, ccd, oneJoint(slanting(type)), {point}, slow, 50});
    all.push_back({name + " with limits", ccd, oneJoint(slantingWithLimits(type)), {point}, slow, 50});
  }
  for (const auto& moving :
       {hinge(Vec3::UnitZ()), hinge(Vec3(1, 2, 3), 2), joint("ball"), limitedBall(Vec3::UnitX(), 1, 0.5)})
    all.push_back({"links without length, " + moving.type, every, zeroLengths(moving), {point}, finding, 20, 0.8});
  return all;
}

/// How many targets are reached, which forward kinematics confirms.
int countReached(const Row& row, const SolverType& solver) {
  Problem problem(row.model);
  for (const Wish& wish : row.wishes) addGoal(problem, wish.type, wish.tip, wish.options);
  if (row.isLastHeld) problem.jointWeights.back() = 0;
  if (row.solvers.empty() && solver.supports(problem)) return row.count;
  SolveOptions options = row.options;
  if (options.tolerance != automatic) options.tolerance *= row.model->reach;
  const SolveOptions met = resolved(problem, solver, options);
  int reached = 0;
  for (auto&& make : trials(row.count)) {
    const std::vector<double> q = make.allowedQ(*row.model);
    for (const auto& goal : problem.goals()) aimAt(problem, *goal, q);
    problem.state.reset();
    if (row.startsAnywhere) start(problem, make.allowedQ(*row.model));
    if (solve(problem, solver, options).status != Status::converged) continue;
    ++reached;
    expectSound(problem);
    for (const auto& goal : problem.goals()) {
      const Residual left = ownResidual(problem, *goal);
      EXPECT_LE(left.distance, met.tolerance * (1 + 1e-9));
      EXPECT_LE(left.angle, met.angleTolerance + 1e-7);
    }
  }
  return reached;
}

TEST(Reached, IsTheShareOfTargetsThatTheTableSays) {
  for (const Row& row : rows()) {
    for (const SolverType& solver : solverTypes()) {
      if (!row.solvers.empty() && std::ranges::count(row.solvers, solver.name) == 0) continue;
      SCOPED_TRACE(row.what + ", " + std::string(solver.name));
      EXPECT_GE(countReached(row, solver), row.share * row.count);
    }
  }
}

}  // namespace
}  // namespace limber::test::reaches_test
