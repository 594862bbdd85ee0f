/// How far a pose is from what is asked, and which of two poses is nearer: loops first, then the goals by priority,
/// whatever their weights.
#pragma once

#include <array>

#include "limber/solve.h"

namespace limber {

class Distance {
 public:
  /// Of the problem where it stands, from its errors.
  Distance() = default;
  Distance(const Problem& problem, const SolveOptions& options);

  /// Whether every goal is within its tolerance.
  bool reached() const;
  /// Less than 0 if this is nearer than `other`, 0 if neither is, or more. The first level that tells them apart
  /// decides. One that both have reached does not, nor, while others follow, one that differs by less than the
  /// tolerance.
  int compare(const Distance& other) const;
  /// Whether what was not reached at `mark` has come down to half, or is reached.
  bool isHalfOf(const Distance& mark) const;

 private:
  /// All goals of one priority. Priorities after the last place share it.
  struct Level {
    int priority;
    double square;  ///< sum of squares, weighted; an angle of angleTolerance counts as a tolerance
    bool reached;
  };
  static constexpr int mostLevels = 8;

  Level& level(int priority);
  /// `way` and `turn` in metres, weighted.
  void add(int priority, double way, double turn, bool reached);

  std::array<Level, mostLevels> levels_;
  int count_ = 0;
  double tolerance_ = 0;
};

}  // namespace limber
