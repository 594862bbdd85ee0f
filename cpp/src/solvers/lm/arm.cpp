#include "solvers/lm/arm.h"

#include <algorithm>

namespace limber::arms {
namespace {

/// Of a product of rotations.
constexpr double rounding = 1e-15;

/// Angles with r = Rz(a) Rx(α) Rz(b), α from 0 to π.
struct Euler {
  double a, alpha, b;

  explicit Euler(const Mat3& r) {
    const double sine = std::hypot(r(0, 2), r(1, 2));
    alpha = std::atan2(sine, r(2, 2));
    const bool isFlat = sine < 1e-12;  // only a + b, or a − b, is known
    a = isFlat ? std::atan2(r(1, 0), r(0, 0)) : std::atan2(r(0, 2), -r(1, 2));
    b = isFlat ? 0 : std::atan2(r(2, 0), r(2, 1));
  }
};

Frame<double> frameOf(const Pose& pose) {
  const Mat3 r = pose.r.toRotationMatrix();
  return {r.col(0), r.col(1), r.col(2), pose.p};
}

/// The one active goal, if there is one.
const Goal* onlyGoal(const Problem& problem) {
  const Goal* only = nullptr;
  for (const auto& goal : problem.goals()) {
    if (goal->weight == 0) continue;
    if (only) return nullptr;
    only = goal.get();
  }
  return only;
}

/// A hinge, or a slide by a metre per metre.
bool fits(const Motion& motion) {
  if (motion.kind != Motion::Kind::screw || motion.mimics || motion.turns() == motion.slides()) return false;
  return motion.turns() || std::abs(motion.v.squaredNorm() - 1) < 1e-14;
}

/// The constant motions before, between and after the joints of a chain, whose axes they bring onto z.
struct ConstantMotions {
  std::array<const Motion*, mostJoints> motions;
  std::array<Pose, mostJoints + 1> between;
  int count = 0;

  /// False if a joint does not fit, or there are too many.
  bool add(const Model& model, int link) {
    if (link < 0) return true;
    const Link& at = model.links[static_cast<std::size_t>(link)];
    if (!add(model, at.parent)) return false;
    between[count] = between[count] * at.parentFromJoint;
    for (int m = at.firstMotion; m < at.lastMotion; ++m) {
      if (!add(model.motions[static_cast<std::size_t>(m)])) return false;
    }
    return true;
  }

 private:
  bool add(const Motion& motion) {
    if (!fits(motion) || count == mostJoints) return false;
    const Quat ontoZ = rotationBetween(Vec3::UnitZ(), motion.turns() ? motion.w : motion.v);
    between[count].r = between[count].r * ontoZ;
    motions[count++] = &motion;
    between[count] = {Vec3::Zero(), ontoZ.conjugate()};
    return true;
  }
};

}  // namespace

bool SerialArm::Source::isSame(const Source& other) const {
  return revision == other.revision && type == other.type && link == other.link && limits == other.limits &&
         linkFromTool.p == other.linkFromTool.p && linkFromTool.r.coeffs() == other.linkFromTool.r.coeffs();
}

bool SerialArm::read(const Problem& problem, const SolveOptions& options) {
  goal_ = onlyGoal(problem);
  if (!goal_ || !goal_->type->laneRows || goal_->targetLink >= 0) return false;
  const Source source = {problem.model().revision, goal_->type, goal_->link, goal_->linkFromTool, options.limits};
  if (source_.isSame(source) && std::ranges::equal(weights_, problem.jointWeights)) return fits_;
  source_ = source;
  std::ranges::copy(problem.jointWeights, weights_.begin());
  return fits_ = readChain(problem, options);
}

bool SerialArm::readChain(const Problem& problem, const SolveOptions& options) {
  const Model& model = problem.model();
  ConstantMotions chain;
  if (!chain.add(model, goal_->link) || chain.count == 0) return false;
  count_ = chain.count;
  base_ = frameOf(chain.between[0]);
  tip_ = frameOf(chain.between[count_] * goal_->linkFromTool);
  double before = 0;  // b of the rotation before
  for (int i = 0; i < count_; ++i) {
    const Motion& motion = *chain.motions[i];
    Joint& joint = joints_[i] = Joint();
    joint.slides = motion.slides();
    joint.offset = before;
    joint.qIndex = motion.qIndex;
    joint.perUnit = 1 / unitOf(model, motion);
    joint.perRestUnit = 1 / restUnitOf(model, motion);
    joint.scale = isHeld(problem, options, motion) ? 0 : problem.jointWeights[motion.vIndex] * unitOf(model, motion);
    joint.limits = options.limits ? motion.limits : Interval{-infinity, infinity};
    if (i + 1 == count_) break;
    const Pose& next = chain.between[i + 1];
    const Euler angles(next.r.toRotationMatrix());
    const auto [cosine, sine] = cosSin(angles.a);
    const auto [cosAlpha, sinAlpha] = cosSin(angles.alpha);
    joint.offset += angles.a;
    joint.t = {cosine * next.p.x() + sine * next.p.y(), cosine * next.p.y() - sine * next.p.x(), next.p.z()};
    for (double& t : joint.t) {
      if (std::abs(t) < rounding * model.reach) t = 0;
    }
    joint.cosine = std::abs(cosAlpha) < rounding ? 0 : cosAlpha;
    joint.sine = sinAlpha;
    before = angles.b;
  }
  return true;
}

}  // namespace limber::arms
