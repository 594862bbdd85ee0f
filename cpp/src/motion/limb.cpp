#include "motion/limb.h"

namespace limber::motion {
namespace {

const Motion& onlyMotion(const Model& model, int link) { return model.motions[model.links[link].firstMotion]; }

bool movesBy(const Model& model, int link, Motion::Kind kind) {
  const Link& at = model.links[link];
  return at.lastMotion == at.firstMotion + 1 && onlyMotion(model, link).kind == kind;
}

/// The joint's frame of a link in one above it, with all joints between at zero; false if it is not above.
bool jointIn(const Model& model, int above, int link, Pose& out) {
  out = {};
  for (int at = link; at != above; at = model.links[at].parent) {
    if (at < 0) return false;
    out = model.links[at].parentFromJoint * out;
  }
  return true;
}

}  // namespace

void sweepFrom(State& state, int link) {
  for (int at = link; at < state.model->links[link].subtreeEnd; ++at) sweepLink(state, at);
}

Limb::Limb(const Model& model, int ball, int hinge, int end) {
  if (std::min({ball, hinge, end}) < 0) return;
  if (!movesBy(model, ball, Motion::Kind::ball) || !movesBy(model, hinge, Motion::Kind::screw)) return;
  Pose hingeFromEnd;
  if (!jointIn(model, ball, hinge, ballFromHinge_) || !jointIn(model, hinge, end, hingeFromEnd)) return;
  const Motion& motion = onlyMotion(model, hinge);
  e_ = hingeFromEnd.p;
  w_ = motion.w;
  limits_ = motion.limits;
  // R(w, θ)·e = w (w·e) + cos θ (e − w (w·e)) + sin θ (w × e), and m in the hinge's frame is o⁻¹·m.
  const Vec3 m = ballFromHinge_.r.conjugate() * ballFromHinge_.p;
  const double along = m.dot(w_) * w_.dot(e_);
  const double b = 2 * (m.dot(e_) - along);
  const double c = 2 * m.dot(w_.cross(e_));
  a_ = m.squaredNorm() + e_.squaredNorm() + 2 * along;
  r_ = std::hypot(b, c);
  phi_ = std::atan2(c, b);
  if (!(r_ > 1e-12 * a_)) return;
  way_ = limits_.max - phi_ >= phi_ - limits_.min ? 1 : -1;
  const auto distance = [&](double theta) { return std::sqrt(std::max(0.0, a_ + r_ * cosSin(theta - phi_).cos)); };
  longest_ = distance(within(1));
  shortest_ = distance(within(-1));
  ball_ = ball;
  hinge_ = hinge;
  end_ = end;
  ballAt_ = onlyMotion(model, ball).qIndex;
  hingeAt_ = motion.qIndex;
}

/// θ = φ ± acos(cosine), on the side that has more room.
double Limb::within(double cosine) const {
  return std::clamp(phi_ + way_ * std::acos(std::clamp(cosine, -1.0, 1.0)), limits_.min, limits_.max);
}

double Limb::spanning(double distance) const { return within((distance * distance - a_) / r_); }

/// The square of the distance by the angle between the bones: |m|² + |e|² + 2 |m| |e| cos(angle).
double Limb::bentBy(double angle) const {
  const double m = upper();
  const double e = lower();
  return within((m * m + e * e + 2 * m * e * cosSin(angle).cos - a_) / r_);
}

void Limb::reach(State& state, const Vec3& target, double share) const {
  const Vec3 root = state.poses[ball_].p;
  const double theta = spanning(std::min(norm(target - root), span(share)));
  const Vec3 end = ballFromHinge_.p + turned(theta);
  // World from ball is base · ball, and the least turn t comes first: ball ← base⁻¹ · t · base · ball.
  const Quat now = state.poses[ball_].r;
  const Quat ball = readQuat(&state.q[ballAt_]);
  const Quat t = rotationBetween(now * end, target - root);
  writeQuat(unit(Quat(ball * now.conjugate() * t * now)), &state.q[ballAt_]);
  state.q[hingeAt_] = theta;
  sweepFrom(state, ball_);
}

}  // namespace limber::motion
