#include "limber/solve.h"

#include <algorithm>
#include <array>

#include "descent/avoidance.h"
#include "descent/move.h"
#include "descent/strategy.h"
#include "model/random_pose.h"
#include "problem/reach.h"
#include "solve/solvable.h"
#include "solvers/lm/search.h"

namespace limber {
namespace {

bool isNear(const Problem& problem) {
  return std::ranges::all_of(problem.goals(), [&](const auto& goal) {
    return goal->weight == 0 || isNear(problem, *goal, problem.measured(*goal));
  });
}

}  // namespace

SolveOptions resolved(const Problem& problem, const SolverType& solver, SolveOptions options) {
  if (options.maxStep == automatic)
    options.maxStep = options.mode == Mode::find ? solver.maxStepToFind : solver.maxStep;
  resolveTolerances(problem, options);
  if (!problem.hasBodies()) options.clearance = automatic;
  return options;
}

namespace {

/// Copies from `drawn` the coordinates that move an active goal; others stay.
void takeWhatGoalsNeed(Problem& problem, std::span<const double> drawn) {
  // Loops connect all links.
  if (!problem.loops().empty()) {
    std::ranges::copy(drawn, problem.state.q.begin());
    return;
  }
  for (const auto& goal : problem.goals()) {
    if (goal->weight == 0) continue;
    forEachMotionOf(*goal, problem.model(), [&](const Motion& motion, double) {
      std::copy_n(&drawn[motion.qIndex], motion.nq(), &problem.state.q[motion.qIndex]);
    });
  }
}

/// Whether a whole turn of the coordinate changes no link and no goal: it only turns, its mimics have whole
/// ratios, and no goal is for its value.
bool turnsRound(const Problem& problem, const Motion& turning) {
  const auto isWhole = [&](const Motion& motion) {
    return motion.kind == Motion::Kind::ball || motion.qIndex != turning.qIndex ||
           (motion.turns() && !motion.slides() && motion.ratio == std::round(motion.ratio));
  };
  const auto asksValue = [&](const auto& goal) {
    return goal->type->motion && goal->type->motion(*goal, problem.model()).qIndex == turning.qIndex;
  };
  return turning.turns() && !turning.slides() && std::ranges::all_of(problem.model().motions, isWhole) &&
         std::ranges::none_of(problem.goals(), asksValue);
}

/// `value` plus whole turns, as near to `start` as limits allow; `value` itself if that does not bring it
/// nearer.
double nearestTurn(const Motion& motion, double value, double start, bool limits) {
  const double turn = 2 * pi;
  double turns = std::round((start - value) / turn);
  if (limits) {
    const double fewest = std::ceil((motion.limits.min - value) / turn);
    const double most = std::floor((motion.limits.max - value) / turn);
    if (fewest > most) return value;
    turns = std::clamp(turns, fewest, most);
  }
  // At about half a turn rounding would decide, so stay.
  const double next = limits ? clampScrew(motion, value + turns * turn) : value + turns * turn;
  return std::abs(next - start) < std::abs(value - start) - 1e-9 ? next : value;
}

/// Unwinds joints: subtracts the whole turns that bring each nearest to its start. Does not update poses.
void takeOffWholeTurns(Problem& problem, std::span<const double> startQ, bool limits) {
  for (const Motion& motion : problem.model().motions) {
    if (motion.mimics || motion.kind == Motion::Kind::ball) continue;
    double& q = problem.state.q[motion.qIndex];
    const double start = startQ[motion.qIndex];
    if (std::abs(q - start) > pi && turnsRound(problem, motion)) q = nearestTurn(motion, q, start, limits);
  }
}

/// Descents of one solver from one or many poses: from `startQ` of its stepper, the best goes to `bestQ`.
class Descents {
 public:
  Descents(Problem& problem, Stepper& stepper, const SolveOptions& options, const Plan& plan)
      : problem_(problem), stepper_(stepper), given_(options), options_(options), plan_(plan) {}

  /// Whether obstacles were in the way at the end of a descent.
  bool wasBlocked() const { return wasBlocked_; }

  Result run() {
    const bool finds = given_.mode == Mode::find;
    const Plan::Descent first = plan_.first();
    begin(first);
    const bool mayGoBack = finds || stepper_.goesBack();
    plan_.setStart(Distance(problem_, given_));
    if (mayGoBack) keepPose();
    const Distance end = descend(first);
    const bool isFarther = end.compare(plan_.best()) > 0;
    const bool isKept = plan_.takes(first, end, progress_);
    if (!finds && (given_.annealing == 0 || end.reached())) {
      if (mayGoBack && isFarther) takeBest();
      return plan_.result;
    }
    // If it may not go back, it is nearer by the solver's own measure, which trades lengths for angles in its own way.
    // A replacement has to be nearer than the start by Distance, or both lengths and angles could get worse.
    if (isKept || !mayGoBack) keepPose();
    descendAgain();
    takeBest();
    takeOffWholeTurns();
    return plan_.result;
  }

 private:
  void descendAgain() {
    if (!plan_.best().reached() && onlyBeyondReach(problem_, given_)) plan_.skipRandom();
    while (!stepper_.insight().isFinal) {
      const auto next = plan_.next(given_);
      if (!next) return;
      place(*next);
      begin(*next);
      const Distance end = descend(*next);
      if (plan_.takes(*next, end, progress_)) keepPose();
    }
  }

  /// From the start, too, the best pose so far: no descent before it counts.
  void place(const Plan::Descent& descent) {
    std::vector<double>& q = stepper_.drawnQ;
    std::ranges::copy(stepper_.bestQ, q.begin());
    plan_.place(descent, problem_, given_, q.data());
    std::ranges::copy(stepper_.bestQ, problem_.state.q.begin());
    takeWhatGoalsNeed(problem_, q);
    refresh(problem_);
  }

  void begin(const Plan::Descent& descent) {
    const auto is = [&](Plan::Obstacles what) { return descent.obstacles == what; };
    options_.clearance = is(Plan::Obstacles::ignored) ? automatic : given_.clearance;
    options_.mode = is(Plan::Obstacles::hard) ? Mode::track : given_.mode;
    stepper_.prepare(problem_, options_);
    stepper_.start(problem_, options_);
  }

  Distance descend(const Plan::Descent& descent) {
    Distance distance(problem_, options_);
    progress_.begin(distance, descent.isImpatient(given_, [&] { return isNear(problem_); }));
    bool isFinished = false;
    const auto finish = [&] {
      stepper_.finish(problem_, options_);
      distance.read(problem_, options_);
      isFinished = true;
    };
    for (;;) {
      if (isDone(distance)) {
        finish();
        // At the edge of a tolerance, finish() may lose it again.
        if (isDone(distance)) break;
      }
      if (progress_.isOver(distance, options_, plan_.deadline()) || (progress_.iterations() > 0 && stepper_.isSpent()))
        break;
      progress_.count(stepper_.step(problem_, options_));
      isFinished = false;
      distance.read(problem_, options_);
    }
    if (!isFinished) finish();
    if (descent.obstacles == Plan::Obstacles::ignored && distance.reached())
      distance.readObstacles(problem_, given_);
    else
      wasBlocked_ |= !distance.reached() && (distance.isBlocked() || isPressed(problem_, options_));
    return distance;
  }

  /// With a rest posture, continue after goals are reached.
  bool isDone(const Distance& distance) const { return distance.reached() && options_.restGain == 0; }

  void keepPose() {
    std::ranges::copy(problem_.state.q, stepper_.bestQ.begin());
    stepper_.keepPoses(problem_);
  }

  void takeBest() {
    std::ranges::copy(stepper_.bestQ, problem_.state.q.begin());
    if (!problem_.state.isSwept()) refresh(problem_);
    stepper_.takePoses(problem_);
  }

  /// This moves no link.
  void takeOffWholeTurns() {
    if (options_.restGain > 0) return;
    limber::takeOffWholeTurns(problem_, stepper_.startQ, given_.limits);
    if (std::ranges::equal(problem_.state.q, stepper_.bestQ)) return;
    refresh(problem_);
    stepper_.takePoses(problem_);
    // A whole turn changes poses by rounding, which may just pass a tolerance.
    if (plan_.best().reached() && !Distance(problem_, given_).reached()) takeBest();
  }

  Problem& problem_;
  Stepper& stepper_;
  const SolveOptions& given_;
  SolveOptions options_;  ///< of the descent under way
  Plan plan_;
  Progress progress_;
  bool wasBlocked_ = false;
};

}  // namespace

Refusal findRefusal(const Problem& problem, const SolveOptions& options) {
  const auto unsupported = [](const char* reason) { return Refusal{Status::unsupported, reason}; };
  const auto notFinite = [](const char* reason) { return Refusal{Status::notFinite, reason}; };
  for (const auto& goal : problem.goals()) {
    if (!(goal->weight >= 0) || std::isinf(goal->weight)) return notFinite("a goal's weight is negative or not finite");
    if (goal->weight == 0) continue;
    if (const char* reason = goal->type->checkTarget(*goal)) return notFinite(reason);
  }
  if (!allFinite(problem.state.q)) return notFinite("a coordinate in q is not finite");
  if (!allFinite(problem.jointWeights)) return notFinite("a joint weight is not finite");
  if (!allFinite(problem.rest)) return notFinite("a coordinate of the rest posture is not finite");
  for (const auto& goal : problem.goals()) {
    if (goal->weight > 0 && checkParameters(*goal, problem.model()))
      return unsupported("a goal's parameter is out of range; checkParameters() says which");
  }
  if (!std::ranges::all_of(problem.jointWeights, [](double w) { return w >= 0 && w <= 1; }))
    return unsupported("a joint weight is not from 0 to 1");
  if (options.clearance >= 0) {
    if (const char* reason = problem.bodies().read()) return notFinite(reason);
  }
  return {};
}

bool posesAreFinite(const State& state) {
  return std::ranges::all_of(state.poses,
                             [](const Pose& pose) { return pose.p.allFinite() && pose.r.coeffs().allFinite(); });
}

std::span<const std::string_view> statusNames() {
  static constexpr std::array<std::string_view, 9> names = {"converged", "stalled",     "maxIterations",
                                                            "notFinite", "unreachable", "unsupported",
                                                            "moving",    "maxTime",     "blocked"};
  return names;
}

Result solve(Problem& problem, const SolverType& solver, const SolveOptions& options) {
  if (check(options))
    return {.status = Status::unsupported, .reason = "an option is out of range; check(options) says which"};
  return solveChecked(problem, solver, options);
}

Result solve(Problem& problem, std::string_view solver, const SolveOptions& options) {
  if (const SolverType* known = findSolverType(solver)) return solve(problem, *known, options);
  static const std::string reason =
      join({"no solver has this name; known: ", listNames(solverTypes(), &SolverType::name)});
  return {.status = Status::unsupported, .reason = reason.c_str()};
}

Result solve(Problem& problem, const SolveOptions& options) {
  if (check(options)) return solve(problem, defaultSolver(problem), options);
  return solveChecked(problem, options);
}

Result solveChecked(Problem& problem, const SolveOptions& options) {
  static const SolverType& closedForm = *findSolverType("analytic");
  if (options.mode != Mode::find || options.restGain > 0) return solveChecked(problem, defaultSolver(problem), options);
  const Result exact = solveChecked(problem, closedForm, options);
  if (exact.status == Status::converged || exact.status == Status::notFinite) return exact;
  // Unsupported by the closed form; or as near as possible, which may be within the tolerance.
  const bool isProven = exact.status == Status::unreachable || exact.status == Status::blocked;
  SolveOptions once = options;
  if (isProven) once.maxRestarts = 0;
  Result nearest = solveChecked(problem, defaultSolver(problem), once);
  if (isProven && nearest.status != Status::converged) nearest.status = exact.status;
  return nearest;
}

Refusal findRefusal(const Problem& problem, const SolverType& solver, const SolveOptions& options) {
  const auto unsupported = [](const char* reason) { return Refusal{Status::unsupported, reason}; };
  // The problem stores its steppers by index in the table.
  if (std::ranges::none_of(solverTypes(), [&](const SolverType& each) { return &each == &solver; }))
    return unsupported("the solver is not of solverTypes(); take it from findSolverType");
  if (options.clearance >= 0 && solver.avoids != Avoids::always) {
    if (solver.avoids == Avoids::never)
      return unsupported("this solver keeps no clearance; use lm, or leave clearance out");
    if (options.mode == Mode::track)
      return unsupported("this solver keeps a clearance in mode 'find' only; use lm to track");
  }
  Stepper* kept = problem.keptStepper(solver);
  if (const char* reason = kept ? kept->supports(problem, solver) : solver.supports(problem))
    return unsupported(reason);
  if (const Refusal refusal = findRefusal(problem, options); refusal.reason) return refusal;
  if (solver.keepsPoses && problem.state.isPlaced && !posesAreFinite(problem.state))
    return {Status::notFinite, "a link's pose is not finite"};
  return {};
}

void startWithinLimits(Problem& problem, const SolveOptions& options) {
  normalise(problem.model(), problem.state.q.data());
  normalise(problem.model(), problem.rest.data());
  if (options.limits) projectOntoLimits(problem.model(), problem.state.q.data());
}

Refusal undoOverflow(Problem& problem, std::span<const double> startQ) {
  if (allFinite(problem.state.q)) return {};
  std::ranges::copy(startQ, problem.state.q.begin());
  refresh(problem);
  return {Status::notFinite, "the target is too far away for double precision"};
}

Result conclude(Problem& problem, const SolveOptions& options, std::span<const double> startQ, Result result,
                const Insight& insight, bool wasBlocked) {
  if (const Refusal overflow = undoOverflow(problem, startQ); overflow.reason) {
    result.status = overflow.status;
    result.reason = overflow.reason;
    return result;
  }
  findActiveLimits(problem.model(), problem.state.q.data(), problem.activeLimits.data());
  const bool isSpent = result.status == Status::maxIterations || result.status == Status::maxTime;
  const bool isOver = result.status == Status::stalled || (options.mode == Mode::find && isSpent);
  if (isOver && (insight.provesUnreachable || isBeyondReach(problem, options))) result.status = Status::unreachable;
  const bool isHeld = isOver && wasBlocked;
  const bool isInside = isSpent && missingClearance(problem, options.clearance) > 0;
  if (result.status != Status::unreachable && (isHeld || isInside)) result.status = Status::blocked;
  if (result.status != Status::converged) result.reason = insight.reason;
  if (result.status == Status::blocked && *result.reason == '\0')
    result.reason = "keeping the clearance ends it; nearestPairs() names what is near";
  if (result.status == Status::stalled && *result.reason == '\0' && isMissedLater(problem, options))
    result.reason = "the goals that come first are met";
  if (problem.goals().empty() && problem.loops().empty()) result.reason = "there is no goal; add one by addGoal()";
  return result;
}

Result solveByDescents(Problem& problem, const SolverType& solver, const SolveOptions& options, const Plan* begun) {
  const bool isPlaced = solver.keepsPoses && problem.state.isPlaced;
  Stepper& stepper = problem.stepper(solver);
  std::ranges::copy(problem.state.q, stepper.startQ.begin());
  startWithinLimits(problem, options);
  // Usually unchanged since the last solve, so skip the sweep.
  if (!isPlaced && !problem.state.isSwept()) sweep(problem.state);
  std::ranges::fill(problem.misfits, 0);
  for (const auto& goal : problem.goals()) {
    if (goal->type->forget) goal->type->forget(*goal);
  }
  problem.measure();
  Descents descents(problem, stepper, options, begun ? *begun : Plan(options, solver.avoids == Avoids::always));
  const Result result = descents.run();
  return conclude(problem, options, stepper.startQ, result, stepper.insight(), descents.wasBlocked());
}

bool takeAnswer(Problem& problem, const arms::Search& search, int lane, const SolveOptions& options,
                std::span<const double> startQ) {
  std::ranges::copy(search.best(lane), problem.state.q.begin());
  takeOffWholeTurns(problem, startQ, options.limits);
  refresh(problem);
  if (search.plan(lane).result.status != Status::converged || Distance(problem, options).reached()) return true;
  // A whole turn changes poses by rounding, which may just pass a tolerance.
  std::ranges::copy(search.best(lane), problem.state.q.begin());
  refresh(problem);
  return Distance(problem, options).reached();
}

}  // namespace limber
