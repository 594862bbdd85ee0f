/// What the Jacobian solvers share: e and J of the goals that are on, without units.
///
/// Rows of length are divided by the reach and rows of angle multiplied by `turnWeightOf`; a column of a slide counts
/// reaches instead of metres, and every column is multiplied by its joint weight. So J x ≈ e has numbers of the size of
/// one whatever the arm's size, and dq = scale · x. Rows stand in the order of their goals' priorities. Weights are
/// parts of the largest of the same priority: only what one goal weighs beside another means something, and all that
/// bounds or damps an error is meant for a weight of one.
#pragma once

#include <vector>

#include "limber/solve.h"

namespace limber {

/// How much a radian of orientation weighs beside a length of the model's size.
inline constexpr double turnWeight = 0.3;

/// The same beside a length of its reach, by which lengths are divided.
inline double turnWeightOf(const Model& model) { return turnWeight * (model.size / model.reach); }

/// What counts as one radian of a coordinate: a slide of the whole reach.
inline double unitOf(const Model& model, const Motion& motion) { return motion.turns() ? 1 : model.reach; }

/// What counts as one radian when a step says how far it moved: not how far a rail runs.
inline double restUnitOf(const Model& model, const Motion& motion) { return motion.turns() ? 1 : model.size; }

/// A joint that nothing can move: its limits leave it one value, or its weight none.
bool isHeld(const Problem& problem, const SolveOptions& options, const Motion& motion);

class Linearisation {
 public:
  enum class Of { goals, loops };
  /// Room for all goals or all loops, whichever are on later.
  explicit Linearisation(const Problem& problem, Of of = Of::goals);
  /// Which goals are on, and which coordinates move them.
  void prepare(const Problem& problem, const SolveOptions& options);

  /// e alone, from problem.errors, into the head of `e`.
  void readError(const Problem& problem, Eigen::VectorXd& e) const;
  /// J alone, from problem.state.
  void readJacobian(const Problem& problem);

  int rows() const { return rows_; }
  int columns() const { return static_cast<int>(scale.size()); }
  /// Views of the part that is in use.
  auto J() { return jacobian_.topRows(rows_); }
  auto J() const { return jacobian_.topRows(rows_); }
  auto e() { return error_.head(rows_); }
  auto e() const { return error_.head(rows_); }
  Eigen::VectorXd& allE() { return error_; }

  /// One goal's rows, one after another.
  struct Block {
    const Goal* goal;
    int row;
    int rows;
    int firstColumn;  ///< its columns are [firstColumn, lastColumn) of columns_
    int lastColumn;
    double linearWeight;  ///< as parts of the largest of its priority
    double angularWeight;
  };
  const std::vector<Block>& blocks() const { return blocks_; }
  /// The row after the last of each priority, in order.
  const std::vector<int>& levels() const { return levels_; }
  /// How many goals a coordinate moves.
  const std::vector<int>& goalsMoved() const { return goalsMoved_; }

  Eigen::VectorXd scale;  ///< dq = scale · x; 0 for a coordinate that is held

 private:
  /// Calls `take` with every goal, or with the wish of every loop.
  template <class F>
  void forEach(const Problem& problem, F&& take) const;
  struct Column {
    int axis;     ///< row of State::axes
    int column;   ///< coordinate
    double gain;  ///< ratio of a mimic times scale
  };
  void addColumns(const Problem& problem, const Goal& goal);
  void addColumn(const Goal& goal, int axis, int v, double ratio);
  void findWeights();
  void fill(const Problem& problem, const Block& block);

  Of of_;
  int rows_ = 0;
  Eigen::MatrixXd jacobian_;  ///< all rows × nv; J() is its top
  Eigen::VectorXd error_;
  std::vector<Block> blocks_;
  std::vector<int> levels_;
  std::vector<int> goalsMoved_;
  std::vector<const Goal*> lastMoved_;  ///< the goal that each coordinate was counted for last
  std::vector<Column> columns_;
};

}  // namespace limber
