/// Keeps links away from each other and from obstacles, for solvers on joint coordinates.
///
/// A pair of shapes at the distance d with the normal n from b to a approaches at d' = n · (v_a − v_b), the
/// velocities of its nearest points. To first order it keeps the clearance m if
///
///   d' ≥ −ξ (d − m)
///
/// which is a bound on velocity that grows with the distance (Faverjon and Tournassoud 1987). A violated
/// bound becomes a row, with priority over loops and goals, and the step is found again, so the arm slides
/// along. Violations that curvature causes are pushed out afterwards, in the same way with d' = m − d.
#pragma once

#include "collision/bodies.h"
#include "descent/hold.h"
#include "descent/motion_bounds.h"
#include "limber/solve.h"
#include "linear/row_space.h"

namespace limber {

/// Fraction of the size: `find` ends with pairs farther apart than the clearance by less than this; see Penalties.
inline constexpr double spareClearance = 2e-3;
/// Fraction of the size: violations up to this count as kept.
inline constexpr double clearanceRounding = 1e-7;
/// Fraction of the size: least look-ahead beyond the clearance.
inline constexpr double nearHorizon = 0.02;

/// Σ (clearance − distance)² over all pairs that are now too near, in square metres; 0 within rounding, and
/// if nothing is avoided.
double missingClearance(const Problem& problem, double clearance);

/// Whether any pair is as near as the clearance allows, so that it may block the links.
bool isPressed(const Problem& problem, const SolveOptions& options);

/// ∂d/∂x of a pair. Joints that carry both links do not change their distance.
void readDistanceRow(const Problem& problem, const NearPair& pair, const Eigen::VectorXd& scale, Eigen::VectorXd& row);

class Avoidance {
 public:
  /// Largest number of bounds.
  static int roomFor(const Problem& problem);

  explicit Avoidance(const Problem& problem);
  void prepare(const Problem& problem, const SolveOptions& options);
  void turnOff() { isOn_ = false; }
  /// Not null: with them bounds let pairs approach no faster than joints can brake.
  const MotionBounds* motionBounds = nullptr;

  bool isOn() const { return isOn_; }

  /// Finds near pairs at the current state, as far as steps may go without looking again, and drops all
  /// bounds.
  void look(const Problem& problem);
  /// Looks farther, if dq moves links farther than the last look.
  void lookAhead(const Problem& problem, const Eigen::VectorXd& dq);
  /// The fraction of dq that moves no link farther than the last look.
  double part(const Problem& problem, const Eigen::VectorXd& dq);

  /// Adds the bound that dq = scale · x violates most, relative to ξ; false if there is none.
  bool bound(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x, double gain);
  bool hasBounds() const { return count_ > 0; }
  /// R and b of all bounds, R x ≥ b.
  auto rows() { return rows_.topRows(count_); }
  auto wanted() { return wanted_.head(count_); }
  /// Adds to x the shortest step that meets the bounds, R' y = b, in the null space of `higher`, and R' to
  /// `higher`.
  void start(RowSpace& higher, Eigen::VectorXd& x) {
    start(higher, x, [](auto&&, auto&&) {});
  }
  /// `lock` may remove columns from a copy of R, and their effect from b.
  template <class F>
  void start(RowSpace& higher, Eigen::VectorXd& x, F&& lock) {
    if (count_ == 0) return;
    free_.topRows(count_) = rows_.topRows(count_);
    left_.head(count_) = wanted_.head(count_);
    lock(free_.topRows(count_), left_.head(count_));
    startFree(higher, x);
  }

  /// Moves links that are too near away from each other, in a few steps. Returns the largest change of a coordinate.
  double leadOut(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale);
  /// Whether no pair is now nearer than the clearance, or the violation is smaller than at the last look; and
  /// no link has passed another.
  bool isKept(const Problem& problem);
  /// Σ (m − d)² over all pairs that are now too near, in square metres; 0 within rounding. `spare`: added to m.
  double missing(const Problem& problem, double spare = 0) const;
  /// Whether more is missing than at the last look.
  bool isNearer(const Problem& problem, double spare = 0) const;

 private:
  struct Twist {
    Vec3 v;  ///< at the world's origin
    Vec3 w;
  };
  void startFree(RowSpace& higher, Eigen::VectorXd& x);
  void findTwists(const Problem& problem, const Eigen::VectorXd& dq);
  double wayOf(const Problem& problem, int link) const;
  double rateOf(const NearPair& pair) const;
  /// Distance missing to the clearance plus its cushion.
  double wantedOf(const NearPair& pair) const;
  void takeNear(const Problem& problem);
  void extend(const Problem& problem, const Eigen::VectorXd& dq, double most);

  bool isOn_ = false;
  double clearance_ = 0;
  double rounding_ = 0;
  double size_ = 1;
  double missingBefore_ = 0;
  std::vector<NearPair> near_;  ///< at the last look
  std::vector<Twist> twists_;   ///< one per link
  std::vector<int> bounded_;    ///< indices into near_
  int count_ = 0;
  Eigen::MatrixXd rows_;
  Eigen::MatrixXd free_;
  Eigen::VectorXd wanted_;
  Eigen::VectorXd left_;
  Eigen::MatrixXd square_;
  Eigen::VectorXd row_;
  Eigen::VectorXd x_;
  Eigen::VectorXd dq_;
  RowSpace space_;
  Bounds held_;
  std::vector<double> ways_;  ///< metres that each link may move without another look
  std::vector<double> q_;
};

}  // namespace limber
