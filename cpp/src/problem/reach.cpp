#include "problem/reach.h"

#include <algorithm>

#include "goals/goal_type.h"
#include "problem/reached.h"

namespace limber {
namespace {

/// Possible lengths of a part of a chain.
struct LengthRange {
  double least = 0;
  double most = 0;
};

/// Distance from the frame before a link's motions to the next joint, which is at `next` after them. For a single slide
/// it is exact: the next joint lies on a segment. For several motions the sum of slides is a bound.
LengthRange spanOf(const Model& model, const Link& link, const Vec3& next, bool limits) {
  const double length = norm(next);
  double slide = 0;
  for (int m = link.firstMotion; m < link.lastMotion; ++m) {
    const Motion& motion = model.motions[m];
    if (!motion.slides()) continue;
    const auto [min, max] = limits ? motion.limits : Interval{};
    if (!motion.turns() && link.lastMotion - link.firstMotion == 1 && std::isfinite(min) && std::isfinite(max)) {
      const double foot = std::clamp(-next.dot(motion.v) / motion.v.squaredNorm(), min, max);
      return {norm(next + foot * motion.v), std::max(norm(next + min * motion.v), norm(next + max * motion.v))};
    }
    slide += norm(motion.v) * std::max(std::abs(min), std::abs(max));
  }
  return {std::max(0.0, length - slide), length + slide};
}

/// Whether the goal fixes its point in all three directions, or gives it room whose nearest point to the base is known.
bool fixesPoint(const Problem& problem, const Goal& goal) {
  if (!goal.type->hasPoint(goal) || goal.type->linearRows != 3 || goal.targetLink >= 0) return false;
  if (hasRoom(goal)) return goal.linearWeight() > 0;
  const RowMap map = problem.rowMap(goal);
  return std::abs(map.topLeftCorner<3, 3>().determinant()) > 0.5;
}

}  // namespace

bool isBeyond(const Problem& problem, const Goal& goal, double tolerance, bool limits) {
  if (!fixesPoint(problem, goal)) return false;
  const Model& model = problem.model();
  Pose tail = goal.linkFromTool;  // the tool in the current link's frame
  LengthRange total;
  double longestLeast = -infinity;  // largest least + most over all parts
  Vec3 base = Vec3::Zero();
  bool moves = false;
  forEachLinkTowardsRoot(model, goal.link, [&](int at) {
    const Link& link = model.links[at];
    if (link.firstMotion < link.lastMotion) {
      const LengthRange span = spanOf(model, link, tail.p, limits);
      total.most += span.most;
      longestLeast = std::max(longestLeast, span.least + span.most);
      tail = Pose();
      const Pose parent = link.parent < 0 ? Pose() : problem.state.poses[link.parent];
      base = parent * link.parentFromJoint.p;
      moves = true;
    }
    tail = link.parentFromJoint * tail;
  });
  if (!moves) return false;
  // The longest part at its shortest, all others at their longest.
  total.least = std::max(0.0, longestLeast - total.most);
  const bool isLoose = hasRoom(goal);
  const Pose tool = problem.toolPose(goal);
  const double distance = norm(goal.type->wantedPoint(goal, isLoose ? Pose{base, tool.r} : tool) - base);
  // Rounding in sums of lengths proves nothing.
  const double room = tolerance + 1e-12 * (total.most + norm(base));
  return distance > total.most + room || (!isLoose && distance < total.least - room);
}

namespace {

bool isProvenBeyond(const Problem& problem, const Goal& goal, const SolveOptions& options) {
  return goal.weight != 0 && problem.measured(goal).distance > options.tolerance &&
         isBeyond(problem, goal, options.tolerance, options.limits);
}

}  // namespace

bool isBeyondReach(const Problem& problem, const SolveOptions& options) {
  return std::ranges::any_of(problem.goals(),
                             [&](const auto& goal) { return isProvenBeyond(problem, *goal, options); });
}

bool onlyBeyondReach(const Problem& problem, const SolveOptions& options) {
  return problem.loops().empty() && std::ranges::all_of(problem.goals(), [&](const auto& goal) {
           return isReached(*goal, problem.measured(*goal), options) || isProvenBeyond(problem, *goal, options);
         });
}

}  // namespace limber
