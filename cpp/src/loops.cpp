#include "loops.h"

#include <algorithm>

#include "goals/chain.h"

namespace limber {
namespace {

std::optional<Error> checkFrame(const LoopDescription& loop, const FrameDescription& frame,
                                std::string_view which) {
  const Pose& pose = frame.linkFromFrame;
  if (!pose.p.allFinite() || !pose.r.coeffs().allFinite()) {
    return makeError(ErrorCode::notFinite, {"loop '", loop.name, "': frame ", which,
                                            " is not finite; give finite numbers"});
  }
  if (std::abs(pose.r.coeffs().stableNorm() - 1) > 1e-6) {
    return makeError(ErrorCode::notUnit, {"loop '", loop.name, "': the rotation of frame ", which,
                                          " is not a unit quaternion x y z w"});
  }
  return std::nullopt;
}

Error inLoop(const LoopDescription& loop, const Error& error) {
  return makeError(error.code, {"loop '", loop.name, "': ", error.text});
}

}  // namespace

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
  if (goal.link == goal.targetLink) {
    return fail(ErrorCode::badLoop,
                {"loop '", loop.name, "': both frames are on '", loop.a.link, "'; give two links"});
  }
  if (auto error = checkFrame(loop, loop.a, "a")) return std::unexpected(*error);
  if (auto error = checkFrame(loop, loop.b, "b")) return std::unexpected(*error);
  if (!(loop.weight > 0) || std::isinf(loop.weight)) {
    return fail(ErrorCode::badLoop, {"loop '", loop.name, "': weight is ", text(loop.weight),
                                     "; give a number above 0"});
  }
  goal.linkFromTool = {loop.a.linkFromFrame.p, unit(loop.a.linkFromFrame.r)};
  goal.hasOffset = true;
  goal.free = loop.free;
  goal.weight = loop.weight;
  Eigen::Map<Vec3>{goal.target.data()} = loop.b.linkFromFrame.p;
  writeQuat(unit(loop.b.linkFromFrame.r), goal.target.data() + 3);
  return goal;
}

std::optional<Error> takeConstraint(const Model& model, const GoalOptions& options, Goal& goal) {
  if (!options.targetLink.empty()) {
    const auto link = linkNamed(model, options.targetLink);
    if (!link) return link.error();
    goal.targetLink = *link;
    if (goal.link == goal.targetLink) {
      return makeError(ErrorCode::badGoal, {"the goal's targetLink is its own link, '",
                                            options.targetLink, "'; give another"});
    }
  }
  goal.side = options.side;
  goal.gain = options.gain;
  if (goal.type->follow) return goals::takeChain(options, goal);
  if (!goal.type->ofJoint) return std::nullopt;
  const Link& link = model.links[goal.link];
  goal.motion = link.firstMotion + options.motion;
  const bool exists = options.motion >= 0 && goal.motion < link.lastMotion;
  const bool fits = exists && model.motions[goal.motion].kind == Motion::Kind::screw &&
                    model.motions[goal.motion].turns() == (goal.type->angularRows > 0);
  if (fits && goal.targetLink < 0) return std::nullopt;
  if (goal.targetLink >= 0) {
    return makeError(ErrorCode::badGoal,
                     {"a '", goal.type->name, "' goal is a number and has no targetLink"});
  }
  return makeError(ErrorCode::badGoal, {"link '", link.name, "' has no ",
                                        goal.type->angularRows > 0 ? "turn" : "plain slide",
                                        " as motion ", text(options.motion),
                                        "; 'joint' goals are for turns, 'slide' goals for slides, "
                                        "and balls take orientations"});
}

bool hasTies(const Problem& problem) {
  return std::ranges::any_of(problem.loops(), [](const auto& loop) { return loop->closed; }) ||
         std::ranges::any_of(problem.goals(), [](const auto& goal) {
           return goal->targetLink >= 0 || goal->motion >= 0 || goal->type->follow;
         });
}

Expected<Loop*> Problem::addLoop(const LoopDescription& description) {
  const auto goal = closureOf(model(), description);
  if (!goal) return std::unexpected(goal.error());
  loops_.push_back(std::make_unique<Loop>(Loop{description.name, true, *goal}));
  placeRows();
  return loops_.back().get();
}

void Problem::removeLoop(const Loop* loop) {
  std::erase_if(loops_, [&](const auto& each) { return each.get() == loop; });
  placeRows();
}

std::optional<Error> Problem::routeLoop(Loop& loop, const LoopDescription& description) {
  const auto goal = closureOf(model(), description);
  if (!goal) return goal.error();
  loop.name = description.name;
  loop.goal = *goal;
  placeRows();
  return std::nullopt;
}

}  // namespace limber
