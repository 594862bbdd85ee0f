#include <algorithm>

#include "limber/state.h"
#include "numbers/dual.h"

namespace limber {
namespace {

template <class S>
S valueOf(const Motion& motion, const S* q) {
  return q[motion.qIndex] * motion.ratio + motion.offset;
}

/// Rotation about a unit axis, from the cosine and sine of half the angle.
template <class S>
QuatT<S> turnAbout(const Vec3& axis, const S& cosine, const S& sine) {
  return QuatT<S>(cosine, sine * axis.x(), sine * axis.y(), sine * axis.z());
}

/// Moves the frame `at` by one motion. A screw slides along its own axis, so turn and slide commute. `cosine`
/// and `sine` belong to half its angle.
template <class S>
void apply(const Motion& motion, const S* q, const S& cosine, const S& sine, PoseT<S>& at) {
  if (motion.kind == Motion::Kind::ball) {
    at.r = at.r * readQuat(q + motion.qIndex);
    return;
  }
  if (motion.slides()) at.p += at.r * Vec3T<S>(motion.v.cast<S>() * valueOf(motion, q));
  if (motion.turns()) at.r = at.r * turnAbout(motion.w, cosine, sine);
}

template <class S>
inline PoseT<S> jointPose(const Link& link, const PoseT<S>* poses) {
  const PoseT<S> parentFromJoint = link.parentFromJoint.template cast<S>();
  if (link.parent < 0) return parentFromJoint;
  const PoseT<S>& parent = poses[link.parent];
  PoseT<S> at{parent * parentFromJoint.p, parent.r};
  if (link.isTurned) at.r = parent.r * parentFromJoint.r;
  return at;
}

/// A screw does not move its own axis. Without a turn or slide, w or v stays zero.
void noteScrewAxis(const Motion& motion, const Pose& at, Axis& axis) {
  if (motion.turns()) axis.w = at.r * motion.w;
  if (motion.slides()) axis.v = at.r * motion.v;
  axis.o = at.p;
}

/// A ball turns about the axes of its rotated frame.
void noteBallAxes(const Pose& turned, Axis* axes) {
  const Mat3 worldFromBall = turned.r.toRotationMatrix();
  for (int k = 0; k < 3; ++k) {
    axes[k].w = worldFromBall.col(k);
    axes[k].o = turned.p;
  }
}

inline void readHalfTurn(State& state, std::size_t m) {
  const Motion& motion = state.model->motions[m];
  if (motion.kind == Motion::Kind::screw && motion.turns())
    state.halfTurns[m] = halfTurn(valueOf(motion, state.q.data()));
}

/// Pose and axes of one link from its parent's pose and its half turns.
inline Pose carry(State& state, std::size_t i) {
  const Model& model = *state.model;
  const Link& link = model.links[i];
  Pose at = jointPose(link, state.poses.data());
  for (int m = link.firstMotion; m < link.lastMotion; ++m) {
    const Motion& motion = model.motions[m];
    const HalfTurn& half = state.halfTurns[m];
    Axis* axes = &state.axes[motion.axisIndex];
    if (motion.kind == Motion::Kind::screw) noteScrewAxis(motion, at, axes[0]);
    apply(motion, state.q.data(), half.cosine, half.sine, at);
    if (motion.kind == Motion::Kind::ball) noteBallAxes(at, axes);
  }
  return at;
}

void forgetSweep(State& state) {
  state.isPlaced = false;
  if (!state.sweptQ.empty()) state.sweptQ[0] = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

State::State(std::shared_ptr<const Model> of)
    : model(std::move(of)),
      q(model->nq),
      poses(model->links.size()),
      axes(model->nAxes),
      halfTurns(model->motions.size()),
      sweptQ(q.size()) {
  reset();
}

void State::reset() {
  q = model->rest;
  projectOntoLimits(*model, q.data());
  sweep(*this);
}

void State::place() {
  forgetSweep(*this);
  for (Pose& pose : poses) pose.r = pose.r.coeffs().isZero(0) ? Quat(1, 0, 0, 0) : unit(pose.r);
  isPlaced = true;
}

void sweep(State& state) {
  for (std::size_t m = 0; m < state.model->motions.size(); ++m) readHalfTurn(state, m);
  sweepFromHalfTurns(state);
  std::ranges::copy(state.q, state.sweptQ.begin());
  state.sweptRevision = state.model->revision;
}

void sweepLink(State& state, int link) {
  forgetSweep(state);
  const Link& it = state.model->links[link];
  for (int m = it.firstMotion; m < it.lastMotion; ++m) readHalfTurn(state, m);
  state.poses[link] = carry(state, link);
}

Pose carriedPose(State& state, int link) {
  const Link& it = state.model->links[link];
  for (int m = it.firstMotion; m < it.lastMotion; ++m) readHalfTurn(state, m);
  return carry(state, link);
}

void sweepFromHalfTurns(State& state) {
  forgetSweep(state);
  for (std::size_t i = 0; i < state.model->links.size(); ++i) state.poses[i] = carry(state, i);
}

template <class S>
PoseT<S> linkPose(const Model& model, int which, const S* q, const PoseT<S>* poses) {
  const Link& link = model.links[which];
  PoseT<S> at = jointPose(link, poses);
  for (int m = link.firstMotion; m < link.lastMotion; ++m) {
    const Motion& motion = model.motions[m];
    const S half = motion.kind == Motion::Kind::screw ? valueOf(motion, q) * 0.5 : S(0);
    const CosSin<S> turn = cosSin(half);
    apply<S>(motion, q, turn.cos, turn.sin, at);
  }
  return at;
}
template PoseT<Dual> linkPose(const Model&, int, const Dual*, const PoseT<Dual>*);

template <class S>
void forwardKinematics(const Model& model, const S* q, PoseT<S>* poses) {
  const int count = static_cast<int>(model.links.size());
  for (int i = 0; i < count; ++i) poses[i] = linkPose(model, i, q, poses);
}
template void forwardKinematics<double>(const Model&, const double*, PoseT<double>*);
template void forwardKinematics<Dual>(const Model&, const Dual*, PoseT<Dual>*);

template <class S>
void integrate(const Motion& motion, const S* step, S* at) {
  if (motion.kind == Motion::Kind::screw) {
    at[0] += step[0];
    return;
  }
  const QuatT<S> turned = readQuat(at) * expRotation<S>(Vec3T<S>(step[0], step[1], step[2]));
  writeQuat<S>(turned.normalized(), at);
}
template void integrate<double>(const Motion&, const double*, double*);
template void integrate<Dual>(const Motion&, const Dual*, Dual*);

template <class S>
void integrate(const Model& model, const S* dq, S* q) {
  for (const Motion& motion : model.motions) {
    if (!motion.mimics) integrate(motion, dq + motion.vIndex, q + motion.qIndex);
  }
}
template void integrate<double>(const Model&, const double*, double*);
template void integrate<Dual>(const Model&, const Dual*, Dual*);

void difference(const Model& model, const double* from, const double* to, double* dq) {
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    const double* a = from + motion.qIndex;
    const double* b = to + motion.qIndex;
    if (motion.kind == Motion::Kind::screw) {
      dq[motion.vIndex] = b[0] - a[0];
    } else {
      Eigen::Map<Vec3>{dq + motion.vIndex} = logRotation<double>(readQuat(a).conjugate() * readQuat(b));
    }
  }
}

void normalise(const Model& model, double* q) {
  for (const Motion& motion : model.motions) {
    if (motion.kind != Motion::Kind::ball) continue;
    const Quat r = readQuat(q + motion.qIndex);
    if (std::abs(r.squaredNorm() - 1) < 1e-14) continue;  // dividing would change its last bits
    writeQuat(r.coeffs().isZero(0) ? Quat(1, 0, 0, 0) : unit(r), q + motion.qIndex);
  }
}

bool allFinite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace limber
