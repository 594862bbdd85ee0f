/// Edges of rooms, for what comes after their goals: inside its room a goal asks for nothing, but a later level, or the
/// rest posture, may not lead it out. So an edge that a step would pass becomes a row after its own level, R x = b, and
/// the later levels are solved again in what it leaves.
#pragma once

#include "descent/hold.h"
#include "descent/linearisation.h"
#include "linear/row_space.h"

namespace limber {

class Edges {
 public:
  explicit Edges(const Problem& problem);
  void prepare(const Linearisation& lin, const SolveOptions& options);
  /// Reads all edges at the current state.
  void read(const Problem& problem, const Linearisation& lin) {
    if (hasEdges_) lin.readEdges(problem, rows_, left_, sides_);
  }
  /// A new step: no edge binds.
  void release();
  /// Adds the edge that x passes farthest; false if there is none.
  bool bound(const Eigen::VectorXd& x) { return hasEdges_ && add(x); }
  bool bind() const { return anyOn_; }
  /// Whether there are any to look at.
  bool any() const { return hasEdges_; }
  /// After the level of the rows [first, last), given in `own`: adds them to `higher`, but for those at their edges,
  /// which may be left inwards; moves x to the edges that bind, and adds those.
  void addTo(RowSpace& higher, Eigen::MatrixXd& own, int first, int last, Eigen::VectorXd& x);
  const Bounds* bounds = nullptr;  ///< limits that coordinates are held at

 private:
  bool add(const Eigen::VectorXd& x);
  bool hasEdge(int row) const;

  bool hasEdges_ = false, anyOn_ = false;
  int last_ = 0;  ///< the rows that something comes after
  Eigen::MatrixXd rows_;
  Eigen::VectorXd left_, own_;
  std::vector<Side> sides_;
  std::vector<char> isOn_;
};

}  // namespace limber
