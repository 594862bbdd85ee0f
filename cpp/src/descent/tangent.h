/// The step that J, the tangent at the current pose, demands:
///
///   x = inverse(J) e            the solver's own; levels of priority one after the other, see Levels
///   x += (I − J⁺J) x_rest       towards the rest posture, in the null space of the goals
///   hold, and repeat            a joint at a limit that would go farther loses its column of J
///   dq = scale · x
///
/// Constraints come before all levels. Errors are shortened first, because J is only valid nearby.
#pragma once

#include <algorithm>
#include <utility>

#include "descent/constraints.h"
#include "descent/levels.h"
#include "descent/penalties.h"

namespace limber::solvers {

using Rows = Levels::Rows;
using Errors = Levels::Errors;

/// Facts about the rows J and errors e that a solver inverts.
struct Level {
  const Problem& problem;
  const Linearisation& lin;
  int first;        ///< their first row in lin; rows of obstacles may follow the goals'
  bool goesOn;      ///< see Travel
  bool isNew;       ///< whether J differs from that of the last inversion
  const Errors& e;  ///< of those rows, less what levels before have done

  /// How much the cost ½|e|² curves beyond JᵀJ, because of the second derivatives of e: an upper bound in any direction
  /// if the error `left` remains. J alone predicts too large a gain there: with less damping steps overshoot, and a
  /// stretched arm trembles.
  double curvature(const Errors& left) const {
    const Eigen::Index count = std::min(left.size(), Eigen::Index(lin.packedRows() - first));
    const Errors whole = lin.rests() ? Errors(e.head(count)) : Errors(lin.e().segment(first, count));
    const auto own = left.head(count);
    // An error that is only out of reach to first order, as next to a singularity, counts little.
    const double part = std::min(own.squaredNorm() / whole.squaredNorm(), 1.0);
    if (!(part > 0)) return 0;
    // For a single solve, where trembling is invisible, the bound over all axes would only be slower.
    return part * (goesOn ? lin.curvature(problem, own, first) : lin.pull(whole, first).pull);
  }
};

/// Facts about an inverse.
struct InverseTraits {
  /// Used if SolveOptions::maxError is automatic.
  double maxError = infinity;
  /// Whether it can take Penalties::most rows more than the goals have.
  bool takesPenalties = false;
};

/// α that minimises |e − α J x|; `change` is memory for J x.
inline double bestLength(const Rows& J, const Errors& e, const Eigen::VectorXd& x, Eigen::VectorXd& change) {
  auto Jx = change.head(J.rows());
  Jx.setZero();
  for (int c = 0; c < J.cols(); ++c) Jx += x[c] * J.col(c);
  const double square = Jx.squaredNorm();
  return square > 1e-280 ? e.dot(Jx) / square : 0;
}

class Tangent {
 public:
  Tangent(const Problem& problem, const InverseTraits& traits)
      : lin(problem),
        constraints(problem),
        penalties(problem),
        bounds(problem.model()),
        traits_(traits),
        levels_(problem),
        x_(problem.model().nv),
        dq_(problem.model().nv),
        last_(problem.model().nv),
        change_(problem.rows()) {
    levels_.edges.bounds = &bounds;
  }

  void prepare(const Problem& problem, const SolveOptions& options) {
    lin.prepare(problem, options);
    levels_.edges.prepare(lin, options);
    constraints.prepare(problem, options);
    const bool isPlain = lin.levels().size() < 2 && options.restGain == 0 && !constraints.hasLoops();
    penalties.prepare(problem, options, traits_.takesPenalties && isPlain);
    if (penalties.isOn()) constraints.ignoreObstacles();
  }

  /// Reads J, e and the constraints at the current state.
  void read(const Problem& problem, const SolveOptions& options, const Eigen::VectorXd& e) {
    lin.e() = e.head(lin.rows());
    lin.readJacobian(problem, !penalties.isOn());
    isNew_ = true;
    const double most = options.maxError == automatic ? traits_.maxError : options.maxError;
    if (most < infinity) shortenErrors(most);
    constraints.read(problem);
    levels_.edges.read(problem, lin);
    if (penalties.isOn()) penalties.read(problem, lin);
    bounds.read(problem, options, lin.scale);
  }
  /// dq for the first `count` levels, of which the rest posture is the last. invert(J, e, level, x) adds inverse(J) e
  /// to a zero x, which has as many numbers as J columns.
  template <class Invert>
  Eigen::VectorXd& find(const Problem& problem, const SolveOptions& options, int count, bool goesOn, Invert&& invert) {
    levels_.edges.release();
    solve(problem, options, count, goesOn, invert);
    if (constraints.avoids()) constraints.lookAhead(problem, dq_ = lin.scale.cwiseProduct(x_));
    for (int pass = 0; pass < constraints.mostPasses(); ++pass) {
      const bool holds = hold(x_);
      const bool binds = constraints.bound(problem, lin.scale, x_);
      if (!levels_.edges.bound(x_) && !binds && !holds) break;
      constraints.hold(bounds);
      solve(problem, options, count, goesOn, invert);
    }
    dq_ = lin.scale.cwiseProduct(x_);
    last_ = lin.scale.cwiseProduct(levels_.lastOf(x_));
    const double part = constraints.part(problem, dq_);
    last_ *= part;
    return dq_ *= part;
  }
  /// dq along the gradient of the first level, with the best length for J. Near a singularity an inverse may demand a
  /// huge move in a useless direction, or drop directions by truncation. The gradient always helps; if not, the solver
  /// has stalled.
  Eigen::VectorXd& findSteepest(const Problem& problem) {
    const int rows = lin.levels().empty() ? 0 : lin.levels()[0];
    const auto length = [&] { return bestLength(lin.J().topRows(rows), lin.e().head(rows), x_, change_); };
    readGradient(rows);
    for (int pass = 0; pass < Constraints::mostHolds && hold(x_); ++pass) {
      constraints.hold(bounds);
      readGradient(rows);
    }
    if (!constraints.avoids()) return dq_ = length() * lin.scale.cwiseProduct(x_);
    x_ *= length();
    while (constraints.bound(problem, lin.scale, x_)) {
      constraints.hold(bounds);
      readGradient(rows);
      x_ *= length();
    }
    dq_ = lin.scale.cwiseProduct(x_);
    return dq_ *= constraints.part(problem, dq_);
  }

  /// The last level's part of find().
  Eigen::VectorXd& last() { return last_; }
  /// Whether the rest posture now pulls against last().
  bool pullsBack(const Problem& problem, const SolveOptions& options) {
    lin.readJacobian(problem);
    isNew_ = true;
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

  Linearisation lin;
  Constraints constraints;
  Penalties penalties;
  Bounds bounds;

  /// Holds what x, or another direction, would cross, in the rows of the goals; returns whether that was new.
  bool hold(const Eigen::VectorXd& x) {
    const std::size_t before = bounds.held();
    if (!bounds.hold(x)) return false;
    isNew_ = true;
    bounds.removeFrom(lin.J(), before);
    if (penalties.isOn()) bounds.removeFrom(penalties.J(), before);
    return true;
  }

 private:
  /// Shortens e, level by level, until no goal's length or angle exceeds `most`. One factor per level, so that Jᵀe
  /// still leads downhill: with a factor per goal, a step would lead away from the minimum, and the next one back. The
  /// error of a joint's value is linear however long it is, and needs no factor.
  void shortenErrors(double most) {
    auto e = lin.e();
    int first = 0;
    for (const int last : lin.levels()) {
      double longest = 0;
      auto level = e.segment(first, last - first);
      for (const auto& block : lin.blocks()) {
        if (block.row < first || block.row >= last || block.goal->type->motion) continue;
        const int linear = block.goal->type->linearRows, row = block.row - first;
        longest = std::max(
            {longest, level.segment(row, linear).norm(), level.segment(row + linear, block.rows - linear).norm()});
      }
      if (longest > most) level *= most / longest;
      first = last;
    }
  }

  template <class Invert>
  void solve(const Problem& problem, const SolveOptions& options, int count, bool goesOn, Invert&& invert) {
    const auto ends = std::span(lin.levels());
    x_.setZero();
    if (lin.columns() == 0) return;
    const auto invertFrom = [&](const Rows& J, const Errors& e, int first, Eigen::VectorXd& x) {
      // What is projected, or follows it, is new each time.
      const bool isWhole = first == 0 && levels_.higher.isEmpty() && !lin.rests();
      invert(J, e, Level{problem, lin, first, goesOn, std::exchange(isNew_, !isWhole) || !isWhole, e}, x);
    };
    if (penalties.isOn()) {
      if (penalties.e().size() > 0) invertFrom(penalties.J(), penalties.e(), 0, x_);
      return;
    }
    const bool addsRest = options.restGain > 0 && count > std::ssize(ends);
    constraints.start(levels_.higher, x_);
    levels_.solve(lin, ends.first(std::min(ends.size(), static_cast<std::size_t>(count))), addsRest, x_, invertFrom);
    if (!addsRest) return;
    levels_.readRest(problem, options.restGain, lin.scale);
    levels_.addRest(x_);
  }

  /// x = Jᵀe of the first rows, as far as constraints leave it.
  void readGradient(int rows) {
    for (int c = 0; c < lin.columns(); ++c) x_[c] = lin.J().col(c).head(rows).dot(lin.e().head(rows));
    if (!constraints.hasRows()) return;
    levels_.part().setZero();
    constraints.start(levels_.higher, levels_.part());
    levels_.higher.removeFrom(x_);
  }

  InverseTraits traits_;
  bool isNew_ = true;  ///< whether J has changed since the last inversion
  Levels levels_;
  Eigen::VectorXd x_;
  Eigen::VectorXd dq_;
  Eigen::VectorXd last_;
  Eigen::VectorXd change_;  ///< J x
};

}  // namespace limber::solvers
