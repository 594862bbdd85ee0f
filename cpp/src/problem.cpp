#include "limber/problem.h"

#include <algorithm>
#include <utility>

namespace limber {
namespace {

std::vector<std::string_view> linkNames(const Model& model) {
  std::vector<std::string_view> names;
  for (const Link& link : model.links) names.push_back(link.name);
  return names;
}

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

Problem::Problem(std::shared_ptr<const Model> of)
    : state(std::move(of)),
      jointWeights(state.model->nv, 1.0),
      rest(state.q),
      activeLimits(state.model->nv, 0.0),
      scratch_{state.q, state.q, state.q},
      steppers_(solverTypes().size()) {
  findActiveLimits(model(), state.q.data(), activeLimits.data());
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
  goal->link = model().findLink(link);
  if (goal->link < 0) {
    return fail(ErrorCode::unknownLink,
                {"link '", link, "' is unknown; known: ", listNames(linkNames(model()))});
  }
  if (auto error = check(options)) return std::unexpected(*error);
  goal->linkFromTool = options.linkFromTool;
  goal->linkFromTool.r.normalize();
  goal->hasOffset = !goal->linkFromTool.p.isZero(0) || !goal->linkFromTool.r.vec().isZero(0);
  goal->axis = unit(options.axis);
  goal->free = options.free;
  goal->weight = options.weight;
  goal->priority = options.priority;
  goal->firstRow = rows();
  errors.resize(errors.size() + static_cast<std::size_t>(goal->type->rows()));
  goal->type->targetAt(*goal, toolPose(*goal), goal->target.data());
  goals_.push_back(std::move(goal));
  measure();
  for (auto& stepper : steppers_) stepper.reset();
  return goals_.back().get();
}

void Problem::removeGoal(const Goal* goal) {
  std::erase_if(goals_, [&](const auto& each) { return each.get() == goal; });
  int row = 0;
  for (auto& each : goals_) each->firstRow = std::exchange(row, row + each->type->rows());
  errors.resize(static_cast<std::size_t>(row));
  measure();
  for (auto& stepper : steppers_) stepper.reset();
}

Stepper& Problem::stepper(const SolverType& solver) {
  auto& place = steppers_[static_cast<std::size_t>(&solver - solverTypes().data())];
  if (!place) place = solver.make(*this);
  return *place;
}

Residual Problem::residual(const Goal& goal) const {
  std::array<double, maxRows> e;
  if (goal.hasOffset) {
    goal.type->error(goal, toolPose(goal), e.data());
  } else {
    goal.type->error(goal, state.poses[goal.link], e.data());
  }
  return lengths(*goal.type, e.data());
}

Residual Problem::measured(const Goal& goal) const {
  return lengths(*goal.type, errors.data() + goal.firstRow);
}

void Problem::measure() {
  for (const auto& goal : goals_) {
    double* e = errors.data() + goal->firstRow;
    if (goal->hasOffset) {
      goal->type->error(*goal, toolPose(*goal), e);
    } else {
      goal->type->error(*goal, state.poses[goal->link], e);
    }
  }
}

int Problem::rows() const {
  int count = 0;
  for (const auto& goal : goals_) count += goal->type->rows();
  return count;
}

void Problem::error(double* e) const {
  for (const auto& goal : goals_) {
    const int count = goal->type->rows();
    goal->type->error(*goal, toolPose(*goal), e);
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
    const Pose tool = toolPose(*goal);
    const RowMap map = goal->weight * goal->type->rowMap(*goal, tool);
    for (int link = goal->link; link >= 0; link = model().links[link].parent) {
      for (int m = model().links[link].firstMotion; m < model().links[link].lastMotion; ++m) {
        const Motion& motion = model().motions[m];
        for (int k = 0; k < motion.nv(); ++k) {
          const Axis& axis = state.axes[motion.axisIndex + k];
          Eigen::Matrix<double, 6, 1> velocity;
          velocity << axis.velocityOf(tool.p), axis.w;
          // Added, not set: a mimic moves by its master's coordinate.
          J.col(motion.vIndex + k).segment(row - count, count) +=
              motion.ratio * (map.topRows(count) * velocity);
        }
      }
    }
  }
}

}  // namespace limber
