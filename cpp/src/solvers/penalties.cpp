#include "penalties.h"

#include <algorithm>

#include "../avoidance.h"

namespace limber::solvers {
namespace {

/// Relative to the goals.
constexpr double weightOfLength = 2;

}  // namespace

void Penalties::prepare(const Problem& problem, const SolveOptions& options, bool isAllowed) {
  isOn_ = isAllowed && options.mode == Mode::find && options.clearance >= 0 && problem.hasBodies();
  if (!isOn_) return;
  clearance_ = options.clearance + spareClearance * problem.model().size;
  reach_ = problem.model().reach;
  if (J_.size() > 0) return;
  J_.resize(problem.rows() + most, problem.model().nv);
  e_.resize(J_.rows());
  near_.reserve(mostPairs);
}

double Penalties::violation(const NearPair& pair) const {
  return weightOfLength * std::max(0.0, clearance_ - pair.at.distance) / reach_;
}

double Penalties::now(const Problem& problem) const {
  problem.bodies().find(problem.state, clearance_);
  double sum = 0;
  for (const NearPair& pair : problem.bodies().found()) sum += violation(pair) * violation(pair);
  return sum;
}

void Penalties::read(const Problem& problem, const Linearisation& lin) {
  before_ = now(problem);
  const auto found = problem.bodies().found();
  near_.assign(found.begin(), found.end());
  rows_ = lin.rows();
  J_.topRows(rows_) = lin.J();
  e_.head(rows_) = lin.e();
  for (std::size_t i = 0; i < std::min<std::size_t>(most, near_.size()); ++i) {
    bringNearest(std::span(near_).subspan(i));
    if (!(violation(near_[i]) > 0)) break;
    readDistanceRow(problem, near_[i], lin.scale, row_);
    // e = m − d, so −∂e = ∂d.
    J_.row(rows_) = weightOfLength / reach_ * row_.transpose();
    e_[rows_++] = violation(near_[i]);
  }
}

}  // namespace limber::solvers
