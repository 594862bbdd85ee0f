#include "tangent.h"

#include <algorithm>

#include "../hold.h"

namespace limber::solvers {

double bestLength(const Rows& J, const Errors& e, const Eigen::VectorXd& x, Eigen::VectorXd& change) {
  auto Jx = change.head(J.rows());
  Jx.setZero();
  for (int c = 0; c < J.cols(); ++c) Jx += x[c] * J.col(c);
  const double square = Jx.squaredNorm();
  return square > 1e-280 ? e.dot(Jx) / square : 0;
}

Tangent::Tangent(const Problem& problem, const InverseTraits& traits)
    : lin(problem),
      constraints(problem),
      penalties(problem),
      traits_(traits),
      levels_(problem),
      x_(problem.model().nv),
      dq_(problem.model().nv),
      last_(problem.model().nv),
      change_(problem.rows()) {}

void Tangent::prepare(const Problem& problem, const SolveOptions& options) {
  lin.prepare(problem, options);
  constraints.prepare(problem, options);
  const bool isPlain = lin.levels().size() < 2 && options.restGain == 0 && !constraints.hasLoops();
  penalties.prepare(problem, options, traits_.takesPenalties && isPlain);
  if (penalties.isOn()) constraints.ignoreObstacles();
}

void Tangent::read(const Problem& problem, const SolveOptions& options, const Eigen::VectorXd& e) {
  lin.e() = e.head(lin.rows());
  lin.readJacobian(problem);
  const double most = options.maxError == automatic ? traits_.maxError : options.maxError;
  if (most < infinity) shortenErrors(most);
  constraints.read(problem);
  if (penalties.isOn()) penalties.read(problem, lin);
}

/// Shortens e, level by level, until no goal's length or angle exceeds `most`. One factor per level, so that Jᵀe still
/// leads downhill: with a factor per goal, a step would lead away from the minimum, and the next one back. The error of
/// a joint's value is linear however long it is, and needs no factor.
void Tangent::shortenErrors(double most) {
  auto e = lin.e();
  int first = 0;
  for (const int last : lin.levels()) {
    double longest = 0;
    auto level = e.segment(first, last - first);
    lin.eachCurved(first, last - first, [&](const auto& block, int row) {
      const int linear = block.goal->type->linearRows;
      longest = std::max(
          {longest, level.segment(row, linear).norm(), level.segment(row + linear, block.rows - linear).norm()});
    });
    if (longest > most) level *= most / longest;
    first = last;
  }
}

Eigen::VectorXd& Tangent::find(const Problem& problem, const SolveOptions& options, int count, Inverse& inverse) {
  solve(problem, options, count, inverse);
  if (constraints.avoids()) constraints.lookAhead(problem, dq_ = lin.scale.cwiseProduct(x_));
  for (int pass = 0; pass < constraints.mostPasses(); ++pass) {
    const bool holds = hold(problem, options);
    if (!constraints.bound(problem, lin.scale, x_) && !holds) break;
    solve(problem, options, count, inverse);
  }
  dq_ = lin.scale.cwiseProduct(x_);
  last_ = lin.scale.cwiseProduct(levels_.part());
  const double part = constraints.part(problem, dq_);
  last_ *= part;
  return dq_ *= part;
}

void Tangent::solve(const Problem& problem, const SolveOptions& options, int count, Inverse& inverse) {
  const auto ends = std::span(lin.levels());
  x_.setZero();
  if (lin.columns() == 0) return;
  if (penalties.isOn()) {
    if (penalties.e().size() > 0) inverse.invert(options, penalties.J(), penalties.e(), x_);
    return;
  }
  const bool addsRest = options.restGain > 0 && count > std::ssize(ends);
  constraints.start(levels_.higher, x_);
  levels_.solve(lin, ends.first(std::min(ends.size(), static_cast<std::size_t>(count))), addsRest, x_,
                [&](const Rows& J, const Errors& e, Eigen::VectorXd& x) { inverse.invert(options, J, e, x); });
  if (!addsRest) return;
  levels_.readRest(problem, options.restGain, lin.scale);
  levels_.addRest(x_);
}

/// Whether there were new columns to hold.
bool Tangent::hold(const Problem& problem, const SolveOptions& options) {
  if (!options.limits) return false;
  const bool holds = holdAtLimits(problem, lin, x_);
  constraints.hold(problem, lin.scale, x_);
  return penalties.hold(problem, lin.scale, x_) || holds;
}

/// Near a singularity an inverse may demand a huge move in a useless direction, or drop directions by truncation. The
/// gradient always helps; if not, the solver has stalled.
Eigen::VectorXd& Tangent::findSteepest(const Problem& problem, const SolveOptions& options) {
  const int rows = lin.levels().empty() ? 0 : lin.levels()[0];
  const auto length = [&] { return bestLength(lin.J().topRows(rows), lin.e().head(rows), x_, change_); };
  readGradient(rows);
  for (int pass = 0; pass < Constraints::mostHolds && hold(problem, options); ++pass) readGradient(rows);
  if (!constraints.avoids()) return dq_ = length() * lin.scale.cwiseProduct(x_);
  x_ *= length();
  while (constraints.bound(problem, lin.scale, x_)) {
    readGradient(rows);
    x_ *= length();
  }
  dq_ = lin.scale.cwiseProduct(x_);
  return dq_ *= constraints.part(problem, dq_);
}

/// x = Jᵀe of the first rows, as far as constraints leave it.
void Tangent::readGradient(int rows) {
  for (int c = 0; c < lin.columns(); ++c) x_[c] = lin.J().col(c).head(rows).dot(lin.e().head(rows));
  if (!constraints.hasRows()) return;
  levels_.part().setZero();
  constraints.start(levels_.higher, levels_.part());
  levels_.higher.removeFrom(x_);
}

bool Tangent::pullsBack(const Problem& problem, const SolveOptions& options) {
  lin.readJacobian(problem);
  constraints.start(levels_.higher);
  levels_.higher.add(lin.J());
  levels_.readRest(problem, options.restGain, lin.scale);
  levels_.addRest(x_);
  double along = 0;
  for (int v = 0; v < last_.size(); ++v) {
    if (lin.scale[v] > 0) along += levels_.part()[v] * last_[v] / lin.scale[v];
  }
  return along < 0;
}

double Tangent::curvature(const Problem& problem, const Errors& left, bool goesOn) const {
  // Rows of obstacles may follow the goals' rows.
  const Eigen::Index count = std::min(left.size(), lin.e().size() - firstRow());
  const auto e = lin.e().segment(firstRow(), count);
  const auto own = left.head(count);
  // An error that is only out of reach to first order, as next to a singularity, counts little.
  const double part = std::min(own.squaredNorm() / e.squaredNorm(), 1.0);
  if (!(part > 0)) return 0;
  // For a single solve, where trembling is invisible, the bound over all axes would only be slower.
  return part * (goesOn ? lin.curvature(problem, own, firstRow()) : lin.pull(e, firstRow()).pull);
}

}  // namespace limber::solvers
