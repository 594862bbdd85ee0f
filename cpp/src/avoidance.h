/// Keeps links away from each other and from obstacles, for solvers on joint coordinates.
///
/// A pair of shapes at the distance d with the normal n from b to a comes nearer at d' = n · (v_a − v_b), the
/// velocities of its nearest points. To first order it keeps the clearance m if
///
///   d' ≥ −ξ (d − m)
///
/// which is a bound on velocity that grows with the distance (Faverjon and Tournassoud 1987). A step that would violate
/// a bound has it as a row of its own, before all loops' and goals' null spaces, and is found again: so the arm slides
/// along. What curvature leaves is pushed out afterwards, in the same way with d' = m − d.
///
/// Mode::find goes through obstacles: there what is missing, m − d, is a row of error beside the goals' own.
#pragma once

#include "collision/bodies.h"
#include "limber/solve.h"
#include "row_space.h"

namespace limber {

/// Σ (clearance − distance)² of all pairs that are too near now, in square metres; 0 within rounding, and where nothing
/// is to be avoided.
double missingClearance(const Problem& problem, double clearance);

/// Whether a pair is as near as the clearance allows, so that it may hold the links back.
bool isPressed(const Problem& problem, const SolveOptions& options);

class Avoidance {
 public:
  /// Rows of what is missing, at most.
  static constexpr int mostHinges = 24;

  /// How many bounds there can be at most.
  static int roomFor(const Problem& problem);

  explicit Avoidance(const Problem& problem);
  /// `goesThrough`: by rows of what is missing instead of bounds.
  void prepare(const Problem& problem, const SolveOptions& options, bool goesThrough = false);

  bool isOn() const { return isOn_; }

  /// Finds what is near at the current state, as far as steps may go without looking again, and forgets all bounds.
  void look(const Problem& problem);
  /// Looks farther, if the links go farther by dq than has been looked.
  void lookAhead(const Problem& problem, const Eigen::VectorXd& dq);
  /// The part of dq by which no link goes farther than has been looked.
  double part(const Problem& problem, const Eigen::VectorXd& dq);

  /// Adds the bound that dq = scale · x violates most, per ξ; false if there is none.
  bool bound(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x, double gain);
  bool hasBounds() const { return count_ > 0; }
  /// R and b of all bounds, R x ≥ b.
  auto rows() { return rows_.topRows(count_); }
  auto wanted() { return wanted_.head(count_); }
  /// Adds to x the shortest way to what the bounds want, R' y = b, in the null space of `higher`, to which R' is added.
  void start(RowSpace& higher, Eigen::VectorXd& x) {
    start(higher, x, [](auto&&, auto&&) {});
  }
  /// `lock` may take columns out of a copy of R, and their effect out of b.
  template <class F>
  void start(RowSpace& higher, Eigen::VectorXd& x, F&& lock) {
    if (count_ == 0) return;
    free_.topRows(count_) = rows_.topRows(count_);
    left_.head(count_) = wanted_.head(count_);
    lock(free_.topRows(count_), left_.head(count_));
    startFree(higher, x);
  }

  /// Moves links that are too near away from each other, in at most so many steps. Returns the largest change of a
  /// coordinate.
  double leadOut(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale, int steps);
  /// Whether no pair is nearer than the clearance now, or less is missing than when it was last looked; and no link has
  /// gone past another.
  bool isKept(const Problem& problem);
  /// Σ (m − d)² of all that are too near now, in square metres; 0 within rounding.
  double missing(const Problem& problem) const;
  double missingBefore() const { return missingBefore_; }

  /// Rows of error: scaled J and e of what is missing of a little more than the clearance, at the state where it was
  /// last looked. Returns how many.
  int readHinges(const Problem& problem, const Eigen::VectorXd& scale, Eigen::Ref<Eigen::MatrixXd> J,
                 Eigen::Ref<Eigen::VectorXd> e);
  /// Σ e² of all such rows, then and now.
  double hingesBefore() const { return hingesBefore_; }
  double hinges(const Problem& problem) const;

 private:
  struct Twist {
    Vec3 v;  ///< of the world's origin
    Vec3 w;
  };
  void startFree(RowSpace& higher, Eigen::VectorXd& x);
  void findTwists(const Problem& problem, const Eigen::VectorXd& dq);
  double wayOf(const Problem& problem, int link) const;
  double rateOf(const NearPair& pair) const;
  /// What is missing of the clearance and its cushion.
  double wantedOf(const NearPair& pair) const;
  void readRow(const Problem& problem, const NearPair& pair, const Eigen::VectorXd& scale,
               Eigen::Ref<Eigen::VectorXd> row);
  bool holdRows(const Problem& problem, const Eigen::VectorXd& scale);
  void takeNear(const Problem& problem);
  double hingeOf(const NearPair& pair) const;

  bool isOn_ = false;
  double clearance_ = 0;
  double horizon_ = 0;
  double rounding_ = 0;
  double size_ = 1;
  double reach_ = 1;
  double missingBefore_ = 0;
  double hingesBefore_ = 0;
  std::vector<NearPair> near_;  ///< where it was last looked
  std::vector<Twist> twists_;   ///< of every link
  std::vector<int> bounded_;    ///< of near_
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
  std::vector<double> ways_;  ///< metres that every link may go without looking again
  std::vector<double> q_;
};

}  // namespace limber
