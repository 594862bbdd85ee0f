/// q̇ of one substep,
///
///   A q̇ = K e + ẏ
///
/// A is the goals' Jacobian, K e the feedback, and ẏ the rate at which targets and driven coordinates change
/// the error. Closed loops come first, then goals by priority, each in the null space of those before it.
/// Coordinates that would pass a limit within the substep are locked at the limit, and the rest is solved
/// again. So are those that bounds on motion make brake before a limit, and those that would exceed their velocity, if
/// the rest can do their part; what is still too fast then slows all. The edge of a room is ignored until q̇ would
/// approach it faster than K times the remaining distance. Links and obstacles approach each other no faster than K
/// times their remaining distance, which has priority over all goals; see Avoidance.
#pragma once

#include "descent/avoidance.h"
#include "descent/levels.h"
#include "descent/loop_rows.h"
#include "descent/modes.h"
#include "descent/motion_bounds.h"
#include "linear/damped.h"

namespace limber {

class Rates {
 public:
  explicit Rates(const Problem& problem);
  /// Finds active goals. Goal::atEdges must be set before the next calls.
  void prepare(const Problem& problem, const SolveOptions& options);

  /// A, e and the loops' rows at the current state.
  void linearise(const Problem& problem, const SolveOptions& options, double maxError);
  /// e and the loops' gap at the state expected after `h` seconds.
  void foresee(const Problem& problem, bool feedForward, double h);
  /// The largest gain with which bounds on motion are kept, from the current state on.
  void limitGain(const Problem& problem, const SolveOptions& options, double h);
  /// q̇ for the next `h` seconds from the current q. Returns whether a gain was lowered.
  bool find(const Problem& problem, const SolveOptions& options, double h);

  /// Null: none.
  const MotionBounds* motionBounds = nullptr;

  const Eigen::VectorXd& velocity() const { return velocity_; }
  /// The largest rate of a coordinate, in its unit.
  double fastest() const { return fastest_; }
  /// Near pairs, at the state expected after the substep.
  Avoidance& avoidance() { return avoidance_; }
  const Eigen::VectorXd& scale() const { return lin_.scale; }
  bool hasLoops() const { return !loops_.isEmpty(); }
  /// Closes loops; false if one stays open.
  bool closeLoops(Problem& problem, const SolveOptions& options) { return loops_.reclose(problem, options); }

 private:
  bool feedBack(const SolveOptions& options, double h, bool feeds = true);
  bool lowersGain(double gain);
  void release(const Problem& problem, const SolveOptions& options);
  void build(double h);
  template <class Rows, class Vector>
  void moveLocked(Rows&& rows, Vector&& b);
  void solve(const Problem& problem, const SolveOptions& options);
  void addRest(const Problem& problem, const SolveOptions& options, double h);
  bool lock(const Problem& problem, double h);
  bool lockScrew(const Problem& problem, const Motion& motion, double h);
  const Eigen::VectorXd& readVelocity();
  bool takeOut(const Problem& problem, double h);
  bool missesMore(double h);
  void keepBounds();
  bool activate();
  void readSides(const Problem& problem, std::vector<Side>& sides) const;
  bool isKept(int row) const;

  Linearisation lin_;
  LoopRows loops_;
  Avoidance avoidance_;
  Modes modes_;
  ModeDamping damping_{};
  Damped damped_;
  Levels levels_;
  Eigen::MatrixXd A_;       ///< all goals' rows, as read
  Eigen::VectorXd error_;   ///< e, as read
  Eigen::VectorXd near_;    ///< e, shortened
  Eigen::VectorXd feed_;    ///< ẏ
  Eigen::VectorXd wanted_;  ///< K e + ẏ
  Eigen::MatrixXd loopA_;
  Eigen::VectorXd gape_;        ///< the loops' gap, to be closed in the substep
  Eigen::VectorXd x_;           ///< q̇ = scale · (x + fixed)
  Eigen::VectorXd fixed_;       ///< x of locked coordinates
  Eigen::VectorXd free_;        ///< 0 for a locked screw
  Eigen::VectorXd before_;      ///< x before the last coordinate was taken out
  Eigen::VectorXd mayMiss_;     ///< squared rate, per goal and of the loops
  Bounds bounds_;               ///< limits that coordinates are at
  std::vector<Side> sides_;     ///< per row
  std::vector<Side> foreseen_;  ///< at the state expected after the substep
  std::vector<char> isOn_;      ///< per row
  Eigen::VectorXd velocity_;
  double fastest_ = 0;
  double mostGain_ = infinity;
  bool isTakenOut_ = false;
};

}  // namespace limber
