#include "constraints.h"

#include "../hold.h"

namespace limber::solvers {
namespace {

/// Relative to the longest row of the loops. In a flat linkage a closed loop, and so its rows, are accurate only to the
/// square root of rounding.
constexpr double leastOfLoops = 1e-6;
/// Steps out of obstacles, at the start of a step and after it.
constexpr int mostStepsOut = 4;

}  // namespace

void Constraints::prepare(const Problem& problem, const SolveOptions& options) {
  loops_.prepare(problem, options);
  avoidance_.prepare(problem, options);
  wayOut_.prepare(problem, options);
}

double Constraints::meet(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale) {
  loopsHold_ = true;
  const double closing = loops_.isOpen(problem) ? loops_.close(problem, options) : 0;
  if (closing > options.stallTolerance || !avoids()) return closing;
  return wayOut_.leadOut(problem, options, scale, mostStepsOut);
}

void Constraints::read(const Problem& problem) {
  if (hasLoops()) loops_.read(problem);
  if (avoids()) avoidance_.look(problem);
}

void Constraints::addLoops(RowSpace& higher) {
  higher.clear();
  if (hasLoops()) higher.add(loops_.rows().J(), leastOfLoops);
}

void Constraints::start(RowSpace& higher, Eigen::VectorXd& x) {
  addLoops(higher);
  avoidance_.start(higher, x);
}

void Constraints::hold(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x) {
  if (hasLoops()) holdAtLimits(problem, loops_.rows(), x);
  if (isPressed()) holdAtLimits(problem, scale, avoidance_.rows(), x);
}

void Constraints::lookAhead(const Problem& problem, const Eigen::VectorXd& dq) {
  if (avoids()) avoidance_.lookAhead(problem, dq);
}

bool Constraints::bound(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x) {
  return avoids() && avoidance_.bound(problem, scale, x, 1);
}

double Constraints::part(const Problem& problem, const Eigen::VectorXd& dq) {
  return avoids() ? avoidance_.part(problem, dq) : 1;
}

double Constraints::restore(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale) {
  double moved = 0;
  if (avoids() && avoidance_.missing(problem) > 0) moved = wayOut_.leadOut(problem, options, scale, mostStepsOut);
  if (hasLoops()) loopsHold_ = loops_.reclose(problem, options);
  return moved;
}

}  // namespace limber::solvers
