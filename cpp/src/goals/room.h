/// Room: how far a tool may be from its target at no cost (Berenson, Srinivasa and Kuffner 2011, "Task Space Regions").
///
/// With d = −e, how far the tool is beyond its target, an interval [a, b] leaves
///
///   e' = clamp(d, a, b) − d,   and the row of −∂e where e' ≠ 0, else none
///
/// and a cone of half angle α about e = θ n leaves e' = max(0, 1 − α/θ) e. At edges (Goal::atEdges) a row is measured
/// from the nearer edge, on both sides of it: then an edge is known before it is passed.
///
/// A type with room tells the room of each row of its exact error (Room); all else is here.
#pragma once

#include "goals/goal_type.h"

namespace limber::goals {

inline bool isExact(const Interval& room) { return room.min == 0 && room.max == 0; }
inline bool isFree(const Interval& room) { return room.min == -infinity && room.max == infinity; }
inline Interval roomAt(const Goal& goal, int first) { return {goal.parameters[first], goal.parameters[first + 1]}; }
/// The rooms of the first `count` rows; others have no number.
std::array<Interval, maxRows> roomsOf(const Goal& goal, int first, int count);
/// Whether none of `count` intervals has room.
inline bool areExact(const Goal& goal, int first, int count) {
  double sum = 0;
  for (int i = 0; i < 2 * count; ++i) sum += std::abs(goal.parameters[first + i]);
  return sum == 0;
}
/// Takes their room away.
void closeRoom(Goal& goal, int first, int count);

bool isFreeTurn(const Interval& room);

/// Room of an orientation: a swing of one of the tool's axes within a cone or an ellipse, and a twist about that axis
/// within an interval, as balls have. A box on two or three components of a rotation vector would be no limit of a
/// tilt: ±15° about x and y, free about z, admits tilts of 9.6° to 21.2°.
struct TurnRoom {
  static constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};
  /// Its parameters, from `first` on: tilt (2), twist (2), the axis's index.
  static constexpr int count = 5;
  static constexpr ParameterField tilt(int first) { return {"tilt", ParameterField::Kind::cone, first, 2, 0, pi}; }
  static constexpr ParameterField twist(int first) {
    return {"twist", ParameterField::Kind::interval, first + 2, 2, -infinity, infinity};
  }
  static constexpr ParameterField about(int first) {
    return {"about", ParameterField::Kind::choice, first + 4, 1, 0, 2, {2}, axes};
  }

  double first = 0, second = 0;  ///< half axes of the tilt, about the next two axes after `axis`
  Interval twists = {0, 0};
  int axis = 2;

  TurnRoom() = default;
  TurnRoom(const Goal& goal, int at)
      : first(goal.parameters[at]),
        second(goal.parameters[at + 1]),
        twists(roomAt(goal, at + 2)),
        axis(goal.parameters[at + 4] == 0   ? 0
             : goal.parameters[at + 4] == 1 ? 1
                                            : 2) {}

  bool isExact() const { return first == 0 && second == 0 && goals::isExact(twists); }
  /// A swing beyond a half turn does not exist.
  bool isAnySwing() const { return first >= pi && second >= pi; }
  /// Rotational degrees of freedom that are constrained.
  int turnCount() const;
};

/// The room of a goal: of each row of its exact error, or of all three that turn.
struct Room {
  std::array<Interval, maxRows> rows = {Interval{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
  bool areOnCircle = false;  ///< rows of angle are of turns, whose room may lie anywhere on the circle
  double cone = 0;           ///< half angle about the turning rows, a rotation vector
  TurnRoom turns = {};
};

/// What the room leaves of the error and, if they are not null, of −∂e, and the nearer edge of each row.
void leave(const Goal& goal, const Pose& tool, double* e, RowMap* map, Side* sides = nullptr);
/// `leave` in dual numbers, and for two solves, one after the other.
void leave(const Goal& goal, const PoseT<Dual>& tool, Dual* e);
void leave(const Aim<Lanes>& aim, const PoseT<Lanes>& tool, Lanes* e, RowMapT<Lanes>& map);
/// The turn to the nearest orientation inside, in world axes, of a goal with room for turns.
Quat turnInside(const Goal& goal, const Pose& tool);

}  // namespace limber::goals
