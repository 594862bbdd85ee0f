#include "descent/edges.h"

#include <algorithm>

namespace limber {

// Kept out of loops that are compiled for speed.
[[gnu::noinline]] Edges::Edges(const Problem& problem)
    : rows_(problem.rows(), problem.model().nv),
      left_(problem.rows()),
      own_(problem.model().nv),
      sides_(problem.rows()),
      isOn_(problem.rows()) {}

[[gnu::noinline]] void Edges::prepare(const Linearisation& lin, const SolveOptions& options) {
  release();
  hasEdges_ = lin.hasRoom() && (lin.levels().size() > 1 || options.restGain > 0);
  if (hasEdges_) last_ = options.restGain > 0 ? lin.rows() : lin.levels().end()[-2];
}

[[gnu::noinline]] void Edges::release() {
  if (anyOn_) std::ranges::fill(isOn_, 0);
  anyOn_ = false;
}

/// A row outside by more than this is one of the goal's own alone.
constexpr double atEdge = 1e-4;

/// Whether a row has an edge that only inequality keeps.
bool Edges::hasEdge(int row) const { return isEdge(sides_[row]) && insideBy(sides_[row], left_[row]) >= -atEdge; }

[[gnu::noinline]] bool Edges::add(const Eigen::VectorXd& x) {
  int worst = -1;
  double most = 1e-12;
  for (int row = 0; row < last_; ++row) {
    if (isOn_[row] || !hasEdge(row)) continue;
    const double passed = insideBy(sides_[row], rows_.row(row).dot(x) - left_[row]);
    if (!(passed > most)) continue;
    most = passed;
    worst = row;
  }
  if (worst < 0) return false;
  isOn_[worst] = anyOn_ = true;
  return true;
}

[[gnu::noinline]] void Edges::addTo(RowSpace& higher, Eigen::MatrixXd& own, int first, int last, Eigen::VectorXd& x) {
  for (int row = first; row < last; ++row) {
    if (hasEdge(row)) own.row(row - first).setZero();
  }
  higher.add(own.topRows(last - first));
  for (int row = first; row < last; ++row) {
    if (!isOn_[row]) continue;
    own_ = rows_.row(row).transpose();
    bounds->removeFromVector(own_);
    const double length = own_.norm();
    higher.removeFrom(own_);
    if (!(own_.norm() > 1e-9 * length)) continue;
    x += (left_[row] - rows_.row(row).dot(x)) / own_.squaredNorm() * own_;
    higher.add(own_.transpose());
  }
}

/// Downwards within the same rows.
[[gnu::noinline]] int Linearisation::pack(int first, int count, Eigen::MatrixXd& rows, Eigen::VectorXd& errors,
                                          int& packedFirst) const {
  int to = 0;
  packedFirst = packedRows_;
  for (const Block& block : blocks_) {
    if (block.row < first || block.row >= first + count || block.packedRow < 0) continue;
    packedFirst = std::min(packedFirst, block.packedRow);
    for (int i = 0; i < block.rows; ++i, ++to) {
      rows.row(to) = rows.row(block.row - first + i);
      errors[to] = errors[block.row - first + i];
    }
  }
  return to;
}

[[gnu::noinline]] void Linearisation::findResting(const Problem& problem, bool packs) {
  packedRows_ = 0;
  for (Block& block : blocks_) {
    const Goal& goal = *block.goal;
    const bool rests = packs && block.hasRoom &&
                       limber::rests(goal, problem.toolInTarget(goal), problem.errors.data() + goal.firstRow);
    block.packedRow = rests ? -1 : packedRows_;
    packedRows_ += rests ? 0 : block.rows;
  }
}

[[gnu::noinline]] void Linearisation::readEdges(const Problem& problem, Eigen::MatrixXd& J, Eigen::VectorXd& e,
                                                std::vector<Side>& sides) const {
  J.setZero();
  e.setZero();
  std::ranges::fill(sides, Side::exact);
  for (const Block& block : blocks_) {
    if (!block.hasRoom) continue;
    Goal edge = *block.goal;
    edge.atEdges = true;
    const Pose tool = problem.toolInTarget(edge);
    std::array<double, maxRows> left;
    limber::readEdges(edge, tool, left.data(), &sides[static_cast<std::size_t>(block.row)]);
    for (int i = 0; i < block.rows; ++i) e[block.row + i] = unitOf(problem, block, i) * left[i];
    Block own = block;
    own.goal = &edge;
    fill(problem, own, J);
  }
}

}  // namespace limber
