#include "descent/jacobian_stepper.h"

#include <algorithm>

#include "problem/reach.h"

namespace limber::solvers {
namespace {

constexpr int mostHalvings = 8;
constexpr int mostHalvingsOfTheLast = 16;
constexpr int mostHalvingsDownhill = 20;
/// Radians to tilt off a ridge.
constexpr double tilt = 0.05;
/// Required relative decrease of the squared error; less is rounding.
constexpr double leastGainOfTilt = 1e-6;
/// An attempt ends if this many steps do not reduce the squared error enough.
constexpr int patience = 5;
constexpr int mostStepsOfAttempt = 60;

}  // namespace

JacobianStepper::JacobianStepper(const Problem& problem, const InverseTraits& traits)
    : tangent_(problem, traits),
      judge_(problem, tangent_.lin),
      ridge_(problem),
      travel_(problem),
      trail_(problem),
      tilt_(problem.model().nv) {}

void JacobianStepper::prepare(const Problem& problem, const SolveOptions& options) {
  shorter_ = options;
  tangent_.prepare(problem, options);
  travel_.begin(problem, lin(), options);
  if (!travel_.goesOn()) trail_.forget();
  begin();
}

void JacobianStepper::finish(Problem& problem, const SolveOptions& options) {
  if (options.mode == Mode::track && judge_.areReached(problem, options)) trail_.remember(problem);
  travel_.end(problem, lin(), options);
}

double JacobianStepper::step(Problem& problem, const SolveOptions& options) {
  double moved = 0;
  shorter_.maxStep = std::min(options.maxStep, travel_.left());
  if (!trail_.goesBack()) {
    moved = stepWithin(problem, shorter_);
    if (moved <= options.stallTolerance || trail_.misses()) lookBack(problem, options);
  }
  if (trail_.goesBack()) moved = trail_.goBack(problem, shorter_);
  travel_.measure(problem);
  return moved;
}

void JacobianStepper::lookBack(Problem& problem, const SolveOptions& options) {
  trail_.startToMiss();
  if (options.mode != Mode::track || trail_.isEmpty() || !tangent_.constraints.isEmpty() ||
      judge_.areReached(problem, options) || isBeyondReach(problem, options))
    return;
  trail_.lookBack(problem, [&](double fall) { return attempt(problem, options, fall); });
  begin();
}

Trail::Attempt JacobianStepper::attempt(Problem& problem, const SolveOptions& options, double fall) {
  begin();
  double mark = infinity;
  int markedAt = 0;
  for (int i = 0; i < mostStepsOfAttempt; ++i) {
    if (judge_.areReached(problem, options)) return Trail::Attempt::reached;
    if (const double square = judge_.squareNow(problem); square < fall * mark) {
      mark = square;
      markedAt = i;
    }
    if (i - markedAt >= patience || stepFor(problem, options, judge_.levels(options)) <= options.stallTolerance)
      return Trail::Attempt::stuck;
  }
  return Trail::Attempt::underWay;
}

double JacobianStepper::stepWithin(Problem& problem, const SolveOptions& options) {
  const double meeting = tangent_.constraints.meet(problem, options, lin().scale);
  if (meeting > options.stallTolerance) return meeting;
  double moved = 0;
  const int last = std::max(1, static_cast<int>(lin().levels().size())) - 1;
  for (;; judge_.settle()) {
    while (judge_.settled() < last && judge_.isReached(problem, options, judge_.settled())) judge_.settle();
    // The last level, or the rest posture, gets the freedom that the others leave; if it does not move,
    // continue the others without it.
    const int most = judge_.levels(options);
    for (int count = most; count > 0; --count) {
      if (count < most && count <= last && judge_.isReached(problem, options, count - 1)) continue;
      moved = std::max(moved, stepFor(problem, options, count));
      if (moved > options.stallTolerance) return moved;
    }
    moved = std::max(moved, leaveRidge(problem, options));
    if (moved > options.stallTolerance || judge_.settled() >= last) return moved;
  }
}

double JacobianStepper::stepFor(Problem& problem, const SolveOptions& options, int levels) {
  linearise(problem, options, levels);
  Eigen::VectorXd& dq = findStep(problem, options);
  if (levels > 1) return goWithLessOfTheLast(problem, options, dq);
  const double moved = goAlong(problem, options, dq, mostHalvings);
  if (moved > options.stallTolerance) return moved;
  linearise(problem, options, levels);
  return std::max(moved, goAlong(problem, options, tangent_.findSteepest(problem), mostHalvingsDownhill));
}

void JacobianStepper::linearise(const Problem& problem, const SolveOptions& options, int levels) {
  judge_.begin(problem, options, levels);
  tangent_.read(problem, options, judge_.before());
}

Eigen::VectorXd& JacobianStepper::findStep(const Problem& problem, const SolveOptions& options) {
  return tangent_.find(
      problem, options, judge_.judging(), travel_.goesOn(),
      [&](const Rows& J, const Errors& e, const Level& level, Eigen::VectorXd& x) { invert(options, J, e, level, x); });
}

double JacobianStepper::go(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq) {
  const double moved = moveBy(problem, options, dq);
  return std::max(moved, tangent_.constraints.restore(problem, options, lin().scale));
}

bool JacobianStepper::isBetter(const Problem& problem, const SolveOptions& options) {
  if (!tangent_.constraints.areKept(problem)) return false;
  judge_.measure(problem);
  if (!tangent_.penalties.isOn()) return judge_.isBetter(problem, options, isPressed());
  // The penalties' slope may omit some nearby pairs, so the predicted gain is not required: any gain will do.
  return judge_.after().head(lin().rows()).squaredNorm() + tangent_.penalties.now(problem) <
         judge_.before().head(lin().rows()).squaredNorm() + tangent_.penalties.before();
}

void JacobianStepper::takeBack(Problem& problem) const {
  judge_.takeBack(problem);
  if (tangent_.constraints.avoids()) refresh(problem);
}

double JacobianStepper::goAlong(Problem& problem, const SolveOptions& options, Eigen::VectorXd& dq, int most) {
  for (int halvings = 0; halvings < most; ++halvings) {
    const double moved = go(problem, options, dq);
    if (moved == 0 || isBetter(problem, options)) return moved;
    takeBack(problem);
    dq *= 0.5;
  }
  refresh(problem);
  return 0;
}

/// Through curvature, the last level disturbs those before it: halve its part of the step, keep theirs. Near a
/// singularity the null space is so curved that the rest posture would pull to and fro for ever.
double JacobianStepper::goWithLessOfTheLast(Problem& problem, const SolveOptions& options, Eigen::VectorXd& dq) {
  const bool isRest = judge_.judging() > std::ssize(lin().levels());
  Eigen::VectorXd& last = tangent_.last();
  for (int halvings = 0; halvings < mostHalvingsOfTheLast; ++halvings) {
    const double moved = go(problem, options, dq);
    if (moved == 0) return 0;
    if (isBetter(problem, options)) {
      if (!isRest || !tangent_.pullsBack(problem, options)) return moved;
      takeBack(problem);
      refresh(problem);
      linearise(problem, options, judge_.judging());
    }
    takeBack(problem);
    last *= 0.5;
    dq -= last;
  }
  refresh(problem);
  return 0;
}

/// For a first level with an error but no slope. At a true minimum no direction leads downhill.
double JacobianStepper::leaveRidge(Problem& problem, const SolveOptions& options) {
  if (options.mode != Mode::track || lin().columns() == 0 || lin().levels().empty() ||
      tangent_.constraints.hasLoops() || judge_.isReached(problem, options, 0))
    return 0;
  linearise(problem, options, 1);
  const int rows = lin().levels()[0];
  lin().readError(problem, lin().allE());
  ridge_.look(problem, lin(), rows);
  for (int number = 0; number < 2 * Ridge::ways; ++number) {
    ridge_.way(number / 2, tilt_);
    const double largest = tilt_.cwiseAbs().maxCoeff();
    if (!(largest > 0)) continue;
    tilt_ = (number % 2 ? -tilt : tilt) / largest * lin().scale.cwiseProduct(tilt_);
    const double moved = go(problem, options, tilt_);
    judge_.measure(problem);
    const double was = judge_.before().head(rows).squaredNorm();
    const bool isBetter = judge_.after().head(rows).squaredNorm() < (1 - leastGainOfTilt) * was;
    if (isBetter && tangent_.constraints.areKept(problem)) return moved;
    takeBack(problem);
  }
  refresh(problem);
  return 0;
}

}  // namespace limber::solvers
