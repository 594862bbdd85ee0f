#include "closed_form/seven/swivel.h"

#include "closed_form/families/families.h"
#include "closed_form/families/three_hinges.h"
#include "closed_form/seven/curve.h"

namespace limber::analytic {
namespace {

Vec3 across(const Vec3& n, const Vec3& a) { return a - n * n.dot(a); }

}  // namespace

std::optional<Swivel> Swivel::of(const Arm& arm, const Vec3& side) {
  const double size = arm.loop.size;
  const auto S = centreOf(&arm.line(0), size), W = centreOf(&arm.line(4), size);
  if (!S || !W) return std::nullopt;
  const Line& elbow = arm.line(3);
  const Vec3 E = elbow.o + elbow.h * elbow.h.dot(*S - elbow.o);
  // |a + R₄b|² is the squared distance from S to W, with h₄ · a = 0.
  const Vec3 a = E - *S, b = *W - E;
  const Vec3 wanted = arm.whole() * *W - *S;
  const Wave twice = dotTurned(a, elbow.h, b) * 2;
  const double squares = a.squaredNorm() + b.squaredNorm();
  if (twice.amplitude() < same * size * size || wanted.norm() < same * size) return std::nullopt;
  Swivel swivel;
  swivel.arm_ = &arm;
  swivel.a_ = a;
  swivel.b_ = b;
  swivel.elbows_ = rootsOf(twice.plus(squares - wanted.squaredNorm()));
  const double most = std::sqrt(squares + twice.amplitude()),
               least = std::sqrt(std::max(0.0, squares - twice.amplitude()));
  swivel.beyond_ = std::max(wanted.norm() - most, least - wanted.norm());
  swivel.lever_ = (arm.tip() - *W).norm();
  swivel.n_ = unit(wanted);
  const Vec3 up = across(swivel.n_, arm.line(0).h);
  swivel.u_ = unit(up.norm() > nearlyNone ? up : across(swivel.n_, side));
  swivel.v_ = swivel.n_.cross(swivel.u_);
  for (int e = 0; e < swivel.elbows_.count; ++e) {
    const Vec3 w = a + rotation(elbow.h, swivel.elbows_.q[e]) * b;
    swivel.frames_[e] = frame(unit(w), a, elbow.h, size);
  }
  return swivel;
}

Swivel::Eight Swivel::solve(double psi) const {
  const auto [cosine, sine] = cosSin(psi);
  Mat3 wanted;
  wanted.col(0) = n_;
  wanted.col(1) = cosine * u_ + sine * v_;
  wanted.col(2) = cosine * v_ - sine * u_;
  Eight found;
  for (int e = 0; e < elbows_.count; ++e) {
    const Mat3 shoulder = wanted * frames_[e].transpose();
    const Mat3 wrist = (shoulder * rotation(arm_->line(3).h, elbows_.q[e])).transpose() * arm_->whole().R;
    const Triples ends = makeRotation(&arm_->line(4), wrist, free_.data());
    for (const auto& [s, isOpen] : makeRotation(&arm_->line(0), shoulder, free_.data())) {
      for (const auto& [w, isWristOpen] : ends) {
        if (found.count == static_cast<int>(found.each.size())) return found;
        found.each[found.count++] = {s[0], s[1], s[2], elbows_.q[e], w[0], w[1], w[2]};
        found.isOpen |= isOpen || isWristOpen;
      }
    }
  }
  return found;
}

double Swivel::at(const Arm::Angles& angles) const {
  const Line& elbow = arm_->line(3);
  const Mat3 R = rotation(arm_->line(0).h, angles[0]) * rotation(arm_->line(1).h, angles[1]) *
                 rotation(arm_->line(2).h, angles[2]);
  const Vec3 w = a_ + rotation(elbow.h, angles[3]) * b_;
  const Vec3 d = R * frame(unit(w), a_, elbow.h, arm_->loop.size).col(1);
  return std::atan2(v_.dot(d), u_.dot(d));
}

double Swivel::leastElbow(double min, double max) const {
  double least = infinity;
  for (int e = 0; e < elbows_.count; ++e) least = std::min(least, std::abs(settled(elbows_.q[e], min, max)));
  return least;
}

Mat3 Swivel::frame(const Vec3& n, const Vec3& elbow, const Vec3& axis, double size) {
  const Vec3 off = across(n, elbow);
  const Vec3 d = unit(off.norm() > nearlyNone * size ? off : axis.cross(n));
  Mat3 frame;
  frame.col(0) = n;
  frame.col(1) = d;
  frame.col(2) = n.cross(d);
  return frame;
}

}  // namespace limber::analytic
