/// A problem: the state of a model with its goals and loops.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "limber/goal.h"
#include "limber/obstacle.h"
#include "limber/solver.h"
#include "limber/state.h"

namespace limber {

using Jacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;

/// Remaining error of a goal.
struct Residual {
  double distance = 0;  ///< metres
  double angle = 0;     ///< radians
};

/// How far the tools' Jacobian is from a singularity, in the directions that goals constrain. Depends only on
/// the joints, not on remaining errors or weights. Lengths are divided by the model's size. NaN for a problem
/// whose rows × coordinates × the smaller of both exceed 10⁸.
struct Conditioning {
  /// The smallest of the first n singular values: n is the number of degrees of freedom that goals constrain,
  /// or of coordinates if that is smaller. 0 at a singularity and without goals.
  double smallestSingularValue = 0;
  /// Their product, √det(J Jᵀ) (Yoshikawa 1985).
  double manipulability = 0;
};

/// A loop closure; see LoopDescription. Solvers with a Jacobian keep it exactly, with priority over all
/// goals.
struct Loop {
  std::string name;
  /// An open loop has no effect.
  bool closed = true;
  /// A pose goal that puts frame `a` at frame `b`: its target is given in the frame of b's link.
  Goal goal;
};

/// How a mechanism with loops can move from its current state, ignoring limits and goals. Coordinates of
/// weight 0 are fixed.
struct Mobility {
  /// Degrees of freedom of finite motions, found by moving a short way along the instantaneous ones. 0 if it
  /// is jammed or does not close.
  int mobility = 0;
  /// Instantaneous degrees of freedom: coordinates less the rank of the loops' rows.
  int instantaneous = 0;
  /// By the Grübler–Kutzbach formula; may be negative.
  int counted = 0;
  /// Rank of all constraints: six per link less instantaneous.
  int rank = 0;
  /// Whether all motions that could raise `mobility` have been tried; if not, `mobility` is a lower bound.
  bool complete = true;
};

/// The numbers of one parameter of a goal: `{"axis", {0, 0, 1}}`, `{"side", {1}}`.
struct GoalParameter {
  std::string name;
  std::vector<double> numbers;
};

struct GoalOptions {
  Pose linkFromTool = {};
  double weight = 1;
  int priority = 0;  ///< 0 comes first
  /// The link in whose frame the target is given, or empty for the world.
  std::string targetLink = {};
  double gain = automatic;  ///< step(): K, 1/s; automatic: SolveOptions::gain
  /// Other parameters take their initial values from GoalFacts::parameters.
  std::vector<GoalParameter> parameters = {};
};

/// Targets and q as of the last step(), for differences in the next.
struct SteppedMotion {
  std::vector<double> q;             ///< empty before the first step
  std::vector<double> velocity;      ///< over that step, if it had bounds; else empty
  std::vector<double> acceleration;  ///< likewise
  struct Target {
    int goal;  ///< Goal::id
    std::array<double, 7> target;
  };
  std::vector<Target> targets;  ///< of the goals that were on
};

class Bodies;

/// What a function keeps with a problem for its next call.
struct Memory {
  virtual ~Memory() = default;
};

class Problem {
 public:
  explicit Problem(std::shared_ptr<const Model> model);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  ~Problem();

  const Model& model() const { return *state.model; }

  /// Sets the target to the tool's current place. Errors: unknownGoalType, unknownLink, badGoal, notFinite,
  /// notUnit, tooLarge. The goal keeps its address until it is removed.
  Expected<Goal*> addGoal(std::string_view type, std::string_view link, const GoalOptions& options = {});
  void removeGoal(const Goal* goal);
  /// Sets the goal's target to the tool's current place.
  void toLink(Goal& goal);
  /// Moves the goal's tool on its link. Errors: notFinite, notUnit.
  std::optional<Error> setTool(Goal& goal, const Pose& linkFromTool);
  std::span<const std::shared_ptr<Goal>> goals() const { return goals_; }

  /// Closes a loop from the next solve on. Errors: unknownLink, badLoop, notFinite, notUnit, tooLarge. The
  /// loop keeps its address until it is removed.
  Expected<Loop*> addLoop(const LoopDescription& description);
  void removeLoop(const Loop* loop);
  /// Changes a loop's frames and free axes; leaves it unchanged on an error.
  std::optional<Error> routeLoop(Loop& loop, const LoopDescription& description);
  std::span<const std::unique_ptr<Loop>> loops() const { return loops_; }

  /// Errors: unknownLink, badShape, notFinite, notUnit, tooLarge. The obstacle keeps its address until it is removed.
  Expected<Obstacle*> addObstacle(const ObstacleDescription& description);
  void removeObstacle(const Obstacle* obstacle);
  std::span<const std::shared_ptr<Obstacle>> obstacles() const { return obstacles_; }
  /// Pairs of links that are compared with each other, by index. Default: all pairs with shapes that can move
  /// relative to each other, except neighbours, which one moving joint or a loop connects.
  std::vector<LinkPair> collisionPairs();
  /// Errors: unknownLink.
  std::optional<Error> setCollisionPairs(std::span<const LinkPair> pairs);
  /// The smallest distance of all pairs at the current poses, in metres, negative where they overlap;
  /// infinity without pairs, NaN if a size or pose is not finite.
  double clearance();
  /// The nearest pairs at the current poses, nearest first, 300 at most; valid until the next call.
  std::span<const NearPair> nearestPairs(int most);
  /// Whether anything has a shape.
  bool hasBodies() const { return !obstacles_.empty() || !model().collision.empty(); }
  /// For solvers, which look for nearby pairs while solving.
  Bodies& bodies() const { return *bodies_; }

  /// World from tool.
  Pose toolPose(const Goal& goal) const {
    const Pose& link = state.poses[goal.link];
    return goal.hasOffset ? link * goal.linkFromTool : link;
  }
  /// Tool in the frame of the target's link, or in the world: the input of goal types.
  Pose toolInTarget(const Goal& goal) const {
    const Pose tool = toolPose(goal);
    if (goal.targetLink < 0) return tool;
    return state.poses[goal.targetLink].inverse() * tool;
  }
  /// −∂e over the tool's velocity relative to the target's link, in world axes.
  RowMap rowMap(const Goal& goal) const;
  /// The nearer edges of the goal's room at the current poses, by row; without room all rows are exact.
  std::array<Edge, maxRows> edges(const Goal& goal) const;
  /// Remaining error at the current poses.
  Residual residual(const Goal& goal) const;
  /// The same, read from `errors`.
  Residual measured(const Goal& goal) const;
  /// Brings `errors` up to date with the state.
  void measure();

  /// Rows of all goals, including those of weight 0. error() and jacobian() multiply each by its weight.
  int rows() const;
  void error(double* e) const;
  /// J = −∂e/∂dq into the caller's matrix of rows() × nv. Memory allocated by Eigen must not cross the
  /// library's boundary, because the caller may be compiled with another alignment.
  void jacobian(Eigen::Ref<Jacobian> J) const;

  /// Velocity of a link's origin (m/s), then of its turn (rad/s), per unit of each tangent coordinate, in world axes:
  /// into a matrix of 6 × nv.
  void linkJacobian(int link, Eigen::Ref<Jacobian> J) const;

  /// The solver's memory for this problem, created on first use and again after goals or loops were added or removed.
  Stepper& stepper(const SolverType& solver);
  /// The same, or null if there is none yet.
  Stepper* keptStepper(const SolverType& solver) const;
  /// The next solve starts afresh; see Stepper::forget().
  void forgetSolves();

  /// Allocates.
  Conditioning conditioning() const;
  /// The same as conditioning().manipulability, several times faster. Allocates.
  double manipulability() const;

  /// Leaves the problem unchanged. Allocates. Tries no further motion after `maxTime` milliseconds.
  Mobility mobility(double maxTime = infinity);

  State state;
  /// Unweighted errors of all goals, then of all loops, as of the last measure().
  FixedArray<double> errors;
  /// nv numbers from 0 (fixed) to 1 (free).
  FixedArray<double> jointWeights;
  /// nq numbers: the posture for SolveOptions::restGain; initially that of State::reset().
  FixedArray<double> rest;
  /// nv numbers from findActiveLimits(), updated by solve().
  FixedArray<double> activeLimits;
  /// maximal: stiffness of each link's joint, 0 or more. Where joints do not fit, twice the weight halves the
  /// gap.
  FixedArray<double> fitWeights;
  /// maximal: gap of each link's joint in metres and radians; zero after other solvers.
  FixedArray<double> misfits;

  /// nv numbers per second: velocities at the end of the last step().
  FixedArray<double> velocities;
  /// nv numbers per second: velocities of coordinates of weight 0, if known better than by differences. NaN:
  /// by differences.
  FixedArray<double> drivenVelocities;
  /// Three numbers per coordinate, above 0, infinity by default: the largest velocity, acceleration and jerk that
  /// step() gives it, in rad and m per s, s² and s³. Those of SolveOptions hold as well.
  FixedArray<double> motionBounds;
  /// Sum of all dt of step(), in seconds.
  double time = 0;
  SteppedMotion stepped;
  /// What step() keeps for its next, dropped like the memory of solvers.
  std::unique_ptr<Memory> stepMemory;

 private:
  void evaluate(Goal& goal);
  void addJacobian(const Goal& goal, Eigen::Ref<Jacobian> rows) const;
  struct Asked;
  Asked asked() const;
  void placeRows();
  void dropMemory();  ///< of solvers
  void listBodies();

  std::vector<std::shared_ptr<Goal>> goals_;
  int lastGoal_ = 0;  ///< Goal::id
  std::vector<std::unique_ptr<Loop>> loops_;
  std::vector<std::shared_ptr<Obstacle>> obstacles_;
  std::unique_ptr<Bodies> bodies_;
  std::vector<std::unique_ptr<Stepper>> steppers_;  ///< one per solver in the table
};

}  // namespace limber
