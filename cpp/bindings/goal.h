/// Bindings of a problem's goals, referred to by index. So are parameters: first sharedParameters(), then
/// GoalType::parameters.
#pragma once

#include "problem.h"

namespace limber::bindings {

/// Numbers of every goal, with names and bounds like the parameters of its type.
inline std::span<const ParameterField> sharedParameters() {
  static constexpr std::array fields = {ParameterField{.name = "weight", .max = infinity, .initial = {1}},
                                        ParameterField{.name = "gain", .max = maxGain, .initial = {automatic}}};
  return fields;
}

inline const ParameterField& parameterOf(const GoalType& type, int i) {
  const int shared = static_cast<int>(sharedParameters().size());
  return i < shared ? sharedParameters()[i] : type.parameters[i - shared];
}

inline double* parameterNumbers(Goal& goal, int i) {
  if (i < 2) return i == 0 ? &goal.weight : &goal.gain;
  return &goal.parameters[parameterOf(*goal.type, i).first];
}

/// kind, count, min, max, isFixed and initial values; valid until the next call.
inline const double* describeParameter(int type, int i) {
  static std::array<double, 11> numbers;
  const ParameterField& field = parameterOf(goalTypes()[type], i);
  numbers = {double(field.kind), double(field.count), field.min, field.max, double(field.isFixed)};
  std::ranges::copy(field.initial, numbers.begin() + 5);
  return numbers.data();
}

/// Checks a goal's parameters after they have been written.
inline bool checkGoal(ProblemHandle& p, int goal) {
  if (p.failed(checkParameters(*p.problem().goals()[goal], p.problem().model()))) return false;
  p.problem().measure();
  p.measure();
  return true;
}

inline bool changeOffset(ProblemHandle& p, int goal, double px, double py, double pz, double qx, double qy, double qz,
                         double qw) {
  const Pose tool = {Vec3(px, py, pz), Quat(qw, qx, qy, qz)};
  if (p.failed(p.problem().setTool(*p.problem().goals()[goal], tool))) return false;
  return checkGoal(p, goal);
}

// clang-format off
inline void bindGoals(emscripten::class_<ProblemHandle>& problem) {
  using namespace emscripten;
  problem
      .function("setNumber", &ProblemHandle::setNumber)
      .function("setOffset", &ProblemHandle::setOffset)
      .function("setPriority", &ProblemHandle::setPriority)
      .function("setTargetLink", +[](ProblemHandle& p, const std::string& link) { p.next().targetLink = link; })
      .function("setGain", +[](ProblemHandle& p, double gain) { p.next().gain = gain; })
      .function("clearNext", +[](ProblemHandle& p) { p.next() = {}; })
      .function("addGoal", &ProblemHandle::addGoal)
      .function("removeGoal", &ProblemHandle::removeGoal)
      .function("target", +[](const ProblemHandle& p, int goal) { return address(p.target(goal)); })
      .function("targetSize", &ProblemHandle::targetSize)
      .function("targetVelocity", +[](ProblemHandle& p, int goal) {
        return address(p.problem().goals()[goal]->velocity.data());
      })
      // The block that holds all numbers of a goal.
      .function("goalBlock", +[](ProblemHandle& p, int goal) { return address(p.problem().goals()[goal].get()); })
      .function("parameter", +[](ProblemHandle& p, int goal, int i) {
        return address(parameterNumbers(*p.problem().goals()[goal], i));
      })
      .function("checkGoal", &checkGoal)
      .function("changeOffset", &changeOffset)
      .function("changePriority", +[](ProblemHandle& p, int goal, int priority) {
        p.problem().goals()[goal]->priority = priority;
      });
  // The parameters shared by all types come first.
  function("parameterNames", +[](int type) {
    std::string names = join(sharedParameters(), &ParameterField::name);
    for (const ParameterField& field : goalTypes()[type].parameters) names += " " + nameOf(field.name);
    return names;
  });
  function("parameterWords", +[](int type, int i) { return join(parameterOf(goalTypes()[type], i).words, nameOf); });
  function("parameter", +[](int type, int i) { return address(describeParameter(type, i)); });
}
// clang-format on

}  // namespace limber::bindings
