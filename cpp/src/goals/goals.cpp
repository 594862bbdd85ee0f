#include "goals/goals.h"

#include <algorithm>

namespace limber {
namespace {

/// Nothing, or the error of one pair of an interval parameter.
std::optional<Error> checkRoom(const Goal& goal, const ParameterField& field, int place) {
  const double least = goal.parameters[field.first + place], most = goal.parameters[field.first + place + 1];
  if (least <= most && least < infinity && most > -infinity) return std::nullopt;
  const bool isNumber = !std::isnan(least) && !std::isnan(most);
  const std::string axis = !field.words.empty() ? std::string(field.words[static_cast<std::size_t>(place / 2)])
                           : field.count > 2    ? text(place / 2.0)
                                                : std::string();
  return makeError(isNumber ? ErrorCode::badGoal : ErrorCode::notFinite,
                   {"the ", goal.type->name, " goal's ", field.name, axis.empty() ? "" : ".", axis, " is ", text(least),
                    " to ", text(most), "; give the least and the most beyond the target, the least first"});
}

/// Nothing, or the error of one number of a parameter.
std::optional<Error> checkNumber(const Goal& goal, const ParameterField& field, double value) {
  using Kind = ParameterField::Kind;
  const bool isWhole = field.kind == Kind::number || field.kind == Kind::cone || std::trunc(value) == value;
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
    if (!field.stands.empty()) continue;
    const bool isInterval = field.kind == ParameterField::Kind::interval;
    for (int i = 0; i < field.count; i += 1 + isInterval) {
      if (auto error =
              isInterval ? checkRoom(goal, field, i) : checkNumber(goal, field, goal.parameters[field.first + i]))
        return error;
    }
  }
  return goal.type->check ? goal.type->check(goal, model) : std::nullopt;
}

bool rests(const Goal& goal, const Pose& tool, const double* e) {
  if (!hasRoom(goal) || std::any_of(e, e + goal.type->rows(), [](double each) { return each != 0; })) return false;
  std::array<double, maxRows> left;
  std::array<Side, maxRows> sides;
  readEdges(goal, tool, left.data(), sides.data());
  return std::none_of(sides.begin(), sides.begin() + goal.type->rows(), [](Side side) { return side == Side::exact; });
}

Pose wantedPose(const Goal& goal, const Pose& tool) {
  constexpr int mostTurns = 50;
  Pose wanted = tool;
  if (goal.type->hasPoint(goal)) wanted.p = goal.type->wantedPoint(goal, tool);
  // With a free rotation, one turn does not reach the wanted orientation.
  const int held = goal.type->turnCount(goal), most = held == 0 ? 0 : held == 3 ? 1 : mostTurns;
  for (int i = 0; i < most; ++i) {
    const Quat turn = goal.type->wantedTurn(goal, wanted);
    if (turn.vec().norm() < 1e-15) break;
    wanted.r = unit(Quat(turn * wanted.r));
  }
  return wanted;
}

Goal nearestExact(const Goal& goal, const Pose& tool) {
  Goal exact = goal;
  const Pose nearest = wantedPose(goal, tool);
  goal.type->close(exact);
  exact.type->targetAt(exact, nearest, exact.target.data());
  return exact;
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

void Goal::resetParameters() {
  for (const ParameterField& field : type->parameters) {
    for (int i = 0; field.stands.empty() && i < field.count; ++i) parameters[field.first + i] = field.initialAt(i);
  }
}

std::optional<Error> Goal::setParameter(std::string_view name, std::span<const double> numbers) {
  const auto known = type->parameters;
  const auto field = std::ranges::find(known, name, &ParameterField::name);
  if (field == known.end())
    return makeError(ErrorCode::badGoal, {"a ", type->name, " goal has no '", name, "'; known: ",
                                          known.empty() ? "none" : listNames(known, &ParameterField::name)});
  if (static_cast<std::size_t>(field->count) != numbers.size())
    return makeError(ErrorCode::badGoal, {"the ", type->name, " goal's ", name, " has ", text(double(numbers.size())),
                                          " numbers; give ", text(double(field->count))});
  if (field->stands.empty()) {
    std::ranges::copy(numbers, &parameters[field->first]);
    return std::nullopt;
  }
  for (const double number : numbers) {
    if (auto error = checkNumber(*this, *field, number)) return error;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != 0)
      std::ranges::copy(field->stands[static_cast<std::size_t>(numbers[i])], &parameters[field->first + 2 * i]);
  }
  return std::nullopt;
}

std::span<double> Goal::parameter(std::string_view name) {
  for (const ParameterField& field : type->parameters) {
    if (field.name == name && field.stands.empty()) return std::span(parameters).subspan(field.first, field.count);
  }
  return {};
}

}  // namespace limber
