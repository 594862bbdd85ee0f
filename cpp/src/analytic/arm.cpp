#include "arm.h"

#include <algorithm>

#include "linearisation.h"

namespace limber::analytic {
namespace {

/// What a goal fixes where it is met: a point, and a direction or an orientation.
struct Fixed {
  Pose wanted = {};  ///< of the tool, one of those that meet the goal
  bool point = false;
  int turn = 0;              ///< degrees of freedom of rotation
  Vec3 axis = Vec3::Zero();  ///< about which it leaves the link free to turn, if `turn` is 2
  const char* reason = nullptr;
};

/// Above this, rows of a length depend on a rotation, or rows of an angle on a place.
constexpr double coupled = 1e-9;

constexpr int mostTurns = 50;

/// The direction that three rows of rank 2 do not see.
Vec3 kernelOf(const Mat3& rows) {
  Vec3 longest = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    const Vec3 across = Vec3(rows.row(i)).cross(Vec3(rows.row((i + 1) % 3)));
    if (across.squaredNorm() > longest.squaredNorm()) longest = across;
  }
  return unit(longest);
}

Pose wantedPose(const Goal& goal, const Pose& tool) {
  Pose wanted = tool;
  if (goal.type->hasPoint(goal)) wanted.p = goal.type->wantedPoint(goal, tool);
  // With a rotation free, one turn does not lead all the way.
  for (int i = 0; i < mostTurns && goal.type->turnCount(goal) > 0; ++i) {
    const Quat turn = goal.type->wantedTurn(goal, wanted);
    if (turn.vec().norm() < 1e-15) break;
    wanted.r = unit(Quat(turn * wanted.r));
  }
  return wanted;
}

Fixed fixedBy(const Goal& goal, const Pose& tool) {
  static constexpr const char* unfit =
      "a goal is met on a curve or surface, not at a pose; solutions are for positions, directions, orientations "
      "and poses with one or all rotations free";
  Fixed fixed{wantedPose(goal, tool), goal.type->hasPoint(goal), goal.type->turnCount(goal)};
  if (goal.type->needsJacobian || goal.type->motion || goal.type->side) return {.reason = unfit};
  const RowMap map = goal.type->rowMap(goal, fixed.wanted);
  const int linear = goal.type->linearRows, angular = goal.type->angularRows;
  const bool isMixed = !map.block(0, 3, linear, 3).isZero(coupled) || !map.block(linear, 0, angular, 3).isZero(coupled);
  const bool isPart = fixed.point && std::abs(map.topLeftCorner<3, 3>().determinant()) < 0.5;
  if (isMixed || isPart || fixed.turn == 1) return {.reason = unfit};
  if (fixed.turn == 2) fixed.axis = kernelOf(map.block<3, 3>(linear, 3));
  return fixed;
}

}  // namespace

const char* Arm::read(const Problem& problem, bool limits) {
  if (const char* reason = readGoals(problem)) return reason;
  if (const char* reason = readHinges(problem, limits)) return reason;
  start_ = link_;
  aimAt(1);
  return nullptr;
}

const char* Arm::readGoals(const Problem& problem) {
  goalCount_ = 0;
  point_ = turn_ = nullptr;
  if (std::ranges::any_of(problem.loops(), [](const auto& each) { return each->closed; }))
    return "closed loops tie the links; open them, or use 'lm'";
  for (const auto& goal : problem.goals()) {
    if (goal->weight == 0) continue;
    if (goal->targetLink >= 0) return "a target is given in a link's frame; give it in the world's, or use 'lm'";
    if (goalCount_ > 0 && goal->link != goals_[0]->link) return "goals are on several links; use 'lm'";
    if (goalCount_ == 2) return "there are more than two goals; use 'lm'";
    link_ = problem.state.poses[goal->link];
    if (const char* reason = take(*goal)) return reason;
  }
  return goalCount_ > 0 ? nullptr : "no goal is on";
}

const char* Arm::take(const Goal& goal) {
  const Fixed fixed = fixedBy(goal, toolOf(goal));
  if (fixed.reason) return fixed.reason;
  if ((fixed.point && point_) || (fixed.turn > 0 && turn_))
    return "two goals are about the same freedoms; switch one off, or use 'lm'";
  if (fixed.point) {
    point_ = &goal;
    wantedPoint_ = fixed.wanted.p;
  }
  if (fixed.turn > 0) {
    turn_ = &goal;
    wantedTurn_ = fixed.wanted.r * goal.linkFromTool.r.conjugate();
    freeAxis_ = fixed.axis;
  }
  goals_[goalCount_++] = &goal;
  return nullptr;
}

const char* Arm::readHinges(const Problem& problem, bool limits) {
  const Model& model = problem.model();
  const char* reason = nullptr;
  std::array<const Motion*, mostHinges + 1> fromTip;
  int count = 0;
  surplus.clear();
  forEachMotionTowardsRoot(model, goals_[0]->link, [&](const Motion& motion) {
    if (reason || isHeld(problem, limits, motion)) return;
    if (motion.kind == Motion::Kind::ball)
      reason = "a ball joint is in the way; set its joint weights to 0, or use 'lm'";
    if (motion.slides()) reason = "a joint slides; set its joint weight to 0, or use 'lm'";
    const auto isShared = [&](const Motion* other) { return other->qIndex == motion.qIndex; };
    if (motion.mimics || std::any_of(fromTip.begin(), fromTip.begin() + count, isShared))
      reason = "two joints move together; set the joint weight of the one that the other mimics to 0, or use 'lm'";
    if (!reason && count >= mostHinges)
      surplus = join({surplus, surplus.empty() ? "'" : ", '", model.links[motion.link].name, "'"});
    if (!reason && count <= mostHinges) fromTip[count++] = &motion;
  });
  const int asked = (point_ ? 3 : 0) + (turn_ ? turn_->type->turnCount(*turn_) : 0);
  if (reason || asked < mostHinges - 1) surplus.clear();
  if (reason) return reason;
  if (count > asked && !(count == mostHinges && asked == mostHinges - 1))
    return "more hinges are free than the goals need; set the joint weights of the others to 0, or use 'lm'";
  if (count < asked) return "the goals ask for more than the free hinges can do; use 'lm'";
  if (!point_ && asked != 3) return "a direction alone needs no closed form; use 'lm'";
  inAll_ = hinges_ = count;
  held_ = mostHinges - 1;
  loop.hinges = std::min(count, 6);
  loop.size = model.size;
  for (int i = 0; i < count; ++i) {
    motions_[i] = fromTip[count - 1 - i];
    const Axis& axis = problem.state.axes[motions_[i]->axisIndex];
    lines_[i] = {axis.w, axis.o};
  }
  std::copy_n(lines_.begin(), loop.hinges, loop.lines.begin());
  return nullptr;
}

/// G, and a hinge for each rotation that the goals leave free: about the axis of a direction, or three about the point.
void Arm::aimAt(double t) {
  const Quat whole = turn_ ? Quat(wantedTurn_ * start_.r.conjugate()) : Quat(Quat::Identity());
  const Vec3 tip = point_ ? point_->linkFromTool.p : Vec3(Vec3::Zero());
  const Vec3 from = start_ * tip;
  const auto poseAt = [&](double t) {
    const Quat r = (t == 1 ? whole : expRotation<double>(t * logRotation(whole))) * start_.r;
    const Vec3 to = point_ ? Vec3(from + t * (wantedPoint_ - from)) : start_.p;
    return Pose{to - r * tip, r};
  };
  const Pose asked = poseAt(t);
  left_ = t == 1 ? Pose{} : poseAt(1) * asked.inverse();
  G_ = loop.G = Rigid(asked) * Rigid(start_).inverse();
  if (loop.hinges == 5) loop.lines[5] = {loop.G.R.transpose() * freeAxis_, from};
  for (int i = 3; loop.hinges == 3 && i < 6; ++i) loop.lines[i] = {Vec3::Unit(i - 3), from};
}

/// E₁…E₇ = G with Eₖ given: E₁…Eₖ₋₁ (Eₖ Eₖ₊₁ Eₖ⁻¹) … (Eₖ E₇ Eₖ⁻¹) = G Eₖ⁻¹.
void Arm::hold(int place, double angle) {
  held_ = place;
  heldAngle_ = angle;
  hinges_ = mostHinges - 1;
  const Rigid E = turn(lines_[place], angle);
  for (int i = 0; i < hinges_; ++i) loop.lines[i] = i < place ? lines_[i] : E * lines_[i + 1];
  loop.G = G_ * E.inverse();
}

}  // namespace limber::analytic
