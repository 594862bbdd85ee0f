/// Any description, goals, loops, obstacles and options, followed by solves, steps and changes in any order.
/// Laws: errors have a text; q stays finite and within its limits; refused calls change nothing; clear arms
/// stay clear; the same input gives the same bits twice.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <tuple>
#include <vector>

#include "bytes.h"
#include "demand.h"
#include "fixed.h"
#include "goals/goal_type.h"
#include "limber/limber.h"

namespace limber::fuzz {
namespace {

constexpr int mostLinks = 12;
constexpr int mostActions = 24;

std::string nameOf(int link) { return std::string("link ").append(std::to_string(link)); }

Vec3 vector(Bytes& bytes, double (Bytes::*draw)() = &Bytes::number) {
  Vec3 v;
  for (double& each : v) each = (bytes.*draw)();
  return v;
}

Pose pose(Bytes& bytes) {
  Pose made;
  made.p = vector(bytes);
  if (bytes.oneIn(2)) made.r = expRotation<double>(vector(bytes, &Bytes::modest));
  if (bytes.isWild() && bytes.oneIn(8)) made.r.coeffs() *= bytes.number();
  return made;
}

Interval interval(Bytes& bytes) {
  const double a = bytes.number();
  const double b = bytes.number();
  return bytes.isWild() ? Interval{a, b} : Interval{std::min(a, b), std::max(a, b)};
}

JointDescription joint(Bytes& bytes, int links) {
  JointDescription made;
  made.type = bytes.pick(jointTypes());
  if (bytes.oneIn(2)) made.axis = vector(bytes);
  if (bytes.oneIn(4)) made.axis2 = vector(bytes);
  if (bytes.oneIn(4)) made.pitch = bytes.modest();
  for (int i = bytes.below(4); i > 1; --i) made.limits.push_back(interval(bytes));
  if (bytes.oneIn(4)) made.swing = SwingBounds{interval(bytes), interval(bytes)};
  if (bytes.oneIn(4)) made.twist = interval(bytes);
  if (bytes.oneIn(6)) made.mimic = {nameOf(bytes.below(links)), bytes.modest(), bytes.modest()};
  return made;
}

ShapeDescription shape(Bytes& bytes) {
  ShapeDescription made;
  made.type = bytes.pick(shapeTypes()).name;
  for (double& each : made.size) each = bytes.oneIn(8) ? 0 : bytes.between(0.01, 0.5);
  const bool hasPoints = made.type == "hull" || made.type == "mesh";
  for (int i = bytes.below(hasPoints ? 12 : 2); i > 1; --i) made.points.push_back(vector(bytes));
  for (int i = bytes.below(made.type == "mesh" ? 8 : 2); i > 1; --i)
    made.triangles.push_back({bytes.below(12), bytes.below(12), bytes.below(12)});
  made.pose = pose(bytes);
  return made;
}

LoopDescription loop(Bytes& bytes, int links) {
  LoopDescription made;
  made.name = std::string("loop ").append(std::to_string(bytes.byte()));
  made.a = {nameOf(bytes.below(links)), pose(bytes)};
  made.b = {bytes.oneIn(3) ? "" : nameOf(bytes.below(links)), pose(bytes)};
  for (bool& free : made.free) free = bytes.oneIn(2);
  if (bytes.oneIn(4)) made.weight = bytes.between(0.5, 2);
  return made;
}

ModelDescription description(Bytes& bytes) {
  ModelDescription made;
  const int links = 1 + bytes.below(mostLinks);
  for (int i = 0; i < links; ++i) {
    LinkDescription link;
    link.name = nameOf(bytes.isWild() && bytes.oneIn(16) ? 0 : i);
    if (i > 0 && !bytes.oneIn(8))
      link.parent = nameOf(bytes.isWild() && bytes.oneIn(16) ? bytes.below(links + 1)
                           : bytes.oneIn(3)                  ? bytes.below(i)
                                                             : i - 1);
    link.origin = pose(bytes);
    link.joint = joint(bytes, links);
    for (int k = bytes.below(4); k > 2; --k) link.collision.push_back(shape(bytes));
    made.links.push_back(std::move(link));
  }
  for (int i = bytes.below(4); i > 2; --i) made.loops.push_back(loop(bytes, links));
  return made;
}

/// Small counts: a fuzzer learns from many quick cases.
SolveOptions options(Bytes& bytes) {
  SolveOptions made;
  for (const OptionField& field : optionFields()) {
    if (!bytes.oneIn(4)) continue;
    const double low = std::max(field.min, -10.0);
    const double high = std::min(field.max, 10.0);
    const double value = bytes.between(low, high);
    // Only whole numbers fit an int.
    if (std::isfinite(value) && std::abs(value) < 1e9) field.set(made, value);
  }
  made.maxIterations = bytes.below(16);
  made.maxRestarts = bytes.below(4);
  made.annealing = bytes.below(3);
  made.substeps = bytes.below(5);
  made.minTimeStep = std::max(made.minTimeStep, 1e-3);
  made.maxTime = bytes.oneIn(8) ? 0 : infinity;
  // At most the scale of links.
  if (made.clearance > 0) made.clearance *= 0.02;
  return made;
}

/// One case, played from the start: bits of q after each action.
class Play {
 public:
  explicit Play(Bytes bytes) : bytes_(bytes) {
    if (bytes_.oneIn(2)) bytes_.goWild();
  }

  std::vector<std::uint64_t> run() {
    auto built = buildModel(description(bytes_), {.hinges = !bytes_.oneIn(8)});
    if (!built) {
      demand(!built.error().text.empty(), "an error says what is wrong");
      return {};
    }
    problem_ = std::make_unique<Problem>(*built);
    sweep(problem_->state);
    for (int i = 0; i < mostActions && !bytes_.isEmpty(); ++i) act();
    return std::move(seen_);
  }

 private:
  void act() {
    static constexpr auto changes = std::to_array({&Play::addGoal, &Play::addGoal, &Play::changeGoal,
                                                   &Play::changeState, &Play::changeLoops, &Play::changeObstacles});
    static constexpr auto uses = std::to_array({&Play::doSolve, &Play::doSolve, &Play::doStep, &Play::measure});
    (this->*(bytes_.oneIn(2) ? bytes_.pick(uses) : bytes_.pick(changes)))();
  }

  int links() const { return static_cast<int>(problem_->model().links.size()); }
  int anyLink() { return bytes_.below(links()); }

  void addGoal() {
    GoalOptions options;
    options.linkFromTool = pose(bytes_);
    options.weight = bytes_.between(0, 2);
    options.priority = bytes_.below(3);
    if (bytes_.oneIn(4)) options.targetLink = nameOf(anyLink());
    const GoalType& type = bytes_.pick(goalTypes());
    for (const ParameterField& field : type.parameters) {
      if (!bytes_.oneIn(2)) continue;
      GoalParameter parameter{std::string(field.name), {}};
      for (int i = 0; i < field.count; ++i) {
        const double number = bytes_.between(field.min, std::min(field.max, 4.0));
        parameter.numbers.push_back(bytes_.isWild() ? number : std::round(number));
      }
      options.parameters.push_back(std::move(parameter));
    }
    const auto goal = problem_->addGoal(type.name, nameOf(anyLink()), options);
    if (!goal) demand(!goal.error().text.empty(), "an error says what is wrong");
    if (goal) moveTarget(**goal);
  }

  void moveTarget(Goal& goal) {
    for (int i = 0; i < goal.type->targetSize; ++i) {
      if (bytes_.oneIn(2)) goal.target[static_cast<std::size_t>(i)] += bytes_.between(-1, 1);
    }
  }

  void changeGoal() {
    const auto goals = problem_->goals();
    if (goals.empty()) return;
    Goal& goal = *bytes_.pick(goals);
    switch (bytes_.below(5)) {
      case 0:
        return problem_->removeGoal(&goal);
      case 1:
        goal.weight = bytes_.between(0, 2);
        return;
      case 2:
        goal.parameters[static_cast<std::size_t>(bytes_.below(12))] = bytes_.between(0, 1);
        return;
      case 3:
        goal.velocity[static_cast<std::size_t>(bytes_.below(6))] = bytes_.between(-1, 1);
        return;
      default:
        return moveTarget(goal);
    }
  }

  void changeState() {
    using Numbers = std::tuple<std::span<double>, double, double>;
    Problem& problem = *problem_;
    auto [numbers, low, high] = bytes_.pick(std::to_array<Numbers>(
        {{problem.jointWeights, 0, 1}, {problem.fitWeights, 0, 2}, {problem.rest, -2, 2}, {problem.state.q, -4, 4}}));
    if (numbers.empty()) return;
    bytes_.pick(numbers) = bytes_.oneIn(4) ? bytes_.between(low, high) : bytes_.evenly(low, high);
  }

  void changeLoops() {
    const auto loops = problem_->loops();
    if (loops.empty() || bytes_.oneIn(3)) {
      if (loops.size() < 3) (void)problem_->addLoop(loop(bytes_, links()));
      return;
    }
    Loop& each = *bytes_.pick(loops);
    switch (bytes_.below(3)) {
      case 0:
        return problem_->removeLoop(&each);
      case 1:
        each.closed = !each.closed;
        return;
      default:
        (void)problem_->routeLoop(each, loop(bytes_, links()));
    }
  }

  void changeObstacles() {
    const auto obstacles = problem_->obstacles();
    if (obstacles.size() < 4 && !bytes_.oneIn(3)) {
      ObstacleDescription made{shape(bytes_)};
      if (bytes_.oneIn(3)) made.link = nameOf(anyLink());
      if (bytes_.oneIn(3)) made.ignored.push_back(nameOf(anyLink()));
      const auto added = problem_->addObstacle(made);
      if (!added) demand(!added.error().text.empty(), "an error says what is wrong");
      return;
    }
    if (obstacles.empty()) return;
    Obstacle& each = *bytes_.pick(obstacles);
    switch (bytes_.below(4)) {
      case 0:
        return problem_->removeObstacle(&each);
      case 1:
        bytes_.pick(each.shape.size) = bytes_.between(0.01, 0.5);
        return;
      case 2: {
        const LinkPair pair = {anyLink(), anyLink()};
        (void)problem_->setCollisionPairs(std::span(&pair, 1));
        return;
      }
      default:
        each.pose = pose(bytes_);
    }
  }

  /// Metres beyond the clearance.
  double marginOf(const SolveOptions& options) {
    sweep(problem_->state);
    return problem_->clearance() - options.clearance;
  }

  /// Whether a solve starts exactly at q and only considers goals and obstacles. Values beyond limits are
  /// moved regardless of obstacles, quaternions are normalised, and open loops come first.
  bool isSettled(const SolveOptions& options) const {
    const auto isOpen = [](const auto& each) { return !each->closed; };
    if (bytes_.isWild() || !std::ranges::all_of(problem_->loops(), isOpen)) return false;
    std::vector<double> q = problem_->state.q;
    if (options.limits && projectOntoLimits(problem_->model(), q.data())) return false;
    normalise(problem_->model(), q.data());
    return std::ranges::equal(q, problem_->state.q, [](double a, double b) { return std::abs(a - b) < 1e-12; });
  }

  /// The margin if the solve must keep it; otherwise NaN.
  double marginToKeep(const SolveOptions& options) {
    if (options.clearance < 0 || !isSettled(options)) return NAN;
    return marginOf(options);
  }

  void demandClearance(double before, Status status, const SolveOptions& options) {
    if (!(before >= 0) || status == Status::unsupported || status == Status::notFinite) return;
    demand(marginOf(options) >= -1e-5 * problem_->model().reach, "what was clear stays clear");
  }

  /// Distance and angle of each active goal; empty if a solve may start elsewhere or has to do more than meet
  /// goals.
  std::vector<double> leftAtStart(const SolveOptions& options) {
    if (options.clearance >= 0 || options.restGain > 0 || problem_->state.isPlaced || !isSettled(options)) return {};
    sweep(problem_->state);
    return leftNow();
  }

  std::vector<double> leftNow() {
    std::vector<double> left;
    for (const auto& goal : problem_->goals()) {
      // Closings of a chain depend on its memory.
      if (goal->type->forget) return {};
      const auto [distance, angle] = problem_->residual(*goal);
      if (goal->weight > 0 && goal->linearWeight() > 0) left.push_back(distance);
      if (goal->weight > 0 && goal->angularWeight() > 0) left.push_back(angle);
    }
    return left;
  }

  /// Whether the goals ask for a single point or rotation.
  bool hasOneAim() const {
    int aims = 0;
    for (const auto& goal : problem_->goals()) {
      if (goal->weight > 0) aims += (goal->type->linearRows > 0) + (goal->type->angularRows > 0);
    }
    return aims == 1;
  }

  /// Solvers weigh lengths and angles differently, but not all residuals may grow.
  void demandProgress(const std::vector<double>& before, const Result& result) {
    if (before.empty() || result.status == Status::unsupported || result.status == Status::notFinite) return;
    const std::vector<double> after = leftNow();
    const double rounding = 1e-6 * std::max(1.0, problem_->model().reach);
    bool isBetter = false;
    for (std::size_t i = 0; i < after.size(); ++i) isBetter |= !(after[i] > before[i] + rounding);
    demand(isBetter || result.status == Status::converged, "no solve ends worse than it began");
  }

  void doSolve() {
    const SolveOptions given = options(bytes_);
    const SolverType& solver = bytes_.oneIn(4) ? defaultSolver(*problem_) : bytes_.pick(solverTypes());
    const double margin = marginToKeep(given);
    const std::vector<double> left = leftAtStart(given);
    const std::vector<double> before = problem_->state.q;
    const Result result = solve(*problem_, solver, given);
    after(result.status, result.reason, before, given.limits);
    if (solver.name != "ccd" || hasOneAim()) demandProgress(left, result);
    demandClearance(margin, result.status, given);
  }

  void doStep() {
    const SolveOptions given = options(bytes_);
    const double margin = marginToKeep(given);
    const std::vector<double> before = problem_->state.q;
    const StepResult result = step(*problem_, 0.1 * bytes_.between(0, 1), given);
    // With bounds a joint outside its limits comes in at its own speed.
    const bool comesIn = std::min(given.maxAcceleration, given.maxJerk) < infinity;
    after(result.status, result.reason, before, given.limits, comesIn);
    demandClearance(margin, result.status, given);
  }

  void after(Status status, const char* reason, const std::vector<double>& before, bool limits, bool comesIn = false) {
    const std::vector<double>& q = problem_->state.q;
    if (status == Status::unsupported || status == Status::notFinite) {
      demand(*reason != '\0', "a refusal has a reason");
      demand(
          std::ranges::equal(before, q, {}, std::bit_cast<std::uint64_t, double>, std::bit_cast<std::uint64_t, double>),
          "what is refused changes nothing");
    } else {
      demand(std::ranges::all_of(q, [](double x) { return std::isfinite(x); }), "q is finite");
      if (limits) demandLimits(before, comesIn);
    }
    for (const double each : q) seen_.push_back(std::bit_cast<std::uint64_t>(each));
  }

  /// How far each coordinate is beyond its limits.
  std::vector<double> beyondLimits(const std::vector<double>& q) {
    std::vector<double> projected = q;
    projectOntoLimits(problem_->model(), projected.data());
    std::vector<double> beyond(static_cast<std::size_t>(problem_->model().nv));
    difference(problem_->model(), projected.data(), q.data(), beyond.data());
    for (double& each : beyond) each = std::abs(each);
    return beyond;
  }

  void demandLimits(const std::vector<double>& before, bool comesIn) {
    std::vector<double> start = before;
    normalise(problem_->model(), start.data());
    const std::vector<double> was = beyondLimits(start), is = beyondLimits(problem_->state.q);
    for (std::size_t i = 0; i < is.size(); ++i) demand(is[i] <= 1e-6 + (comesIn ? was[i] : 0), "limits are kept");
  }

  void measure() {
    if (!std::ranges::all_of(problem_->state.q, [](double x) { return std::isfinite(x); })) return;
    sweep(problem_->state);
    (void)problem_->conditioning();
    const auto pairs = problem_->nearestPairs(bytes_.below(20));
    const double nearest = pairs.empty() ? -infinity : pairs[0].at.distance;
    demand(!(nearest > problem_->clearance()), "the nearest pair is the clearance");
    const std::vector<double> before = problem_->state.q;
    const Mobility found = problem_->mobility();
    demand(found.mobility >= 0 && found.mobility <= found.instantaneous, "mobility is at most the instantaneous one");
    demand(problem_->mobility(0).mobility <= found.mobility, "mobility within no time is at most all of it");
    demand(before == problem_->state.q, "mobility() leaves the problem unchanged");
  }

  Bytes bytes_;
  std::unique_ptr<Problem> problem_;
  std::vector<std::uint64_t> seen_;
};

}  // namespace
}  // namespace limber::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using limber::fuzz::Bytes;
  using limber::fuzz::Play;
  const auto first = Play(Bytes(data, size)).run();
  limber::fuzz::demand(first == Play(Bytes(data, size)).run(), "the same input gives the same bits");
  return 0;
}
