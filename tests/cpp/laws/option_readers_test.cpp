/// The table of options says who reads what: the others give the same bits whatever the value is.
#include "arms.h"
#include "limber/step.h"

namespace limber::test::option_readers_test {
namespace {

/// A value, not the default, that changes some scene for every reader.
const std::map<std::string_view, double> otherValues = {
    {"damping", 0.5},       {"maxError", 0.01},    {"truncation", 0.6},   {"stepSize", 0.1},
    {"meanOverGoals", 1},   {"clearance", 0.05},   {"restGain", 0.5},     {"gain", 3},
    {"substeps", 1},        {"minTimeStep", 0.05}, {"maxTimeStep", 0.01}, {"maxVelocity", 0.2},
    {"maxAcceleration", 1}, {"maxJerk", 5},        {"feedForward", 0},    {"selective", 1},
    {"maxDamping", 0.7},    {"dampingRange", 0.9}};

struct Scene {
  ModelPtr model;
  std::string_view type;
  std::vector<std::string> tips;
  bool isNear;  ///< the target is in reach
};
std::vector<Scene> scenes() {
  std::vector<Scene> all;
  for (const bool isNear : {true, false}) {
    all.push_back({twoHands(), "position", {"leftHand", "rightHand"}, isNear});
    all.push_back({factoryArm(), "pose", {factoryArm()->links.back().name}, isNear});
  }
  return all;
}

/// A ball on each tip, and one between its start and its target.
void place(Problem& problem, const Scene& scene) {
  bend(problem, 0.4);
  std::ranges::fill(problem.rest, 0.1);
  normalise(problem.model(), problem.rest.data());
  const std::vector<double> q = moved(problem.model(), problem.state.q, std::vector<double>(problem.model().nv, -0.5));
  for (const std::string& tip : scene.tips) {
    Goal& goal = addGoal(problem, scene.type, tip);
    const Vec3 from = problem.toolPose(goal).p;
    aimAt(problem, goal, q);
    const ShapeDescription ball = {"sphere", {0.05 * problem.model().reach}};
    EXPECT_TRUE(problem.addObstacle({ball, tip}));
    (*problem.addObstacle({ball}))->pose.p = 0.5 * (from + toolAt(problem, goal, q).p);
    if (!scene.isNear) goal.target[2] += 3 * problem.model().reach;
  }
}

/// Coordinates that this solver leaves in both modes or, without one, step() with both ways to cut dt; none where the
/// options are refused.
std::vector<double> answer(const Scene& scene, const SolverType* solver, SolveOptions options, bool cuts) {
  std::vector<double> all;
  for (const Mode mode : {Mode::track, Mode::find}) {
    Problem problem(scene.model);
    place(problem, scene);
    options.maxIterations = 12;
    options.maxRestarts = 2;
    options.mode = mode;
    if (cuts && mode == Mode::find) options.substeps = 0;
    Status status = Status::converged;
    for (int i = 0; i < 3; ++i)
      status = solver ? solve(problem, *solver, options).status : step(problem, 0.2, options).status;
    if (status != Status::unsupported) std::ranges::copy(problem.state.q, std::back_inserter(all));
  }
  return all;
}

/// Whether another value changes the answer in some scene, and not only to a refusal.
bool isRead(const OptionField& field, const SolverType* solver) {
  SolveOptions other;
  field.set(other, otherValues.at(field.name));
  return std::ranges::any_of(scenes(), [&](const Scene& scene) {
    const bool cuts = field.name != "substeps";
    const std::vector<double> changed = answer(scene, solver, other, cuts);
    return !changed.empty() && !sameBits(changed, answer(scene, solver, {}, cuts));
  });
}

TEST(OptionReaders, AreThoseWhoseAnswersChange) {
  for (const OptionField& field : optionFields()) {
    const std::vector<std::string_view> readers = field.readers();
    if (readers.empty()) continue;
    SCOPED_TRACE(field.name);
    for (const SolverType& solver : solverTypes()) {
      const bool reads = std::ranges::count(readers, solver.name) == 1;
      // With a pull to rest, solve() goes on after the goals are met, whether the solver pulls or not.
      if (!reads && field.name == "restGain") continue;
      EXPECT_EQ(isRead(field, &solver), reads) << solver.name;
    }
    EXPECT_EQ(isRead(field, nullptr), std::ranges::count(readers, "step") == 1);
  }
}

}  // namespace
}  // namespace limber::test::option_readers_test
