#include "limber/problem.h"

#include <algorithm>
#include <utility>

#include "collision/bodies.h"
#include "goals/goal_type.h"
#include "model/checks.h"
#include "problem/stepper.h"

namespace limber {
namespace {
std::optional<Error> takeTargetLink(const Model& model, std::string_view name, Goal& goal) {
  if (name.empty()) return std::nullopt;
  const auto link = linkNamed(model, name);
  if (!link) return link.error();
  goal.targetLink = *link;
  if (goal.link != goal.targetLink) return std::nullopt;
  return makeError(ErrorCode::badGoal, {"the goal's targetLink is its own link, '", name, "'; give another"});
}

/// Lengths of the linear and of the angular rows.
Residual lengths(const GoalType& type, const double* e) {
  const auto lengthOf = [&](int first, int count) { return count == 3 ? norm(Eigen::Map<const Vec3>(e + first)) : 0; };
  return {lengthOf(0, type.linearRows), lengthOf(type.linearRows, type.angularRows)};
}

}  // namespace

Problem::Problem(std::shared_ptr<const Model> of)
    : state(std::move(of)),
      errors(0),
      jointWeights(state.model->nv, 1.0),
      rest(state.q),
      activeLimits(state.model->nv),
      fitWeights(state.model->links.size(), 1.0),
      misfits(2 * fitWeights.size()),
      velocities(state.model->nv),
      drivenVelocities(velocities.size(), Goal::unknown),
      motionBounds(3 * velocities.size(), infinity),
      bodies_(std::make_unique<Bodies>(model())),
      steppers_(solverTypes().size()) {
  findActiveLimits(model(), state.q.data(), activeLimits.data());
  stepped.q.reserve(state.q.size());
  for (const LoopDescription& loop : model().loops) (void)addLoop(loop);  // checked by buildModel()
}

Problem::~Problem() = default;

Expected<Goal*> Problem::addGoal(std::string_view type, std::string_view link, const GoalOptions& options) {
  if (auto error = checkRoom(model(), goals_.size() + loops_.size() + 1)) return std::unexpected(*error);
  auto goal = std::make_shared<Goal>();
  goal->type = findGoalType(type);
  if (!goal->type) {
    return fail(ErrorCode::unknownGoalType,
                {"goal type '", type, "' is unknown; known: ", listNames(goalTypes(), &GoalType::name)});
  }
  const auto found = linkNamed(model(), link);
  if (!found) return std::unexpected(found.error());
  goal->link = *found;
  goal->weight = options.weight;
  goal->priority = options.priority;
  goal->gain = options.gain;
  if (options.priority < 0) {
    return fail(ErrorCode::badGoal,
                {"the goal's priority is ", text(options.priority), "; give a whole number from 0"});
  }
  if (auto error = setTool(*goal, options.linkFromTool)) return std::unexpected(*error);
  if (auto error = takeTargetLink(model(), options.targetLink, *goal)) return std::unexpected(*error);
  goal->resetParameters();
  for (const auto& [name, numbers] : options.parameters) {
    if (auto error = goal->setParameter(name, numbers)) return std::unexpected(*error);
  }
  if (auto error = checkParameters(*goal, model())) return std::unexpected(*error);
  if (goal->type->start) {
    if (auto error = goal->type->start(*goal, model())) return std::unexpected(*error);
  }
  goal->id = ++lastGoal_;
  toLink(*goal);
  goals_.push_back(std::move(goal));
  placeRows();
  return goals_.back().get();
}

void Problem::toLink(Goal& goal) {
  evaluate(goal);
  goal.type->targetAt(goal, toolInTarget(goal), goal.target.data());
}

std::optional<Error> Problem::setTool(Goal& goal, const Pose& linkFromTool) {
  if (auto error = checkPose(linkFromTool, {"the goal's offset"})) return error;
  goal.linkFromTool = {linkFromTool.p, linkFromTool.r.normalized()};
  goal.hasOffset = !goal.linkFromTool.p.isZero(0) || !goal.linkFromTool.r.vec().isZero(0);
  return std::nullopt;
}

void Problem::removeGoal(const Goal* goal) {
  std::erase_if(goals_, [&](const auto& each) { return each.get() == goal; });
  placeRows();
}

/// Called after goals or loops were added or removed.
void Problem::placeRows() {
  int row = 0;
  for (auto& each : goals_) each->firstRow = std::exchange(row, row + each->type->rows());
  for (auto& each : loops_) each->goal.firstRow = std::exchange(row, row + each->goal.type->rows());
  errors.renew(static_cast<std::size_t>(row));
  stepped.targets.reserve(goals_.size());
  measure();
  dropMemory();
}

void Problem::dropMemory() {
  for (auto& stepper : steppers_) stepper.reset();
  stepMemory.reset();
}

Stepper& Problem::stepper(const SolverType& solver) {
  auto& place = steppers_[static_cast<std::size_t>(&solver - solverTypes().data())];
  if (!place) {
    place = solver.make(*this);
    place->startQ = place->bestQ = place->drawnQ = state.q;
  }
  return *place;
}

Stepper* Problem::keptStepper(const SolverType& solver) const {
  return steppers_[static_cast<std::size_t>(&solver - solverTypes().data())].get();
}

void Problem::forgetSolves() {
  for (auto& each : steppers_) {
    if (each) each->forget();
  }
}

RowMap Problem::rowMap(const Goal& goal) const {
  RowMap map = goal.type->rowMap(goal, toolInTarget(goal));
  if (goal.targetLink < 0) return map;
  const Mat3 targetFromWorld = state.poses[goal.targetLink].r.conjugate().toRotationMatrix();
  map.leftCols<3>() = (map.leftCols<3>() * targetFromWorld).eval();
  map.rightCols<3>() = (map.rightCols<3>() * targetFromWorld).eval();
  return map;
}

Residual Problem::residual(const Goal& goal) const {
  std::array<double, maxRows> e;
  const Pose tool = toolInTarget(goal);
  if (goal.type->follow) {
    // The numbers that the goal has read from the state may be older than the state.
    Goal now = goal;
    now.type->follow(now, state, tool);
    now.type->error(now, tool, e.data());
  } else {
    goal.type->error(goal, tool, e.data());
  }
  return lengths(*goal.type, e.data());
}

std::array<Edge, maxRows> Problem::edges(const Goal& goal) const {
  std::array<Edge, maxRows> edges;
  if (!hasRoom(goal)) return edges;
  Goal now = goal;
  const Pose tool = toolInTarget(now);
  if (now.type->follow) now.type->follow(now, state, tool);
  std::array<double, maxRows> e;
  std::array<Side, maxRows> sides;
  readEdges(now, tool, e.data(), sides.data());
  for (int i = 0; i < now.type->rows(); ++i) edges[i] = {sides[i], insideBy(sides[i], e[i])};
  return edges;
}

Residual Problem::measured(const Goal& goal) const { return lengths(*goal.type, errors.data() + goal.firstRow); }

void Problem::evaluate(Goal& goal) {
  if (goal.type->follow) goal.type->follow(goal, state, toolInTarget(goal));
}

void Problem::measure() {
  const auto measureOne = [&](Goal& goal) {
    double* e = errors.data() + goal.firstRow;
    evaluate(goal);
    if (goal.hasOffset || goal.targetLink >= 0) {
      goal.type->error(goal, toolInTarget(goal), e);
    } else {
      goal.type->error(goal, state.poses[goal.link], e);
    }
  };
  for (const auto& goal : goals_) measureOne(*goal);
  for (const auto& loop : loops_) measureOne(loop->goal);
}

int Problem::rows() const {
  int count = 0;
  for (const auto& goal : goals_) count += goal->type->rows();
  return count;
}

void Problem::error(double* e) const {
  for (const auto& goal : goals_) {
    const int count = goal->type->rows();
    goal->type->error(*goal, toolInTarget(*goal), e);
    for (int i = 0; i < count; ++i) {
      const double weight = i < goal->type->linearRows ? goal->linearWeight() : goal->angularWeight();
      // Weight 0 gives 0, even if the target is not finite.
      e[i] = weight == 0 ? 0 : weight * e[i];
    }
    e += count;
  }
}

void Problem::jacobian(Eigen::Ref<Jacobian> J) const {
  J.setZero();
  int row = 0;
  for (const auto& goal : goals_) {
    const int count = goal->type->rows();
    if (goal->weight != 0) addJacobian(*goal, J.middleRows(row, count));
    row += count;
  }
}

void Problem::linkJacobian(int link, Eigen::Ref<Jacobian> J) const {
  J.setZero();
  const Vec3& origin = state.poses[link].p;
  forEachMotionTowardsRoot(model(), link, [&](const Motion& motion) {
    for (int k = 0; k < motion.nv(); ++k) {
      const Axis& axis = state.axes[motion.axisIndex + k];
      J.col(motion.vIndex + k).head<3>() += motion.ratio * axis.velocityOf(origin);
      J.col(motion.vIndex + k).tail<3>() += motion.ratio * axis.w;
    }
  });
}

void Problem::addJacobian(const Goal& goal, Eigen::Ref<Jacobian> rows) const {
  RowMap map = rowMap(goal);
  map.topRows(goal.type->linearRows) *= goal.linearWeight();
  map.middleRows(goal.type->linearRows, goal.type->angularRows) *= goal.angularWeight();
  const Vec3 tool = toolPose(goal).p;
  forEachMotionOf(goal, model(), [&](const Motion& motion, double sign) {
    for (int k = 0; k < motion.nv(); ++k) {
      const Axis& axis = axisOf(state, goal, motion.axisIndex + k);
      Eigen::Matrix<double, 6, 1> velocity;
      velocity << axis.velocityOf(tool), axis.w;
      // Added, not set: a mimic shares its leader's coordinate.
      rows.col(motion.vIndex + k) += sign * motion.ratio * (map.topRows(rows.rows()) * velocity);
    }
  });
}

}  // namespace limber
