#include "model/checks.h"

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
  goal.resetParameters();
  std::array<double, 6> free;
  std::ranges::copy(loop.free, free.begin());
  if (auto error = goal.setParameter("free", free)) return std::unexpected(*error);
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

Expected<int> linkNamed(const Model& model, std::string_view name) {
  const int link = model.findLink(name);
  if (link >= 0) return link;
  return fail(ErrorCode::unknownLink, {"link '", name, "' is unknown; known: ", listNames(model.links, &Link::name)});
}

}  // namespace limber
