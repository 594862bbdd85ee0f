/// Goals of a problem; a goal's place among them is its name here. Parameters go by their place in sharedParameters(),
/// and on from there in GoalType::parameters.
#pragma once

#include <array>
#include <span>

#include "handles.h"

namespace limber::bindings {

/// What is a number of every goal, named and bounded as the parameters of its type are.
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

/// kind, count, min, max, isFixed, and what it is at first; valid until the next call.
inline const double* describeParameter(int type, int i) {
  static std::array<double, 11> numbers;
  const ParameterField& field = parameterOf(goalTypes()[type], i);
  numbers = {double(field.kind), double(field.count), field.min, field.max, double(field.isFixed)};
  std::ranges::copy(field.initial, numbers.begin() + 5);
  return numbers.data();
}

/// After its parameters have been written: whether they can stay.
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

/// Of each type of goals the parameters; those that all types have come first.
inline void bindGoals(emscripten::class_<ProblemHandle>& problem) {
  using namespace emscripten;
  problem.function("setNumber", &ProblemHandle::setNumber)
      .function(
          "parameter",
          +[](ProblemHandle& p, int goal, int i) { return address(parameterNumbers(*p.problem().goals()[goal], i)); })
      .function("checkGoal", &checkGoal)
      .function("changeOffset", &changeOffset)
      .function(
          "changePriority",
          +[](ProblemHandle& p, int goal, int priority) { p.problem().goals()[goal]->priority = priority; });
  function(
      "parameterNames", +[](int type) {
        std::string names;
        const auto& own = goalTypes()[type].parameters;
        for (std::size_t i = 0; i < sharedParameters().size() + own.size(); ++i)
          names += (i ? " " : "") + std::string(parameterOf(goalTypes()[type], i).name);
        return names;
      });
  function(
      "parameterWords", +[](int type, int i) {
        std::string words;
        for (const auto& word : parameterOf(goalTypes()[type], i).words)
          words += (words.empty() ? "" : " ") + std::string(word);
        return words;
      });
  function(
      "parameter", +[](int type, int i) { return address(describeParameter(type, i)); });
}

}  // namespace limber::bindings
