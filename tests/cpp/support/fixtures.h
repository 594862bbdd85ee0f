/// Fixed models and independent checks, shared by the tests of solvers.
#pragma once

#include <bit>
#include <ostream>
#include <stdexcept>

#include "random_model.h"

namespace limber {
/// Printers for GoogleTest's failures.
inline void PrintTo(Status status, std::ostream* out) { *out << name(status); }
inline void PrintTo(ErrorCode code, std::ostream* out) { *out << name(code); }
}  // namespace limber

namespace limber::test {

inline constexpr double degrees = pi / 180;

using ModelPtr = std::shared_ptr<const Model>;

// --- Short descriptions ---------------------------------------------------------------------

inline JointDescription joint(std::string type, const Vec3& axis = Vec3::UnitZ(), std::vector<Interval> limits = {}) {
  JointDescription made;
  made.type = std::move(type);
  made.axis = axis;
  made.limits = std::move(limits);
  return made;
}

inline JointDescription hinge(const Vec3& axis, double limit = infinity) {
  return joint("revolute", axis, {{-limit, limit}});
}

/// A ball whose bone is `bone`; both limits in radians.
inline JointDescription limitedBall(const Vec3& bone, double swing, double twist) {
  JointDescription made = joint("ball", bone);
  made.swing = SwingBounds{{-swing, swing}, {-0.5 * swing, swing}};
  made.twist = Interval{-twist, 0.5 * twist};
  return made;
}

inline LinkDescription link(std::string name, std::string parent, const Vec3& offset, JointDescription moving = {}) {
  LinkDescription made;
  made.name = std::move(name);
  made.parent = std::move(parent);
  made.origin.p = offset;
  made.joint = std::move(moving);
  return made;
}

/// Throws if the description is invalid.
inline ModelPtr build(const ModelDescription& description, ModelOptions options = {}) {
  auto model = buildModel(description, options);
  if (!model) throw std::runtime_error(model.error().text);
  return *model;
}
inline ModelPtr build(std::vector<LinkDescription> links, ModelOptions options = {}) {
  return build(ModelDescription{"", std::move(links)}, options);
}

inline Goal& addGoal(Problem& problem, std::string_view type, std::string_view link, const GoalOptions& options = {}) {
  const auto goal = problem.addGoal(type, link, options);
  if (!goal) throw std::runtime_error(goal.error().text);
  return **goal;
}

/// Options of a goal `chain`: six virtual joints, and which of them have a target.
inline GoalOptions chainOptions(const std::vector<double>& chain,
                                const std::vector<double>& rows = {1, 1, 1, 1, 1, 1}) {
  return {.parameters = {{"chain", chain}, {"rows", rows}}};
}

// --- Models ---------------------------------------------------------------------------------

/// The arm of the article, in its own units; Y is up.
inline ModelPtr articleArm(ModelOptions options = {}) {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY();
  return build(
      {link("base", "", {0, 0, 0}, hinge(y, 0)), link("joint1", "base", {0, 11.52001, 0}, hinge(y, 180 * degrees)),
       link("joint2", "joint1", {-6.55, 4.6, 0}, hinge(x, 90 * degrees)),
       link("joint3", "joint2", {1.247041, 32.02634, -0.0739485}, hinge(x, 150 * degrees)),
       link("joint4", "joint3", {2.984276, 30.01859, 0}, hinge(x, 130 * degrees)),
       link("joint5", "joint4", {4.333822, 4.200262, 0}, hinge(y, 180 * degrees)),
       link("effector", "joint5", {8.3, 1, 0})},
      options);
}

/// Shoulder, elbow and wrist of a common industrial arm: seven hinges, Z and Y in turn.
inline ModelPtr sevenJointArm() {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  return build({link("joint1", "", {0, 0, 0.16}, hinge(z, 170 * degrees)),
                link("joint2", "joint1", {0, 0, 0.2}, hinge(y, 120 * degrees)),
                link("joint3", "joint2", {0, 0, 0.2}, hinge(z, 170 * degrees)),
                link("joint4", "joint3", {0, 0, 0.22}, hinge(-y, 120 * degrees)),
                link("joint5", "joint4", {0, 0, 0.2}, hinge(z, 170 * degrees)),
                link("joint6", "joint5", {0, 0, 0.2}, hinge(y, 120 * degrees)),
                link("joint7", "joint6", {0, 0, 0}, hinge(z, 175 * degrees)), link("hand", "joint7", {0, 0, 0.126})});
}

/// `count` links of length 1 along X, all with the same joint, and a link named "tip" at their end.
inline ModelPtr chain(int count, const JointDescription& moving) {
  std::vector<LinkDescription> links = {link("link0", "", {0, 0, 0}, moving)};
  for (int i = 1; i < count; ++i)
    links.push_back(link("link" + std::to_string(i), links.back().name, Vec3::UnitX(), moving));
  links.push_back(link("tip", links.back().name, Vec3::UnitX()));
  return build(std::move(links));
}

inline ModelPtr ballChain(int count) { return chain(count, joint("ball", Vec3::UnitX())); }

/// Two arms on one chest.
inline ModelPtr twoHands() {
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
  std::vector<LinkDescription> links = {link("hip", "", {0, 0, 1}, joint("ball", z)),
                                        link("chest", "hip", {0, 0, 0.3}, joint("ball", z))};
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0 ? "left" : "right";
    links.push_back(link(name + "Shoulder", "chest", {side * 0.2, 0, 0.2}, joint("ball", side * x)));
    links.push_back(link(name + "Elbow", name + "Shoulder", {side * 0.3, 0, 0}, joint("ball", x)));
    links.push_back(link(name + "Hand", name + "Elbow", {side * 0.3, 0, 0}));
  }
  return build(std::move(links));
}

/// Three orthogonal slides, the last one short, and a hinge.
inline ModelPtr gantry() {
  return build({link("x", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX(), {{-2, 2}})),
                link("y", "x", {0, 0, 0.5}, joint("prismatic", Vec3::UnitY(), {{-1, 1}})),
                link("z", "y", {0, 0.1, 0}, joint("prismatic", Vec3::UnitZ(), {{-0.5, 0}})),
                link("wrist", "z", {0, 0, -0.2}, hinge(Vec3::UnitZ(), pi)), link("tool", "wrist", {0.1, 0, 0})});
}

/// Fingers that close on each other: the thumb mimics the finger in the opposite direction.
inline ModelPtr gripper() {
  JointDescription thumb = joint("prismatic", -Vec3::UnitX(), {{-0.03, 0.05}});
  thumb.mimic = MimicDescription{"finger", 1, 0, "cut"};
  return build({link("wrist", "", {0, 0, 0}, joint("fixed")),
                link("finger", "wrist", {-0.05, 0, 0.1}, joint("prismatic", Vec3::UnitX(), {{-0.02, 0.06}})),
                link("fingerTip", "finger", {0, 0, 0.04}), link("thumb", "wrist", {0.05, 0, 0.1}, thumb),
                link("thumbTip", "thumb", {0, 0, 0.04})});
}

/// Two arms of three hinges, each with a root of its own.
inline ModelPtr twoRoots() {
  std::vector<LinkDescription> links;
  for (const double side : {-2.0, 2.0}) {
    const std::string name = side < 0 ? "left" : "right";
    links.push_back(link(name + "0", "", {side, 0, 0}, hinge(Vec3::UnitY())));
    links.push_back(link(name + "1", name + "0", {0, 1, 0}, hinge(Vec3::UnitX())));
    links.push_back(link(name + "2", name + "1", {0, 1, 0}, hinge(Vec3::UnitX(), 2.5)));
    links.push_back(link(name + "Tip", name + "2", {0, 1, 0}));
  }
  return build(std::move(links));
}

/// A joint of `type` about oblique axes.
inline JointDescription slanting(std::string_view type) {
  JointDescription made = joint(std::string(type), {1, -2, 0.5});
  made.axis2 = {0.3, 0.4, 2};
  made.pitch = 0.1;
  return made;
}

/// Adds every limit that the type takes, off centre.
inline JointDescription slantingWithLimits(std::string_view type) {
  JointDescription made = slanting(type);
  const ModelPtr free = build({link("joint", "", {0, 0, 0}, made)});
  for (const Motion& motion : free->motions) {
    if (motion.kind == Motion::Kind::ball) {
      made.swing = SwingBounds{{-0.4, 0.9}, {-1.2, 0.3}};
      made.twist = Interval{-0.2, 0.6};
    } else {
      made.limits.push_back({0.1, 0.1 + 0.4 * double(made.limits.size() + 1)});
    }
  }
  const std::vector<LinkDescription> links = {link("joint", "", {0, 0, 0}, made)};
  if (!buildModel({"", links})) made.limits.clear();  // a joint without limits, such as continuous
  return made;
}

/// One joint, and a link named "tip" after it.
inline ModelPtr oneJoint(const JointDescription& moving) {
  return build({link("joint", "", {0.1, 0.2, 0.3}, moving), link("tip", "joint", {0.5, 0.2, 0.4})});
}

/// A chain of all joint types in the catalogue.
inline ModelPtr everyJoint(bool hasLimits) {
  std::vector<LinkDescription> links;
  for (const std::string_view type : jointTypes()) {
    const std::string parent = links.empty() ? "" : links.back().name;
    links.push_back(
        link(std::string(type), parent, {0.3, 0.1, -0.2}, hasLimits ? slantingWithLimits(type) : slanting(type)));
    links.back().origin.r = expRotation<double>(Vec3(0.4, -0.1, 0.8));
  }
  links.push_back(link("tip", links.back().name, {0.3, 0, 0}));
  return build(std::move(links));
}

/// The first motion of a link's joint.
inline const Motion& motionOf(const Model& model, std::string_view link) {
  return model.motions[model.links[model.findLink(link)].firstMotion];
}

/// Hinges in a row, from "arm0" on, with random axes and links of this length.
inline std::vector<LinkDescription> randomHinges(Maker& make, int count, double length) {
  std::vector<LinkDescription> links;
  for (int i = 0; i < count; ++i)
    links.push_back(
        link(numbered("arm", i), i ? links.back().name : "", length * make.unitVector(), hinge(make.unitVector())));
  return links;
}

struct Fixture {
  std::string name;
  ModelPtr model;
  std::vector<std::string> tips;
};

inline std::vector<Fixture> allFixtures() {
  std::vector<Fixture> all = {{"article arm", articleArm(), {"effector"}},
                              {"article arm of balls", articleArm({.hinges = false}), {"effector"}},
                              {"seven joints", sevenJointArm(), {"hand"}},
                              {"balls", ballChain(6), {"tip"}},
                              {"balls with limits", chain(6, limitedBall(Vec3::UnitX(), 0.8, 0.4)), {"tip"}},
                              {"two hands", twoHands(), {"leftHand", "rightHand"}},
                              {"gantry", gantry(), {"tool"}},
                              {"gripper", gripper(), {"fingerTip", "thumbTip"}},
                              {"two roots", twoRoots(), {"leftTip", "rightTip"}},
                              {"every joint", everyJoint(false), {"tip"}},
                              {"every joint with limits", everyJoint(true), {"tip"}}};
  for (const std::string_view type : jointTypes()) {
    const std::string name(type);
    all.push_back({"one " + name, oneJoint(slanting(type)), {"tip"}});
    all.push_back({"one " + name + " with limits", oneJoint(slantingWithLimits(type)), {"tip"}});
  }
  return all;
}

// --- Checks ---------------------------------------------------------------------------------

/// World from tool by forward kinematics of `q`, independent of the state.
inline Pose toolAt(const Problem& problem, const Goal& goal, const std::vector<double>& q) {
  return posesAt(problem.model(), q)[goal.link] * goal.linkFromTool;
}

/// Sets the goal's target to the tool's pose at `q`.
inline void aimAt(const Problem& problem, Goal& goal, const std::vector<double>& q) {
  goal.type->targetAt(goal, toolAt(problem, goal, q), goal.target.data());
}

inline void startAnywhere(Maker& make, Problem& problem) {
  std::vector<double> q = make.anyQ(problem.model());
  normalise(problem.model(), q.data());
  start(problem, std::move(q));
}

/// A pose within the limits, as solve() normalises it before the first step.
inline std::vector<double> settledQ(Maker& make, const Model& model) {
  std::vector<double> q = make.allowedQ(model);
  normalise(model, q.data());
  projectOntoLimits(model, q.data());
  return q;
}

/// Residual of a goal, from its definition and forward kinematics alone.
inline Residual ownResidual(const Problem& problem, const Goal& goal) {
  const Pose tool = toolAt(problem, goal, problem.state.q);
  if (goal.type->name == "position") return {(goal.targetVector() - tool.p).norm(), 0};
  if (goal.type->name == "orientation") return {0, tool.r.angularDistance(goal.targetRotation(0).normalized())};
  if (goal.type->name == "direction") {
    const Vec3 is = tool.r * goal.vectorAt(0), wanted = goal.targetVector();
    return {0, std::atan2(is.cross(wanted).norm(), is.dot(wanted))};
  }
  if (goal.type->name != "pose") return problem.residual(goal);
  // A free axis of the target removes its component from the error, seen in the target's axes.
  const Quat back = goal.targetRotation(3).normalized().conjugate();
  Vec3 way = back * (goal.targetVector() - tool.p);
  Eigen::AngleAxisd left(goal.targetRotation(3).normalized() * tool.r.conjugate());
  Vec3 turn = back * Vec3(std::remainder(left.angle(), 2 * pi) * left.axis());
  for (int i = 0; i < 3; ++i) {
    if (isFree(goal, i)) way[i] = 0;
    if (isFree(goal, 3 + i)) turn[i] = 0;
  }
  return {way.norm(), turn.norm()};
}

/// Swing (two numbers perpendicular to the bone) and twist of a ball in the frame whose Z is the bone, computed
/// independently: the swing is the smallest rotation of Z to its new direction, the twist is the rest.
struct Ball {
  Vec3 swing;
  double twist;
};

inline Ball readBall(const Motion& motion, const Quat& r) {
  const Quat inBone = motion.jointFromBone.conjugate() * r * motion.jointFromBone;
  const Vec3 z = inBone * Vec3::UnitZ();
  const double angle = std::atan2(std::hypot(z.x(), z.y()), z.z());
  const Vec3 axis = angle > 0 ? Vec3(-z.y(), z.x(), 0).stableNormalized() : Vec3::UnitX();
  const Quat rest = Quat(Eigen::AngleAxisd(-angle, axis)) * inBone;
  return {angle * axis, 2 * std::atan2(rest.z() * (rest.w() < 0 ? -1 : 1), std::abs(rest.w()))};
}

/// First limit that `q` violates, or "". Screws must keep theirs exactly; balls and mimics, whose values are
/// computed from q, within `room`.
inline std::string brokenLimit(const Model& model, const std::vector<double>& q, double room = 1e-8) {
  const auto isOutside = [](double value, const Interval& limits, double by) {
    return !(value >= limits.min - by && value <= limits.max + by);
  };
  // Tolerates `room` beyond a bound.
  const auto part = [room](double value, double bound) {
    const double sure = std::max(std::abs(value) - room, 0.0);
    return sure == 0 ? 0 : sure / std::abs(bound);
  };
  for (const Motion& motion : model.motions) {
    const std::string& name = model.links[motion.link].name;
    const double* at = &q[motion.qIndex];
    if (motion.kind == Motion::Kind::screw) {
      const double value = motion.mimics ? motion.ratio * *at + motion.offset : *at;
      if (isOutside(value, motion.limits, motion.mimics ? room : 0)) return name;
      continue;
    }
    const Quat r = readQuat(at);
    if (std::abs(r.norm() - 1) > 1e-12) return name + " (not a unit quaternion)";
    const Ball ball = readBall(motion, r);
    const double x = ball.swing.x(), y = ball.swing.y();
    if (const auto& swing = motion.ballLimits.swing) {
      const double u = part(x, x < 0 ? swing->x.min : swing->x.max);
      const double v = part(y, y < 0 ? swing->y.min : swing->y.max);
      if (std::hypot(u, v) > 1) return name + " (swing)";
    }
    if (const auto& limits = motion.ballLimits.twist) {
      const auto isAt = [&](double bound) {  // on the circle −π equals π
        return std::abs(std::remainder(ball.twist - bound, 2 * pi)) <= room;
      };
      const bool isBroken = isOutside(ball.twist, *limits, 0) && !isAt(limits->min) && !isAt(limits->max);
      if (isBroken) return name + " (twist)";
    }
  }
  return "";
}

// --- Every solver and fixture ---------------------------------------------------------------

inline bool sameBits(const std::vector<double>& a, const std::vector<double>& b) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  return std::ranges::equal(a, b, {}, bits, bits);
}

inline std::vector<double> copyOfPoses(const State& state) {
  const double* first = state.poses.front().p.data();
  return {first, first + 7 * state.poses.size()};
}

/// Numbers of a solve from `from`, by a solver or its name, and of three steps from there.
inline std::vector<double> answersOf(Problem& problem, const auto& solver, const SolveOptions& options,
                                     std::vector<double> from) {
  start(problem, std::move(from));
  const Result result = solve(problem, solver, options);
  std::vector<double> all = problem.state.q;
  all.insert(all.end(), {double(result.status), double(result.iterations), double(result.restarts)});
  forgetMotion(problem);
  for (int i = 0; i < 3; ++i) step(problem, 0.02, options);
  all.insert(all.end(), problem.state.q.begin(), problem.state.q.end());
  return all;
}

/// After a solve: finite, inside the limits, and active limits are those at which q is.
inline void expectSound(const Problem& problem) {
  ASSERT_TRUE(allFinite(problem.state.q));
  ASSERT_TRUE(allFinite(copyOfPoses(problem.state)));
  ASSERT_EQ(brokenLimit(problem.model(), problem.state.q), "");
  std::vector<double> active(problem.activeLimits.size());
  findActiveLimits(problem.model(), problem.state.q.data(), active.data());
  ASSERT_EQ(problem.activeLimits, active);
}

/// Solvers that support `goals` position goals on the last link of `model`.
inline std::vector<std::reference_wrapper<const SolverType>> solversOf(const ModelPtr& model, int goals = 1) {
  Problem problem(model);
  for (int i = 0; i < goals; ++i) addGoal(problem, "position", model->links.back().name);
  std::vector<std::reference_wrapper<const SolverType>> able;
  for (const SolverType& solver : solverTypes()) {
    if (!solver.supports(problem)) able.push_back(solver);
  }
  return able;
}

/// Calls `each(solver)` for every solver that inverts J.
template <class Each>
inline void everyJacobianSolver(bool withItasc, Each each) {
  for (const SolverType& solver : solverTypes()) {
    if (solver.avoids != Avoids::always || (!withItasc && solver.name == "itasc")) continue;
    SCOPED_TRACE(solver.name);
    each(solver);
  }
}

/// Calls `each(solver, problem, goal)` for every solver that supports a goal of the type on `link`, the only one of a
/// fresh problem.
template <class Each>
inline void everySolver(const ModelPtr& model, std::string_view type, std::string_view link, Each each) {
  for (const SolverType& solver : solverTypes()) {
    SCOPED_TRACE(solver.name);
    Problem problem(model);
    Goal& goal = addGoal(problem, type, link);
    if (!solver.supports(problem)) each(solver, problem, goal);
  }
}

/// Steps at 60 per second for that time: calls `move(t)` before each step and `see(t)` after it.
template <class Move, class See>
void simulate(Problem& problem, double seconds, Move move, See see, const SolveOptions& options = {}) {
  for (int i = 1; i <= std::lround(60 * seconds); ++i) {
    move(i / 60.0);
    ASSERT_STREQ(step(problem, 1 / 60.0, options).reason, "");
    see(i / 60.0);
    if (testing::Test::HasFatalFailure()) return;
  }
}
inline constexpr auto still = [](double) {};
inline void simulate(Problem& problem, double seconds, const SolveOptions& options = {}) {
  simulate(problem, seconds, still, still, options);
}

/// Holds all coordinates of a link's joint, which the caller drives.
inline void drive(Problem& problem, std::string_view name) {
  const Model& model = problem.model();
  const Link& link = model.links[model.findLink(name)];
  for (int m = link.firstMotion; m < link.lastMotion; ++m)
    std::fill_n(&problem.jointWeights[model.motions[m].vIndex], model.motions[m].nv(), 0.0);
}

/// Writes the numbers of a free joint.
inline void place(Problem& problem, std::string_view name, const Pose& pose) {
  double* q = &problem.state.q[motionOf(problem.model(), name).qIndex];
  Eigen::Map<Vec3>{q} = pose.p;
  writeQuat(pose.r, q + 3);
}

/// Moves every coordinate by `angle`, so that no step begins at a singularity.
inline void bend(Problem& problem, double angle = 0.3) {
  start(problem, moved(problem.model(), problem.state.q, std::vector<double>(problem.model().nv, angle)));
}

/// Largest motion of a joint: radians; slides as fractions of the reach.
inline double change(const Model& model, const std::vector<double>& from, const std::vector<double>& to) {
  const std::vector<double> way = wayBetween(model, from, to);
  double most = 0;
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    const Eigen::Map<const Eigen::VectorXd> part(&way[motion.vIndex], motion.nv());
    most = std::max(most, part.norm() / (motion.turns() ? 1 : model.reach));
  }
  return most;
}

/// Calls `each(solver, fixture, problem)` with a fresh problem for every solver and fixture.
template <class Each>
inline void everywhere(Each each) {
  for (const SolverType& solver : solverTypes()) {
    for (const Fixture& fixture : allFixtures()) {
      SCOPED_TRACE(std::string(solver.name) + " on " + fixture.name);
      Problem problem(fixture.model);
      each(solver, fixture, problem);
    }
  }
}

/// Adds a goal on every tip that the pose `q` meets; tools and axes are random.
inline void addGoals(Maker& make, Problem& problem, const Fixture& fixture, std::string_view type,
                     const std::vector<double>& q) {
  for (const std::string& tip : fixture.tips) {
    GoalOptions options = make.goalOptions(type);
    options.linkFromTool.p *= 0.1 * problem.model().reach;
    aimAt(problem, addGoal(problem, type, tip, options), q);
  }
}

/// Calls `each(solver, problem)` for every solver, fixture and goal type that are compatible. Every tip has a
/// goal; targets are up to 10^±`decades` reaches away.
template <class Each>
inline void everyGoalType(Maker& make, double decades, Each each) {
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    for (const GoalType& type : toolGoalTypes()) {
      SCOPED_TRACE(type.name);
      std::vector<Goal*> goals;
      for (const std::string& tip : fixture.tips)
        goals.push_back(&addGoal(problem, type.name, tip, make.goalOptions(type.name)));
      if (!solver.supports(problem)) {
        for (Goal* goal : goals) {
          const double size = problem.model().reach * std::pow(10, make.between(-decades, decades));
          type.targetAt(*goal, make.pose(size), goal->target.data());
        }
        each(solver, problem);
      }
      for (const Goal* goal : goals) problem.removeGoal(goal);
    }
  });
}

}  // namespace limber::test
