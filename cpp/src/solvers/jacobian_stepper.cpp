#include "jacobian_stepper.h"

#include <algorithm>

#include "../hold.h"
#include "../reach.h"
#include "../solvable.h"

namespace limber::solvers {
namespace {

/// Most passes per step that hold joints at limits; the next step holds the rest.
constexpr int mostHolds = 8;
/// Relative to the longest row of the loops. In a flat linkage a closed loop, and so its rows, are accurate only to the
/// square root of rounding.
constexpr double leastOfLoops = 1e-6;
/// Like mostHolds, with obstacles.
constexpr int mostPasses = 40;
/// Steps out of obstacles, at the start of a step and after it.
constexpr int mostStepsOut = 4;
constexpr int mostHalvings = 8;
constexpr int mostHalvingsOfTheLast = 16;
constexpr int mostHalvingsDownhill = 20;
/// Required fraction of the decrease that the slope predicts. A step to the minimum of a parabola gains half
/// of it; a step twice as long gains nothing, and the next comes back: jitter around unreachable targets.
/// Only required in track, where jitter is visible.
constexpr double leastGain = 0.25;
/// A level whose error falls by a smaller fraction per step has settled, and the next level joins in.
constexpr double settledGain = 1e-6;
/// Radians to tilt off a ridge.
constexpr double tilt = 0.05;
/// Required relative decrease of the squared error; less is rounding.
constexpr double leastGainOfTilt = 1e-6;
/// Steps without success until the solver looks back at its trail. It also does so when nothing moves any
/// more.
constexpr int stepsToLookBack = 20;
/// An attempt from a pose of the trail ends if this many steps do not reduce the squared error enough.
constexpr int patience = 5;
/// Required ratio of the squared error after them: from the present pose, where a solver may be slow, and
/// from earlier poses.
constexpr double slowly = 0.8;
constexpr double quickly = 0.25;
constexpr int mostStepsOfAttempt = 60;

/// Shortens e, level by level, until no goal's length or angle exceeds `most`. One factor per level, so that
/// Jᵀe still leads downhill: with a factor per goal, a step would lead away from the minimum, and the next
/// one back. The error of a joint's value is linear however long it is, and needs no factor.
void shortenErrors(Linearisation& lin, double most) {
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

}  // namespace

JacobianStepper::JacobianStepper(const Problem& problem)
    : lin_(problem),
      x_(problem.model().nv),
      part_(problem.model().nv),
      dq_(problem.model().nv),
      last_(problem.model().nv),
      left_(problem.rows()),
      projected_(problem.rows(), problem.model().nv),
      higher_(std::min(static_cast<int>(problem.errors.size()) + Avoidance::roomFor(problem), problem.model().nv),
              problem.model().nv),
      loops_(problem),
      ridge_(problem),
      avoidance_(problem),
      wayOut_(problem),
      q_(problem.model().nq),
      travel_(problem),
      trail_(problem),
      shift_(problem.rows()),
      before_(problem.rows()),
      after_(problem.rows()) {
  far_.reserve(problem.goals().size());
  wasReached_.resize(problem.goals().size());
}

void JacobianStepper::prepare(const Problem& problem, const SolveOptions& options) {
  lin_.prepare(problem, options);
  loops_.prepare(problem, options);
  travel_.begin(problem, lin_, options);
  if (!goesOn()) trail_.forget();
  problem_ = &problem;
  firstRow_ = 0;
  begin();
  activeLevels_ = 1;
  hasPenalties_ = options.mode == Mode::find && takesPenalties() && lin_.levels().size() < 2 && isPlain(options) &&
                  options.clearance >= 0;
  avoidance_.prepare(problem, options, hasPenalties_);
  if (!avoidance_.isOn()) {
    hasPenalties_ = false;
    return;
  }
  wayOut_.prepare(problem, options);
  if (hasPenalties_ && penalisedJ_.size() == 0) {
    penalisedJ_.resize(problem.rows() + Avoidance::mostPenalties, problem.model().nv);
    penalisedE_.resize(penalisedJ_.rows());
  }
}

void JacobianStepper::finish(Problem& problem, const SolveOptions& options) {
  if (options.mode == Mode::track && areAllReached(problem, options)) trail_.remember(problem);
  travel_.end(problem, lin_, options);
}

double JacobianStepper::of(const Eigen::Ref<const Eigen::VectorXd>& left) const {
  // Rows of obstacles may follow the goals' rows.
  const Eigen::Index count = std::min(left.size(), lin_.e().size() - firstRow_);
  const auto e = lin_.e().segment(firstRow_, count);
  const auto own = left.head(count);
  // An error that is only out of reach to first order, as next to a singularity, counts little.
  const double part = std::min(own.squaredNorm() / e.squaredNorm(), 1.0);
  if (!(part > 0)) return 0;
  // For a single solve, where trembling is invisible, the bound over all axes would only be slower.
  return part * (goesOn() ? lin_.curvature(*problem_, own, firstRow_) : lin_.pull(e, firstRow_).pull);
}

double JacobianStepper::closeLoops(Problem& problem, const SolveOptions& options) {
  loopsHold_ = true;
  if (!loops_.isOpen(problem)) return 0;
  return loops_.close(problem, options);
}

double JacobianStepper::go(Problem& problem, const SolveOptions& options, const Eigen::VectorXd& dq) {
  double moved = moveBy(problem, options, dq);
  if (avoidance_.isOn() && !hasPenalties_ && avoidance_.missing(problem) > 0)
    moved = std::max(moved, wayOut_.leadOut(problem, options, lin_.scale, mostStepsOut));
  if (!loops_.isEmpty()) loopsHold_ = loops_.reclose(problem, options);
  return moved;
}

bool JacobianStepper::isPlain(const SolveOptions& options) const {
  return activeLevels_ == 1 && options.restGain == 0 && loops_.isEmpty();
}

bool JacobianStepper::holdAll(const Problem& problem) {
  const bool holds = holdAtLimits(problem, lin_, x_);
  if (!loops_.isEmpty()) holdAtLimits(problem, loops_.rows(), x_);
  if (avoidance_.hasBounds()) holdAtLimits(problem, lin_.scale, avoidance_.rows(), x_);
  if (hasPenalties_) return holdAtLimits(problem, lin_.scale, penalisedJ_.topRows(penalisedRows_), x_) || holds;
  return holds;
}

int JacobianStepper::activeLevels(const SolveOptions& options) const {
  const int levels = static_cast<int>(lin_.levels().size());
  if (settled_ + 1 < levels) return settled_ + 1;
  return levels + (options.restGain > 0 ? 1 : 0);
}

bool JacobianStepper::isLevelReached(const Problem& problem, const SolveOptions& options, int level) const {
  const int first = level > 0 ? lin_.levels()[level - 1] : 0;
  return std::ranges::all_of(lin_.blocks(), [&](const auto& block) {
    return block.row < first || block.row >= lin_.levels()[level] ||
           isReached(*block.goal, problem.measured(*block.goal), options);
  });
}

double JacobianStepper::step(Problem& problem, const SolveOptions& options) {
  double moved = 0;
  SolveOptions shorter = options;
  shorter.maxStep = std::min(options.maxStep, travel_.left());
  if (!trail_.goesBack) {
    moved = stepWithin(problem, shorter);
    if (moved <= options.stallTolerance || ++trail_.missed >= stepsToLookBack) lookBack(problem, options);
  }
  if (trail_.goesBack) moved = goBack(problem, shorter);
  travel_.measure(problem);
  return moved;
}

bool JacobianStepper::areAllReached(const Problem& problem, const SolveOptions& options) const {
  return std::ranges::all_of(
      lin_.blocks(), [&](const auto& block) { return isReached(*block.goal, problem.measured(*block.goal), options); });
}

/// A stretched arm's elbow poses coincide, and the arm may bend back into the one that ends at a limit. If it
/// then gets no nearer, the goals may still be reached from an earlier pose.
void JacobianStepper::lookBack(Problem& problem, const SolveOptions& options) {
  trail_.missed = 0;
  if (options.mode != Mode::track || trail_.isEmpty() || !loops_.isEmpty() || avoidance_.isOn() ||
      areAllReached(problem, options) || isBeyondReach(problem, options))
    return;
  std::ranges::copy(problem.state.q, trail_.back.begin());
  const bool isOnTheWay = attempt(problem, options, slowly) != Attempt::stuck;
  for (int i = 0; !isOnTheWay && !trail_.goesBack && i < trail_.size(); ++i) {
    std::ranges::copy(trail_.pose(i), problem.state.q.begin());
    follow(problem);
    trail_.goesBack = attempt(problem, options, quickly) == Attempt::reached;
  }
  std::ranges::swap_ranges(problem.state.q, trail_.back);
  follow(problem);
  begin();
}

JacobianStepper::Attempt JacobianStepper::attempt(Problem& problem, const SolveOptions& options, double fall) {
  begin();
  double mark = infinity;
  int markedAt = 0;
  for (int i = 0; i < mostStepsOfAttempt; ++i) {
    if (areAllReached(problem, options)) return Attempt::reached;
    lin_.readError(problem, after_);
    if (after_.squaredNorm() < fall * mark) {
      mark = after_.squaredNorm();
      markedAt = i;
    }
    if (i - markedAt >= patience || stepFor(problem, options, activeLevels(options)) <= options.stallTolerance)
      return Attempt::stuck;
  }
  return Attempt::underWay;
}

double JacobianStepper::goBack(Problem& problem, const SolveOptions& options) {
  difference(problem.model(), problem.state.q.data(), trail_.back.data(), dq_.data());
  trail_.goesBack = greatest(problem.model(), dq_) > options.maxStep;
  return moveBy(problem, options, dq_);
}

double JacobianStepper::stepWithin(Problem& problem, const SolveOptions& options) {
  if (const double closing = closeLoops(problem, options); closing > options.stallTolerance) return closing;
  if (avoidance_.isOn() && !hasPenalties_) {
    const double leading = wayOut_.leadOut(problem, options, lin_.scale, mostStepsOut);
    if (leading > options.stallTolerance) return leading;
  }
  double moved = 0;
  const int last = std::max(1, static_cast<int>(lin_.levels().size())) - 1;
  for (;; ++settled_) {
    while (settled_ < last && isLevelReached(problem, options, settled_)) ++settled_;
    // The last level, or the rest posture, gets the freedom that the others leave; if it does not move,
    // continue the others without it.
    const int most = activeLevels(options);
    for (int count = most; count > 0; --count) {
      if (count < most && count <= last && isLevelReached(problem, options, count - 1)) continue;
      moved = std::max(moved, stepFor(problem, options, count));
      if (moved > options.stallTolerance) return moved;
    }
    moved = std::max(moved, leaveRidge(problem, options));
    if (moved > options.stallTolerance) return moved;
    if (settled_ >= last) return moved;
  }
}

double JacobianStepper::stepFor(Problem& problem, const SolveOptions& options, int activeLevels) {
  linearise(problem, options, activeLevels);
  findStep(problem, options);
  if (activeLevels > 1) return goWithLessOfTheLast(problem, options);
  const double moved = goAlong(problem, options, dq_, mostHalvings);
  if (moved > options.stallTolerance) return moved;
  linearise(problem, options, activeLevels);
  return std::max(moved, goAlong(problem, options, steepest(problem, options), mostHalvingsDownhill));
}

/// Through curvature, the last level disturbs those before it: halve its part of the step, keep theirs.
double JacobianStepper::goWithLessOfTheLast(Problem& problem, const SolveOptions& options) {
  const bool isRest = activeLevels_ > std::ssize(lin_.levels());
  for (int halvings = 0; halvings < mostHalvingsOfTheLast; ++halvings) {
    const double moved = go(problem, options, dq_);
    if (moved == 0) return 0;
    if (isBetter(problem, options)) {
      if (!isRest || !passesRest(problem, options)) return moved;
      takeBack(problem);
      follow(problem);
      linearise(problem, options, activeLevels_);
    }
    takeBack(problem);
    last_ *= 0.5;
    dq_ -= last_;
  }
  follow(problem);
  return 0;
}

/// Whether the rest posture now pulls back in the opposite direction. Near a singularity the null space is so
/// curved that it would oscillate for ever.
bool JacobianStepper::passesRest(const Problem& problem, const SolveOptions& options) {
  lin_.readJacobian(problem);
  startWithLoops();
  higher_.add(lin_.J());
  addRest(problem, options);
  double along = 0;
  for (int v = 0; v < part_.size(); ++v) {
    if (lin_.scale[v] > 0) along += part_[v] * last_[v] / lin_.scale[v];
  }
  return along < 0;
}

double JacobianStepper::goAlong(Problem& problem, const SolveOptions& options, Eigen::VectorXd& dq, int most) {
  for (int halvings = 0; halvings < most; ++halvings) {
    const double moved = go(problem, options, dq);
    if (moved == 0 || isBetter(problem, options)) return moved;
    takeBack(problem);
    dq *= 0.5;
  }
  follow(problem);
  return 0;
}

/// Near a singularity an inverse may demand a huge move in a useless direction, or drop directions by
/// truncation. The gradient of the first level, with the best length for J, always helps; if not, the solver
/// has stalled.
Eigen::VectorXd& JacobianStepper::steepest(const Problem& problem, const SolveOptions& options) {
  const int rows = lin_.levels().empty() ? 0 : lin_.levels()[0];
  const auto e = lin_.e().head(rows);
  const auto readGradient = [&] {
    for (int c = 0; c < lin_.columns(); ++c) x_[c] = lin_.J().col(c).head(rows).dot(e);
    if (loops_.isEmpty() && !avoidance_.hasBounds()) return;
    startWithLoops();
    part_.setZero();
    avoidance_.start(higher_, part_);
    higher_.removeFrom(x_);
  };
  const auto lengthOfStep = [&] {
    auto change = left_.head(rows);
    change.setZero();
    for (int c = 0; c < lin_.columns(); ++c) change += x_[c] * lin_.J().col(c).head(rows);
    const double square = change.squaredNorm();
    return square > 1e-280 ? e.dot(change) / square : 0;
  };
  readGradient();
  for (int holds = 0; options.limits && holds < mostHolds && holdAll(problem); ++holds) readGradient();
  if (!avoids()) {
    dq_ = lengthOfStep() * lin_.scale.cwiseProduct(x_);
    return dq_;
  }
  x_ *= lengthOfStep();
  while (avoidance_.bound(problem, lin_.scale, x_, 1)) {
    readGradient();
    x_ *= lengthOfStep();
  }
  dq_ = lin_.scale.cwiseProduct(x_);
  dq_ *= avoidance_.part(problem, dq_);
  return dq_;
}

/// For a first level with an error but no slope. At a true minimum no direction leads downhill.
double JacobianStepper::leaveRidge(Problem& problem, const SolveOptions& options) {
  if (options.mode != Mode::track || lin_.columns() == 0 || lin_.levels().empty() || !loops_.isEmpty() ||
      isLevelReached(problem, options, 0))
    return 0;
  linearise(problem, options, 1);
  const int rows = lin_.levels()[0];
  lin_.readError(problem, lin_.allE());
  ridge_.look(problem, lin_, rows);
  for (int number = 0; number < 2 * Ridge::ways; ++number) {
    ridge_.way(number / 2, x_);
    const double largest = x_.cwiseAbs().maxCoeff();
    if (!(largest > 0)) continue;
    dq_ = (number % 2 ? -tilt : tilt) / largest * lin_.scale.cwiseProduct(x_);
    const double moved = go(problem, options, dq_);
    measureStep(problem);
    const double was = before_.head(rows).squaredNorm();
    const bool isBetter = after_.head(rows).squaredNorm() < (1 - leastGainOfTilt) * was;
    if (isBetter && (!avoids() || avoidance_.isKept(problem))) return moved;
    takeBack(problem);
  }
  follow(problem);
  return 0;
}

/// e after the step, for isBetter().
void JacobianStepper::measureStep(const Problem& problem) {
  lin_.readError(problem, after_);
  after_.head(lin_.rows()) -= shift_.head(lin_.rows());
  // Shifting would leave only rounding: use the tool's motion.
  for (const Far& far : far_) {
    const Vec3 way = problem.toolPose(*far.goal).p - far.tool;
    after_.segment<3>(far.row) = before_.segment<3>(far.row) - far.map * way;
  }
}

bool JacobianStepper::isBetter(const Problem& problem, const SolveOptions& options) {
  if (!loopsHold_ || (avoids() && !avoidance_.isKept(problem))) return false;
  measureStep(problem);
  const int levels = std::min(activeLevels_, static_cast<int>(lin_.levels().size()));
  const bool isPlain = levels == 1 && options.restGain == 0;
  if (hasPenalties_) return isBetterWithPenalties(problem);
  // The rest posture may use half the tolerance.
  const double tolerance = options.tolerance / problem.model().reach;
  const double slack = options.restGain > 0 ? 0.25 * tolerance * tolerance : 0;
  int first = 0;
  for (int level = 0; level < levels; ++level) {
    const int count = lin_.levels()[level] - first;
    const double was = before_.segment(first, count).squaredNorm();
    const double is = after_.segment(first, count).squaredNorm();
    const double rounding = isPlain ? 0 : 1e-13 * was;
    if (!isPlain && options.restGain == 0 && wasReached_[level]) {
      if (!isLevelReached(problem, options, level)) return false;
    } else if (is > slack && is > was + rounding) {
      return false;
    } else if (is < was - rounding && was > slack) {
      // Pressed against an obstacle, an arm that accepted so small a gain would creep for ever.
      if (avoids() && avoidance_.hasBounds() && was - is < settledGain * was) return false;
      if (level == settled_ && was - is < settledGain * was) ++settled_;
      return options.mode == Mode::find || was - is >= leastGain * promisedGain(problem, first, count);
    }
    first += count;
  }
  return options.restGain > 0;
}

/// Goals and clearance violations as one sum of squares.
bool JacobianStepper::isBetterWithPenalties(const Problem& problem) {
  const int rows = lin_.rows();
  const double was = before_.head(rows).squaredNorm() + avoidance_.penaltyBefore();
  const double is = after_.head(rows).squaredNorm() + avoidance_.penalty(problem);
  // The penalties' slope may omit some nearby pairs, so the predicted gain is not required: any gain will do.
  return is < was;
}

/// Decrease of |e|² of these rows that their slope predicts for the step.
double JacobianStepper::promisedGain(const Problem& problem, int first, int count) {
  difference(problem.model(), q_.data(), problem.state.q.data(), part_.data());
  double sum = 0;
  for (int v = 0; v < part_.size(); ++v) {
    if (lin_.scale[v] > 0)
      sum += part_[v] / lin_.scale[v] * lin_.J().col(v).segment(first, count).dot(before_.segment(first, count));
  }
  return 2 * sum;
}

void JacobianStepper::takeBack(Problem& problem) const {
  std::ranges::copy(q_, problem.state.q.begin());
  if (avoidance_.isOn()) follow(problem);
}

void JacobianStepper::linearise(const Problem& problem, const SolveOptions& options, int activeLevels) {
  activeLevels_ = activeLevels;
  std::ranges::copy(problem.state.q, q_.begin());
  for (std::size_t i = 0; activeLevels > 1 && i < lin_.levels().size(); ++i)
    wasReached_[i] = isLevelReached(problem, options, static_cast<int>(i));
  lin_.readError(problem, before_);
  // For a target 1e9 away, rounding hides every motion. A point ten reaches away on the same line is used
  // instead: approaching it approaches the target.
  shift_ = before_;
  clampErrors(lin_, before_, 10);
  shift_ -= before_;
  noteFar(problem);
  lin_.e() = before_.head(lin_.rows());
  lin_.readJacobian(problem);
  if (!loops_.isEmpty()) loops_.read(problem);
  const double most = options.maxError == automatic ? maxError() : options.maxError;
  if (most < infinity) shortenErrors(lin_, most);
  if (!avoidance_.isOn()) return;
  avoidance_.look(problem);
  if (hasPenalties_) readPenalties(problem);
}

void JacobianStepper::readPenalties(const Problem& problem) {
  const int rows = lin_.rows();
  penalisedJ_.topRows(rows) = lin_.J();
  penalisedE_.head(rows) = lin_.e();
  penalisedRows_ = rows + avoidance_.readPenalties(
                              problem, lin_.scale,
                              penalisedJ_.bottomRows(penalisedJ_.rows() - rows).topRows(Avoidance::mostPenalties),
                              penalisedE_.segment(rows, Avoidance::mostPenalties));
}

void JacobianStepper::noteFar(const Problem& problem) {
  far_.clear();
  for (const auto& block : lin_.blocks()) {
    const Goal& goal = *block.goal;
    if (!goal.type->hasPoint(goal) || goal.targetLink >= 0 || shift_.segment<3>(block.row).isZero(0)) continue;
    const Pose tool = problem.toolPose(goal);
    const Mat3 map = goal.type->rowMap(goal, tool).topLeftCorner<3, 3>();
    far_.push_back({&goal, block.row, tool.p, block.linearWeight / problem.model().reach * map});
  }
}

Eigen::VectorXd& JacobianStepper::findStep(const Problem& problem, const SolveOptions& options) {
  solveAll(problem, options);
  if (avoids()) {
    avoidance_.lookAhead(problem, dq_ = lin_.scale.cwiseProduct(x_));
    for (int pass = 0; pass < mostPasses; ++pass) {
      const bool holds = options.limits && holdAll(problem);
      if (!avoidance_.bound(problem, lin_.scale, x_, 1) && !holds) break;
      solveAll(problem, options);
    }
  } else {
    for (int holds = 0; options.limits && holds < mostHolds && holdAll(problem); ++holds) solveAll(problem, options);
  }
  dq_ = lin_.scale.cwiseProduct(x_);
  last_ = lin_.scale.cwiseProduct(part_);
  if (avoids()) {
    const double part = avoidance_.part(problem, dq_);
    dq_ *= part;
    last_ *= part;
  }
  return dq_;
}

void JacobianStepper::solveAll(const Problem& problem, const SolveOptions& options) {
  const auto ends = std::span(lin_.levels());
  x_.setZero();
  if (lin_.columns() == 0) return;
  if (hasPenalties_) {
    if (penalisedRows_ > 0) invert(options, penalisedJ_.topRows(penalisedRows_), penalisedE_.head(penalisedRows_), x_);
    return;
  }
  if (isPlain(options) && !avoidance_.hasBounds()) {
    if (lin_.rows() == 0) return;
    invert(options, lin_.J().topRows(ends[0]), lin_.e().head(ends[0]), x_);
    return;
  }
  solveLevels(options, ends.first(std::min(ends.size(), static_cast<std::size_t>(activeLevels_))));
  if (options.restGain > 0 && activeLevels_ > std::ssize(ends)) addRest(problem, options);
}

/// Loops come before all levels.
void JacobianStepper::startWithLoops() {
  higher_.clear();
  if (!loops_.isEmpty()) higher_.add(loops_.rows().J(), leastOfLoops);
}

/// Each priority in the null space of those before it:
/// x ← x + inverse(J_k N) (e_k − J_k x), N = I − BᵀB (Siciliano and Slotine 1991).
void JacobianStepper::solveLevels(const SolveOptions& options, std::span<const int> ends) {
  startWithLoops();
  avoidance_.start(higher_, x_);
  int first = 0;
  for (const int last : ends) {
    const int count = last - first;
    auto J = projected_.topRows(count);
    J = lin_.J().middleRows(first, count);
    auto e = left_.head(count);
    for (int i = 0; i < count; ++i) e[i] = lin_.e()[first + i] - J.row(i).dot(x_);
    for (int i = 0; i < count && !higher_.isEmpty(); ++i) {
      const double length = J.row(i).norm();
      higher_.removeFrom(J.row(i).transpose());
      // Only rounding errors are left of the row.
      if (J.row(i).norm() < 1e-9 * length) J.row(i).setZero();
    }
    part_.setZero();
    firstRow_ = first;
    invert(options, J, e, part_);
    x_ += part_;
    higher_.add(J);
    first = last;
  }
  firstRow_ = 0;
}

void JacobianStepper::addRest(const Problem& problem, const SolveOptions& options) {
  difference(problem.model(), problem.state.q.data(), problem.rest.data(), part_.data());
  for (int v = 0; v < part_.size(); ++v) part_[v] = lin_.scale[v] > 0 ? options.restGain * part_[v] / lin_.scale[v] : 0;
  higher_.removeFrom(part_);
  x_ += part_;
}

}  // namespace limber::solvers
