/// Loops and bounds, which come before all goals: x of a step stays in the null space of the loops' rows and meets the
/// bounds on the speed at which links approach each other and obstacles. After the move, the loops are closed again and
/// links that are too near pushed apart. See LoopRows and Avoidance. Without loops and obstacles, nothing happens.
#pragma once

#include "descent/avoidance.h"
#include "descent/hold.h"
#include "descent/loop_rows.h"

namespace limber::solvers {

class Constraints {
 public:
  explicit Constraints(const Problem& problem) : loops_(problem), avoidance_(problem), wayOut_(problem) {}
  void prepare(const Problem& problem, const SolveOptions& options) {
    loops_.prepare(problem, options);
    avoidance_.prepare(problem, options);
    wayOut_.prepare(problem, options);
  }
  /// For steps through obstacles; see Penalties.
  void ignoreObstacles() { avoidance_.turnOff(); }

  bool hasLoops() const { return !loops_.isEmpty(); }
  bool avoids() const { return avoidance_.isOn(); }
  bool isEmpty() const { return !hasLoops() && !avoids(); }
  /// Whether obstacles bound the last step found.
  bool isPressed() const { return avoidance_.hasBounds(); }
  bool hasRows() const { return hasLoops() || isPressed(); }

  /// Most passes per step that hold joints at limits; the next step holds the rest.
  static constexpr int mostHolds = 8;
  /// Passes that also add bounds.
  int mostPasses() const { return avoids() ? 5 * mostHolds : mostHolds; }

  /// Moves to where they are met, as far as possible. Returns the largest change of a coordinate.
  double meet(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale) {
    loopsHold_ = true;
    const double closing = loops_.isOpen(problem) ? loops_.close(problem, options) : 0;
    if (closing > options.stallTolerance || !avoids()) return closing;
    return wayOut_.leadOut(problem, options, scale);
  }
  /// Reads the loops' rows and finds near pairs. Drops all bounds.
  void read(const Problem& problem) {
    if (hasLoops()) loops_.read(problem);
    if (avoids()) avoidance_.look(problem);
  }

  void start(RowSpace& higher) {
    higher.clear();
    if (hasLoops()) higher.add(loops_.rows().J(), leastOfLoops);
  }
  /// Also adds the bounds and their part of x.
  void start(RowSpace& higher, Eigen::VectorXd& x) {
    start(higher);
    avoidance_.start(higher, x);
  }
  void hold(const Bounds& bounds) {
    if (hasLoops()) bounds.removeFrom(loops_.rows().J());
    if (isPressed()) bounds.removeFrom(avoidance_.rows());
  }
  /// Looks for obstacles as far as dq goes.
  void lookAhead(const Problem& problem, const Eigen::VectorXd& dq) {
    if (avoids()) avoidance_.lookAhead(problem, dq);
  }
  /// Adds the bound that x violates most; false if there is none.
  bool bound(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x) {
    return avoids() && avoidance_.bound(problem, scale, x, 1);
  }
  /// The fraction of dq that does not go beyond the near pairs.
  double part(const Problem& problem, const Eigen::VectorXd& dq) { return avoids() ? avoidance_.part(problem, dq) : 1; }

  /// After a move. Returns the largest change of a coordinate that obstacles cause.
  double restore(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale) {
    double moved = 0;
    if (avoids() && avoidance_.missing(problem) > 0) moved = wayOut_.leadOut(problem, options, scale);
    if (hasLoops()) loopsHold_ = loops_.reclose(problem, options);
    return moved;
  }
  bool areKept(const Problem& problem) { return loopsHold_ && (!avoids() || avoidance_.isKept(problem)); }

 private:
  /// Relative to the longest row of the loops. In a flat linkage a closed loop, and so its rows, are accurate only to
  /// the square root of rounding.
  static constexpr double leastOfLoops = 1e-6;

  LoopRows loops_;
  Avoidance avoidance_;
  Avoidance wayOut_;
  bool loopsHold_ = true;  ///< whether the last restore() has left them closed
};

}  // namespace limber::solvers
