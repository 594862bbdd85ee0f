#include "descent/loop_rows.h"

#include <algorithm>

#include "descent/move.h"

namespace limber {
namespace {

/// Rounding in a chain of poses, relative to the reach.
constexpr double loopRounding = 1e-14;
/// A gap that counts as closed; 10,000 times stricter than in solve().
constexpr double closed = 1e-12;
constexpr double leastDamping = 1e-14;
constexpr double mostDamping = 1e4;
constexpr int mostClosingSteps = 60;
constexpr int mostLoopHolds = 4;

}  // namespace

LoopRows::LoopRows(const Problem& problem)
    : lin_(problem, Linearisation::Of::loops),
      damped_(static_cast<int>(problem.errors.size()) - problem.rows(), problem.model().nv),
      e_(static_cast<int>(problem.errors.size()) - problem.rows()),
      x_(problem.model().nv),
      dq_(problem.model().nv),
      q_(problem.model().nq),
      bounds_(problem.model()) {}

void LoopRows::prepare(const Problem& problem, const SolveOptions& options) {
  lin_.prepare(problem, options);
  allowed_ = closed;
  mu_ = leastDamping;
}

void LoopRows::read(const Problem& problem) {
  lin_.readError(problem, lin_.allE());
  lin_.readJacobian(problem);
}

double LoopRows::gape(const Problem& problem) {
  lin_.readError(problem, e_);
  return e_.head(lin_.rows()).norm();
}

double LoopRows::close(Problem& problem, const SolveOptions& options) {
  const double moved = improveFully(problem, options);
  allowed_ = std::max(closed, gape(problem) * (1 + 1e-6));
  return moved;
}

bool LoopRows::reclose(Problem& problem, const SolveOptions& options) {
  improveFully(problem, options);
  return gape(problem) <= allowed_;
}

double LoopRows::improveFully(Problem& problem, const SolveOptions& options) {
  double moved = 0;
  for (int i = 0; i < mostClosingSteps && improve(problem, options, moved); ++i) {
  }
  return moved;
}

/// One Newton step; false if no more gain is possible.
bool LoopRows::improve(Problem& problem, const SolveOptions& options, double& moved) {
  const double before = gape(problem);
  if (before <= loopRounding) return false;
  read(problem);
  bounds_.read(problem, options, lin_.scale);
  std::ranges::copy(problem.state.q, q_.begin());
  const auto solve = [&] { damped_.solve(lin_.J(), lin_.e(), Damping{1e-20, mu_}, x_); };
  for (; mu_ <= mostDamping; mu_ *= 30) {
    solve();
    for (int holds = 0; holds < mostLoopHolds && bounds_.hold(x_); ++holds) {
      bounds_.removeFrom(lin_.J());
      solve();
    }
    dq_ = lin_.scale.cwiseProduct(x_);
    const double step = moveBy(problem, options, dq_);
    const double after = gape(problem);
    if (after < before) {
      moved = std::max(moved, step);
      mu_ = std::max(leastDamping, mu_ / 30);
      // A smaller gain is rounding, or the loops cannot come closer.
      return after < 0.999 * before;
    }
    std::ranges::copy(q_, problem.state.q.begin());
    refresh(problem);
    if (before < closed) break;
  }
  mu_ = leastDamping;
  return false;
}

}  // namespace limber
