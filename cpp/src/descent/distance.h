/// The distance of a pose from its goals, and the comparison of two poses: loops first, then obstacles, then
/// goals by priority, whatever their weights.
#pragma once

#include <array>

#include "limber/solve.h"

namespace limber {

class Distance {
 public:
  Distance() = default;
  Distance(const Problem& problem, const SolveOptions& options) { read(problem, options); }
  /// Reads the problem's current state, from its errors. In place, because this follows every step.
  void read(const Problem& problem, const SolveOptions& options);
  /// Adds the obstacles at the problem's current poses.
  void readObstacles(const Problem& problem, const SolveOptions& options);
  /// The same for one goal alone.
  void read(const Problem& problem, const Goal& goal, const Residual& left, const SolveOptions& options);

  /// Whether every goal is within its tolerance.
  bool reached() const;
  /// Whether obstacles alone are in the way.
  bool isBlocked() const;
  /// Negative if this is nearer than `other`, 0 if neither is. The first level that differs decides. Before the last
  /// level, differences below the tolerance, or between two reached levels, do not count.
  int compare(const Distance& other) const;
  /// Whether the error of the first level that was unreached at `mark` has halved since, or the level is reached.
  bool isHalfOf(const Distance& mark) const;

 private:
  /// All goals of one priority. Priorities beyond the last level share it.
  struct Level {
    int priority;
    double square;  ///< sum of squares, weighted; an angle of angleTolerance equals a length of tolerance
    bool reached;
  };
  static constexpr int mostLevels = 8;

  Level& level(int priority);
  void add(const Goal& goal, const Residual& left, const SolveOptions& options, double metresPerRadian);
  /// `way` and `turn` in metres, weighted.
  void add(int priority, double way, double turn, bool reached);

  std::array<Level, mostLevels> levels_;
  int count_ = 0;
  double tolerance_ = 0;
};

}  // namespace limber
