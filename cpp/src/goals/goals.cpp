#include "goals.h"

#include <algorithm>

namespace limber {
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

std::span<const double> Goal::targetNumbers() const {
  return std::span(target).first(static_cast<std::size_t>(type->targetSize));
}

}  // namespace limber
