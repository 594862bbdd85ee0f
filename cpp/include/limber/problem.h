/// A model, where it is, and what is wanted of it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "limber/goal.h"
#include "limber/solver.h"
#include "limber/state.h"

namespace limber {

using Jacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;

/// What is left of a goal.
struct Residual {
  double distance = 0;  ///< metres
  double angle = 0;     ///< radians
};

/// How far from a singularity the Jacobian of the goals' tools is: their velocities, linear and angular, as far as the
/// goals ask for them. It depends on where the joints are and not on what is still missing to the targets, nor on
/// weights. Lengths count in the model's size.
struct Conditioning {
  /// Of as many singular values as the goals ask freedoms, or as there are coordinates if fewer;
  /// 0 at a singularity, and 0 without goals.
  double smallestSingularValue = 0;
  /// Their product, √det(J Jᵀ) (Yoshikawa 1985).
  double manipulability = 0;
};

/// A closure of a problem. Solvers with a Jacobian keep it exactly, before all goals; see LoopDescription.
struct Loop {
  std::string name;
  /// Open, it asks for nothing.
  bool closed = true;
  /// The wish that frame `a` be where frame `b` is: a pose goal whose target hangs on b's link.
  Goal goal;
};

/// How a mechanism with loops can move from where it is, limits and goals left aside. Coordinates of weight 0 are taken
/// as fixed.
struct Mobility {
  /// In how many ways it really moves: as instantaneous, but a small way along, where what only trembles has come to
  /// rest. 0 for what is jammed, or does not close.
  int mobility = 0;
  /// Directions in which no loop opens at first sight: freedoms less the rank of the loops' rows.
  int instantaneous = 0;
  /// What counting says: freedoms less those that closures take (Grübler, Kutzbach). May be negative.
  int counted = 0;
  /// Of all constraints on links that are free to begin with: six a link less instantaneous.
  int rank = 0;
};

/// The numbers of one parameter of a goal: `{"axis", {0, 0, 1}}`, `{"side", {1}}`.
struct GoalParameter {
  std::string name;
  std::vector<double> numbers;
};

struct GoalOptions {
  Pose linkFromTool = {};
  double weight = 1;
  int priority = 0;  ///< 0 first; 0 or more
  /// The link in whose frame the target is given; empty: the world.
  std::string targetLink = {};
  double gain = automatic;  ///< step(): K, 1/s; automatic: SolveOptions::gain
  /// What is not given is as GoalType::parameters says.
  std::vector<GoalParameter> parameters = {};
};

/// What the last step() has seen, for the next one to tell how things move.
struct SteppedMotion {
  std::vector<double> q;  ///< empty before the first step
  struct Target {
    int goal;  ///< Goal::id
    std::array<double, 7> target;
  };
  std::vector<Target> targets;  ///< of the goals that were on
};

/// Calls `take(motion, sign)` for every motion that moves a goal's error: those that carry its tool (1) and those that
/// carry its target (−1), or the one whose value it wants.
template <class F>
void forEachMotionOf(const Goal& goal, const Model& model, F&& take) {
  if (goal.type->motion) {
    take(goal.type->motion(goal, model), 1.0);
    return;
  }
  forEachMotionTowardsRoot(model, goal.link, [&](const Motion& motion) { take(motion, 1.0); });
  forEachMotionTowardsRoot(model, goal.targetLink, [&](const Motion& motion) { take(motion, -1.0); });
}

class Problem {
 public:
  explicit Problem(std::shared_ptr<const Model> model);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  ~Problem();

  const Model& model() const { return *state.model; }

  /// The target is where the tool is now. Errors: unknownGoalType, unknownLink, badGoal, notFinite, notUnit. The goal
  /// stays at its address until it is removed.
  Expected<Goal*> addGoal(std::string_view type, std::string_view link, const GoalOptions& options = {});
  void removeGoal(const Goal* goal);
  /// Puts the goal's tool elsewhere on its link. Errors: notFinite, notUnit.
  std::optional<Error> setTool(Goal& goal, const Pose& linkFromTool);
  std::span<const std::unique_ptr<Goal>> goals() const { return goals_; }

  /// Closes a loop, from the next solve on. Errors: unknownLink, badLoop, notFinite, notUnit. Stays at its address
  /// until it is removed.
  Expected<Loop*> addLoop(const LoopDescription& description);
  void removeLoop(const Loop* loop);
  /// Gives a loop other frames and freedoms; after an error it is as it was.
  std::optional<Error> routeLoop(Loop& loop, const LoopDescription& description);
  std::span<const std::unique_ptr<Loop>> loops() const { return loops_; }

  /// World from tool.
  Pose toolPose(const Goal& goal) const {
    const Pose& link = state.poses[goal.link];
    return goal.hasOffset ? link * goal.linkFromTool : link;
  }
  /// Target frame from tool: what goal types look at. The target's frame is the world's where it hangs on no link.
  Pose toolInTarget(const Goal& goal) const {
    const Pose tool = toolPose(goal);
    if (goal.targetLink < 0) return tool;
    return state.poses[goal.targetLink].inverse() * tool;
  }
  /// How the coordinate in a row of State::axes moves what the goal feels.
  const Axis& axisOf(const Goal& goal, int row) const {
    return goal.type->axis ? *goal.type->axis : state.axes[static_cast<std::size_t>(row)];
  }
  /// −∂e over the velocity of the tool as seen from the target's link, in world axes.
  RowMap rowMap(const Goal& goal) const;
  /// Where the links are now.
  Residual residual(const Goal& goal) const;
  /// The same from `errors`.
  Residual measured(const Goal& goal) const;
  /// Brings `errors` up to date with the state.
  void measure();

  /// Rows of all goals, whatever their weight; error() and jacobian() give each times its weight.
  int rows() const;
  void error(double* e) const;
  /// J = −∂e/∂dq, rows() × nv.
  /// The caller's matrix, of that size: nothing that Eigen allocates may cross from library to user, who need not
  /// compile with the same vector instructions and so with the same allocator.
  void jacobian(Eigen::Ref<Jacobian> J) const;

  /// The solver's memory for this problem, made when first asked for and again when goals have come or gone.
  Stepper& stepper(const SolverType& solver);

  /// nq numbers of working memory for the solve loop; `which` is 0, 1 or 2.
  std::span<double> scratchQ(int which) { return {scratch_[which].data(), scratch_[which].size()}; }

  /// How well the goals that are on can be followed from here; see Conditioning. Allocates.
  Conditioning conditioning() const;

  /// From here; see Mobility. Leaves the problem as it was. Allocates.
  Mobility mobility();

  State state;
  /// The errors of all goals and then of all loops one after another, without weights, as measure() last found them.
  std::vector<double> errors;
  /// nv numbers from 0 (stays) to 1 (moves as the solver likes): how willingly each coordinate moves.
  std::vector<double> jointWeights;
  /// nq numbers: the posture that SolveOptions::restGain draws towards; at first that of State::reset().
  std::vector<double> rest;
  /// nv numbers, as findActiveLimits() writes them; up to date after solve().
  std::vector<double> activeLimits;
  /// maximal: a number a link, how stiff the joint that carries it is; where joints do not fit, one of twice the weight
  /// gives way half as much. Not negative.
  std::vector<double> fitWeights;
  /// Two numbers a link, metres and radians that its joint gapes after maximal; zero after others.
  std::vector<double> misfits;

  /// nv numbers, a second: how coordinates moved at the end of the last step().
  std::vector<double> velocities;
  /// nv numbers, a second: how fast the caller moves coordinates of weight 0, where that is known better than from
  /// where they were at the last step(). Not a number: from the difference.
  std::vector<double> drivenVelocities;
  /// Seconds that all step() have taken.
  double time = 0;
  SteppedMotion stepped;

 private:
  void evaluate(Goal& goal);
  void addJacobian(const Goal& goal, Eigen::Ref<Jacobian> rows) const;
  void placeRows();

  std::vector<std::unique_ptr<Goal>> goals_;
  int lastGoal_ = 0;  ///< Goal::id
  std::vector<std::unique_ptr<Loop>> loops_;
  std::array<std::vector<double>, 3> scratch_;
  std::vector<std::unique_ptr<Stepper>> steppers_;  ///< one place a solver of the table
};

}  // namespace limber
