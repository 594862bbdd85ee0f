#include "joint_values.h"

namespace limber::maximal {
namespace {

/// One motion after another, over and over: each is the best for the others as they are.
constexpr int rounds = 4;

Pose moved(const Motion& motion, const double* q) {
  Pose pose;
  if (motion.kind == Motion::Kind::ball) {
    pose.r = readQuat(q);
    return pose;
  }
  const double value = motion.ratio * *q + motion.offset;
  pose.p = value * motion.v;
  if (motion.turns()) {
    const auto [cosine, sine] = halfTurn(value);
    pose.r = Quat(cosine, sine * motion.w.x(), sine * motion.w.y(), sine * motion.w.z());
  }
  return pose;
}

/// The value of a screw whose motion is nearest to `wanted`.
double nearest(const Motion& motion, const Pose& wanted, double before) {
  if (!motion.turns()) return wanted.p.dot(motion.v) / motion.v.squaredNorm();
  const double turn = twistAngle(wanted.r, motion.w);
  return before + std::remainder(turn - before, 2 * pi);
}

}  // namespace

void readJointValues(Problem& problem, const std::vector<char>& isHeld) {
  const Model& model = problem.model();
  State& state = problem.state;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const Pose parent = link.parent < 0 ? Pose() : state.poses[link.parent];
    const Pose whole = (parent * link.parentFromJoint).inverse() * state.poses[i];
    for (int round = 0; round < rounds; ++round) {
      for (int m = link.firstMotion; m < link.lastMotion; ++m) {
        const Motion& motion = model.motions[m];
        if (motion.mimics || isHeld[motion.vIndex]) continue;
        Pose before;
        Pose after;
        for (int k = link.firstMotion; k < m; ++k)
          before = before * moved(model.motions[k], &state.q[model.motions[k].qIndex]);
        for (int k = m + 1; k < link.lastMotion; ++k)
          after = after * moved(model.motions[k], &state.q[model.motions[k].qIndex]);
        const Pose wanted = before.inverse() * whole * after.inverse();
        double* q = &state.q[motion.qIndex];
        if (motion.kind == Motion::Kind::ball) {
          writeQuat(unit(wanted.r), q);
        } else {
          *q = nearest(motion, wanted, *q);
        }
      }
      if (link.lastMotion - link.firstMotion < 2) break;
    }
  }
}

}  // namespace limber::maximal
