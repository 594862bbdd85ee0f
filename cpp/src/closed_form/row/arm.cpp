#include "closed_form/row/arm.h"

#include <algorithm>
#include <limits>
#include <span>

#include "closed_form/families/families.h"
#include "descent/linearisation.h"
#include "numbers/random.h"
#include "problem/reach.h"

namespace limber::analytic {
namespace {

/// Largest number of links in a reason.
constexpr int mostNamed = 8;

/// The freedoms that a goal fixes when it is met.
struct Fixed {
  Pose wanted = {};  ///< a pose of the tool that meets the goal
  /// World axes of the point's coordinates and of the turns that stay free; the others are fixed.
  std::array<Vec3, 3> slides = {}, turns = {};
  int slideCount = 3, turnCount = 3;
  Vec3 onlyAxis = Vec3::Zero();  ///< axis of the only fixed turn
  RowMap map = {};               ///< of the goal, at `wanted`
  const char* reason = nullptr;
};

/// Above this, length rows depend on a rotation, or angle rows on a position.
constexpr double coupled = 1e-9;

/// Metres: rounding of a position that a chain of some ten links leads to, at this distance from the world's
/// origin.
double roundingAt(double distance) { return 4 * std::numeric_limits<double>::epsilon() * distance; }
/// Fraction of the size: if positions are rounded to more, nothing is certain.
constexpr double coarse = 1e-6;

/// Writes the null space of three rows, some of which may be zero; returns its dimension. With one dimension
/// it is perpendicular to two rows; with two, it is perpendicular to the only row, which becomes `only`.
int kernelOf(const Mat3& rows, std::array<Vec3, 3>& kernel, Vec3& only) {
  constexpr double none = 0.5;  // rows are unit vectors, or derivatives near to those
  only.setZero();
  if (std::abs(rows.determinant()) > none) return 0;
  Vec3 across = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    const Vec3 row = rows.row(i), product = row.cross(Vec3(rows.row((i + 1) % 3)));
    if (row.squaredNorm() > only.squaredNorm()) only = row;
    if (product.squaredNorm() > across.squaredNorm()) across = product;
  }
  if (across.norm() > none) {
    kernel[0] = unit(across);
    return 1;
  }
  only = unit(only);
  kernel[0] = anyPerpendicular(only);
  kernel[1] = only.cross(kernel[0]);
  return 2;
}

/// Whether the goal stays met all along its free directions, instead of on a curve or surface that is only
/// tangent.
bool isStraight(const Goal& goal, const Fixed& fixed, double size) {
  for (int i = 0; i < fixed.slideCount; ++i) {
    Eigen::Matrix<double, maxRows, 1> e;
    goal.type->error(goal, {fixed.wanted.p + size * fixed.slides[i], fixed.wanted.r}, e.data());
    if (!e.head(goal.type->linearRows).isZero(coupled * size + roundingAt(norm(fixed.wanted.p)))) return false;
  }
  return true;
}

Fixed fixedBy(const Goal& goal, const Pose& tool, double size) {
  static constexpr const char* unfit =
      "a goal is met on a curve or surface, not at a pose; solutions are for positions, directions, orientations "
      "and poses, also with axes free";
  Fixed fixed{wantedPose(goal, tool)};
  if (goal.type->needsJacobian || goal.type->motion) return {.reason = unfit};
  const bool lacksPart = (goal.type->linearRows > 0 && goal.linearWeight() == 0) ||
                         (goal.type->angularRows > 0 && goal.angularWeight() == 0);
  if (lacksPart) return {.reason = "a part of a goal has weight 0; leave its axes free instead, or use 'lm'"};
  const RowMap& map = fixed.map = goal.type->rowMap(goal, fixed.wanted);
  const int linear = goal.type->linearRows, angular = goal.type->angularRows;
  const bool isMixed = !map.block(0, 3, linear, 3).isZero(coupled) || !map.block(linear, 0, angular, 3).isZero(coupled);
  if (isMixed) return {.reason = unfit};
  Vec3 only;
  if (goal.type->hasPoint(goal)) fixed.slideCount = kernelOf(map.topLeftCorner<3, 3>(), fixed.slides, only);
  if (goal.type->turnCount(goal) > 0)
    fixed.turnCount = kernelOf(map.block<3, 3>(linear, 3), fixed.turns, fixed.onlyAxis);
  if (fixed.slideCount < 3 && !isStraight(goal, fixed, size)) return {.reason = unfit};
  return fixed;
}

}  // namespace

const char* Arm::read(const Problem& problem, bool limits, int draw) {
  problem_ = &problem;
  draw_ = draw;
  loop.size = problem.model().size;
  if (const char* reason = readGoals(problem)) return reason;
  if (const char* reason = readJoints(problem, limits)) return reason;
  start_ = link_;
  aimAt(1);
  static constexpr const char* noFamily =
      "a joint slides, and of the hinges beside it neither three meet nor three are parallel; set its joint weight "
      "to 0, or use 'lm'";
  if (joints_ < 6 - freeSlideCount_ - freeTurnCount_) return readChoices(noFamily);
  return canSlide() ? nullptr : noFamily;
}

void Arm::choose(int choice) {
  choice_ = choice;
  closeLoop();
}

const char* Arm::readGoals(const Problem& problem) {
  goalCount_ = choiceCount_ = choice_ = 0;
  hasRoom_ = false;
  choices_.fill(0);
  point_ = turn_ = nullptr;
  freeTurns_ = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  freeSlides_ = freeTurns_;
  freeTurnCount_ = freeSlideCount_ = 3;
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

/// The tool, or a pose between two that are on the edge of the room.
Pose Arm::drawn(const Goal& goal) const {
  const Pose tool = toolOf(goal);
  if (draw_ == 0) return tool;
  Random random(static_cast<std::uint64_t>(draw_));
  const auto atEdge = [&] {
    Vec3 away;
    Quat turn;
    for (double& each : away) each = random.between(-2, 2) * loop.size;
    for (double& each : turn.coeffs()) each = random.between(-1, 1);
    return wantedPose(goal, {tool.p + away, unit(turn)});
  };
  const Pose a = atEdge(), b = atEdge();
  const double part = random.between(0, 1);
  const double other = a.r.dot(b.r) < 0 ? -part : part;
  return {a.p + part * (b.p - a.p), unit(Quat(Eigen::Vector4d((1 - part) * a.r.coeffs() + other * b.r.coeffs())))};
}

const char* Arm::take(const Goal& asked) {
  const bool isLoose = limber::hasRoom(asked);
  if (isLoose) exact_[goalCount_] = nearestExact(asked, drawn(asked));
  hasRoom_ |= isLoose;
  const Goal& goal = isLoose ? *exact_[goalCount_] : asked;
  const Fixed fixed = fixedBy(goal, toolOf(goal), loop.size);
  if (fixed.reason) return fixed.reason;
  const bool fixesPoint = fixed.slideCount < 3, turns = fixed.turnCount < 3;
  if ((fixesPoint && point_) || (turns && turn_))
    return "two goals are about the same freedoms; switch one off, or use 'lm'";
  if (fixesPoint) {
    point_ = &goal;
    wantedPoint_ = fixed.wanted.p;
    errorRows_ = fixed.map.topLeftCorner<3, 3>();
    freeSlides_ = fixed.slides;
    freeSlideCount_ = fixed.slideCount;
  }
  if (turns) {
    turn_ = &goal;
    wantedTurn_ = fixed.wanted.r * goal.linkFromTool.r.conjugate();
    freeTurns_ = fixed.turns;
    freeTurnCount_ = fixed.turnCount;
    onlyAxis_ = fixed.onlyAxis;
  }
  goals_[goalCount_++] = &goal;
  return nullptr;
}

const char* Arm::readJoints(const Problem& problem, bool limits) {
  const Model& model = problem.model();
  const char* reason = nullptr;
  std::array<const Motion*, mostJoints + 1> fromTip;
  int count = 0;
  int others = 0;
  surplus.clear();
  anyHeld_ = false;
  forEachMotionTowardsRoot(model, goals_[0]->link, [&](const Motion& motion) {
    const bool isOut = isHeld(problem, limits, motion);
    anyHeld_ |= isOut;
    if (reason || isOut) return;
    if (motion.kind == Motion::Kind::ball)
      reason = "a ball joint is in the way; set its joint weights to 0, or use 'lm'";
    if (motion.slides() && motion.turns())
      reason = "a joint turns and slides at once; set its joint weight to 0, or use 'lm'";
    const auto isShared = [&](const Motion* other) { return other->qIndex == motion.qIndex; };
    if (motion.mimics || std::any_of(fromTip.begin(), fromTip.begin() + count, isShared))
      reason = "two joints move together; set the joint weight of the one that the other mimics to 0, or use 'lm'";
    if (!reason && count >= mostJoints && ++others <= mostNamed)
      surplus += join({others > 1 ? ", '" : "'", model.links[motion.link].name, "'"});
    if (!reason && count <= mostJoints) fromTip[count++] = &motion;
  });
  if (others > mostNamed) surplus += join({" and ", text(others - mostNamed), " more"});
  const int asked = 6 - freeSlideCount_ - freeTurnCount_;
  if (reason || asked < mostJoints - 1) surplus.clear();
  if (reason) return reason;
  if (count > asked && !(count == mostJoints && asked == mostJoints - 1))
    return "more joints are free than the goals need; set the joint weights of the others to 0, or use 'lm'";
  if (count == 0) return "no free joint moves the goals' link";
  if (!point_ && asked != 3) return "a direction alone needs no closed form; use 'lm'";
  inAll_ = joints_ = count;
  held_ = mostJoints - 1;
  loop.joints = std::min(count, 6);
  for (int i = 0; i < count; ++i) {
    motions_[i] = fromTip[count - 1 - i];
    const Axis& axis = problem.state.axes[motions_[i]->axisIndex];
    lines_[i] = motions_[i]->slides() ? Line{unit(Vec3(axis.v)), Vec3::Zero(), true} : Line{axis.w};
  }
  if (const char* reason = checkKinds()) return reason;
  return point_ ? seeFromBase(problem) : nullptr;
}

/// Positions of the lines and the link relative to the first of them, as sums along the chain: far from the
/// world's origin its coordinates are rounded, and so are their differences.
const char* Arm::seeFromBase(const Problem& problem) {
  const Model& model = problem.model();
  const State& state = problem.state;
  Vec3 base = Vec3::Zero(), at = base;  // seen from the link
  const auto ofMotions = [&](int first, int last) {
    for (int m = last; m-- > first;) {
      const Motion& motion = model.motions[m];
      if (motion.slides())
        at -= (motion.ratio * state.q[motion.qIndex] + motion.offset) * state.axes[motion.axisIndex].v;
      for (int i = 0; i < inAll_; ++i) {
        if (motions_[i] == &motion && !lines_[i].slides) lines_[i].o = at;
      }
      if (motions_[0] == &motion) base = at;
    }
  };
  forEachLinkTowardsRoot(model, goals_[0]->link, [&](int i) {
    const Link& link = model.links[i];
    ofMotions(link.firstMotion, link.lastMotion);
    if (link.parent >= 0) at -= state.poses[link.parent].r * link.parentFromJoint.p;
  });
  for (int i = 0; i < inAll_; ++i) {
    if (!lines_[i].slides) lines_[i].o -= base;
  }
  link_.p = -base;
  const Vec3& world = state.axes[motions_[0]->axisIndex].o;
  wantedPoint_ -= world;
  rounding_ = roundingAt(norm(world) + model.reach) / loop.size;
  return rounding_ < coarse ? nullptr
                            : "the arm is so far from the world's origin that places are rounded to a millionth of its "
                              "size; move its root nearer to the origin, or use 'lm'";
}

/// Null, or why closed forms cannot solve slides, or goals that only fix a turn about one axis.
const char* Arm::checkKinds() const {
  const auto row = std::span(lines_).first(inAll_);
  const bool anySlides = std::ranges::any_of(row, &Line::slides);
  if (anySlides && hasSpare())
    return "one of seven free joints slides; set its joint weight to 0, which holds it where it is, or use 'lm'";
  if (anySlides && !point_) return "a joint slides, which turns nothing; set its joint weight to 0, or use 'lm'";
  const auto isAcross = [&](const Line& line) { return !line.slides && !areParallel(line, {onlyAxis_}); };
  if (freeTurnCount_ == 2 && std::ranges::any_of(row, isAcross))
    return "a goal fixes the turn about one axis alone, which is solved for hinges parallel to it; fix more axes, or "
           "use 'lm'";
  return nullptr;
}

std::optional<Arm::Motions> Arm::constantMotions() const {
  if (anyHeld_ || inAll_ != 6) return std::nullopt;
  Motions all{problem_->model().revision, {}};
  std::copy_n(motions_.begin(), 6, all.motions.begin());
  return all;
}

bool Arm::canSlide() const {
  if (!point_ || loop.slides() == 0) return true;
  ClosedChain ideal = loop;
  int k = 0;
  return findFamily(loop, k) || bringToFamily(ideal, k);
}

bool Arm::isOutOfReach(double tolerance) const {
  const auto isFar = [&](const Goal* goal) { return isBeyond(*problem_, *goal, tolerance, false); };
  return isBeyondLines(tolerance) || (isWhole_ && std::any_of(goals_.begin(), goals_.begin() + goalCount_, isFar));
}

bool Arm::isBeyondLines(double tolerance) const {
  if (!point_ || joints_ > 6 || loop.slides() > 0) return false;
  double most = norm(tip_ - loop.lines[joints_ - 1].o);
  for (int i = 1; i < joints_; ++i) most += norm(loop.lines[i].o - loop.lines[i - 1].o);
  return norm(loop.G * tip_ - loop.lines[0].o) > most + tolerance + same * loop.size;
}

void Arm::aimAt(double t) {
  const Quat whole = turn_ ? Quat(wantedTurn_ * start_.r.conjugate()) : Quat(Quat::Identity());
  const Vec3 tip = pointOnLink();
  const Vec3 from = tip_ = start_ * tip;
  const auto poseAt = [&](double t) {
    const Quat r = (t == 1 ? whole : expRotation<double>(t * logRotation(whole))) * start_.r;
    const Vec3 to = point_ ? Vec3(from + t * (wantedPoint_ - from)) : start_.p;
    return Pose{to - r * tip, r};
  };
  const Pose asked = poseAt(t);
  isWhole_ = t == 1;
  left_ = t == 1 ? Pose{} : poseAt(1) * asked.inverse();
  G_ = loop.G = Rigid(asked) * Rigid(start_).inverse();
  closeLoop();
}

void Arm::aimBeside(const Vec3& shift, const Vec3& turn) {
  aimAt(1);
  const Vec3 wanted = G_ * (start_ * pointOnLink());
  const Mat3 R = unit(Quat(1, 0.5 * turn.x(), 0.5 * turn.y(), 0.5 * turn.z())).toRotationMatrix();
  G_ = loop.G = Rigid(R, wanted + loop.size * shift - R * wanted) * G_;
  isWhole_ = false;
  closeLoop();
}

/// After G: one line per motion that is free, a turn about an axis through the tool's point or a slide of that point
/// from its wanted place.
void Arm::closeLoop() {
  if (joints_ < inAll_) hold(held_, heldAngle_);
  if (hasSpare()) return;
  std::copy_n(lines_.begin(), joints_, loop.lines.begin());
  const Mat3 back = loop.G.R.transpose();
  Line* line = loop.lines.data() + joints_;
  for (int i = 0; i < freeTurnCount_; ++i) *line++ = {back * freeTurns_[i], tip_};
  for (int i = 0; i < freeSlideCount_; ++i) *line++ = {back * freeSlides_[i], tip_, true};
  for (int i = 0; i < 6; ++i) {
    if (choices_[choice_] >> i & 1) *line++ = {back * asked_[i].h, tip_, asked_[i].slides};
  }
}

Arm::Weights Arm::weightsFor(double tolerance, double angleTolerance) const {
  Weights weights{};
  double* weight = weights.data();
  for (int k = 0; k < goalCount_; ++k) {
    const GoalType& type = *goals_[k]->type;
    for (int i = 0; i < type.rows(); ++i) *weight++ = i < type.linearRows ? loop.size / tolerance : 1 / angleTolerance;
  }
  return weights;
}

/// E₁…E₇ = G with Eₖ given: E₁…Eₖ₋₁ (Eₖ Eₖ₊₁ Eₖ⁻¹) … (Eₖ E₇ Eₖ⁻¹) = G Eₖ⁻¹.
void Arm::hold(int place, double angle) {
  held_ = place;
  heldAngle_ = angle;
  joints_ = mostJoints - 1;
  const Rigid E = motionOf(lines_[place], angle);
  for (int i = 0; i < joints_; ++i) loop.lines[i] = i < place ? lines_[i] : E * lines_[i + 1];
  loop.G = G_ * E.inverse();
  tip_ = E * (start_ * pointOnLink());
}

}  // namespace limber::analytic
