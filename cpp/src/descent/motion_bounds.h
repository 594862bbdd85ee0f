/// Bounds V, A and J on velocity, acceleration and jerk of every coordinate, as differences over steps of h seconds:
///
///   v' = (q' − q)/h,   a' = (v' − v)/h,   |v'| ≤ V,   |a'| ≤ A,   |a' − a| ≤ J h
///
/// A coordinate can always go on by its *stop*: the a' that comes nearest to landing at the velocity 0 with a = 0,
///
///   v' + a' |a'|/2J = 0   ⇔   a' = −2v/(h + √(h² + 2|v|/J))
///
/// Continuous braking at constant jerk covers at least the way of these steps, whatever their h, because v' is the
/// velocity at a step's end. So a' is allowed if braking from (q', v', a') ends within the limits: then the next stop
/// is allowed, too. To reach a velocity w the same formula lands at v − w, so that it does not overshoot.
#pragma once

#include <algorithm>

#include "limber/model.h"
#include "limber/problem.h"
#include "limber/solve.h"

namespace limber {

class MotionBounds {
 public:
  explicit MotionBounds(const Problem& problem)
      : ranges_(static_cast<std::size_t>(problem.model().nv)), stops_(ranges_) {}

  /// Whether there are any besides one on velocity for all.
  static bool isAny(const Problem& problem, const SolveOptions& options);
  /// Finds the velocities allowed in a step of h seconds from q and the problem's last motion, which is none if q is
  /// not where it ended.
  void begin(const Problem& problem, std::span<const double> from, const SolveOptions& options, double h);

  /// The velocity in the step's time nearest to `wanted`, landing.
  double reach(int v, double wanted) const { return ranges_[static_cast<std::size_t>(v)].reach(wanted); }
  /// The same if a limit keeps `wanted` from being reached, else `wanted`.
  double brake(int v, double wanted) const { return ranges_[static_cast<std::size_t>(v)].brake(wanted); }
  double most(int v) const { return ranges_[static_cast<std::size_t>(v)].V; }
  /// The largest K ≤ `gain` for which coordinates that go the way δ = velocity · seconds by v = K δ brake in time: from
  /// δ = v²/2A + vA/2J, with half of A so that what follows a's change late does not overshoot.
  double gainFor(const Eigen::VectorXd& velocity, double seconds, double gain, bool lags) const;
  /// The largest K for which velocities that change by d, which takes 2√(d/J) seconds, are no later than 1/K.
  double gainToReach(const Eigen::VectorXd& wanted) const;
  /// Seconds by which velocities follow late.
  double delay() const { return delay_; }
  /// δ at the velocities that the step may end with.
  void readBraking(Eigen::VectorXd& way) const;
  /// The velocity nearest to `wanted` that the step may end with.
  double clamp(int v, double wanted) const { return ranges_[static_cast<std::size_t>(v)].clamp(wanted); }
  /// What follows a step at these velocities if all joints stop: land() gives the velocities of one step more, false
  /// once they rest.
  void beginStop(const Eigen::VectorXd& velocity);
  bool land(Eigen::VectorXd& velocity);
  /// Whether the velocities were allowed, within rounding.
  bool isKept(const Problem& problem) const;
  /// Stores the motion for the next step, as far as it was allowed.
  void remember(Problem& problem) const;

 private:
  struct Range {
    double V, A, J, h, v, a;
    double planned;  ///< acceleration of braking, where that is planned
    double perJ;
    double low, high;        ///< of a'
    double lowest, highest;  ///< of v', if a limit bounds it, else infinite
    double landing(double at) const;
    double reach(double wanted) const;
    double brake(double wanted) const;
    double clamp(double wanted) const { return std::clamp(wanted, v + h * low, v + h * high); }
    void bound();
    void advance(double to);
    /// From `below` to `above`: the ways to the limits.
    void find(double below, double above);
  };
  std::vector<Range> ranges_, stops_;
  double delay_ = 0;  ///< seconds to build up an acceleration, and half of those to stop by it
};

}  // namespace limber
