#include "descent/ridge.h"

#include <algorithm>

#include "descent/move.h"
#include "numbers/random.h"

namespace limber::solvers {
namespace {

/// Bounds the cost, which would otherwise grow with the square of a long chain's joints.
constexpr int mostColumns = 24;
constexpr double smallTurn = 1e-4;
constexpr int powers = 50;

}  // namespace

Ridge::Ridge(const Problem& problem)
    : q_(problem.model().nq),
      bend_(mostColumns, mostColumns),
      slope_(mostColumns),
      turned_(std::max(mostColumns, problem.model().nv)),
      lowest_(mostColumns) {
  columns_.reserve(static_cast<std::size_t>(problem.model().nv));
}

void Ridge::look(Problem& problem, Linearisation& lin, int rows) {
  chooseColumns(lin);
  readSlope(lin, rows, slope_);
  std::ranges::copy(problem.state.q, q_.begin());
  const int count = static_cast<int>(columns_.size());
  for (int i = 0; i < count; ++i) {
    const int column = columns_[static_cast<std::size_t>(i)];
    turned_.setZero();
    turned_[column] = smallTurn * lin.scale[column];
    integrate(problem.model(), turned_.data(), problem.state.q.data());
    refresh(problem);
    lin.readError(problem, lin.allE());
    lin.readJacobian(problem);
    readSlope(lin, rows, turned_);
    bend_.col(i).head(count) = (turned_.head(count) - slope_.head(count)) / smallTurn;
    std::ranges::copy(q_, problem.state.q.begin());
  }
  findLowest();
}

void Ridge::way(int number, Eigen::VectorXd& x) const {
  Random random(static_cast<std::uint64_t>(number));
  x.setZero();
  for (std::size_t i = 0; i < columns_.size(); ++i)
    x[columns_[i]] = number == 0 ? lowest_[static_cast<int>(i)] : random.between(-1, 1);
}

void Ridge::chooseColumns(const Linearisation& lin) {
  columns_.clear();
  for (int c = 0; c < lin.columns(); ++c) {
    if (lin.scale[c] > 0 && lin.goalsMoved()[static_cast<std::size_t>(c)] > 0) columns_.push_back(c);
  }
  const std::size_t stride = columns_.size() / mostColumns + 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < columns_.size(); i += stride) columns_[count++] = columns_[i];
  columns_.resize(count);
}

void Ridge::readSlope(const Linearisation& lin, int rows, Eigen::VectorXd& slope) const {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    slope[static_cast<int>(i)] = -lin.J().col(columns_[i]).head(rows).dot(lin.e().head(rows));
}

/// Power iteration on (size − bend): its largest eigenvector is the direction of the steepest downward curve.
void Ridge::findLowest() {
  const int count = static_cast<int>(columns_.size());
  const auto bend = bend_.topLeftCorner(count, count);
  const double size = bend.norm();
  auto way = lowest_.head(count);
  auto next = slope_.head(count);
  for (int i = 0; i < count; ++i) way[i] = 1 + 0.1 * i;
  for (int power = 0; power < powers && size > 0; ++power) {
    way /= way.norm();
    next = size * way;
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < count; ++k) next[i] -= 0.5 * (bend(i, k) + bend(k, i)) * way[k];
    }
    way = next;
  }
}

}  // namespace limber::solvers
