#include "step/outside_motion.h"

#include <algorithm>
#include <cmath>

#include "goals/goal_type.h"

namespace limber {
namespace {

bool isDriven(const Problem& problem, const Motion& motion) {
  const double* weights = &problem.jointWeights[motion.vIndex];
  return !motion.mimics && std::all_of(weights, weights + motion.nv(), [](double w) { return w == 0; });
}

bool isKnown(const double* velocity, int count) {
  return std::none_of(velocity, velocity + count, [](double v) { return std::isnan(v); });
}

/// Calls `plain(i)` for every number of a target that is not part of a quaternion or direction.
template <class F>
void forEachPlain(const GoalType& type, F&& plain) {
  for (int i = 0; i < type.targetSize; ++i) {
    const bool inRotation = type.quaternionAt >= 0 && i >= type.quaternionAt;
    if (!inRotation && type.directionAt < 0) plain(i);
  }
}

/// The rotation between two targets with a quaternion or direction; zero for others.
Vec3 turnBetween(const GoalType& type, const double* from, const double* to) {
  if (type.quaternionAt >= 0) {
    const int at = type.quaternionAt;
    return logRotation<double>(unit(readQuat(to + at)) * unit(readQuat(from + at)).conjugate());
  }
  if (type.directionAt < 0) return Vec3::Zero();
  const int at = type.directionAt;
  return logRotation<double>(rotationBetween(Eigen::Map<const Vec3>(from + at), Eigen::Map<const Vec3>(to + at)));
}

void turnTarget(const GoalType& type, const Vec3& turn, const double* from, double* out) {
  const Quat r = expRotation<double>(turn);
  if (type.quaternionAt >= 0) {
    const int at = type.quaternionAt;
    writeQuat(Quat((r * unit(readQuat(from + at))).normalized()), out + at);
  } else if (type.directionAt >= 0) {
    const int at = type.directionAt;
    Eigen::Map<Vec3>{out + at} = r * unit(Vec3(Eigen::Map<const Vec3>(from + at)));
  }
}

}  // namespace

OutsideMotion::OutsideMotion(const Problem& problem)
    : from_(problem.model().nq), to_(problem.model().nq), by_(problem.model().nv) {
  driven_.reserve(problem.model().motions.size());
  targets_.reserve(problem.goals().size());
}

void OutsideMotion::begin(Problem& problem) {
  const std::vector<double>& stepped = problem.stepped.q;
  std::ranges::copy(problem.state.q, to_.begin());
  std::ranges::copy(stepped.empty() ? std::span<const double>(problem.state.q) : stepped, from_.begin());
  difference(problem.model(), from_.data(), to_.data(), by_.data());
  driven_.clear();
  for (const Motion& motion : problem.model().motions) {
    if (isDriven(problem, motion)) driven_.push_back(&motion);
  }
  targets_.clear();
  for (const auto& goal : problem.goals()) {
    if (goal->weight == 0) continue;
    const auto& known = problem.stepped.targets;
    const auto last = std::ranges::find(known, goal->id, &SteppedMotion::Target::goal);
    targets_.push_back({goal.get(), last == known.end() ? goal->target : last->target, goal->target});
  }
}

void OutsideMotion::placeMotion(Problem& problem, const Motion& motion, double part) const {
  double* q = &problem.state.q[motion.qIndex];
  if (part == 1) {
    std::copy_n(&to_[motion.qIndex], motion.nq(), q);
    return;
  }
  std::copy_n(&from_[motion.qIndex], motion.nq(), q);
  std::array<double, 3> step{};
  for (int k = 0; k < motion.nv(); ++k) step[k] = part * by_[motion.vIndex + k];
  if (part != 0) integrate(motion, step.data(), q);
}

void OutsideMotion::placeTarget(const Target& target, double part) const {
  const GoalType& type = *target.goal->type;
  double* out = target.goal->target.data();
  if (part == 0 || part == 1) {
    std::ranges::copy(part == 0 ? target.from : target.to, out);
    return;
  }
  forEachPlain(type, [&](int i) { out[i] = target.from[i] + part * (target.to[i] - target.from[i]); });
  const Vec3 turn = part * turnBetween(type, target.from.data(), target.to.data());
  turnTarget(type, turn, target.from.data(), out);
}

void OutsideMotion::place(Problem& problem, double part) const {
  for (const Motion* motion : driven_) placeMotion(problem, *motion, part);
  for (const Target& target : targets_) placeTarget(target, part);
}

void OutsideMotion::foresee(Problem& problem, double from, double part, double h) const {
  for (const Motion* motion : driven_) {
    const double* velocity = &problem.drivenVelocities[motion->vIndex];
    if (!isKnown(velocity, motion->nv())) {
      placeMotion(problem, *motion, part);
      continue;
    }
    placeMotion(problem, *motion, from);
    std::array<double, 3> step{};
    for (int k = 0; k < motion->nv(); ++k) step[k] = h * velocity[k];
    integrate(*motion, step.data(), &problem.state.q[motion->qIndex]);
  }
  for (const Target& target : targets_) {
    const Goal& goal = *target.goal;
    if (!isKnown(goal.velocity.data(), 6)) {
      placeTarget(target, part);
      continue;
    }
    placeTarget(target, from);
    double* out = target.goal->target.data();
    forEachPlain(*goal.type, [&](int i) { out[i] += h * goal.velocity[i]; });
    const std::array<double, 7> at = goal.target;
    const Vec3 turn = h * Eigen::Map<const Vec3>(goal.velocity.data() + 3);
    turnTarget(*goal.type, turn, at.data(), out);
  }
}

void OutsideMotion::remember(Problem& problem) const {
  problem.stepped.q.assign(problem.state.q.begin(), problem.state.q.end());
  problem.stepped.targets.clear();
  for (const auto& goal : problem.goals()) {
    if (goal->weight > 0) problem.stepped.targets.push_back({goal->id, goal->target});
  }
}

void OutsideMotion::readVelocities(Problem& problem, double dt) const {
  for (const Motion* motion : driven_) {
    const int v = motion->vIndex;
    const bool known = isKnown(&problem.drivenVelocities[v], motion->nv());
    for (int k = v; k < v + motion->nv(); ++k)
      problem.velocities[k] = known ? problem.drivenVelocities[k] : by_[k] / dt;
  }
}

}  // namespace limber
