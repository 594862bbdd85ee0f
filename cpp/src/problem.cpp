#include "limber/problem.h"

#include <algorithm>
#include <utility>

#include "loops.h"

namespace limber {
namespace {

std::vector<std::string_view> goalTypeNames() {
  std::vector<std::string_view> names;
  for (const GoalType& type : goalTypes()) names.push_back(type.name);
  return names;
}

std::optional<Error> check(const GoalOptions& options) {
  const Pose& tool = options.linkFromTool;
  if (!tool.p.allFinite() || !tool.r.coeffs().allFinite() || !options.axis.allFinite()) {
    return makeError(ErrorCode::notFinite,
                     {"the goal's offset or axis is not finite; give finite numbers"});
  }
  if (std::abs(tool.r.coeffs().stableNorm() - 1) > 1e-6) {
    return makeError(ErrorCode::notUnit,
                     {"the goal's offset rotation is not a unit quaternion x y z w"});
  }
  if (options.axis.isZero(0))
    return makeError(ErrorCode::badGoal, {"the goal's axis is zero; give a direction"});
  if (!(options.weight >= 0) || std::isinf(options.weight)) {
    return makeError(ErrorCode::badGoal,
                     {"the goal's weight is ", text(options.weight), "; give 0 or more"});
  }
  if (options.priority < 0) {
    return makeError(ErrorCode::badGoal, {"the goal's priority is ", text(options.priority),
                                          "; give a whole number from 0"});
  }
  return std::nullopt;
}

/// Lengths of the linear and the angular rows.
Residual lengths(const GoalType& type, const double* e) {
  const auto lengthOf = [&](int first, int count) {
    return count == 3 ? norm(Eigen::Map<const Vec3>(e + first)) : 0;
  };
  return {lengthOf(0, type.linearRows), lengthOf(type.linearRows, type.angularRows)};
}

}  // namespace

Expected<int> linkNamed(const Model& model, std::string_view name) {
  const int link = model.findLink(name);
  if (link >= 0) return link;
  std::vector<std::string_view> names;
  for (const Link& each : model.links) names.push_back(each.name);
  return fail(ErrorCode::unknownLink, {"link '", name, "' is unknown; known: ", listNames(names)});
}

Problem::Problem(std::shared_ptr<const Model> of)
    : state(std::move(of)),
      jointWeights(state.model->nv, 1.0),
      rest(state.q),
      activeLimits(state.model->nv, 0.0),
      velocities(state.model->nv, 0.0),
      drivenVelocities(velocities.size(), Goal::unknown),
      steppedQ(state.model->nq, Goal::unknown),
      scratch_{state.q, state.q, state.q},
      steppers_(solverTypes().size()) {
  findActiveLimits(model(), state.q.data(), activeLimits.data());
  fitWeights.assign(model().links.size(), 1.0);
  misfits.assign(2 * model().links.size(), 0.0);
  for (const LoopDescription& loop : model().loops) (void)addLoop(loop);  // checked by buildModel()
}

Problem::~Problem() = default;

Expected<Goal*> Problem::addGoal(std::string_view type, std::string_view link,
                                 const GoalOptions& options) {
  auto goal = std::make_unique<Goal>();
  goal->type = findGoalType(type);
  if (!goal->type) {
    return fail(ErrorCode::unknownGoalType,
                {"goal type '", type, "' is unknown; known: ", listNames(goalTypeNames())});
  }
  const auto found = linkNamed(model(), link);
  if (!found) return std::unexpected(found.error());
  goal->link = *found;
  if (auto error = check(options)) return std::unexpected(*error);
  if (auto error = takeConstraint(model(), options, *goal)) return std::unexpected(*error);
  goal->linkFromTool = options.linkFromTool;
  goal->linkFromTool.r.normalize();
  goal->hasOffset = !goal->linkFromTool.p.isZero(0) || !goal->linkFromTool.r.vec().isZero(0);
  goal->axis = unit(options.axis);
  goal->free = options.free;
  goal->weight = options.weight;
  goal->priority = options.priority;
  evaluate(*goal);
  goal->type->targetAt(*goal, toolInTarget(*goal), goal->target.data());
  goals_.push_back(std::move(goal));
  placeRows();
  return goals_.back().get();
}

void Problem::removeGoal(const Goal* goal) {
  std::erase_if(goals_, [&](const auto& each) { return each.get() == goal; });
  placeRows();
}

/// What has come or gone moves the rows of what stands behind it.
void Problem::placeRows() {
  int row = 0;
  for (auto& each : goals_) each->firstRow = std::exchange(row, row + each->type->rows());
  for (auto& each : loops_) each->goal.firstRow = std::exchange(row, row + each->goal.type->rows());
  errors.resize(static_cast<std::size_t>(row));
  measure();
  for (auto& stepper : steppers_) stepper.reset();
}

Stepper& Problem::stepper(const SolverType& solver) {
  auto& place = steppers_[static_cast<std::size_t>(&solver - solverTypes().data())];
  if (!place) place = solver.make(*this);
  return *place;
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
  goal.type->error(goal, toolInTarget(goal), e.data());
  return lengths(*goal.type, e.data());
}

Residual Problem::measured(const Goal& goal) const {
  return lengths(*goal.type, errors.data() + goal.firstRow);
}

void Problem::evaluate(Goal& goal) {
  if (goal.type->follow) goal.type->follow(goal, toolInTarget(goal));
  if (goal.motion < 0) return;
  const Motion& motion = model().motions[goal.motion];
  goal.value = motion.ratio * state.q[motion.qIndex] + motion.offset;
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
    // Off is zero, also where the target is not finite.
    for (int i = 0; i < count; ++i) e[i] = goal->weight == 0 ? 0 : goal->weight * e[i];
    e += count;
  }
}

void Problem::jacobian(Eigen::Ref<Jacobian> J) const {
  J.setZero();
  int row = 0;
  for (const auto& goal : goals_) {
    const int count = goal->type->rows();
    row += count;
    if (goal->weight == 0) continue;
    auto rows = J.middleRows(row - count, count);
    if (goal->motion >= 0) {
      const Motion& motion = model().motions[goal->motion];
      rows(0, motion.vIndex) = goal->weight * motion.ratio;
      continue;
    }
    const RowMap map = goal->weight * rowMap(*goal);
    const Vec3 tool = toolPose(*goal).p;
    // What carries the target moves it as the tool would move the other way.
    const auto addChain = [&](int link, double sign) {
      forEachMotionTowardsRoot(model(), link, [&](const Motion& motion) {
        for (int k = 0; k < motion.nv(); ++k) {
          const Axis& axis = state.axes[motion.axisIndex + k];
          Eigen::Matrix<double, 6, 1> velocity;
          velocity << axis.velocityOf(tool), axis.w;
          // Added, not set: a mimic moves by its master's coordinate.
          rows.col(motion.vIndex + k) += sign * motion.ratio * (map.topRows(count) * velocity);
        }
      });
    };
    addChain(goal->link, 1);
    addChain(goal->targetLink, -1);
  }
}

}  // namespace limber
