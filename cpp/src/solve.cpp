#include "limber/solve.h"

#include <algorithm>
#include <array>

#include "anneal.h"

namespace limber {
namespace {

/// Options with the automatic tolerances filled in.
SolveOptions resolved(const Problem& problem, SolveOptions options) {
  if (options.tolerance == automatic) options.tolerance = 1e-4 * problem.model().reach;
  if (options.angleTolerance == automatic) options.angleTolerance = 1e-3;
  return options;
}

/// How far all goals are from being reached, and whether they are.
struct Distance {
  double cost = 0;  ///< sum of squares, each weighted; an angle of angleTolerance counts as a way
                    ///< of tolerance
  bool reached = true;
};

Distance measure(const Problem& problem, const SolveOptions& options) {
  // Metres a radian, so that the two can be added; reach and one radian where a tolerance is zero.
  const bool canCompare = options.tolerance > 0 && options.angleTolerance > 0;
  const double metres =
      canCompare ? options.tolerance / options.angleTolerance : problem.model().reach;
  Distance total;
  for (const auto& goal : problem.goals()) {
    if (goal->weight == 0) continue;
    const Residual left = problem.residual(*goal);
    const double way = goal->weight * left.distance;
    const double turn = goal->weight * left.angle * metres;
    total.cost += way * way + turn * turn;
    total.reached &= left.distance <= options.tolerance && left.angle <= options.angleTolerance;
  }
  return total;
}

const char* findNotFinite(const Problem& problem) {
  for (const auto& goal : problem.goals()) {
    if (!(goal->weight >= 0) || std::isinf(goal->weight))
      return "a goal's weight is negative or not finite";
    if (goal->weight == 0) continue;
    if (const char* reason = goal->type->checkTarget(*goal)) return reason;
  }
  if (!allFinite(problem.state.q)) return "a coordinate in q is not finite";
  if (!allFinite(problem.jointWeights)) return "a joint weight is not finite";
  return nullptr;
}

const char* findBadWeight(const Problem& problem) {
  const bool isGood =
      std::ranges::all_of(problem.jointWeights, [](double w) { return w >= 0 && w <= 1; });
  return isGood ? nullptr : "a joint weight is not from 0 to 1";
}

class Loop {
 public:
  Loop(Problem& problem, Stepper& stepper, const SolveOptions& options)
      : problem_(problem), stepper_(stepper), options_(options) {}

  /// Steps until reached, stalled or out of iterations.
  Distance descend(Result& result) {
    Distance distance = measure(problem_, options_);
    bool isStalled = false;
    for (int i = 0; i < options_.maxIterations && !distance.reached && !isStalled; ++i) {
      // A step that the cap has cut short says nothing of rest.
      const double rest = std::min(options_.stallTolerance, 0.5 * options_.maxStep);
      isStalled = stepper_.step(problem_, options_) <= rest;
      ++result.iterations;
      distance = measure(problem_, options_);
    }
    result.status = distance.reached ? Status::converged
                    : isStalled      ? Status::stalled
                                     : Status::maxIterations;
    return distance;
  }

  /// Descends again and again from random offsets of the best pose, which shrink evenly; leaves the
  /// best pose.
  void anneal(Result& result, Distance best, std::span<double> bestQ) {
    State& state = problem_.state;
    Random random(static_cast<std::uint64_t>(options_.seed));
    std::ranges::copy(state.q, bestQ.begin());
    for (int k = 0; k < options_.annealing && !best.reached; ++k) {
      std::ranges::copy(bestQ, state.q.begin());
      const double amplitude = options_.annealingAmplitude * (1 - double(k) / options_.annealing);
      addRandomOffsets(problem_.model(), problem_.jointWeights, amplitude, random, state.q.data());
      if (options_.limits) projectOntoLimits(problem_.model(), state.q.data());
      sweep(state);
      ++result.restarts;
      const Status before = result.status;
      const Distance found = descend(result);
      if (found.cost < best.cost || found.reached) {
        best = found;
        std::ranges::copy(state.q, bestQ.begin());
      } else {
        result.status = before;
      }
    }
    std::ranges::copy(bestQ, state.q.begin());
    sweep(state);
  }

 private:
  Problem& problem_;
  Stepper& stepper_;
  const SolveOptions& options_;
};

}  // namespace

std::span<const std::string_view> statusNames() {
  static constexpr std::array<std::string_view, 5> names = {"converged", "stalled", "maxIterations",
                                                            "notFinite", "unsupported"};
  return names;
}

Result solve(Problem& problem, const SolverType& solver, const SolveOptions& options) {
  if (check(options)) {
    return {.status = Status::unsupported,
            .reason = "an option is out of range; check(options) says which"};
  }
  return solveChecked(problem, solver, options);
}

Result solveChecked(Problem& problem, const SolverType& solver, const SolveOptions& given) {
  Result result;
  const auto refuse = [&](Status status, const char* reason) {
    result.status = status;
    result.reason = reason;
    return result;
  };
  if (const char* reason = solver.supports(problem)) return refuse(Status::unsupported, reason);
  if (const char* reason = findNotFinite(problem)) return refuse(Status::notFinite, reason);
  if (const char* reason = findBadWeight(problem)) return refuse(Status::unsupported, reason);

  const SolveOptions options = resolved(problem, given);
  State& state = problem.state;
  const std::span<double> startQ = problem.scratchQ(0);
  std::ranges::copy(state.q, startQ.begin());

  normalise(problem.model(), state.q.data());
  if (options.limits) projectOntoLimits(problem.model(), state.q.data());
  sweep(state);
  Stepper& stepper = problem.stepper(solver);
  stepper.prepare(problem, options);
  Loop loop(problem, stepper, options);
  const Distance first = loop.descend(result);
  if (options.annealing > 0 && !first.reached) loop.anneal(result, first, problem.scratchQ(1));

  if (!allFinite(state.q)) {
    // Numbers near the end of the range of doubles can overflow on the way.
    std::ranges::copy(startQ, state.q.begin());
    sweep(state);
    return refuse(Status::notFinite, "the target is too far away for double precision");
  }
  findActiveLimits(problem.model(), state.q.data(), problem.activeLimits.data());
  return result;
}

}  // namespace limber
