// limber_bench solve: reads a model, goals, options, targets and starts as words, solves each target from its start,
// and prints {"timesUs": [...], "iterations": [...], "q": [...]}. What is solved, the caller judges by its own
// kinematics.
//
//   links N, then N times: name parent|- type px py pz qx qy qz qw ax ay az LIMITS, then LIMITS
//   times: min max
//   loops N, then N times: FRAME FRAME AXES, then AXES times: x|y|z|rx|ry|rz; a frame:
//   link|- px py pz qx qy qz qw
//   goals N, then N times: type link ax ay az
//   solver NAME
//   options N, then N times: name value
//   targets N repeats R, then N lines of numbers, goal after goal
//   starts S, then S lines of q; S is N, or 0: from the zero pose
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

std::shared_ptr<const Model> readModel() {
  ModelDescription description;
  for (int i = readAfter<int>("links"); i > 0; --i) description.links.push_back(readLink());
  for (int i = readAfter<int>("loops"); i > 0; --i) description.loops.push_back(readLoop());
  auto model = buildModel(description);
  if (!model) fail(model.error().text);
  return *model;
}

void readGoals(Problem& problem) {
  for (int i = readAfter<int>("goals"); i > 0; --i) {
    const auto type = read<std::string>(), link = read<std::string>();
    const Vec3 axis = readVec3();
    const auto goal = problem.addGoal(type, link);
    if (!goal) fail(goal.error().text);
    const std::span<double> itsAxis = (*goal)->parameter("axis");
    std::copy_n(axis.data(), itsAxis.size(), itsAxis.begin());
  }
}

const SolverType& readSolver() {
  const auto name = readAfter<std::string>("solver");
  const SolverType* solver = findSolverType(name);
  if (!solver) fail("solver " + name + " is unknown");
  return *solver;
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

int targetNumbers(const Problem& problem) {
  int numbers = 0;
  for (const auto& goal : problem.goals()) numbers += goal->type->targetSize;
  return numbers;
}

void place(Problem& problem, const double* target, const double* start) {
  if (start) {
    std::copy_n(start, problem.model().nq, problem.state.q.begin());
  } else {
    problem.state.reset();
  }
  for (const auto& goal : problem.goals()) {
    std::copy_n(target, goal->type->targetSize, goal->target.data());
    target += goal->type->targetSize;
  }
}

void run() {
  Problem problem(readModel());
  readGoals(problem);
  const SolverType& solver = readSolver();
  const SolveOptions options = readOptions();
  const int count = readAfter<int>("targets"), repeats = readAfter<int>("repeats");
  const int size = targetNumbers(problem), nq = problem.model().nq;
  const std::vector<double> targets = readNumbers(std::size_t(count) * size);
  const int startCount = readAfter<int>("starts");
  if (startCount != 0 && startCount != count) fail("as many starts as targets, or none");
  const std::vector<double> starts = readNumbers(std::size_t(startCount) * nq);

  std::vector<double> timesUs(count, infinity), iterations(count), q;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (int i = 0; i < count; ++i) {
      place(problem, &targets[std::size_t(i) * size], startCount ? &starts[std::size_t(i) * nq] : nullptr);
      const auto start = std::chrono::steady_clock::now();
      const Result result = solve(problem, solver, options);
      const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
      timesUs[i] = std::min(timesUs[i], spent.count());
      iterations[i] = result.iterations;
      if (repeat == 0) q.insert(q.end(), problem.state.q.begin(), problem.state.q.end());
    }
  }
  std::printf("{");
  print("timesUs", timesUs, ",");
  print("iterations", iterations, ",");
  print("q", q, "}");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || std::string_view(argv[1]) != "solve") fail("usage: limber_bench solve < input");
  run();
}
