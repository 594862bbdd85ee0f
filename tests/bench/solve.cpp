// limber_bench solve: reads a model, goals, options, targets and starts as words, solves each target from its start,
// and prints {"timesUs": [...], "iterations": [...], "statuses": [...], "q": [...]}. The caller checks the answers
// with its own kinematics.
//
//   links N, then N times: name parent|- type px py pz qx qy qz qw ax ay az LIMITS, then LIMITS
//   times: min max
//   joints N, then N times: link axis2|pitch|swing|twist|mimic and its numbers
//   loops N, then N times: FRAME FRAME AXES, then AXES times: x|y|z|rx|ry|rz; a frame:
//   link|- px py pz qx qy qz qw
//   goals N, then N times: type link priority FRAME (target's link, pose of the tool) PARAMETERS, then PARAMETERS
//   times: name COUNT and its numbers
//   solver NAME, or default, or step SECONDS, or solutions (without limits and intervals; prints their number as
//   iterations and their completeness as status)
//   options N, then N times: name value
//   targets N repeats R, then N lines of numbers, goal after goal
//   starts S, then S lines of q; S is N, or 0 for the zero pose, or 1 for steps
//
// Further problems may follow, each answered by a separate object.
#include <algorithm>
#include <chrono>

#include "limber/limber.h"
#include "words.h"

namespace {

using namespace limber;
using namespace bench;
using bench::fail;

Vec3 readVec3() {
  const double x = read<double>(), y = read<double>(), z = read<double>();
  return {x, y, z};
}

LinkDescription readLink() {
  LinkDescription link;
  link.name = read<std::string>();
  link.parent = read<std::string>();
  if (link.parent == "-") link.parent.clear();
  link.joint.type = read<std::string>();
  link.origin.p = readVec3();
  for (double& each : link.origin.r.coeffs()) each = read<double>();
  link.joint.axis = readVec3();
  for (int i = read<int>(); i > 0; --i) {
    const double min = read<double>(), max = read<double>();
    link.joint.limits.push_back({min, max});
  }
  return link;
}

FrameDescription readFrame() {
  FrameDescription frame;
  frame.link = read<std::string>();
  if (frame.link == "-") frame.link.clear();
  frame.linkFromFrame.p = readVec3();
  for (double& each : frame.linkFromFrame.r.coeffs()) each = read<double>();
  return frame;
}

LoopDescription readLoop() {
  static constexpr std::array<std::string_view, 6> axes = {"x", "y", "z", "rx", "ry", "rz"};
  LoopDescription loop;
  loop.a = readFrame();
  loop.b = readFrame();
  for (int i = read<int>(); i > 0; --i) {
    const auto found = std::ranges::find(axes, read<std::string>());
    if (found == axes.end()) fail("an axis of a loop is unknown");
    loop.free[found - axes.begin()] = true;
  }
  return loop;
}

void readJointPart(ModelDescription& description) {
  const auto link = std::ranges::find(description.links, read<std::string>(), &LinkDescription::name);
  const auto part = read<std::string>();
  if (link == description.links.end()) fail("the link of a joint's " + part + " is unknown");
  JointDescription& joint = link->joint;
  const auto interval = [] {
    const double min = read<double>(), max = read<double>();
    return Interval{min, max};
  };
  if (part == "axis2") {
    joint.axis2 = readVec3();
  } else if (part == "pitch") {
    joint.pitch = read<double>();
  } else if (part == "swing") {
    const Interval x = interval(), y = interval();
    joint.swing = SwingBounds{x, y};
  } else if (part == "twist") {
    joint.twist = interval();
  } else if (part == "mimic") {
    const int followed = read<int>();
    const double multiplier = read<double>(), offset = read<double>();
    joint.mimic = MimicDescription{description.links.at(followed).name, multiplier, offset};
  } else {
    fail("a joint has no " + part);
  }
}

std::shared_ptr<const Model> readModel() {
  ModelDescription description;
  for (int i = readAfter<int>("links"); i > 0; --i) description.links.push_back(readLink());
  for (int i = readAfter<int>("joints"); i > 0; --i) readJointPart(description);
  for (int i = readAfter<int>("loops"); i > 0; --i) description.loops.push_back(readLoop());
  auto model = buildModel(description);
  if (!model) fail(model.error().text);
  return *model;
}

void readGoals(Problem& problem) {
  for (int i = readAfter<int>("goals"); i > 0; --i) {
    const auto type = read<std::string>(), link = read<std::string>();
    GoalOptions options;
    options.priority = read<int>();
    const FrameDescription tool = readFrame();
    options.targetLink = tool.link;
    options.linkFromTool = tool.linkFromFrame;
    for (int k = read<int>(); k > 0; --k) {
      const auto name = read<std::string>();
      const std::vector<double> numbers = readNumbers(read<std::size_t>());
      if (name == "weight") {
        options.weight = numbers[0];
      } else if (name == "gain") {
        options.gain = numbers[0];
      } else {
        options.parameters.push_back({name, numbers});
      }
    }
    if (const auto goal = problem.addGoal(type, link, options); !goal) fail(goal.error().text);
  }
}

/// How each target is solved: a named solver, the default one, a step in time, or all solutions.
struct Way {
  const SolverType* solver = nullptr;
  bool isDefault = false;
  bool findsAll = false;
  double dt = 0;
};

Way readWay() {
  const auto word = read<std::string>();
  if (word == "step") return {.dt = read<double>()};
  if (word == "default") return {.isDefault = true};
  if (word == "solutions") return {.findsAll = true};
  if (word != "solver") fail("expected solver, default, step or solutions, found " + word);
  const auto name = read<std::string>();
  const SolverType* solver = findSolverType(name);
  if (!solver) fail("solver " + name + " is unknown");
  return {.solver = solver};
}

SolveOptions readOptions() {
  SolveOptions options;
  for (int i = readAfter<int>("options"); i > 0; --i) {
    const auto name = read<std::string>();
    const auto field = std::ranges::find(optionFields(), name, &OptionField::name);
    if (field == optionFields().end()) fail("option " + name + " is unknown");
    field->set(options, read<double>());
  }
  return options;
}

void place(Problem& problem, const double* target) {
  for (const auto& goal : problem.goals()) {
    std::copy_n(target, goal->facts().targetSize, goal->target.data());
    target += goal->facts().targetSize;
  }
}

void putStart(Problem& problem, const double* start) {
  std::copy_n(start, problem.model().nq, problem.state.q.begin());
}

/// Output common to all ways.
struct Told {
  double status;
  int count;
};

Told move(Problem& problem, const Way& way, const SolveOptions& options, Solutions& solutions) {
  if (way.solver || way.isDefault) {
    const Result result = way.solver ? solve(problem, *way.solver, options) : solve(problem, options);
    return {static_cast<double>(result.status), result.iterations};
  }
  if (way.findsAll) {
    findSolutions(problem, {.limits = false, .intervals = false}, solutions);
    return {static_cast<double>(solutions.complete), solutions.count};
  }
  const StepResult result = step(problem, way.dt, options);
  return {static_cast<double>(result.status), result.substeps};
}

void run() {
  Problem problem(readModel());
  readGoals(problem);
  const Way way = readWay();
  const SolveOptions options = readOptions();
  const int count = readAfter<int>("targets"), repeats = readAfter<int>("repeats");
  const int size = targetNumbers(problem), nq = problem.model().nq;
  const std::vector<double> targets = readNumbers(std::size_t(count) * size);
  const int startCount = readAfter<int>("starts");
  const bool isStep = way.dt > 0;
  if (isStep ? startCount != 1 : startCount != 0 && startCount != count)
    fail("as many starts as targets, or none; one for steps");
  const std::vector<double> starts = readNumbers(std::size_t(startCount) * nq);

  std::vector<double> timesUs(count, infinity), iterations(count), statuses(count), q;
  Solutions solutions;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (int i = 0; i < count; ++i) {
      if (i < startCount) putStart(problem, &starts[std::size_t(i) * nq]);
      if (startCount == 0) problem.state.reset();
      place(problem, &targets[std::size_t(i) * size]);
      const auto start = std::chrono::steady_clock::now();
      const Told told = move(problem, way, options, solutions);
      const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
      timesUs[i] = std::min(timesUs[i], spent.count());
      iterations[i] = told.count;
      statuses[i] = told.status;
      if (repeat == 0) q.insert(q.end(), problem.state.q.begin(), problem.state.q.end());
    }
  }
  std::printf("{");
  print("timesUs", timesUs, ",");
  print("iterations", iterations, ",");
  print("statuses", statuses, ",");
  print("q", q, "}");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || std::string_view(argv[1]) != "solve") fail("usage: limber_bench solve < input");
  do run();
  while (std::cin >> std::ws && !std::cin.eof());
}
