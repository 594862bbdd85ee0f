#include "goals/goals.h"

#include <algorithm>

namespace limber {
namespace {

/// Nothing, or the error of one number of a parameter.
std::optional<Error> checkNumber(const Goal& goal, const ParameterField& field, int place) {
  using Kind = ParameterField::Kind;
  const double value = goal.parameters[field.first + place];
  const bool isWhole = field.kind == Kind::number || std::trunc(value) == value;
  if (isWhole && std::isfinite(value) && value >= field.min && value <= field.max) return std::nullopt;
  const auto code = std::isfinite(value) ? ErrorCode::badGoal : ErrorCode::notFinite;
  const std::string said = join({"the ", goal.type->name, " goal's ", field.name, " is ", text(value), "; give a "});
  if (!field.words.empty()) return makeError(code, {said, "place in ", listNames(field.words), ", from 0"});
  return makeError(code, {said, field.kind == Kind::whole ? "whole number" : "number", " from ", text(field.min),
                          " to ", text(field.max)});
}

}  // namespace

std::span<const GoalType> goalTypes() {
#define LIMBER_LINE(goal) goals::goal(),
  static const std::array types = {LIMBER_GOALS(LIMBER_LINE)};
#undef LIMBER_LINE
  return types;
}

const GoalType* findGoalType(std::string_view name) {
  const auto found = std::ranges::find(goalTypes(), name, &GoalType::name);
  return found == goalTypes().end() ? nullptr : &*found;
}

std::vector<GoalFacts> goalFacts() { return {goalTypes().begin(), goalTypes().end()}; }

std::optional<Error> checkParameters(const Goal& goal, const Model& model) {
  if (!(goal.weight >= 0) || std::isinf(goal.weight))
    return makeError(ErrorCode::badGoal, {"the goal's weight is ", text(goal.weight), "; give 0 or more"});
  if (!(goal.gain >= 0 && goal.gain <= maxGain) && goal.gain != automatic) {
    const auto code = std::isfinite(goal.gain) ? ErrorCode::badGoal : ErrorCode::notFinite;
    return makeError(code, {"the goal's gain is ", text(goal.gain), "; give a number from 0 to ", text(maxGain)});
  }
  for (const ParameterField& field : goal.type->parameters) {
    for (int i = 0; i < field.count; ++i) {
      if (auto error = checkNumber(goal, field, i)) return error;
    }
  }
  return goal.type->check ? goal.type->check(goal, model) : std::nullopt;
}

const GoalFacts& Goal::facts() const { return *type; }

double Goal::linearWeight() const {
  return type->linearWeightAt < 0 ? weight : weight * parameters[type->linearWeightAt];
}
double Goal::angularWeight() const {
  return type->angularWeightAt < 0 ? weight : weight * parameters[type->angularWeightAt];
}

std::span<const double> Goal::targetNumbers() const {
  return std::span(target).first(static_cast<std::size_t>(type->targetSize));
}

std::span<double> Goal::parameter(std::string_view name) {
  for (const ParameterField& field : type->parameters) {
    if (field.name == name) return std::span(parameters).subspan(field.first, field.count);
  }
  return {};
}

}  // namespace limber
