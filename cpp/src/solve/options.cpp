#include <algorithm>
#include <array>
#include <ranges>

#include "limber/solve.h"
#include "step/simulation.h"

namespace limber {
namespace {

constexpr double anyInt = std::numeric_limits<int>::max();
/// Above 0.
constexpr double leastBound = 1e-6;

}  // namespace

std::span<const std::string_view> modeNames() {
  static constexpr std::array<std::string_view, 2> names = {"track", "find"};
  return names;
}

std::span<const OptionField> optionFields() {
  using O = SolveOptions;
  static const std::array fields = {
      OptionField{"maxIterations", &O::maxIterations, 0, anyInt},
      OptionField{"maxTime", &O::maxTime, 0, infinity},
      OptionField{"tolerance", &O::tolerance, 0, infinity},
      OptionField{"angleTolerance", &O::angleTolerance, 0, infinity},
      OptionField{"stallTolerance", &O::stallTolerance, 0, infinity},
      OptionField{"limits", &O::limits, 0, 1},
      OptionField{"maxStep", &O::maxStep, 0, infinity},
      OptionField{"annealing", &O::annealing, 0, anyInt},
      OptionField{"annealingAmplitude", &O::annealingAmplitude, 0, 1},
      OptionField{"seed", &O::seed, 0, anyInt},
      OptionField{"mode", &O::mode, 0, 1},
      OptionField{"maxRestarts", &O::maxRestarts, 0, anyInt},
      OptionField{"patience", &O::patience, 1, anyInt},
      OptionField{"damping", &O::damping, 0, 1e6},
      OptionField{"maxError", &O::maxError, 0, infinity},
      OptionField{"truncation", &O::truncation, 0, 1},
      OptionField{"stepSize", &O::stepSize, 0, 1e6},
      OptionField{"meanOverGoals", &O::meanOverGoals, 0, 1},
      OptionField{"clearance", &O::clearance, 0, infinity},
      OptionField{"restGain", &O::restGain, 0, 1},
      OptionField{"gain", &O::gain, 0, maxGain},
      OptionField{"substeps", &O::substeps, 0, mostSubsteps},
      OptionField{"minTimeStep", &O::minTimeStep, 1e-6, 1e6},
      OptionField{"maxTimeStep", &O::maxTimeStep, 1e-6, 1e6},
      OptionField{"maxVelocity", &O::maxVelocity, 0, infinity},
      OptionField{"maxAcceleration", &O::maxAcceleration, leastBound, infinity},
      OptionField{"maxJerk", &O::maxJerk, leastBound, infinity},
      OptionField{"feedForward", &O::feedForward, 0, 1},
      OptionField{"selective", &O::selective, 0, 1},
      OptionField{"maxDamping", &O::maxDamping, 0, 1e6},
      OptionField{"dampingRange", &O::dampingRange, 0, 1e6},
  };
  return fields;
}

std::vector<std::string_view> OptionField::readers() const {
  std::vector<std::string_view> readers;
  const auto names = [&](std::string_view words) {
    return std::ranges::any_of(std::views::split(words, ' '),
                               [&](auto word) { return std::string_view(word) == name; });
  };
  for (const SolverType& each : solverTypes()) {
    const bool avoids = name == "clearance" && each.avoids != Avoids::never;
    if (avoids || names(each.reads)) readers.push_back(each.name);
  }
  if (names(Simulation::reads)) readers.push_back("step");
  return readers;
}

double OptionField::get(const SolveOptions& options) const {
  return std::visit([&](auto field) { return static_cast<double>(options.*field); }, member);
}

void OptionField::set(SolveOptions& options, double value) const {
  std::visit(
      [&](auto field) {
        using Value = std::remove_reference_t<decltype(options.*field)>;
        options.*field = static_cast<Value>(value);
      },
      member);
}

std::optional<Error> check(const SolveOptions& options) {
  for (const OptionField& field : optionFields()) {
    const double value = field.get(options);
    if (value >= field.min && value <= field.max) continue;
    if (value == automatic && field.get(SolveOptions{}) == automatic) continue;
    return makeError(ErrorCode::badOption, {field.name, " is ", text(value), "; give a number from ", text(field.min),
                                            " to ", text(field.max)});
  }
  return std::nullopt;
}

}  // namespace limber
