#include "problem/loops.h"

#include <algorithm>

namespace limber {
namespace {

Error inLoop(const LoopDescription& loop, const Error& error) {
  return makeError(error.code, {"loop '", loop.name, "': ", error.text});
}

}  // namespace

std::optional<Error> checkPose(const Pose& pose, std::initializer_list<std::string_view> what) {
  const std::string name = join(what);
  if (!pose.p.allFinite() || !pose.r.coeffs().allFinite())
    return makeError(ErrorCode::notFinite, {name, " is not finite; give finite numbers"});
  const double norm = pose.r.coeffs().stableNorm();
  if (std::abs(norm - 1) <= 1e-6) return std::nullopt;
  return makeError(ErrorCode::notUnit,
                   {name, " has a rotation of length ", text(norm), "; give a unit quaternion x y z w"});
}

Expected<Goal> closureOf(const Model& model, const LoopDescription& loop) {
  Goal goal;
  goal.type = findGoalType("pose");
  if (loop.a.link.empty()) {
    return fail(ErrorCode::badLoop, {"loop '", loop.name,
                                     "': frame a is in the world; it must be on a link, b may be "
                                     "in the world"});
  }
  const auto a = linkNamed(model, loop.a.link);
  if (!a) return std::unexpected(inLoop(loop, a.error()));
  goal.link = *a;
  if (!loop.b.link.empty()) {
    const auto b = linkNamed(model, loop.b.link);
    if (!b) return std::unexpected(inLoop(loop, b.error()));
    goal.targetLink = *b;
  }
  if (goal.link == goal.targetLink)
    return fail(ErrorCode::badLoop, {"loop '", loop.name, "': both frames are on '", loop.a.link, "'; give two links"});
  if (auto error = checkPose(loop.a.linkFromFrame, {"loop '", loop.name, "': frame a"})) return std::unexpected(*error);
  if (auto error = checkPose(loop.b.linkFromFrame, {"loop '", loop.name, "': frame b"})) return std::unexpected(*error);
  if (!(loop.weight > 0) || std::isinf(loop.weight)) {
    return fail(ErrorCode::badLoop,
                {"loop '", loop.name, "': weight is ", text(loop.weight), "; give a number above 0"});
  }
  goal.linkFromTool = {loop.a.linkFromFrame.p, unit(loop.a.linkFromFrame.r)};
  goal.hasOffset = true;
  for (const ParameterField& field : goal.type->parameters)
    std::copy_n(field.initial.begin(), field.count, &goal.parameters[field.first]);
  std::ranges::copy(loop.free, goal.parameter("free").begin());
  goal.weight = loop.weight;
  Eigen::Map<Vec3>{goal.target.data()} = loop.b.linkFromFrame.p;
  writeQuat(unit(loop.b.linkFromFrame.r), goal.target.data() + 3);
  return goal;
}

std::optional<Error> checkSize(std::size_t count, int most, std::string_view what) {
  if (count <= static_cast<std::size_t>(most)) return std::nullopt;
  return makeError(ErrorCode::tooLarge, {text(static_cast<double>(count)), " ", what, "; at most ", text(most)});
}

std::optional<Error> checkRoom(const Model& model, std::size_t count) {
  if (auto error = checkSize(count, maxGoals, "goals and loops")) return error;
  return checkSize(count * static_cast<std::size_t>(model.nv), maxGoalFreedoms,
                   "goals and loops times degrees of freedom");
}

bool hasTies(const Problem& problem) {
  return std::ranges::any_of(problem.loops(), [](const auto& loop) { return loop->closed; }) ||
         std::ranges::any_of(problem.goals(),
                             [](const auto& goal) { return goal->targetLink >= 0 || goal->type->needsJacobian; });
}

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
