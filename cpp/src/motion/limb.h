/// Limbs of a body by closed forms.
#pragma once

#include <algorithm>

#include "limber/state.h"

namespace limber::motion {

/// From 0 to 1 with level ends.
inline double eased(double x) { return x * x * (3 - 2 * x); }

/// Poses of a link and of those below it.
void sweepFrom(State& state, int link);

/// Ball, hinge and end of an arm or a leg. In the ball's frame the end is at m + o·R(w, θ)·e, so its distance from the
/// ball is |m + o·R(w, θ)·e|² = a + b cos θ + c sin θ = a + r cos(θ − φ).
class Limb {
 public:
  Limb() = default;
  Limb(const Model& model, int ball, int hinge, int end);

  bool isThere() const { return ball_ >= 0; }
  /// Lengths of the bones.
  double upper() const { return norm(ballFromHinge_.p); }
  double lower() const { return norm(e_); }
  /// Largest distance of the end, with both bones a `share` of their length apart.
  double span(double share) const { return std::min(share * (upper() + lower()), longest_); }
  /// Least distance of the end.
  double folded() const { return shortest_; }
  /// In the ball's frame: the direction of the upper bone, and the normal of the limb's plane.
  Vec3 bone() const { return unit(ballFromHinge_.p); }
  Vec3 normal(double theta) const { return ballFromHinge_.p.cross(turned(theta)); }
  int ball() const { return ball_; }
  int hinge() const { return hinge_; }
  /// θ where the bones enclose an angle (0: straight), and where the end is at a distance; within the hinge's limits.
  double bentBy(double angle) const;
  double spanning(double distance) const;
  /// Puts the end at a place or, if that is too far, towards it, no farther than span(share): θ by the
  /// law of cosines, then the least turn of the ball. The poses of the limb's links follow.
  void reach(State& state, const Vec3& target, double share) const;

 private:
  Vec3 turned(double theta) const { return ballFromHinge_.r * (expRotation<double>(w_ * theta) * e_); }
  double within(double cosine) const;

  int ball_ = -1, hinge_ = -1, end_ = -1;
  Pose ballFromHinge_;  ///< m, o
  Vec3 e_, w_;
  double a_ = 0, r_ = 0, phi_ = 0;
  double way_ = 1;  ///< which sign of θ − φ has more room
  Interval limits_;
  double longest_ = 0, shortest_ = 0;  ///< within the limits
  int ballAt_ = 0, hingeAt_ = 0;       ///< in q
};

}  // namespace limber::motion
