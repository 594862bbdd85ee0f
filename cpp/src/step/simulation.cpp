#include "step/simulation.h"

#include <algorithm>
#include <cmath>

#include "descent/move.h"

namespace limber {
namespace {

/// Largest move of a coordinate in one automatic substep: radians, or relative to the reach.
constexpr double mostMove = 0.1;

constexpr int mostHalvings = 10;
constexpr int mostBrakings = 6;
/// Steps of a stop, at most.
constexpr int mostLandings = 200;
/// Fraction of the size: room per radian of a stop's way, or per reach of a slide's.
constexpr double sparePart = 0.1;
/// Part of the way that clears a stop's end, per step.
constexpr double pushPart = 0.3;

constexpr const char* gainLowered =
    "a gain was lowered to one over the substep's length: more would overshoot; take more substeps "
    "or a smaller gain";
constexpr const char* boundExceeded =
    "a bound on motion is exceeded: a loop, a limit of a ball or a near link came first";
constexpr const char* loopOpen = "a loop cannot close where driven coordinates have moved it";

}  // namespace

Simulation& Simulation::of(Problem& problem) {
  if (!problem.stepMemory) problem.stepMemory = std::make_unique<Simulation>(problem);
  return static_cast<Simulation&>(*problem.stepMemory);
}

double halfMeanLink(const Model& model) {
  double sum = 0;
  int count = 0;
  for (const Link& link : model.links) {
    const double length = norm(link.parentFromJoint.p);
    if (link.parent < 0 || length == 0) continue;
    sum += length;
    ++count;
  }
  return count > 0 ? 0.5 * sum / count / model.reach : 1;
}

Simulation::Simulation(const Problem& problem)
    : startQ(problem.state.q),
      rates_(problem),
      motionBounds_(problem),
      wayOut_(problem),
      outside_(problem),
      dq_(problem.model().nv),
      stop_(problem.model().nv),
      landing_(problem.model().nv),
      q_(problem.model().nq),
      stopQ_(q_),
      endQ_(q_),
      maxError_(halfMeanLink(problem.model())) {}

StepResult Simulation::run(Problem& problem, double dt, const SolveOptions& options) {
  options_ = options;
  options_.maxStep = infinity;
  deadline_ = Deadline(options.maxTime);
  dt_ = dt;
  result_ = {};
  rates_.prepare(problem, options_);
  wayOut_.prepare(problem, options_);
  const bool hasBounds = MotionBounds::isAny(problem, options);
  if (hasBounds && dt > 0) motionBounds_.begin(problem, startQ, options, dt);
  rates_.motionBounds = hasBounds ? &motionBounds_ : nullptr;
  outside_.begin(problem);
  for (const auto& goal : problem.goals()) goal->atEdges = true;

  std::ranges::fill(problem.velocities, 0.0);
  for (double at = 0; at < 1 && dt > 0;) {
    const Part part = next(problem, at);
    advance(problem, part);
    at = part.to;
    ++result_.substeps;
  }
  outside_.place(problem, 1);
  if (dt > 0) readVelocities(problem);
  for (const auto& goal : problem.goals()) goal->atEdges = false;
  refresh(problem);
  if (rates_.hasLoops() && !rates_.closeLoops(problem, options_)) result_.warning = loopOpen;
  if (hasBounds && dt > 0) {
    readVelocities(problem);
    if (!motionBounds_.isKept(problem)) result_.warning = boundExceeded;
  }
  return result_;
}

/// With bounds, those over the whole step. Turns of balls in several substeps may add up to more than each.
void Simulation::readVelocities(Problem& problem) {
  if (rates_.motionBounds) {
    double* velocity = problem.velocities.data();
    difference(problem.model(), startQ.data(), problem.state.q.data(), velocity);
    for (double& each : problem.velocities) each /= dt_;
  }
  outside_.readVelocities(problem, dt_);
}

void Simulation::remember(Problem& problem) const {
  outside_.remember(problem);
  if (!rates_.motionBounds)
    problem.stepped.velocity.clear();
  else if (dt_ > 0)
    motionBounds_.remember(problem);
}

void Simulation::linearise(Problem& problem, double at) {
  outside_.place(problem, at);
  refresh(problem);
  if (at == 0 && rates_.hasLoops()) rates_.closeLoops(problem, options_);
  rates_.linearise(problem, options_, maxError_);
}

void Simulation::find(Problem& problem, const Part& part) {
  if (options_.feedForward || rates_.hasLoops()) {
    outside_.foresee(problem, part.from, part.to, part.h);
    refresh(problem);
  }
  rates_.foresee(problem, options_.feedForward, part.h);
  if (rates_.find(problem, options_, part.h)) result_.warning = gainLowered;
}

/// The next part of the step, and its q̇.
Simulation::Part Simulation::next(Problem& problem, double from) {
  linearise(problem, from);
  const double left = dt_ * (1 - from);
  if (from == 0) rates_.limitGain(problem, options_, left);
  const auto cut = [&](int count) {
    return count <= 1 ? Part{from, 1, left} : Part{from, from + (1 - from) / count, left / count};
  };
  const bool isLate = result_.substeps > 0 && deadline_.isOver();
  if (isLate || options_.substeps > 0) {
    const Part part = cut(isLate ? 1 : options_.substeps - result_.substeps);
    find(problem, part);
    return part;
  }
  const double longest = std::max(options_.minTimeStep, options_.maxTimeStep);
  const double rest = mostSubsteps - result_.substeps;
  Part part = cut(static_cast<int>(std::min(std::ceil(left / longest - 1e-9), rest)));
  find(problem, part);
  const double move = rates_.fastest() * part.h;
  if (!(move > mostMove)) return part;
  const double most = std::max(1.0, std::floor(left / options_.minTimeStep + 1e-9));
  const double wanted = std::ceil(left / part.h * (move / mostMove) - 1e-9);
  const Part shorter = cut(static_cast<int>(std::min({wanted, most, rest})));
  if (!(shorter.h < part.h)) return part;
  find(problem, shorter);
  return shorter;
}

void Simulation::advance(Problem& problem, const Part& part) {
  std::ranges::copy(problem.state.q, q_.begin());
  dq_ = part.h * rates_.velocity();
  // Clamping to limits must not exceed the largest velocity.
  options_.maxStep = options_.maxVelocity * part.h * (1 + 1e-12);
  move(problem);
  options_.maxStep = infinity;
  if (rates_.hasLoops()) {
    outside_.place(problem, part.to);
    refresh(problem);
    if (!rates_.closeLoops(problem, options_)) result_.warning = loopOpen;
  }
  if (rates_.avoidance().isOn()) keepClear(problem, part);
  // The actual motion, with limits and loops.
  double* velocity = problem.velocities.data();
  difference(problem.model(), q_.data(), problem.state.q.data(), velocity);
  for (double& each : problem.velocities) each /= part.h;
}

/// q ← q ⊕ dq within the limits. With bounds a screw outside of them is not clamped, but goes no farther.
void Simulation::move(Problem& problem) {
  if (!rates_.motionBounds) {
    moveCoordinates(problem, options_, dq_);
    return;
  }
  for (const Motion& motion : problem.model().motions) {
    if (motion.mimics) continue;
    double* q = &problem.state.q[motion.qIndex];
    const double before = *q;
    integrate(motion, &dq_[motion.vIndex], q);
    if (!options_.limits) continue;
    if (motion.kind == Motion::Kind::ball)
      writeQuat(clampBall(motion, readQuat(q)), q);
    else
      *q = std::clamp(*q, std::min(before, motion.limits.min), std::max(before, motion.limits.max));
  }
}

void Simulation::place(Problem& problem, const Part& part) {
  outside_.place(problem, part.to);
  refresh(problem);
}

void Simulation::goAgain(Problem& problem, const Part& part) {
  std::ranges::copy(q_, problem.state.q.begin());
  move(problem);
  place(problem, part);
  if (rates_.hasLoops()) rates_.closeLoops(problem, options_);
}

/// Whether all joints can stop from here and keep their clearances, if the rest of the step is the stop's, too. Each
/// step after this one is looked at: the stop may pass a corner. Another h makes other steps, so the end of a long way
/// needs more room.
bool Simulation::canStop(Problem& problem, const Part& part) {
  Avoidance& avoidance = rates_.avoidance();
  const Model& model = problem.model();
  double* q = problem.state.q.data();
  std::ranges::copy(problem.state.q, stopQ_.begin());
  const Eigen::VectorXd& scale = rates_.scale();
  for (int v = 0; v < stop_.size(); ++v) landing_[v] = dt_ * (1 - part.to) / part.h * stop_[v];
  integrate(model, landing_.data(), q);
  difference(model, startQ.data(), q, landing_.data());
  for (int v = 0; v < stop_.size(); ++v) landing_[v] = scale[v] > 0 ? landing_[v] / dt_ : 0;
  motionBounds_.beginStop(landing_);
  bool isClear = true, moves = true;
  double way = 0;
  for (int i = 1; moves && isClear; ++i) {
    moves = motionBounds_.land(landing_) && i < mostLandings;
    for (int v = 0; v < stop_.size(); ++v) {
      landing_[v] *= dt_;
      if (scale[v] > 0) way += std::abs(landing_[v]) / scale[v];
    }
    integrate(model, landing_.data(), q);
    refresh(problem);
    isClear = !avoidance.isNearer(problem, sparePart * model.size * way);
  }
  if (!isClear) {
    std::ranges::copy(problem.state.q, endQ_.begin());
    wayOut_.leadOut(problem, options_, rates_.scale());
    difference(model, endQ_.data(), q, landing_.data());
  }
  std::ranges::copy(stopQ_, problem.state.q.begin());
  refresh(problem);
  return isClear;
}

/// With bounds: the part of the way beyond the stop after which the joints can still stop; false if the bounds allow
/// none.
bool Simulation::brake(Problem& problem, const Part& part) {
  Avoidance& avoidance = rates_.avoidance();
  for (int v = 0; v < stop_.size(); ++v) stop_[v] = part.h * motionBounds_.reach(v, 0);
  landing_.setZero();
  place(problem, part);
  for (int tries = 0; tries <= mostBrakings; ++tries) {
    if (tries > 0) goAgain(problem, part);
    if (avoidance.isKept(problem) && canStop(problem, part)) return true;
    const double kept = tries + 1 < mostBrakings ? 0.5 : 0;
    for (int v = 0; v < stop_.size(); ++v) dq_[v] = stop_[v] + kept * (dq_[v] - stop_[v]);
  }
  // The stop itself comes too near: out of its end.
  for (int v = 0; v < stop_.size(); ++v)
    dq_[v] = part.h * motionBounds_.clamp(v, (stop_[v] + pushPart * landing_[v]) / part.h);
  goAgain(problem, part);
  return !avoidance.isNearer(problem);
}

/// Pushes out pairs that curvature has brought too near; if that is not enough, shortens the step.
void Simulation::keepClear(Problem& problem, const Part& part) {
  Avoidance& avoidance = rates_.avoidance();
  if (rates_.motionBounds && brake(problem, part) && avoidance.missing(problem) == 0) return;
  const auto isKept = [&] {
    place(problem, part);
    if (wayOut_.leadOut(problem, options_, rates_.scale()) > 0 && rates_.hasLoops())
      rates_.closeLoops(problem, options_);
    return avoidance.isKept(problem);
  };
  for (int halvings = 0; !isKept() && halvings < mostHalvings; ++halvings) {
    dq_ *= halvings + 1 < mostHalvings ? 0.5 : 0;
    std::ranges::copy(q_, problem.state.q.begin());
    move(problem);
  }
}

}  // namespace limber
