/// The state of a model: joint values, link poses, and the axes of all motions in the world.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "limber/fixed_array.h"
#include "limber/model.h"

namespace limber {

/// World velocity, per unit of a coordinate, of the links beyond it: turn w about the point o, slide v.
struct Axis {
  Vec3 w = Vec3::Zero();  ///< radians per unit, world axes
  Vec3 v = Vec3::Zero();  ///< metres per unit, world axes
  Vec3 o = Vec3::Zero();  ///< a point on the axis, world

  /// Velocity of the carried point `p` (world).
  Vec3 velocityOf(const Vec3& p) const { return v + w.cross(p - o); }
};

/// Cosine and sine of half an angle, as a quaternion needs them.
struct HalfTurn {
  double cosine = 1;
  double sine = 0;
};
inline HalfTurn halfTurn(double angle) {
  const auto [cosine, sine] = cosSin(0.5 * angle);
  return {cosine, sine};
}

struct State {
  std::shared_ptr<const Model> model;
  FixedArray<double> q;            ///< nq numbers
  FixedArray<Pose> poses;          ///< world from link
  FixedArray<Axis> axes;           ///< one per tangent coordinate of every motion: Motion::axisIndex
  FixedArray<HalfTurn> halfTurns;  ///< one per motion; only used for screws that turn

  /// q at the last sweep(); NaN if links have been placed otherwise since.
  FixedArray<double> sweptQ;
  int sweptRevision = 0;  ///< Model::revision at the last sweep()
  /// Poses were set by place(), or by a pose-based solver that could not close the assembly; they do not
  /// follow from q.
  bool isPlaced = false;

  explicit State(std::shared_ptr<const Model> of);
  /// Whether poses and axes follow from q, to the last bit.
  bool isSwept() const {
    return sweptRevision == model->revision &&
           (q.empty() || std::memcmp(q.data(), sweptQ.data(), q.size() * sizeof(double)) == 0);
  }
  /// The ready pose, zero (screws at 0, balls at the identity) unless described, projected onto the limits.
  void reset();
  /// Accepts the poses as written, for example of an exploded assembly. Quaternions are normalised, and a
  /// pose-based solver starts there. sweep() undoes it.
  void place();
};

/// Forward kinematics: poses and axes of all links from q.
void sweep(State& state);

/// The same for one link, from its parent's pose.
void sweepLink(State& state, int link);

/// World pose of a link by its joint, from its parent's pose and q. Updates the link's axes but not its pose,
/// for solvers whose unknowns include poses.
Pose carriedPose(State& state, int link);

/// sweep() from state.halfTurns, without sine or cosine, for a solver that keeps them up to date itself.
void sweepFromHalfTurns(State& state);

/// World poses from q for any scalar, one per link.
template <class S>
void forwardKinematics(const Model& model, const S* q, PoseT<S>* poses);

/// World pose of one link, from its parent's in `poses`.
template <class S>
PoseT<S> linkPose(const Model& model, int link, const S* q, const PoseT<S>* poses);

/// q ← q ⊕ dq: screws add, balls turn about their own axes, q ← q · exp(dq). `dq` has nv numbers.
template <class S>
void integrate(const Model& model, const S* dq, S* q);

/// The same for one motion: `step` has its nv() numbers, `at` its nq().
template <class S>
void integrate(const Motion& motion, const S* step, S* at);

/// dq with from ⊕ dq = to.
void difference(const Model& model, const double* from, const double* to, double* dq);

/// Normalises every ball's quaternion; zero becomes the identity.
void normalise(const Model& model, double* q);

/// Projects q onto the limits and returns whether it moved. Angles beyond their limits first lose whole turns; then
/// each coordinate goes to the nearest allowed value. Idempotent.
bool projectOntoLimits(const Model& model, double* q);

/// The nearest allowed value of one motion, without removing whole turns, for a solver's step.
double clampScrew(const Motion& motion, double value);
Quat clampBall(const Motion& motion, const Quat& r);

/// Active limits: nv numbers, −1 at the lower bound, 1 at the upper, 0 between. For a ball the first number is 1 at the
/// edge of its swing, and the third belongs to its twist.
void findActiveLimits(const Model& model, const double* q, double* active);

/// Whether all numbers of `values` are finite.
bool allFinite(std::span<const double> values);

}  // namespace limber
