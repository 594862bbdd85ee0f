/// FABRIK, forward and backward reaching inverse kinematics, on joints with limits.
///
///   backward  from the targets to the roots: each joint o goes to where it can hold its next
///             point p at its place p*, on the line between them:
///             o* = p* + |p − o| (o − p*)/|o − p*|; where branches meet, the mean over them
///   forward   from the roots to the tips: each joint, from where its parent has brought it, turns
///             so that p points to p*: the smallest turn, for a hinge its part about the axis, within
///             the limits; a slide takes the error's part along itself
///
/// So every step keeps link lengths and joint limits. For free balls nothing else is needed. Hinges and
/// limits can spoil a step: then a sweep of CCD replaces it. Sources: A. Aristidou and J. Lasenby, "FABRIK: A
/// fast, iterative solver for the Inverse Kinematics problem" (2011); A. Aristidou, Y. Chrysanthou and J.
/// Lasenby, "Extending FABRIK with model constraints" (2016).
#include <algorithm>
#include <vector>

#include "descent/linearisation.h"
#include "descent/move.h"
#include "limber/solve.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

/// A point with a target on a joint: a tool, or the next joint.
struct Point {
  int joint;      ///< the link whose motions move it, or −1
  int next;       ///< the next point of that link, or −1
  double weight;  ///< 0: not used in this solve
  Vec3 local;     ///< in that link's frame
  Vec3 wanted;    ///< world
};

class Fabrik final : public Stepper {
 public:
  explicit Fabrik(const Problem& problem)
      : points_(problem.goals().size() + problem.model().links.size()),
        firstPoint_(problem.model().links.size()),
        moves_(problem.model().links.size()),
        q_(problem.model().nq),
        sweepOfCcd_(ccd().make(problem)) {}

  /// Only a sweep of CCD can make errors worse.
  bool goesBack() const override { return !isFree_ && sweepOfCcd_->goesBack(); }

  void prepare(const Problem& problem, const SolveOptions& options) override {
    const Model& model = problem.model();
    std::ranges::fill(firstPoint_, -1);
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      const Link& link = model.links[i];
      moves_[i] = false;
      for (int m = link.firstMotion; m < link.lastMotion; ++m) moves_[i] |= !isHeld(problem, options, model.motions[m]);
    }
    isFree_ = std::ranges::all_of(model.motions, [&](const Motion& motion) {
      return isHeld(problem, options, motion) || isFreeBall(problem, options, motion);
    });
    sweepOfCcd_->prepare(problem, options);
    for (std::size_t g = 0; g < problem.goals().size(); ++g) {
      const Goal& goal = *problem.goals()[g];
      hang(model, g, goal.link, goal.linearWeight() * goal.linearWeight());
    }
    for (std::size_t i = model.links.size(); i-- > 0;) {
      double weight = 0;
      for (int p = firstPoint_[i]; p >= 0; p = points_[p].next) weight += points_[p].weight;
      hang(model, problem.goals().size() + i, model.links[i].parent, weight);
    }
  }

  double step(Problem& problem, const SolveOptions& options) override {
    const double before = cost(problem);
    std::ranges::copy(problem.state.q, q_.begin());
    reachBackward(problem);
    reachForward(problem, options);
    problem.measure();
    const double after = cost(problem);
    if (after < (isFree_ ? 1 : enough) * before) return moved_;
    std::ranges::copy(q_, problem.state.q.begin());
    refresh(problem);
    return isFree_ ? 0 : sweepOfCcd_->step(problem, options);
  }

 private:
  /// A step that gains less than 5 % is stuck at hinges or limits.
  static constexpr double enough = 0.95;

  static bool isFreeBall(const Problem& problem, const SolveOptions& options, const Motion& motion) {
    if (motion.kind != Motion::Kind::ball) return false;
    const double* weights = &problem.jointWeights[motion.vIndex];
    const bool hasLimits = motion.ballLimits.any();
    return *std::min_element(weights, weights + 3) > 0 && !(options.limits && hasLimits);
  }

  static double cost(const Problem& problem) {
    double sum = 0;
    for (const auto& goal : problem.goals()) {
      if (goal->weight == 0) continue;  // its target need not be finite
      const Vec3 e = Eigen::Map<const Vec3>(&problem.errors[goal->firstRow]);
      // Not squared: huge squares of far targets would hide a step's gain.
      sum += goal->linearWeight() * goal->linearWeight() * norm(e);
    }
    return sum;
  }

  /// Assigns point `p` on `link` to the joint that moves it.
  void hang(const Model& model, std::size_t p, int link, double weight) {
    Point& point = points_[p];
    point.joint = -1;
    point.weight = weight;
    // Checked first, because the search is long on a rigid chain.
    if (!(weight > 0)) return;
    while (link >= 0 && !moves_[link]) link = model.links[link].parent;
    point.joint = link;
    if (point.joint < 0) return;
    point.next = firstPoint_[link];
    firstPoint_[link] = static_cast<int>(p);
  }

  // --- Backward ---

  void place(const Problem& problem, Point& point, const Vec3& now, const Vec3& wanted) {
    if (point.joint < 0) return;
    const Pose& joint = problem.state.poses[point.joint];
    point.local = joint.r.conjugate() * Vec3(now - joint.p);
    point.wanted = wanted;
  }

  void reachBackward(const Problem& problem) {
    const Model& model = problem.model();
    for (std::size_t g = 0; g < problem.goals().size(); ++g) {
      const Goal& goal = *problem.goals()[g];
      const Pose tool = problem.toolPose(goal);
      place(problem, points_[g], tool.p, goal.type->wantedPoint(goal, tool));
    }
    for (std::size_t i = model.links.size(); i-- > 0;) {
      Point& self = points_[problem.goals().size() + i];
      if (self.joint < 0) continue;
      if (firstPoint_[i] < 0) continue;
      const Vec3 o = originOf(problem, static_cast<int>(i));
      Vec3 sum = Vec3::Zero();
      double weight = 0;
      for (int p = firstPoint_[i]; p >= 0; p = points_[p].next) {
        const Point& point = points_[p];
        const double length = norm(problem.state.poses[i] * point.local - o);
        sum += point.weight * (point.wanted + length * unit(Vec3(o - point.wanted)));
        weight += point.weight;
      }
      place(problem, self, o, sum / weight);
    }
  }

  /// Origin of a link's joint, before its motions.
  static Vec3 originOf(const Problem& problem, int link) {
    const Link& it = problem.model().links[link];
    if (it.parent < 0) return it.parentFromJoint.p;
    return problem.state.poses[it.parent] * it.parentFromJoint.p;
  }

  // --- Forward ---

  void reachForward(Problem& problem, const SolveOptions& options) {
    const Model& model = problem.model();
    moved_ = 0;
    for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
      sweepLink(problem.state, i);
      if (!moves_[i] || firstPoint_[i] < 0) continue;
      for (int m = model.links[i].firstMotion; m < model.links[i].lastMotion; ++m) {
        const Motion& motion = model.motions[m];
        if (isHeld(problem, options, motion)) continue;
        if (motion.kind == Motion::Kind::ball) {
          turnBall(problem, options, motion);
        } else {
          moveScrew(problem, options, motion);
        }
        sweepLink(problem.state, i);
      }
    }
  }

  /// Sum of the turns that bring each point onto the line from `o` to its place, not normalised, as in CCD.
  Quat aim(const Problem& problem, int link, const Vec3& o) const {
    Quat sum(0, 0, 0, 0);
    for (int p = firstPoint_[link]; p >= 0; p = points_[p].next) {
      const Point& point = points_[p];
      const Vec3 from = problem.state.poses[link] * point.local - o;
      sum.coeffs() += point.weight * scaledRotationBetween(from, point.wanted - o).coeffs();
    }
    return sum;
  }

  void turnBall(Problem& problem, const SolveOptions& options, const Motion& motion) {
    const Quat f = aim(problem, motion.link, problem.state.axes[motion.axisIndex].o);
    if (f.coeffs().isZero(0)) return;
    if (const auto made = changeBall(problem, options, motion, unit(f)))
      moved_ = std::max(moved_, norm(logRotation<double>(*made)));
  }

  void moveScrew(Problem& problem, const SolveOptions& options, const Motion& motion) {
    const Axis& axis = problem.state.axes[motion.axisIndex];
    const double change = motion.slides() ? slide(problem, motion, axis) : turn(problem, motion, axis);
    const double made = changeScrew(problem, options, motion, change, unitOf(problem.model(), motion));
    moved_ = std::max(moved_, std::abs(made) / restUnitOf(problem.model(), motion));
  }

  double turn(const Problem& problem, const Motion& motion, const Axis& axis) const {
    const Quat f = aim(problem, motion.link, axis.o);
    return f.coeffs().isZero(0) ? 0 : twistAngle(f, axis.w);
  }

  /// The mean over the points of the error's part along the slide.
  double slide(const Problem& problem, const Motion& motion, const Axis& axis) const {
    double along = 0;
    double square = 0;
    for (int p = firstPoint_[motion.link]; p >= 0; p = points_[p].next) {
      const Point& point = points_[p];
      const Vec3 at = problem.state.poses[motion.link] * point.local;
      const Vec3 J = axis.velocityOf(at);
      along += point.weight * J.dot(point.wanted - at);
      square += point.weight * J.squaredNorm();
    }
    return square > 0 ? along / square : 0;
  }

  std::vector<Point> points_;  ///< those of the goals, then of the links
  std::vector<int> firstPoint_;
  std::vector<char> moves_;
  std::vector<double> q_;
  std::unique_ptr<Stepper> sweepOfCcd_;
  bool isFree_ = true;  ///< whether all free joints are balls without limits
  double moved_ = 0;
};

const char* supportsFabrik(const Problem& problem) {
  if (const char* reason = worldTargets(problem)) return reason;
  const bool turns = std::ranges::any_of(problem.goals(), [](const auto& goal) {
    return goal->type->turnCount(*goal) > 0 || !goal->type->hasPoint(*goal);
  });
  if (turns) return "fabrik does not support orientations; use position goals";
  const bool mimics = std::ranges::any_of(problem.model().motions, &Motion::mimics);
  if (mimics) return "fabrik does not support mimic joints; use lm or ccd";
  return onePriority(problem);
}

}  // namespace

SolverType fabrik() { return makeSolver<Fabrik>("fabrik", infinity, supportsFabrik); }

}  // namespace limber::solvers
