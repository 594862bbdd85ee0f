#include "arm.h"

#include <algorithm>

namespace limber::arms {
namespace {

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

Frame<double> frameOf(const Mat3& r, const Vec3& p) { return {r.col(0), r.col(1), r.col(2), p}; }

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

}  // namespace

std::optional<Arm> Arm::from(const Problem& problem, const SolveOptions& options) {
  const Model& model = problem.model();
  Arm arm;
  arm.goal_ = onlyGoal(problem);
  if (!arm.goal_ || !arm.goal_->type->pairError || arm.goal_->targetLink >= 0) return std::nullopt;

  std::vector<int> chain;
  forEachLinkTowardsRoot(model, arm.goal_->link, [&](int link) { chain.push_back(link); });
  std::vector<const Motion*> motions;
  // The constant motions before, between and after the joints.
  std::vector<Pose> between;
  Pose since;
  const auto close = [&](const Motion& motion) {
    const Quat ontoZ = rotationBetween(Vec3::UnitZ(), motion.turns() ? motion.w : motion.v);
    between.push_back(since * Pose{Vec3::Zero(), ontoZ});
    since = {Vec3::Zero(), ontoZ.conjugate()};
    motions.push_back(&motion);
  };
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    const Link& at = model.links[static_cast<std::size_t>(*link)];
    since = since * at.parentFromJoint;
    for (int m = at.firstMotion; m < at.lastMotion; ++m) {
      const Motion& motion = model.motions[static_cast<std::size_t>(m)];
      if (!fits(motion) || std::ssize(motions) == mostJoints) return std::nullopt;
      close(motion);
    }
  }
  if (std::ssize(motions) < arm.goal_->type->rows()) return std::nullopt;
  since = since * arm.goal_->linkFromTool;

  Eigen::VectorXd scale(model.nv);
  readScale(problem, options, scale);
  arm.base_ = frameOf(between[0].r.toRotationMatrix(), between[0].p);
  arm.tip_ = frameOf(since.r.toRotationMatrix(), since.p);
  double before = 0;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const Motion& motion = *motions[i];
    Joint joint{.slides = motion.slides(), .offset = before, .qIndex = motion.qIndex, .scale = scale[motion.vIndex],
                .unit = unitOf(model, motion), .restUnit = restUnitOf(model, motion),
                .limits = options.limits ? motion.limits : Interval{-infinity, infinity}};
    if (i + 1 < motions.size()) {
      const Euler angles(between[i + 1].r.toRotationMatrix());
      joint.offset += angles.a;
      const auto [cosine, sine] = cosSin(angles.a);
      const Vec3& p = between[i + 1].p;
      joint.t = {cosine * p.x() + sine * p.y(), cosine * p.y() - sine * p.x(), p.z()};
      const auto [cosAlpha, sinAlpha] = cosSin(angles.alpha);
      joint.cosine = cosAlpha;
      joint.sine = sinAlpha;
      before = angles.b;
    }
    arm.joints_.push_back(joint);
  }
  return arm;
}

}  // namespace limber::arms
