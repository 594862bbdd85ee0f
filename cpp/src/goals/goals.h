/// What the files of this folder share.
#pragma once

#include <algorithm>

#include "limber/description.h"
#include "limber/goal.h"

/// The table of goal types: one file of this folder each, and its name here.
#define LIMBER_GOALS(X) \
  X(position)           \
  X(orientation) X(pose) X(direction) X(distance) X(lookAt) X(joint) X(slide) X(chain)

namespace limber::goals {

#define LIMBER_DECLARE(goal) GoalType goal();
LIMBER_GOALS(LIMBER_DECLARE)
#undef LIMBER_DECLARE

/// What a goal without a point, or without a turn, has to say of it.
struct NoPoint {
  static bool hasPoint(const Goal&) { return false; }
  static Vec3 wantedPoint(const Goal&, const Pose& tool) { return tool.p; }
};
struct NoTurn {
  static int turnCount(const Goal&) { return 0; }
  static Quat wantedTurn(const Goal&, const Pose&) { return Quat::Identity(); }
};

/// A goal type is a struct of static functions; `error` is a template over the scalar, so that the
/// same formula gives values and derivatives.
template <class G>
constexpr GoalType makeType() {
  GoalType type = {G::name,
                   G::targetSize,
                   G::linearRows,
                   G::angularRows,
                   [](const Goal& goal, const Pose& tool, double* e) {
                     G::template error<double>(goal, tool, e);
                   },
                   [](const Goal& goal, const PoseT<Dual>& tool, Dual* e) {
                     G::template error<Dual>(goal, tool, e);
                   },
                   G::rowMap,
                   G::hasPoint,
                   G::wantedPoint,
                   G::turnCount,
                   G::wantedTurn,
                   G::targetAt,
                   G::checkTarget};
  if constexpr (requires { G::quaternionAt; }) type.quaternionAt = G::quaternionAt;
  if constexpr (requires { G::directionAt; }) type.directionAt = G::directionAt;
  return type;
}

inline bool finite(const Goal& goal) {
  return std::ranges::all_of(goal.targetNumbers(), [](double x) { return std::isfinite(x); });
}

/// A target quaternion of any length but zero stands for a rotation.
inline const char* checkRotation(const Goal& goal, int first) {
  if (!finite(goal)) return "the target is not finite";
  return goal.targetRotation(first).coeffs().isZero(0) ? "the target quaternion is zero" : nullptr;
}

/// R* Rᵀ, the world rotation still to be made.
template <class S>
QuatT<S> rotationLeft(const Goal& goal, int first, const PoseT<S>& tool) {
  return unit(goal.targetRotation(first)).cast<S>() * tool.r.conjugate();
}

}  // namespace limber::goals
