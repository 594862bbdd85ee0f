/// Where a model is: its coordinates, the pose of every link, and the axes about which each would move.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "limber/dual.h"
#include "limber/model.h"

namespace limber {

/// The world velocity of everything beyond a coordinate, a unit of it: turn w about the point o, slide v.
struct Axis {
  Vec3 w = Vec3::Zero();  ///< radians a unit, world axes
  Vec3 v = Vec3::Zero();  ///< metres a unit, world axes
  Vec3 o = Vec3::Zero();  ///< a point on the axis, world

  /// Velocity of the world point `p` that it carries.
  Vec3 velocityOf(const Vec3& p) const { return v + w.cross(p - o); }
};

/// Cosine and sine of half a turn: what a quaternion is made of.
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
  std::vector<double> q;            ///< nq numbers
  std::vector<Pose> poses;          ///< world from link
  std::vector<Axis> axes;           ///< one row a tangent coordinate of every motion: Motion::axisIndex
  std::vector<HalfTurn> halfTurns;  ///< of every screw that turns, by its place in Model::motions

  /// q at the last sweep(); not a number where something else has placed links since.
  std::vector<double> sweptQ;
  /// Whether links stand where place() found them, or where a solver that works on poses has left an assembly that does
  /// not fit: poses are not those of q then.
  bool isPlaced = false;

  explicit State(std::shared_ptr<const Model> of);
  /// Whether poses and axes are those of q, to the last bit.
  bool isSwept() const { return std::memcmp(q.data(), sweptQ.data(), q.size() * sizeof(double)) == 0; }
  /// Zero (screws at 0, balls at the identity), or the allowed pose next to it.
  void reset();
  /// Takes the poses as they have been written, an exploded assembly for one: quaternions are made unit, and a solver
  /// that works on poses starts there. sweep() takes it back.
  void place();
};

/// Poses and axes of all links from q, in one sweep.
void sweep(State& state);

/// The same for one link, from its parent's pose: for a solver that goes from link to link.
void sweepLink(State& state, int link);

/// World pose that its joint gives a link, from its parent's pose and q. The link's axes follow, its pose does not: for
/// a solver to which poses are unknowns of their own.
Pose carriedPose(State& state, int link);

/// The same as sweep() from state.halfTurns, for a solver that keeps them itself while it moves q: no sine or cosine is
/// taken.
void sweepFromHalfTurns(State& state);

/// World poses from q for any scalar; `poses` has one place a link.
template <class S>
void forwardKinematics(const Model& model, const S* q, PoseT<S>* poses);
extern template void forwardKinematics<double>(const Model&, const double*, PoseT<double>*);
extern template void forwardKinematics<Dual>(const Model&, const Dual*, PoseT<Dual>*);

/// World pose of one link, from that of its parent in `poses`.
template <class S>
PoseT<S> linkPose(const Model& model, int link, const S* q, const PoseT<S>* poses);
extern template PoseT<Dual> linkPose(const Model&, int, const Dual*, const PoseT<Dual>*);

/// q ← q ⊕ dq: screws add, balls turn about their own axes, q ← q · exp(dq). `dq` has nv numbers.
template <class S>
void integrate(const Model& model, const S* dq, S* q);
extern template void integrate<double>(const Model&, const double*, double*);
extern template void integrate<Dual>(const Model&, const Dual*, Dual*);

/// The same for one motion: `step` has its nv() numbers, `at` its nq().
template <class S>
void integrate(const Motion& motion, const S* step, S* at);
extern template void integrate<double>(const Motion&, const double*, double*);
extern template void integrate<Dual>(const Motion&, const Dual*, Dual*);

/// dq with from ⊕ dq = to.
void difference(const Model& model, const double* from, const double* to, double* dq);

/// Makes every ball's quaternion unit again (the identity where it was zero).
void normalise(const Model& model, double* q);

/// Brings q inside the limits and returns whether it moved. A turn beyond its limits is first taken back by whole
/// turns; then each coordinate goes to the nearest allowed value. Idempotent.
bool projectOntoLimits(const Model& model, double* q);

/// The nearest allowed value of one motion, without whole turns: what a solver's step must do.
double clampScrew(const Motion& motion, double value);
Quat clampBall(const Motion& motion, const Quat& r);

/// Which limits hold: nv numbers; −1 at the lower bound, 1 at the upper, 0 between. For a ball the first number is 1 at
/// the edge of its swing, the third its twist.
void findActiveLimits(const Model& model, const double* q, double* active);

/// Whether all numbers of `values` are finite.
bool allFinite(std::span<const double> values);

}  // namespace limber
