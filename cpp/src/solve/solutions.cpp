#include "limber/solutions.h"

#include <algorithm>
#include <vector>

#include "closed_form/families/families.h"
#include "closed_form/row/near.h"
#include "closed_form/row/poses.h"
#include "closed_form/row/turns.h"
#include "closed_form/seven/redundancy.h"
#include "descent/avoidance.h"
#include "problem/reach.h"
#include "solve/solvable.h"

namespace limber {
namespace analytic {
namespace {

/// Writes poses, with every whole turn that limits allow, to the caller's arrays, nearest first.
class Writer {
 public:
  Writer(const Arm& arm, Problem& problem, const SolutionOptions& options, Solutions& to)
      : arm_(arm), problem_(problem), options_(options), to_(to) {
    to_.nearest.clear();
    to_.nearest.reserve(options.most);
  }

  void add(const PoseOfArm& pose, int which) {
    which_ = which;
    for (int i = 0; i < arm_.joints(); ++i) {
      const Motion& motion = arm_.motion(i);
      turns_[i] = {motion, problem_.state.q[motion.qIndex], pose.angles[i], options_.limits};
    }
    choose(0, 0);
  }

  /// Writes poses that keep the clearance first.
  void write(const Poses& poses) {
    const Model& model = problem_.model();
    auto& nearest = to_.nearest;
    if (options_.clearance >= 0 && problem_.hasBodies()) findCollisions();
    // Heap sort takes a third of the code of std::sort.
    std::ranges::make_heap(nearest);
    std::ranges::sort_heap(nearest);
    to_.count = static_cast<int>(nearest.size());
    to_.clearCount = static_cast<int>(std::ranges::count(nearest, false, &Solutions::Candidate::collides));
    to_.q.resize(nearest.size() * model.nq);
    to_.selfMotion.assign(nearest.size() * model.nv, 0.0);
    for (std::size_t row = 0; row < nearest.size(); ++row) {
      double* q = &to_.q[row * model.nq];
      std::ranges::copy(problem_.state.q, q);
      setJoints(nearest[row], q);
      for (int i = 0; i < arm_.joints(); ++i) {
        to_.selfMotion[row * model.nv + arm_.motion(i).vIndex] = poses.poses[nearest[row].pose].direction[i];
      }
    }
  }

  bool leftSomeOut() const { return leftSomeOut_; }

 private:
  /// Adds every choice of turns from hinge i on that is near enough to be kept.
  void choose(int i, double cost) {
    auto& nearest = to_.nearest;
    for (; i < arm_.joints() && turns_[i].count == 1; ++i) cost += take(i, 0);
    const bool isFull = static_cast<int>(nearest.size()) == options_.most;
    if (isFull && !(cost < nearest.front().cost)) {
      leftSomeOut_ = true;
      return;
    }
    if (i == arm_.joints()) {
      if (isFull) {
        leftSomeOut_ = true;
        std::ranges::pop_heap(nearest);
        nearest.pop_back();
      }
      nearest.push_back({false, cost, which_, values_});
      // Only where some are left out, the farthest is asked for.
      if (isFull) {
        std::ranges::push_heap(nearest);
      } else if (std::ssize(nearest) == options_.most) {
        std::ranges::make_heap(nearest);
      }
      return;
    }
    const Turns& turns = turns_[i];
    if (turns.count == 0) return;
    // From the nearest outwards, so that farther ones are discarded early.
    const int middle = turns.nearest(problem_.state.q[arm_.motion(i).qIndex]);
    for (int away = 0; away < turns.count; ++away) {
      for (const int at : {middle + away, middle - away}) {
        if (at < 0 || at >= turns.count || (away == 0 && at != middle)) continue;
        choose(i + 1, cost + take(i, at));
        if (away == 0) break;
      }
    }
  }

  /// Takes a turn of hinge i; returns its cost.
  double take(int i, int at) {
    const Motion& motion = arm_.motion(i);
    values_[i] = kept(motion, turns_[i].at(at));
    const double moved = values_[i] - problem_.state.q[motion.qIndex];
    return moved * moved / problem_.jointWeights[motion.vIndex];
  }

  /// Clamps, because rounding at a limit may lead beyond it.
  double kept(const Motion& motion, double value) const { return options_.limits ? clampScrew(motion, value) : value; }

  void setJoints(const Solutions::Candidate& candidate, double* q) const {
    if (arm_.joints() < mostJoints && arm_.hasSpare()) {
      const Motion& held = arm_.motion(mostJoints - 1);
      q[held.qIndex] = kept(held, q[held.qIndex] + arm_.heldAngle());
    }
    for (int i = 0; i < arm_.joints(); ++i) q[arm_.motion(i).qIndex] = candidate.values[i];
  }

  void findCollisions() {
    auto& q = problem_.state.q;
    to_.q = q;  // kept there until the poses are written
    for (auto& candidate : to_.nearest) {
      setJoints(candidate, q.data());
      sweep(problem_.state);
      candidate.collides = missingClearance(problem_, options_.clearance) > 0;
      std::ranges::copy(to_.q, q.begin());
    }
    sweep(problem_.state);
  }

  const Arm& arm_;
  Problem& problem_;
  const SolutionOptions& options_;
  Solutions& to_;
  int which_ = 0;
  std::array<Turns, mostJoints> turns_;
  Arm::Angles values_{};
  bool leftSomeOut_ = false;
};

void write(const Arm& arm, Problem& problem, const Poses& poses, const SolutionOptions& options, Solutions& solutions) {
  Writer writer(arm, problem, options, solutions);
  for (int i = 0; i < poses.count; ++i) writer.add(poses.poses[i], i);
  writer.write(poses);
  solutions.complete &= poses.count < mostPoses && !writer.leftSomeOut();
  if (poses.areDependent && solutions.count > 0)
    solutions.reason =
        "the hinges depend on one another, as where four axes meet in a point: poses come in curves, of which some may "
        "be "
        "missing; of each that was found, the nearest is listed";
}

Tolerances tolerancesOf(const Problem& problem, const SolutionOptions& given) {
  SolveOptions options{.tolerance = given.tolerance, .angleTolerance = given.angleTolerance};
  resolveTolerances(problem, options);
  return {options.tolerance, options.angleTolerance};
}

/// Where no pose is exact, those within the tolerances; if there are some, nothing is proven.
void writeNear(Arm& arm, Problem& problem, const SolutionOptions& options, Solutions& solutions) {
  constexpr int starts = 8;
  Poses poses(arm, problem, options.limits);
  Near near(arm, problem, options.limits, tolerancesOf(problem, options));
  for (const Arm::Angles& angles : near.find(starts)) poses.poses[poses.count++] = {angles, {}, false};
  solutions.complete &= poses.count == 0 && !near.isClose();
  if (poses.count == 0) return;
  write(arm, problem, poses, options, solutions);
  solutions.reason = "no exact pose was found; those listed meet the goals within the tolerance";
}

/// The same for seven hinges, of which one slice has none. It may be beyond a limit by rounding, which is no proof for
/// the others, nor for a swivel, which cannot be held.
void writeNearSlice(Arm& arm, Problem& problem, const SolutionOptions& options, Solutions& solutions,
                    const Spare& spare) {
  const bool isGiven = options.redundancy.has_value(), isHeld = isGiven && arm.joints() < mostJoints;
  if (!isHeld) solutions.complete = spare.isOutOfReach(tolerancesOf(problem, options));
  if (isGiven && !isHeld) return;
  if (!isGiven) arm.release();
  if (isHeld || !solutions.complete) writeNear(arm, problem, options, solutions);
}

/// Seven hinges. A separate function because Spare needs much stack.
void findSlice(Arm& arm, Problem& problem, const SolutionOptions& options, Solutions& solutions) {
  Spare spare(arm, problem, options);
  Poses poses(arm, problem, options.limits);
  const bool isGiven = options.redundancy.has_value();
  if (isGiven) solutions.reason = spare.choose(*options.redundancy);
  if (solutions.reason) return;
  if (isGiven || spare.chooseNearest()) {
    solutions.complete = spare.findPoses(poses, solutions.family);
  } else {
    solutions.family = spare.nameOfFamily();
  }
  solutions.parameter = spare.parameter();
  write(arm, problem, poses, options, solutions);
  if (solutions.count == 0 && !spare.isLate()) writeNearSlice(arm, problem, options, solutions, spare);
  if (!isGiven && options.intervals && poses.count > 0) spare.findIntervals(solutions.intervals);
  if (!spare.isLate()) return;
  solutions.complete = false;
  solutions.intervals.clear();
  solutions.reason = "maxTime was over; raise it, or give a redundancy";
}

struct Counted : Found {
  int count = 0;
  double offer(const Six&, bool) override { return ++count, 0; }
  bool isEnough(bool any) const override { return any; }
};

/// The reason of an arm with too few joints for its goals. Names what to leave free, if the arm has a pose then.
std::string tooFewJoints(Arm& arm) {
  std::string advice;
  for (int choice = 0; choice < arm.choices() && advice.empty(); ++choice) {
    std::string_view family;
    Counted poses;
    arm.choose(choice);
    findPoses(arm, poses, family);
    if (poses.count > 0 && arm.canFreeChoice()) advice = join({"leave ", arm.namesOfChoice(), " free, or "});
  }
  return join({"the ", text(arm.joints()), " free joints cannot meet all that the goals ask for; ", advice,
               "take the nearest pose"});
}

/// For a problem that has been swept. `draw`: see Arm::read. False if the problem is not supported.
[[gnu::noinline]] bool findAtState(Problem& problem, const SolutionOptions& options, Solutions& solutions, int draw) {
  Arm arm;
  solutions.reason = arm.read(problem, options.limits, draw);
  if (solutions.reason && !arm.surplus.empty()) {
    solutions.text =
        join({"more than seven hinges are free; hold ", arm.surplus, " by joint weights of 0, or use 'lm'"});
    solutions.reason = solutions.text.c_str();
  }
  if (solutions.reason) return false;
  if (arm.hasSpare()) return findSlice(arm, problem, options, solutions), true;
  if (options.redundancy) {
    solutions.reason = "a redundancy is for seven free hinges; there are fewer";
    return false;
  }
  Poses poses(arm, problem, options.limits);
  solutions.complete = findAll(arm, poses, solutions.family);
  write(arm, problem, poses, options, solutions);
  if (solutions.count == 0) writeNear(arm, problem, options, solutions);
  if (solutions.count > 0 || !arm.lacksJoints() || arm.isOutOfReach(tolerancesOf(problem, options).length)) return true;
  solutions.text = tooFewJoints(arm);
  solutions.reason = solutions.text.c_str();
  return true;
}

/// Whether a coordinate that limits fix to one value is elsewhere.
bool isElsewhere(const Problem& problem, const Motion& motion) {
  return motion.kind == Motion::Kind::screw && !motion.mimics && motion.limits.min >= motion.limits.max &&
         problem.state.q[motion.qIndex] != motion.limits.min;
}

bool haveRoom(const Problem& problem) {
  return std::ranges::any_of(problem.goals(), [](const auto& goal) { return goal->weight > 0 && hasRoom(*goal); });
}

/// The poses at one target inside the room: the nearest, or the first drawn one that has any. Lengths alone prove that
/// there are none.
void findInRoom(Problem& problem, const SolutionOptions& options, Solutions& solutions) {
  constexpr int mostDraws = 64;
  const auto isFar = [&](const auto& goal) {
    return goal->weight > 0 && isBeyond(problem, *goal, tolerancesOf(problem, options).length, false);
  };
  const bool isNone = solutions.count == 0 && std::ranges::any_of(problem.goals(), isFar);
  for (int draw = 1; !isNone && solutions.count == 0 && draw <= mostDraws; ++draw)
    findAtState(problem, options, solutions, draw);
  solutions.complete = isNone;
}

}  // namespace
}  // namespace analytic

void findSolutions(Problem& problem, const SolutionOptions& options, Solutions& solutions) {
  using namespace analytic;
  solutions.count = 0;
  solutions.clearCount = 0;
  solutions.complete = false;
  solutions.family = {};
  solutions.parameter.reset();
  solutions.intervals.clear();
  solutions.reason = findRefusal(problem, {.clearance = options.clearance}).reason;
  if (!solutions.reason && options.most < 1) solutions.reason = "most is below 1";
  if (solutions.reason) return;
  // Usually there is nothing to restore, and so nothing to allocate.
  std::vector<double> before;
  for (const Motion& motion : problem.model().motions) {
    if (!options.limits || !isElsewhere(problem, motion)) continue;
    if (before.empty()) before = problem.state.q;
    problem.state.q[motion.qIndex] = motion.limits.min;
  }
  if (!problem.state.isSwept()) sweep(problem.state);
  if (findAtState(problem, options, solutions, 0) && haveRoom(problem)) findInRoom(problem, options, solutions);
  if (solutions.count == 0 && !solutions.complete && !solutions.reason) solutions.reason = noneWithoutProof;
  if (before.empty()) return;
  std::ranges::copy(before, problem.state.q.begin());
  sweep(problem.state);
}

}  // namespace limber
