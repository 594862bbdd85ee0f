#include "solvers/maximal/joint_values.h"

#include <algorithm>
#include <utility>

namespace limber::maximal {
namespace {

/// Motions are fitted in turn, each with the others fixed. Axes far from perpendicular take many rounds.
constexpr int mostRounds = 50;

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

/// The screw's value whose motion is nearest to `wanted`.
double nearest(const Motion& motion, const Pose& wanted, double before) {
  if (!motion.turns()) return wanted.p.dot(motion.v) / motion.v.squaredNorm();
  const double turn = twistAngle(wanted.r, motion.w);
  return before + std::remainder(turn - before, 2 * pi);
}

/// One round over the motions of a link whose joint moves it by `whole`. Returns the largest change of a
/// screw.
double improve(const Model& model, const Link& link, const Pose& whole, const std::vector<char>& isHeld, double* q) {
  double most = 0;
  for (int m = link.firstMotion; m < link.lastMotion; ++m) {
    const Motion& motion = model.motions[m];
    if (motion.mimics || isHeld[motion.vIndex]) continue;
    Pose before;
    Pose after;
    for (int k = link.firstMotion; k < link.lastMotion; ++k) {
      const Pose by = moved(model.motions[k], q + model.motions[k].qIndex);
      if (k < m) before = before * by;
      if (k > m) after = after * by;
    }
    const Pose wanted = before.inverse() * whole * after.inverse();
    double* value = q + motion.qIndex;
    if (motion.kind == Motion::Kind::ball) {
      writeQuat(unit(wanted.r), value);
      continue;
    }
    const double last = std::exchange(*value, nearest(motion, wanted, *value));
    most = std::max(most, std::abs(*value - last));
  }
  return most;
}

}  // namespace

void readJointValues(Problem& problem, const std::vector<char>& isHeld) {
  const Model& model = problem.model();
  State& state = problem.state;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const Pose parent = link.parent < 0 ? Pose() : state.poses[link.parent];
    const Pose whole = (parent * link.parentFromJoint).inverse() * state.poses[i];
    const int most = link.lastMotion - link.firstMotion > 1 ? mostRounds : 1;
    for (int round = 0; round < most; ++round) {
      if (improve(model, link, whole, isHeld, state.q.data()) < 1e-12) break;
    }
  }
}

}  // namespace limber::maximal
