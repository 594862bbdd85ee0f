#include "limber/problem.h"
#include "model/checks.h"

namespace limber {

Expected<Loop*> Problem::addLoop(const LoopDescription& description) {
  if (auto error = checkRoom(model(), goals_.size() + loops_.size() + 1)) return std::unexpected(*error);
  const auto goal = closureOf(model(), description);
  if (!goal) return std::unexpected(goal.error());
  loops_.push_back(std::make_unique<Loop>(Loop{description.name, true, *goal}));
  placeRows();
  listBodies();
  return loops_.back().get();
}

void Problem::removeLoop(const Loop* loop) {
  std::erase_if(loops_, [&](const auto& each) { return each.get() == loop; });
  placeRows();
  listBodies();
}

std::optional<Error> Problem::routeLoop(Loop& loop, const LoopDescription& description) {
  const auto goal = closureOf(model(), description);
  if (!goal) return goal.error();
  loop.name = description.name;
  loop.goal = *goal;
  placeRows();
  listBodies();
  return std::nullopt;
}

}  // namespace limber
