/// What keeps a clearance, and leads back to it: run once per step, where avoidance.cpp runs in every solve of it.
#include <algorithm>
#include <cmath>

#include "descent/avoidance.h"
#include "descent/move.h"

namespace limber {
namespace {

/// Steps that lead out of violations.
constexpr int mostStepsOut = 4;
/// A pair whose normal turns by more than about 37° in one step may have gone past each other.
constexpr double leastAlong = 0.8;
/// Fraction of the size: a pair nearer than this to the clearance is pressed against it.
constexpr double pressed = 1e-4;

}  // namespace

double missingClearance(const Problem& problem, double clearance) {
  if (clearance < 0 || !problem.hasBodies()) return 0;
  const double size = problem.model().size;
  problem.bodies().find(problem.state, clearance + spareClearance * size);
  return problem.bodies().shortfall(clearance, clearanceRounding * size);
}

bool isPressed(const Problem& problem, const SolveOptions& options) {
  if (options.clearance < 0 || !problem.hasBodies()) return false;
  const double size = problem.model().size;
  problem.bodies().find(problem.state, options.clearance + spareClearance * size);
  // find stops in an equilibrium of goals and clearance violations.
  const double room = (options.mode == Mode::find ? spareClearance : pressed) * size;
  return std::ranges::any_of(problem.bodies().found(),
                             [&](const NearPair& pair) { return pair.at.distance < options.clearance + room; });
}

double Avoidance::leadOut(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale) {
  double moved = 0;
  for (int step = 0; step < mostStepsOut; ++step) {
    look(problem);
    const double before = missingBefore_;
    if (before == 0) return moved;
    std::ranges::copy(problem.state.q, q_.begin());
    x_.setZero();
    held_.read(problem, options, scale);
    while (bound(problem, scale, x_, 1) || held_.hold(x_)) {
      held_.removeFrom(rows());
      x_.setZero();
      space_.clear();
      start(space_, x_);
    }
    dq_ = scale.cwiseProduct(x_);
    dq_ *= part(problem, dq_);
    const double way = moveBy(problem, options, dq_);
    if (missing(problem) < before) {
      moved = std::max(moved, way);
      continue;
    }
    std::ranges::copy(q_, problem.state.q.begin());
    refresh(problem);
    break;
  }
  look(problem);
  return moved;
}

double Avoidance::missing(const Problem& problem, double spare) const {
  problem.bodies().find(problem.state, clearance_ + spare + nearHorizon * size_);
  return problem.bodies().shortfall(clearance_ + spare, rounding_);
}

/// With bounds a pair that no joint parts must not hold the others by rounding.
bool Avoidance::isNearer(const Problem& problem, double spare) const {
  const double now = missing(problem, spare);
  if (!motionBounds || missingBefore_ == 0) return now > missingBefore_;
  return std::sqrt(now) > std::sqrt(missingBefore_) + rounding_ + 3 * spare;
}

bool Avoidance::isKept(const Problem& problem) {
  if (isNearer(problem)) return false;
  const auto wayOf = [&](int link) { return link < 0 ? 0 : ways_[link]; };
  for (const NearPair& now : problem.bodies().found()) {
    // Pairs farther apart than their links go cannot have passed each other.
    const double left = wayOf(now.linkA) + wayOf(now.linkB) - (now.at.distance - clearance_);
    if (left <= 0) continue;
    const auto before =
        std::ranges::find_if(near_, [&](const NearPair& pair) { return pair.a == now.a && pair.b == now.b; });
    if (before == near_.end() || before->at.distance - clearance_ > left) continue;
    if (before->at.normal.dot(now.at.normal) < leastAlong) return false;
  }
  return true;
}

}  // namespace limber
