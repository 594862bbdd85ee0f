/// Maximal coordinates: every link is free, and joints are constraints like any other (Gregson, "Inverse
/// Kinematics"). Starts from any poses, including torn assemblies. If joints do not fit, they share the
/// misfit by weight. Levenberg–Marquardt on sparse normal equations,
///
///   (JᵀJ + μD) x = −Jᵀe,   D the diagonal of JᵀJ
///
/// e: gaps of joints and loops, and softness · the goals' errors (maximal/equations.h). At first goals pull
/// as hard as joints hold, for large steps. If not all can be met, goals become softer in stages until the
/// joints close; finally the joints close without goals.
#include <utility>

#include "descent/move.h"
#include "model/random_pose.h"
#include "solvers/maximal/equations.h"
#include "solvers/maximal/joint_values.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

using maximal::Equations;

constexpr int mostAssemblyTries = 10;
constexpr int mostAssemblyHolds = 8;
constexpr double firstAssemblyDamping = 3e-3;
constexpr double leastDamping = 1e-13;
/// For an assembly that does not fit, goals keep `keptSoftness`.
constexpr double softnesses[] = {1, 0.1, 0.01, 0.001};
constexpr double keptSoftness = 0.1;
/// Joints with smaller gaps fit: relative to the reach, and radians.
constexpr double fits = 1e-9;
/// Larger gaps in a tree are closed by moving links to their poses by q.
constexpr double nearlyFits = 1e-6;
constexpr int mostClosing = 30;
constexpr int mostAssemblyHalvings = 6;
/// Relative to each joint's range.
constexpr double shaking = 0.05;

class Maximal final : public Stepper {
 public:
  static constexpr std::string_view reads = "maxError";

  explicit Maximal(const Problem& problem)
      : equations_(problem),
        x_(equations_.matrix.size()),
        added_(equations_.matrix.size()),
        dq_(problem.model().nv),
        before_{std::vector<Pose>(problem.model().links.size()), std::vector<double>(problem.model().nq)},
        withGoals_(before_),
        calm_(before_),
        startQ_(before_.q),
        keptPoses_(before_.poses) {}

  void prepare(const Problem& problem, const SolveOptions& options) override {
    equations_.prepare(problem, options, problem.state.isPlaced);
    level_ = 0;
    mu_ = firstAssemblyDamping;
    isClosable_ = true;
  }

  void start(Problem& problem, const SolveOptions& options) override {
    if (problem.state.isPlaced) {
      maximal::readJointValues(problem, equations_.held());
      if (options.limits) projectOntoLimits(problem.model(), problem.state.q.data());
    }
    equations_.measure(problem);
    isTree_ = isTreeOf(problem);
    const bool isTorn = problem.state.isPlaced;
    wasClosed_ = !isTorn && fit(problem, fits);
    isShaken_ = isTorn || isTree_ || wasClosed_;
    calmCost_ = infinity;
    startRest_ = equations_.rest(problem);
    std::ranges::copy(problem.state.q, startQ_.begin());
    problem.state.place();
  }

  double step(Problem& problem, const SolveOptions& options) override {
    if (!problem.state.isPlaced) {
      problem.state.place();
      equations_.measure(problem);
    }
    const double softness = equations_.hasGoals() ? softnesses[level_] : 0;
    const double before = cost(softness);
    const double moved = descend(problem, options, softness);
    const bool isSlow = moved <= options.stallTolerance || cost(softness) > 0.98 * before;
    if (moved <= options.stallTolerance && goesOn(problem, options, softness)) return 2 * options.stallTolerance;
    if (!equations_.hasGoals() || !isSlow || !isClosable_) return moved;
    if (level_ + 1 == std::ssize(softnesses)) return moved;
    if (softnesses[level_] == keptSoftness) isClosable_ = closes(problem, options);
    if (!isClosable_) return moved;
    ++level_;
    mu_ = std::max(mu_ * 0.01, leastDamping);
    return std::max(moved, 2 * options.stallTolerance);
  }

  /// Closes joints to rounding; if all fit, links end at their poses by q. Goals do not end farther off than
  /// before, if joints and loops were closed then.
  void finish(Problem& problem, const SolveOptions& options) override {
    if (isTree_ && !fit(problem, nearlyFits)) {
      settle(problem);
    } else if (closes(problem, options) || isTree_) {
      settle(problem);
    }
    if (!equations_.hasGoals() || !wasClosed_ || problem.state.isPlaced) return;
    int halvings = isTree_ ? 0 : mostAssemblyHalvings;
    for (; equations_.rest(problem) > startRest_ && halvings <= mostAssemblyHalvings; ++halvings)
      goBack(problem, options, halvings < mostAssemblyHalvings ? 0.5 : 1);
  }

  void keepPoses(const Problem& problem) override {
    std::ranges::copy(problem.state.poses, keptPoses_.begin());
    isPlacedKept_ = problem.state.isPlaced;
  }
  void takePoses(Problem& problem) override {
    std::ranges::fill(problem.misfits, 0);
    if (!isPlacedKept_) return;
    std::ranges::copy(keptPoses_, problem.state.poses.begin());
    equations_.measure(problem);
    problem.state.place();
  }

 private:
  double cost(double softness) const { return equations_.gaping() + softness * softness * equations_.pull(); }

  struct Place {
    std::vector<Pose> poses;
    std::vector<double> q;
  };
  static void keep(const Problem& problem, Place& place) {
    std::ranges::copy(problem.state.poses, place.poses.begin());
    std::ranges::copy(problem.state.q, place.q.begin());
  }
  void takeBack(Problem& problem, const Place& place) {
    std::ranges::copy(place.poses, problem.state.poses.begin());
    std::ranges::copy(place.q, problem.state.q.begin());
    equations_.measure(problem);
  }

  /// One step that lowers the cost, if there is one.
  double descend(Problem& problem, const SolveOptions& options, double softness) {
    equations_.linearise(problem, options.maxError == automatic ? 1 : options.maxError);
    equations_.assemble(softness);
    const double before = cost(softness);
    keep(problem, before_);
    double growth = 2;
    for (int tries = 0; tries < mostAssemblyTries; ++tries) {
      if (solve(problem, options, softness)) {
        const double promised = promise();
        const double moved = move(problem, options);
        const double gain = before - cost(softness);
        if (gain > 0 || (gain == 0 && moved == 0)) {
          const double trust = 2 * gain / promised - 1;
          mu_ = std::max(mu_ * std::max(0.1, 1 - trust * trust * trust), leastDamping);
          return moved;
        }
        takeBack(problem, before_);
      }
      mu_ *= growth;
      growth *= 2;
    }
    mu_ = firstAssemblyDamping;
    return 0;
  }

  bool solve(const Problem& problem, const SolveOptions& options, double softness) {
    for (int holds = 0;; ++holds) {
      for (std::size_t i = 0; i < x_.size(); ++i) {
        added_[i] = equations_.matrix.diagonal(static_cast<int>(i)) > 0 ? mu_ * equations_.inertia[i] : 1;
        x_[i] = -equations_.gradient[i];
      }
      if (!equations_.matrix.factorise(added_)) return false;
      equations_.matrix.solve(x_);
      if (!options.limits || holds == mostAssemblyHolds || !equations_.hold(problem, x_)) return true;
      equations_.assemble(softness);
    }
  }

  /// Predicted decrease of the cost: ½ xᵀ(μDx − g).
  double promise() const {
    double sum = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) sum += x_[i] * (added_[i] * x_[i] - equations_.gradient[i]);
    return 0.5 * sum;
  }

  /// Moves q and poses by x, shortened so that q keeps to maxStep.
  double move(Problem& problem, const SolveOptions& options) {
    const Model& model = problem.model();
    double most = 0;
    for (const Motion& motion : model.motions) {
      if (motion.mimics) continue;
      const double* x = &x_[equations_.columnOfMotion(motion)];
      double square = 0;
      for (int k = 0; k < motion.nv(); ++k) {
        const int v = motion.vIndex + k;
        dq_[v] = equations_.isHeld(v) ? 0 : x[k] * unitOf(model, motion);
        square += dq_[v] * dq_[v];
      }
      most = std::max(most, std::sqrt(square) / unitOf(model, motion));
    }
    const double part = most > options.maxStep ? options.maxStep / most : 1;
    dq_ *= part;
    double moved = moveCoordinates(problem, options, dq_);
    for (std::size_t i = 0; i < problem.state.poses.size(); ++i) {
      const double* x = &x_[equations_.columnOfLink(static_cast<int>(i))];
      const Vec3 slide = part * model.reach * Vec3(x[0], x[1], x[2]);
      const Vec3 turn = part * Vec3(x[3], x[4], x[5]);
      Pose& pose = problem.state.poses[i];
      pose.p += slide;
      pose.r = (expRotation<double>(turn) * pose.r).normalized();
      moved = std::max({moved, norm(slide) / model.size, norm(turn)});
    }
    equations_.measure(problem);
    return moved;
  }

  /// Whether to continue when nothing moves and joints are still open: a straightened chain, where all forces
  /// balance, is shaken once.
  bool goesOn(Problem& problem, const SolveOptions& options, double softness) {
    if (fit(problem, nearlyFits)) return false;
    const double now = cost(softness);
    if (!std::exchange(isShaken_, true)) {
      calmCost_ = now;
      keep(problem, calm_);
      shake(problem, options);
      return true;
    }
    if (std::exchange(calmCost_, infinity) < now) takeBack(problem, calm_);
    return false;
  }

  void place(Problem& problem) {
    sweep(problem.state);
    problem.state.place();
    equations_.measure(problem);
    mu_ = firstAssemblyDamping;
  }

  void shake(Problem& problem, const SolveOptions& options) {
    State& state = problem.state;
    Random random(static_cast<std::uint64_t>(options.seed));
    const double amplitude = shaking * std::min(1.0, 4 / std::sqrt(problem.model().nv));
    addRandomOffsets(problem.model(), problem.jointWeights, amplitude, random, state.q.data());
    for (const Motion& motion : problem.model().motions) {
      if (!motion.mimics && equations_.isHeld(motion.vIndex))
        std::copy_n(&calm_.q[motion.qIndex], motion.nq(), &state.q[motion.qIndex]);
    }
    if (options.limits) projectOntoLimits(problem.model(), state.q.data());
    place(problem);
  }

  static bool isTreeOf(const Problem& problem) {
    return std::ranges::none_of(problem.loops(), [](const auto& loop) { return loop->closed; });
  }

  /// Goes a fraction of the way back to the initial q.
  void goBack(Problem& problem, const SolveOptions& options, double part) {
    if (part == 1) {
      std::ranges::copy(startQ_, problem.state.q.begin());
    } else {
      difference(problem.model(), problem.state.q.data(), startQ_.data(), dq_.data());
      dq_ *= part;
      moveCoordinates(problem, options, dq_);
    }
    settle(problem);
  }

  static void settle(Problem& problem) {
    sweep(problem.state);
    problem.measure();
    std::ranges::fill(problem.misfits, 0);
  }

  bool fit(const Problem& problem, double most) const {
    const double metres = most * problem.model().reach;
    for (std::size_t i = 0; i < problem.misfits.size(); i += 2) {
      if (!(problem.misfits[i] <= metres && problem.misfits[i + 1] <= most)) return false;
    }
    return std::ranges::all_of(problem.loops(), [&](const auto& loop) {
      if (!loop->closed) return true;
      const Residual left = problem.measured(loop->goal);
      return left.distance <= metres && left.angle <= most;
    });
  }

  /// Closes the joints without goals. If that is impossible: with goals, restores the poses before; without
  /// goals, leaves the joints with the smallest gaps.
  bool closes(Problem& problem, const SolveOptions& options) {
    keep(problem, withGoals_);
    const double mu = std::exchange(mu_, 1e-9);
    double before = infinity;
    for (int i = 0; i < mostClosing; ++i) {
      const double now = equations_.gaping();
      // No more gain: rounding.
      if (now == 0 || now > 0.9 * before) break;
      before = now;
      descend(problem, options, 0);
    }
    mu_ = mu;
    if (fit(problem, fits)) return true;
    if (equations_.hasGoals()) takeBack(problem, withGoals_);
    return false;
  }

  Equations equations_;
  std::vector<double> x_;
  std::vector<double> added_;
  Eigen::VectorXd dq_;
  Place before_;     ///< a step
  Place withGoals_;  ///< before goals are released
  Place calm_;       ///< before it is shaken
  std::vector<double> startQ_;
  std::vector<Pose> keptPoses_;
  double mu_ = firstAssemblyDamping;
  int level_ = 0;
  bool isClosable_ = true;
  double startRest_ = 0;
  double calmCost_ = infinity;
  bool isShaken_ = true;
  bool isTree_ = true;
  bool wasClosed_ = true;
  bool isPlacedKept_ = false;
};

const char* goodWeights(const Problem& problem) {
  const bool isGood =
      std::ranges::all_of(problem.fitWeights, [](double weight) { return weight >= 0 && weight < infinity; });
  return isGood ? onePriority(problem) : "a fit weight is negative or not finite";
}

}  // namespace

SolverType maximal() {
  SolverType type = makeSolver<Maximal>("maximal", 90 * degrees, goodWeights, 2);
  type.keepsPoses = true;
  return type;
}

}  // namespace limber::solvers
