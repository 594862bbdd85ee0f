#include "descent/linearisation.h"

#include <algorithm>
#include <cmath>

namespace limber {

bool isHeld(const Problem& problem, bool limits, const Motion& motion) {
  const double* weights = &problem.jointWeights[motion.vIndex];
  if (motion.kind == Motion::Kind::ball) return weights[0] == 0 && weights[1] == 0 && weights[2] == 0;
  return weights[0] == 0 || (limits && motion.limits.min >= motion.limits.max);
}

void readScale(const Problem& problem, const SolveOptions& options, Eigen::VectorXd& scale) {
  for (const Motion& motion : problem.model().motions) {
    if (motion.mimics) continue;
    const bool held = isHeld(problem, options, motion);
    for (int v = motion.vIndex; v < motion.vIndex + motion.nv(); ++v)
      scale[v] = held ? 0 : problem.jointWeights[v] * unitOf(problem.model(), motion);
  }
}

namespace {

int rowsOf(const Problem& problem, Linearisation::Of of) {
  const int ofGoals = problem.rows();
  return of == Linearisation::Of::goals ? ofGoals : static_cast<int>(problem.errors.size()) - ofGoals;
}

}  // namespace

template <class F>
void Linearisation::forEach(const Problem& problem, F&& take) const {
  if (of_ == Of::goals) {
    for (const auto& goal : problem.goals()) take(*goal);
  } else {
    for (const auto& loop : problem.loops()) {
      if (loop->closed) take(loop->goal);
    }
  }
}

Linearisation::Linearisation(const Problem& problem, Of of)
    : scale(problem.model().nv),
      of_(of),
      jacobian_(rowsOf(problem, of), problem.model().nv),
      error_(rowsOf(problem, of)),
      goalsMoved_(problem.model().nv),
      lastMoved_(problem.model().nv) {
  std::size_t most = 0;
  const auto count = [&](const Goal& goal) {
    forEachMotionOf(goal, problem.model(), [&](const Motion& motion, double) { most += motion.nv(); });
  };
  if (of == Of::goals) {
    for (const auto& goal : problem.goals()) count(*goal);
  } else {
    for (const auto& loop : problem.loops()) count(loop->goal);
  }
  const std::size_t blocks = of == Of::goals ? problem.goals().size() : problem.loops().size();
  columns_.reserve(most);
  blocks_.reserve(blocks);
  levels_.reserve(blocks);
}

void Linearisation::prepare(const Problem& problem, const SolveOptions& options) {
  readScale(problem, options, scale);
  blocks_.clear();
  levels_.clear();
  columns_.clear();
  std::ranges::fill(goalsMoved_, 0);
  std::ranges::fill(lastMoved_, nullptr);
  forEach(problem, [&](const Goal& goal) {
    if (goal.weight > 0) blocks_.push_back({&goal, 0, goal.type->rows(), 0, 0, 1, 1, limber::hasRoom(goal)});
  });
  anyRoom_ = std::ranges::any_of(blocks_, &Block::hasRoom);
  // Insertion, because std::stable_sort allocates; goals are few and mostly in order.
  for (std::size_t i = 1; i < blocks_.size(); ++i) {
    for (std::size_t k = i; k > 0 && blocks_[k].goal->priority < blocks_[k - 1].goal->priority; --k)
      std::swap(blocks_[k], blocks_[k - 1]);
  }
  rows_ = 0;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    Block& block = blocks_[i];
    block.row = block.packedRow = rows_;
    block.firstColumn = static_cast<int>(columns_.size());
    addColumns(problem, *block.goal);
    block.lastColumn = static_cast<int>(columns_.size());
    rows_ += block.rows;
    const bool isLast = i + 1 == blocks_.size() || blocks_[i + 1].goal->priority != block.goal->priority;
    if (isLast) levels_.push_back(rows_);
  }
  packedRows_ = rows_;
  findWeights();
}

void Linearisation::findWeights() {
  for (auto first = blocks_.begin(); first != blocks_.end();) {
    const auto last = std::find_if(first, blocks_.end(),
                                   [&](const Block& block) { return block.goal->priority != first->goal->priority; });
    double largest = 0;
    for (auto it = first; it != last; ++it) {
      if (it->goal->type->linearRows > 0) largest = std::max(largest, it->goal->linearWeight());
      if (it->goal->type->angularRows > 0) largest = std::max(largest, it->goal->angularWeight());
    }
    for (; first != last; ++first) {
      first->linearWeight = largest > 0 ? first->goal->linearWeight() / largest : 0;
      first->angularWeight = largest > 0 ? first->goal->angularWeight() / largest : 0;
    }
  }
}

/// Motions that carry the target have the opposite sign.
void Linearisation::addColumns(const Problem& problem, const Goal& goal) {
  forEachMotionOf(goal, problem.model(), [&](const Motion& motion, double sign) {
    for (int k = 0; k < motion.nv(); ++k) addColumn(goal, motion.axisIndex + k, motion.vIndex + k, sign * motion.ratio);
  });
}

void Linearisation::addColumn(const Goal& goal, int axis, int v, double ratio) {
  if (scale[v] == 0) return;
  columns_.push_back({axis, v, ratio * scale[v]});
  // Counted once per goal, even if a joint and its mimics share the coordinate.
  if (lastMoved_[v] != &goal) ++goalsMoved_[v];
  lastMoved_[v] = &goal;
}

void Linearisation::readError(const Problem& problem, Eigen::VectorXd& into) const {
  for (const Block& block : blocks_) {
    const double* e = problem.errors.data() + block.goal->firstRow;
    for (int i = 0; i < block.rows; ++i) into[block.row + i] = unitOf(problem, block, i) * e[i];
  }
}

double Linearisation::unitOf(const Problem& problem, const Block& block, int i) const {
  return i < block.goal->type->linearRows ? block.linearWeight * (1 / problem.model().reach)
                                          : block.angularWeight * turnWeightOf(problem.model());
}

void Linearisation::readJacobian(const Problem& problem, bool packs) {
  jacobian_.setZero();
  if (anyRoom_) findResting(problem, packs);
  for (const Block& block : blocks_) fill(problem, block, jacobian_);
}

/// Column by column: the tool's velocity per unit of the coordinate, through the goal's map.
[[gnu::noinline]] void Linearisation::fill(const Problem& problem, const Block& block, Eigen::MatrixXd& J) const {
  if (block.firstColumn == block.lastColumn) return;
  const Goal& goal = *block.goal;
  const int linear = goal.type->linearRows;
  const Pose tool = problem.toolPose(goal);
  const RowMap map = problem.rowMap(goal);
  const auto addRows = [&](int first, double weight) {
    const Mat3 fromVelocity = weight * map.block<3, 3>(first, 0);
    const Mat3 fromTurn = weight * map.block<3, 3>(first, 3);
    const bool hasTurn = !fromTurn.isZero(0);
    const bool hasVelocity = !fromVelocity.isZero(0);
    for (int c = block.firstColumn; c < block.lastColumn; ++c) {
      const Column& column = columns_[c];
      const Axis& axis = axisOf(problem.state, goal, column.axis);
      Vec3 sum = Vec3::Zero();
      if (hasVelocity) sum = fromVelocity * axis.velocityOf(tool.p);
      if (hasTurn) sum += fromTurn * axis.w;
      // Added, not set: a mimic moves by its leader's coordinate.
      J.col(column.column).segment<3>(block.row + first) += column.gain * sum;
    }
  };
  if (linear == 3) addRows(0, block.linearWeight / problem.model().reach);
  if (block.rows > linear) addRows(linear, block.angularWeight * turnWeightOf(problem.model()));
}

Linearisation::Pull Linearisation::pull(const Eigen::Ref<const Eigen::VectorXd>& e, int first) const {
  double force = 0, moment = 0, linearSquare = 0, angularSquare = 0;
  eachCurved(first, e.size(), [&](const Block& block, int row) {
    const int linear = block.goal->type->linearRows;
    if (linear > 0) linearSquare += block.linearWeight * block.linearWeight;
    if (linear < block.rows) angularSquare += block.angularWeight * block.angularWeight;
    force += block.linearWeight * e.segment(row, linear).norm();
    moment += block.angularWeight * e.segment(row + linear, block.rows - linear).norm();
  });
  return {std::hypot(force, moment), std::max(linearSquare, angularSquare)};
}

/// An error f, as a force at the tool and a moment m, curves the cost by −f · w × (w × l) per radian squared
/// about an axis w at l from the tool. The sum over all axes bounds the curvature in any direction of an arm
/// that the force stretches. The moment's part, ½ m · (w × w') for two axes, is bounded and added.
double Linearisation::curvature(const Problem& problem, const Eigen::Ref<const Eigen::VectorXd>& left,
                                int first) const {
  double sum = 0;
  eachCurved(first, left.size(), [&](const Block& block, int firstRow) {
    if (block.firstColumn == block.lastColumn) return;
    const Goal& goal = *block.goal;
    const int linear = goal.type->linearRows;
    const RowMap map = problem.rowMap(goal);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (int row = 0; row < block.rows; ++row) {
      const double pull = left[firstRow + row] * (row < linear ? block.linearWeight / problem.model().reach
                                                               : block.angularWeight * turnWeightOf(problem.model()));
      force += pull * map.block<1, 3>(row, 0).transpose();
      moment += pull * map.block<1, 3>(row, 3).transpose();
    }
    const Vec3 tool = problem.toolPose(goal).p;
    for (int c = block.firstColumn; c < block.lastColumn; ++c) {
      const Axis& axis = axisOf(problem.state, goal, columns_[c].axis);
      const double gain = columns_[c].gain;
      sum += std::max(0.0, -gain * gain * force.dot(axis.w.cross(axis.velocityOf(tool))));
    }
    sum += norm(moment);
  });
  return sum;
}

void clampErrors(const Linearisation& lin, Eigen::VectorXd& e, double most) {
  const auto clamp = [&](auto part) {
    const Vec3 whole = part;
    if (norm(whole) > most) part = most * unit(whole);
  };
  for (const auto& block : lin.blocks()) {
    const int linear = block.goal->type->linearRows;
    if (linear > 0) clamp(e.segment(block.row, linear));
    if (block.rows > linear) clamp(e.segment(block.row + linear, block.rows - linear));
  }
}

}  // namespace limber
