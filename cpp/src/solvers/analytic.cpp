/// Closed form: the nearest of all poses that meet the goals, or a proof that there is none.
///
/// `find` goes there at once; with a clearance, to the nearest collision-free pose. `track` stays on its
/// branch, the poses not separated by a singularity.
///
/// The tool follows the straight path from its current to its wanted pose. A move of the joints from t to u
/// of that path is accepted if no joint moves by more than 0.3 and if, with all half-way, the tool is near
/// the path's middle:
///
///   |error at ½(t + u) of ½(q + q')| ≤ 0.3 |error at u of q|
///
/// On a branch the left side falls with the square of u − t, so half the path is tried if the whole is too
/// far, down to a 256th. If no such move is left, the branch ends: at a limit, or where it meets another.
///
/// A target more than 0.3 of the size or radians away was not dragged there. Then the tool's path does not
/// matter: take the nearest pose that the joints can reach along a straight line without a sign change of det
/// J. If maxStep stops a joint, all joints go that fraction of their way, and the next step continues.
#include <utility>

#include "closed_form/row/closure.h"
#include "closed_form/row/near.h"
#include "closed_form/row/nearest.h"
#include "descent/linearisation.h"
#include "limber/solutions.h"
#include "limber/solve.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

using analytic::areIndependent;
using analytic::Arm;
using analytic::Closure;
using analytic::Near;
using analytic::Nearest;

/// Largest move of a joint; distance beyond which a target is far. Radians, or relative to the size.
constexpr double longest = 0.3, far = 0.3;
constexpr double shortest = 1.0 / 256;
/// Targets drawn inside a room, beside the nearest.
constexpr int mostDraws = 16;
/// Allowed deviation relative to the path's length; and absolutely, for rounding.
constexpr double astray = 0.3, rounding = 1e-9;

/// Whether the joints can go straight to these angles without a sign change of det J.
bool isOnBranch(const Arm& arm, const Arm::Angles& angles) {
  constexpr int samples = 12;
  const auto at = [&](int k) {
    analytic::Six at{};
    for (int i = 0; i < arm.joints(); ++i) at[i] = angles[i] * k / samples;
    return at;
  };
  Lanes least = infinity, most = -infinity;
  for (int k = 1; k <= samples; k += 2) {
    const Lanes determinant = Closure(arm, at(k), at(k + 1)).determinant();
    least = smaller(least, determinant);
    most = larger(most, determinant);
  }
  return std::min(least[0], least[1]) > 0 || std::max(most[0], most[1]) < 0;
}

class OnBranch : public Nearest {
 public:
  using Nearest::Nearest;

 private:
  bool takes(const Arm::Angles& angles) override { return isOnBranch(arm_, angles); }
};

constexpr const char* dependent = "the hinges depend on one another, so that poses come in families; use 'lm'";

/// Checked before anything else is read, because `find` calls it for every problem.
bool hasMoreThanSix(const Problem& problem) {
  const auto goals = problem.goals();
  const auto on = std::ranges::find_if(goals, [](const auto& goal) { return goal->weight > 0; });
  int count = 0;
  if (on == goals.end()) return false;
  forEachMotionTowardsRoot(problem.model(), (*on)->link,
                           [&](const Motion& motion) { count += !isHeld(problem, true, motion); });
  return count > 6;
}

/// Null, or why the arm is none for a solver. With too few joints nearly every target is out of reach, where the
/// nearest pose is asked for.
const char* unfit(Arm& arm, const Problem& problem) {
  if (hasMoreThanSix(problem))
    return "more than six joints have curves of poses; hold the others by joint weights of 0, or use 'lm'";
  if (const char* reason = arm.read(problem, true)) return reason;
  return arm.lacksJoints() ? "the goals ask for more than the free joints can do; use 'lm'" : nullptr;
}

class Analytic final : public Stepper {
 public:
  explicit Analytic(const Problem& problem) : readAt_(problem.state.q) {}
  void prepare(const Problem&, const SolveOptions&) override { insight_ = {.isFinal = true}; }

  /// A step from the same pose need not read the arm again.
  const char* supports(const Problem& problem, const SolverType&) override {
    isRead_ = false;
    if (const char* reason = unfit(arm_, problem)) return reason;
    if (!isIndependent()) return dependent;
    std::ranges::copy(problem.state.sweptQ, readAt_.begin());
    isRead_ = problem.state.sweptRevision == problem.model().revision;
    return nullptr;
  }

  double step(Problem& problem, const SolveOptions& options) override {
    if (options.clearance >= 0 && problem.hasBodies()) return stepClear(problem, options);
    const bool isRead = std::exchange(isRead_, false) && std::ranges::equal(readAt_, problem.state.q);
    if (!isRead && arm_.read(problem, true)) return 0;
    Nearest nearest(arm_, problem, options.limits);
    bool isFound = nearest.find({});
    for (int draw = 1; !isFound && arm_.hasRoom() && options.mode == Mode::find && draw <= mostDraws; ++draw)
      isFound = !arm_.read(problem, true, draw) && nearest.find({});
    Arm::Angles angles{};
    if (!isFound) angles = nearlyReaching(problem, options, nearest.isCertainlyNone());
    double part = 1;
    if (options.mode == Mode::track) {
      angles = walk(nearest, isFound, OnBranch(arm_, problem, options.limits));
      part = std::min(1.0, options.maxStep / largest(problem.model(), angles));
    } else if (isFound) {
      angles = nearest.angles();
    }
    for (int i = 0; i < arm_.joints(); ++i) {
      double& q = problem.state.q[arm_.motion(i).qIndex];
      q += part * angles[i];
      if (options.limits) q = clampScrew(arm_.motion(i), q);
    }
    sweep(problem.state);
    problem.measure();
    return part < 1 ? options.maxStep : 0;
  }

  Insight insight() const override { return insight_; }

 private:
  /// Tests an arm once, if nothing about it can change.
  bool isIndependent() {
    const auto motions = arm_.constantMotions();
    if (motions && motions == independent_) return true;
    if (!areIndependent(arm_)) return false;
    independent_ = motions;
    return true;
  }

  /// No pose is exact: the nearest of those within the tolerances, to which `find` goes.
  Arm::Angles nearlyReaching(const Problem& problem, const SolveOptions& options, bool isCertain) {
    // The solve goes on with descents of `lm`.
    Near near(arm_, problem, options.limits, {options.tolerance, options.angleTolerance});
    const auto all = near.find(0);
    isNone(isCertain && all.empty() && !near.isClose());
    if (all.empty() || options.mode == Mode::track) return {};
    return *std::ranges::min_element(all, {}, [&](const Arm::Angles& angles) { return costOf(problem, angles); });
  }

  double costOf(const Problem& problem, const Arm::Angles& angles) const {
    double cost = 0;
    for (int i = 0; i < arm_.joints(); ++i) cost += angles[i] * angles[i] / problem.jointWeights[arm_.motion(i).vIndex];
    return cost;
  }

  /// find: the nearest collision-free pose. If there is none, the nearest pose, which the solve loop rejects
  /// as blocked.
  double stepClear(Problem& problem, const SolveOptions& options) {
    findSolutions(problem,
                  {.limits = options.limits,
                   .clearance = options.clearance,
                   .tolerance = options.tolerance,
                   .angleTolerance = options.angleTolerance},
                  solutions_);
    if (solutions_.count == 0) isNone(solutions_.complete);
    if (solutions_.count > 0 && solutions_.clearCount == 0)
      insight_.reason = "every pose that reaches the target collides";
    if (solutions_.count > 0) std::copy_n(solutions_.q.begin(), problem.model().nq, problem.state.q.begin());
    sweep(problem.state);
    problem.measure();
    return 0;
  }

  void isNone(bool isProven) {
    insight_.provesUnreachable = isProven && !arm_.hasRoom();
    if (!insight_.provesUnreachable) insight_.reason = analytic::noneWithoutProof;
  }

  /// The largest of the angles in the units of maxStep.
  double largest(const Model& model, const Arm::Angles& angles) const {
    double most = 0;
    for (int i = 0; i < arm_.joints(); ++i) most = std::max(most, std::abs(angles[i]) / unitOf(model, arm_.motion(i)));
    return most;
  }

  /// Angles at the target, or as far as the branch goes.
  Arm::Angles walk(Nearest& nearest, bool isFound, OnBranch&& onBranch) {
    if (isFound && isStraight(0, 1, {}, nearest.angles())) return nearest.angles();
    arm_.aimAt(1);
    if (isFound && arm_.errorAt({}) > far) {
      if (isOnBranch(arm_, nearest.angles())) return nearest.angles();
      if (onBranch.find({})) return onBranch.angles();
    }
    Arm::Angles angles{};
    double t = 0;
    for (double part = 0.5; t < 1 && part >= shortest;) {
      const double u = std::min(1.0, t + part);
      arm_.aimAt(u);
      if (nearest.find(angles) && isStraight(t, u, angles, nearest.angles())) {
        angles = nearest.angles();
        t = u;
        part *= 2;
      } else {
        part /= 2;
      }
    }
    if (t == 1) return angles;
    if (!insight_.provesUnreachable) insight_.reason = "the arm's branch ends on the way; mode 'find' takes any other";
    return isFarther(angles) ? Arm::Angles{} : angles;
  }

  /// Whether the target is farther away at these angles than now. With free axes, the error's part of a turn
  /// may grow on the way.
  bool isFarther(const Arm::Angles& angles) {
    arm_.aimAt(1);
    const auto distanceAt = [&](const Arm::Angles& at) {
      arm_.errorAt(at);
      return arm_.errors.norm();
    };
    return distanceAt(angles) > distanceAt({});
  }

  /// Whether the joints can go from one pose to another while the tool goes from t to u of its path.
  bool isStraight(double t, double u, const Arm::Angles& from, const Arm::Angles& to) {
    Arm::Angles middle;
    for (int i = 0; i < arm_.joints(); ++i) {
      if (std::abs(to[i] - from[i]) > longest * arm_.unitOf(i)) return false;
      middle[i] = 0.5 * (from[i] + to[i]);
    }
    arm_.aimAt(u);
    const double way = arm_.errorAt(from);
    arm_.aimAt(0.5 * (t + u));
    return arm_.errorAt(middle) <= astray * way + rounding;
  }

  Arm arm_;
  std::vector<double> readAt_;
  bool isRead_ = false;
  std::optional<Arm::Motions> independent_;  ///< that was found so last
  Solutions solutions_;                      ///< only used with a clearance
  Insight insight_;
};

const char* supports(const Problem& problem) {
  Arm arm;
  if (const char* reason = unfit(arm, problem)) return reason;
  return areIndependent(arm) ? nullptr : dependent;
}

std::unique_ptr<Stepper> make(const Problem& problem) { return std::make_unique<Analytic>(problem); }

}  // namespace

SolverType analytic() { return {"analytic", infinity, infinity, supports, make, false, Avoids::inFind}; }

}  // namespace limber::solvers
