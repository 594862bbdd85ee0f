// limber_bench solve: reads a model, goals, options and targets as words, solves each target from
// zero, and prints
// {"timesUs": [...], "iterations": [...], "q": [...]}. What is solved, the caller judges by its own
// kinematics.
//
//   links N, then N times: name parent|- type px py pz qx qy qz qw ax ay az LIMITS, then LIMITS
//   times: min max goals N, then N times: type link ax ay az solver NAME; options N, then N times:
//   name value targets N repeats R, then N lines of numbers, goal after goal
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "limber/limber.h"

namespace {

using namespace limber;

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "limber_bench: %s\n", text.c_str());
  std::exit(1);
}

template <class T>
T read() {
  T value;
  if (!(std::cin >> value)) fail("the input ends too early");
  return value;
}

void expectWord(const std::string& word) {
  if (const auto found = read<std::string>(); found != word)
    fail("expected " + word + ", found " + found);
}

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

std::shared_ptr<const Model> readModel() {
  ModelDescription description;
  expectWord("links");
  for (int i = read<int>(); i > 0; --i) description.links.push_back(readLink());
  auto model = buildModel(description);
  if (!model) fail(model.error().text);
  return *model;
}

void readGoals(Problem& problem) {
  expectWord("goals");
  for (int i = read<int>(); i > 0; --i) {
    const auto type = read<std::string>(), link = read<std::string>();
    const auto goal = problem.addGoal(type, link, {.axis = readVec3()});
    if (!goal) fail(goal.error().text);
  }
}

const SolverType& readSolver() {
  expectWord("solver");
  const SolverType* solver = findSolverType(read<std::string>());
  if (!solver) fail("the solver is unknown");
  return *solver;
}

SolveOptions readOptions() {
  SolveOptions options;
  expectWord("options");
  for (int i = read<int>(); i > 0; --i) {
    const auto name = read<std::string>();
    const auto field = std::ranges::find(optionFields(), name, &OptionField::name);
    if (field == optionFields().end()) fail("option " + name + " is unknown");
    field->set(options, read<double>());
  }
  return options;
}

std::vector<double> readTargets(const Problem& problem, int count) {
  int numbers = 0;
  for (const auto& goal : problem.goals()) numbers += goal->type->targetSize;
  std::vector<double> targets(static_cast<std::size_t>(count * numbers));
  for (double& each : targets) each = read<double>();
  return targets;
}

void print(const char* name, const std::vector<double>& values, const char* end) {
  std::printf("\"%s\": [", name);
  for (std::size_t i = 0; i < values.size(); ++i) std::printf("%s%.17g", i ? "," : "", values[i]);
  std::printf("]%s\n", end);
}

void run() {
  Problem problem(readModel());
  readGoals(problem);
  const SolverType& solver = readSolver();
  const SolveOptions options = readOptions();
  expectWord("targets");
  const int count = read<int>();
  expectWord("repeats");
  const int repeats = read<int>();
  const std::vector<double> targets = readTargets(problem, count);

  std::vector<double> timesUs(count, infinity), iterations(count), q;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const double* target = targets.data();
    for (int i = 0; i < count; ++i) {
      problem.state.reset();
      for (const auto& goal : problem.goals()) {
        std::copy_n(target, goal->type->targetSize, goal->target.data());
        target += goal->type->targetSize;
      }
      const auto start = std::chrono::steady_clock::now();
      const Result result = solve(problem, solver, options);
      const std::chrono::duration<double, std::micro> spent =
          std::chrono::steady_clock::now() - start;
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
