/// Shared by the goal types.
#pragma once

#include <algorithm>

#include "goals/goal_type.h"
#include "goals/room.h"
#include "limber/description.h"

/// The table of goal types, each in a file of this folder.
#define LIMBER_GOALS(X) \
  X(position)           \
  X(orientation) X(pose) X(direction) X(distance) X(lookAt) X(joint) X(slide) X(chain)

namespace limber::goals {

#define LIMBER_DECLARE(goal) GoalType goal();
LIMBER_GOALS(LIMBER_DECLARE)
#undef LIMBER_DECLARE

/// Base of goals without a point, or without an orientation.
struct NoPoint {
  static bool hasPoint(const Goal&) { return false; }
  static Vec3 wantedPoint(const Goal&, const Pose& tool) { return tool.p; }
};
struct NoTurn {
  static int turnCount(const Goal&) { return 0; }
  static Quat wantedTurn(const Goal&, const Pose&) { return Quat::Identity(); }
};

/// Null if the target is finite, and its quaternion or direction is not zero; any other length is allowed.
inline const char* checkTarget(const Goal& goal) {
  const int turned = goal.type->quaternionAt, pointing = goal.type->directionAt;
  if (!allFinite(goal.targetNumbers())) return "the target is not finite";
  if (turned >= 0 && goal.targetRotation(turned).coeffs().isZero(0)) return "the target quaternion is zero";
  return pointing >= 0 && goal.targetVector().isZero(0) ? "the target direction is zero" : nullptr;
}

/// The error and −∂e: from one function if they share most of their work, otherwise from two.
template <class G, class S>
constexpr bool givesBoth = requires(Aim<S> aim, PoseT<S> tool, S* e, RowMapT<S>* map) {
  G::template error<S>(aim, tool, e, map);
};
template <class G>
void errorOf(const Goal& goal, const Pose& tool, double* e) {
  if (G::hasRoom(goal)) return leave(goal, tool, e, nullptr);
  G::template error<double>(goal, tool, e);
}
template <class G>
constexpr bool onlyJacobian = requires {
  G::needsJacobian;
};
template <class G>
void dualErrorOf(const Goal& goal, const PoseT<Dual>& tool, Dual* e) {
  if (G::hasRoom(goal)) return leave(goal, tool, e);
  G::template error<Dual>(goal, tool, e);
}
template <class G>
void laneRowsOf(const Aim<Lanes>& aim, const PoseT<Lanes>& tool, Lanes* e, RowMapT<Lanes>& map) {
  if (G::hasRoom(aim.goal)) return leave(aim, tool, e, map);
  if constexpr (givesBoth<G, Lanes>) {
    G::template error<Lanes>(aim, tool, e, &map);
  } else {
    G::template error<Lanes>(aim, tool, e);
    map = G::rowMap(aim, tool);
  }
}
template <class G>
RowMap rowMapOf(const Goal& goal, const Pose& tool) {
  RowMap map;
  std::array<double, maxRows> e;
  if (G::hasRoom(goal)) {
    leave(goal, tool, e.data(), &map);
  } else if constexpr (givesBoth<G, double>) {
    G::template error<double>(goal, tool, e.data(), &map);
  } else {
    map = G::rowMap(Aim<double>(goal), tool);
  }
  return map;
}

constexpr bool fit(std::span<const ParameterField> fields) {
  return std::ranges::all_of(fields, [](const ParameterField& each) {
    return !each.stands.empty() || each.first + each.count <= maxParameters;
  });
}

/// A goal type is a struct of static members with the names of GoalType's; optional ones may be missing. `error` is a
/// template over the scalar, so that one formula gives values and derivatives. With `rowMap` as a template, too, two
/// solves run at once.
template <class G>
constexpr GoalType makeType() {
  GoalType type = {{G::name, G::targetSize, G::linearRows, G::angularRows},
                   errorOf<G>,
                   nullptr,
                   rowMapOf<G>,
                   G::hasPoint,
                   G::wantedPoint,
                   G::turnCount,
                   G::wantedTurn,
                   G::targetAt,
                   G::hasRoom,
                   G::room,
                   G::close,
                   checkTarget};
  if constexpr (!onlyJacobian<G>) type.dualError = dualErrorOf<G>;
  if constexpr (requires { &G::checkTarget; }) type.checkTarget = G::checkTarget;
  if constexpr (givesBoth<G, Lanes> || requires(Aim<Lanes> aim, PoseT<Lanes> tool) { G::rowMap(aim, tool); })
    type.laneRows = laneRowsOf<G>;
  if constexpr (requires { G::parameters; }) {
    static_assert(fit(G::parameters), "raise maxParameters");
    type.parameters = G::parameters;
  }
  if constexpr (requires { &G::check; }) type.check = G::check;
  if constexpr (requires { &G::start; }) type.start = G::start;
  if constexpr (requires { &G::follow; }) type.follow = G::follow;
  if constexpr (requires { &G::forget; }) type.forget = G::forget;
  if constexpr (requires { &G::motion; }) type.motion = G::motion;
  if constexpr (requires { &G::axis; }) type.axis = &G::axis;
  type.needsJacobian = onlyJacobian<G>;
  if constexpr (requires { G::quaternionAt; }) type.quaternionAt = G::quaternionAt;
  if constexpr (requires { G::directionAt; }) type.directionAt = G::directionAt;
  if constexpr (requires { G::linearWeightAt; }) type.linearWeightAt = G::linearWeightAt;
  if constexpr (requires { G::angularWeightAt; }) type.angularWeightAt = G::angularWeightAt;
  return type;
}

constexpr ParameterField choiceField(std::string_view name, int first, int count,
                                     std::span<const std::string_view> words,
                                     const std::array<double, 6>& initial = {}) {
  return {name, ParameterField::Kind::choice, first, count, 0, double(words.size() - 1), initial, words};
}
constexpr ParameterField setField(std::string_view name, int first, int count, std::span<const std::string_view> words,
                                  const std::array<double, 6>& initial = {}) {
  return {name, ParameterField::Kind::set, first, count, 0, 1, initial, words};
}

/// Room from the target, least and most of each number.
constexpr ParameterField withinField(int first, int count, std::span<const std::string_view> words = {}) {
  return {"within", ParameterField::Kind::interval, first, 2 * count, -infinity, infinity, {}, words};
}

/// The pointing axis of the tool, of any length but zero, and the half angle of the cone in which it may point.
struct PointingAxis {
  static constexpr int tiltAt = 3;
  static constexpr std::array parameters = {
      ParameterField{.name = "axis", .count = 3, .min = -infinity, .max = infinity, .initial = {1, 0, 0}},
      ParameterField{.name = "tilt", .first = tiltAt, .max = pi}};

  static bool hasRoom(const Goal& goal) { return goal.parameters[tiltAt] != 0; }
  static Room room(const Goal& goal) { return {.cone = goal.parameters[tiltAt]}; }
  static void close(Goal& goal) { goal.parameters[tiltAt] = 0; }
  static Vec3 axisOf(const Goal& goal) { return unit(goal.vectorAt(0)); }
  template <class S>
  static Vec3T<S> pointing(const Aim<S>& aim, const PoseT<S>& tool) {
    return tool.r * Vec3T<S>(axisOf(aim.goal).template cast<S>());
  }
  static std::optional<Error> check(const Goal& goal, const Model&) {
    if (!goal.vectorAt(0).isZero(0)) return std::nullopt;
    return makeError(ErrorCode::badGoal, {"the ", goal.type->name, " goal's axis is zero; give a direction"});
  }
};

/// R* Rᵀ, the remaining rotation in world axes.
template <class S>
QuatT<S> rotationLeft(const Aim<S>& aim, int first, const PoseT<S>& tool) {
  return aim.rotation(first).template cast<S>() * tool.r.conjugate();
}

}  // namespace limber::goals
