/// Dimensionless e and J of the active goals, shared by all Jacobian solvers.
///
/// Rows of length are divided by the reach and rows of angle multiplied by `turnWeightOf`; a column of a slide counts
/// reaches instead of metres, and every column is multiplied by its joint weight. So the numbers of J x ≈ e are of
/// order one whatever the arm's size, and dq = scale · x. Rows are ordered by priority. Weights are divided by the
/// largest of the same priority: only their ratio matters, and bounds and damping assume weights of about one.
#pragma once

#include <vector>

#include "goals/goal_type.h"
#include "limber/solve.h"

namespace limber {

/// Weight of a radian relative to a length of the model's size.
inline constexpr double turnWeight = 0.3;

/// The same relative to a length of the model's reach.
inline double turnWeightOf(const Model& model) { return turnWeight * (model.size / model.reach); }

/// The equivalent of one radian: for a slide, the reach.
inline double unitOf(const Model& model, const Motion& motion) { return motion.turns() ? 1 : model.reach; }

/// The equivalent of one radian in the size of a step: for a slide, the model's size, which ignores the
/// length of rails.
inline double restUnitOf(const Model& model, const Motion& motion) { return motion.turns() ? 1 : model.size; }

/// Whether a joint is fixed, by its limits or by a weight of 0.
bool isHeld(const Problem& problem, bool limits, const Motion& motion);
inline bool isHeld(const Problem& problem, const SolveOptions& options, const Motion& motion) {
  return isHeld(problem, options.limits, motion);
}

/// dq = scale · x: joint weights, slides in reaches; 0 for a fixed coordinate.
void readScale(const Problem& problem, const SolveOptions& options, Eigen::VectorXd& scale);

class Linearisation {
 public:
  enum class Of { goals, loops };
  /// Allocates for all goals or all loops.
  explicit Linearisation(const Problem& problem, Of of = Of::goals);
  /// Finds active goals and the coordinates that move them.
  void prepare(const Problem& problem, const SolveOptions& options);

  /// Reads e from problem.errors into the head of `e`.
  void readError(const Problem& problem, Eigen::VectorXd& e) const;
  /// Computes J from problem.state. Goals inside their room ask for nothing: `packs` leaves their rows out of what
  /// pack() and eachCurved() count.
  void readJacobian(const Problem& problem, bool packs = true);
  /// J, e and the nearer edges of the goals with room, as measured from those; other rows are exact and zero.
  void readEdges(const Problem& problem, Eigen::MatrixXd& J, Eigen::VectorXd& e, std::vector<Side>& sides) const;
  bool hasRoom() const { return anyRoom_; }

  /// A bound on the curvature of ½|e|² beyond JᵀJ if the rows from `first` on keep the error `left`.
  double curvature(const Problem& problem, const Eigen::Ref<const Eigen::VectorXd>& left, int first) const;

  int rows() const { return rows_; }
  int columns() const { return static_cast<int>(scale.size()); }
  /// Views of the part in use.
  auto J() { return jacobian_.topRows(rows_); }
  auto J() const { return jacobian_.topRows(rows_); }
  auto e() { return error_.head(rows_); }
  auto e() const { return error_.head(rows_); }
  Eigen::VectorXd& allE() { return error_; }

  /// The rows of one goal.
  struct Block {
    const Goal* goal;
    int row;
    int rows;
    int firstColumn;  ///< its columns are [firstColumn, lastColumn) of columns_
    int lastColumn;
    double linearWeight;  ///< relative to the largest of its priority
    double angularWeight;
    bool hasRoom = false;
    int packedRow = 0;  ///< −1 while the goal rests inside its room
  };
  const std::vector<Block>& blocks() const { return blocks_; }
  /// take(block, row) for all blocks within `count` rows from `first` on; `row` counts from there. Leaves out
  /// joint values: their errors do not curve.
  template <class Take>
  void eachCurved(int first, Eigen::Index count, Take take) const {
    for (const Block& block : blocks_) {
      const int row = block.packedRow;
      if (row >= first && row < first + count && !block.goal->type->motion) take(block, row - first);
    }
  }
  /// Whether any goal rests, and the number of rows of the others.
  bool rests() const { return packedRows_ < rows_; }
  int packedRows() const { return packedRows_; }
  /// Copies `count` rows from `first` on, without those of goals that rest. Returns their number, and writes the packed
  /// row of the first.
  int pack(int first, int count, Eigen::MatrixXd& rows, Eigen::VectorXd& errors, int& packedFirst) const;
  /// Σ over goals of w |e|, which bounds the curvature of their costs, and Σ w²; lengths and angles are
  /// counted apart in both, so that a pose counts as a position plus an orientation.
  struct Pull {
    double pull = 0;
    double weight = 0;
  };
  /// `e` holds the rows from `first` on.
  Pull pull(const Eigen::Ref<const Eigen::VectorXd>& e, int first) const;
  /// For each priority, the row after its last.
  const std::vector<int>& levels() const { return levels_; }
  /// The number of goals that each coordinate moves.
  const std::vector<int>& goalsMoved() const { return goalsMoved_; }

  Eigen::VectorXd scale;  ///< see readScale()

 private:
  /// Calls `take` with every goal, or with the goal of every closed loop.
  template <class F>
  void forEach(const Problem& problem, F&& take) const;
  struct Column {
    int axis;     ///< row of State::axes
    int column;   ///< coordinate
    double gain;  ///< mimic ratio times scale
  };
  void addColumns(const Problem& problem, const Goal& goal);
  void addColumn(const Goal& goal, int axis, int v, double ratio);
  void findWeights();
  void findResting(const Problem& problem, bool packs);
  void fill(const Problem& problem, const Block& block, Eigen::MatrixXd& J) const;
  /// What a row of the block's is multiplied by.
  double unitOf(const Problem& problem, const Block& block, int i) const;

  Of of_;
  int rows_ = 0;
  int packedRows_ = 0;
  bool anyRoom_ = false;
  Eigen::MatrixXd jacobian_;  ///< all rows × nv; J() is its top
  Eigen::VectorXd error_;
  std::vector<Block> blocks_;
  std::vector<int> levels_;
  std::vector<int> goalsMoved_;
  std::vector<const Goal*> lastMoved_;  ///< the goal each coordinate was last counted for
  std::vector<Column> columns_;
};

/// Shortens each goal's error to `most`, lengths and angles separately.
void clampErrors(const Linearisation& lin, Eigen::VectorXd& e, double most);

}  // namespace limber
