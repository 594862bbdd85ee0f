/// Loops and bounds, which come before all goals: x of a step stays in the null space of the loops' rows and meets the
/// bounds on the speed at which links approach each other and obstacles. After the move, the loops are closed again and
/// links that are too near pushed apart. See LoopRows and Avoidance. Without loops and obstacles, nothing happens.
#pragma once

#include "../avoidance.h"
#include "../loop_rows.h"

namespace limber::solvers {

class Constraints {
 public:
  explicit Constraints(const Problem& problem) : loops_(problem), avoidance_(problem), wayOut_(problem) {}
  void prepare(const Problem& problem, const SolveOptions& options);
  /// For steps through obstacles; see Penalties.
  void ignoreObstacles() { avoidance_.turnOff(); }

  bool isEmpty() const { return !hasLoops() && !avoids(); }
  bool hasLoops() const { return !loops_.isEmpty(); }
  bool avoids() const { return avoidance_.isOn(); }
  /// Whether obstacles bound the last step found.
  bool isPressed() const { return avoidance_.hasBounds(); }
  bool hasRows() const { return hasLoops() || isPressed(); }
  /// Most passes per step that hold joints at limits; the next step holds the rest.
  static constexpr int mostHolds = 8;
  /// Passes that also add bounds.
  int mostPasses() const { return avoids() ? 5 * mostHolds : mostHolds; }

  /// Moves to where they are met, as far as possible. Returns the largest change of a coordinate.
  double meet(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale);
  /// Reads the loops' rows and finds near pairs. Drops all bounds.
  void read(const Problem& problem);

  /// Their rows, and their part of x.
  void start(RowSpace& higher, Eigen::VectorXd& x);
  void addLoops(RowSpace& higher);
  void hold(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x);
  /// Looks for obstacles as far as dq goes.
  void lookAhead(const Problem& problem, const Eigen::VectorXd& dq);
  /// Adds the bound that x violates most; false if there is none.
  bool bound(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x);
  /// The fraction of dq that does not go beyond the near pairs.
  double part(const Problem& problem, const Eigen::VectorXd& dq);

  /// After a move. Returns the largest change of a coordinate by obstacles.
  double restore(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale);
  bool areKept(const Problem& problem) { return loopsHold_ && (!avoids() || avoidance_.isKept(problem)); }

 private:
  LoopRows loops_;
  Avoidance avoidance_;
  Avoidance wayOut_;
  bool loopsHold_ = true;  ///< whether the last restore() has left them closed
};

}  // namespace limber::solvers
