#include "descent/travel.h"

#include <algorithm>

#include "descent/move.h"

namespace limber::solvers {
namespace {

/// Largest change of a coordinate per continuing solve, in radians, and the increase per reach by which the
/// targets have moved. Within reach, a target that moves by 1/300 of the reach turns joints by up to 0.1.
constexpr double least = 0.1;
constexpr double perReach = 20;
/// Even shorter steps would look like a stall.
constexpr double leastStep = 1e-4;

}  // namespace

Travel::Travel(const Problem& problem)
    : start_(problem.model().nq),
      e_(problem.rows()),
      dq_(problem.model().nv),
      last_{std::vector<double>(problem.state.q), Eigen::VectorXd(problem.rows()),
            Eigen::VectorXd(problem.model().nv)} {}

void Travel::begin(const Problem& problem, const Linearisation& lin, const SolveOptions& options) {
  std::ranges::copy(problem.state.q, start_.begin());
  gone_ = 0;
  most_ = infinity;
  goesOn_ = options.mode == Mode::track && last_.rows == lin.rows() && std::ranges::equal(last_.q, start_) &&
            last_.scale == lin.scale && last_.limits == options.limits && last_.maxIterations == options.maxIterations;
  if (options.annealing > 0 || !goesOn_) return;
  // The pose is the same, so only the targets can have changed the errors.
  lin.readError(problem, e_);
  double moved = 0;
  for (const auto& block : lin.blocks()) moved = std::max(moved, (e_ - last_.e).segment(block.row, block.rows).norm());
  most_ = least + perReach * moved + 0.5 * last_.gone;
}

void Travel::measure(const Problem& problem) {
  difference(problem.model(), start_.data(), problem.state.q.data(), dq_.data());
  gone_ = greatest(problem.model(), dq_);
  if (gone_ > most_ - leastStep) gone_ = std::max(gone_, most_);
}

void Travel::end(const Problem& problem, const Linearisation& lin, const SolveOptions& options) {
  last_.limits = options.limits;
  last_.maxIterations = options.maxIterations;
  last_.rows = lin.rows();
  last_.scale = lin.scale;
  last_.gone = gone_;
  std::ranges::copy(problem.state.q, last_.q.begin());
  lin.readError(problem, last_.e);
}

}  // namespace limber::solvers
