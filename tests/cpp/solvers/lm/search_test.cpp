/// Rows in pairs: an answer has the bits that the row has alone, whatever runs beside it.
#include "fixtures.h"
#include "solve/solvable.h"
#include "solvers/lm/arm.h"

namespace limber::test::search_test {
namespace {

const SolverType& lm() { return *findSolverType("lm"); }

/// A goal at the end of an arm.
struct Task {
  std::string name;
  ModelPtr model;
  std::string_view type;
  GoalOptions goal;

  /// Adds the goal to a problem.
  Goal& addTo(Problem& problem) const { return addGoal(problem, type, model->links.back().name, goal); }
};

/// Six slides and hinges about oblique axes.
ModelPtr obliqueArm() {
  Maker make(1);
  std::vector<LinkDescription> links;
  for (int i = 0; i < 6; ++i) {
    const bool slides = i == 1 || i == 4;
    links.push_back(
        link(numbered("arm", i), i ? links.back().name : "", 0.3 * make.unitVector(),
             slides ? joint("prismatic", make.unitVector(), {{-0.2, 0.5}}) : hinge(make.unitVector(), 2.5)));
    links.back().origin.r = make.rotation();
  }
  links.push_back(link("tip", links.back().name, {0.1, 0, 0.2}));
  return build(std::move(links));
}

/// Every type of goal for a tool, a distance with all its sides, on arms with and without slides.
std::vector<Task> allTasks(Maker& make) {
  std::vector<Task> tasks;
  for (const auto& [arm, model] : {std::pair("seven hinges", sevenJointArm()), std::pair("oblique", obliqueArm())}) {
    for (const GoalType& type : toolGoalTypes()) {
      const int sides = type.side ? 3 : 1;
      for (int side = 0; side < sides; ++side) {
        Task task{std::string(arm) + ", " + std::string(type.name) + numbered(" ", side), model, type.name,
                  make.goalOptions(type.name)};
        task.goal.linkFromTool.p *= 0.2;
        if (type.side) task.goal.parameters.push_back({"side", {double(side)}});
        tasks.push_back(task);
      }
    }
  }
  return tasks;
}

struct Row {
  std::vector<double> start;
  std::array<double, 7> target{};
};

struct Answer {
  std::vector<double> q;
  Result result;
  Residual residual;

  friend bool operator==(const Answer& a, const Answer& b) {
    return sameBits(a.q, b.q) && a.result.status == b.result.status && a.result.iterations == b.result.iterations &&
           a.result.restarts == b.result.restarts &&
           sameBits({a.residual.distance, a.residual.angle}, {b.residual.distance, b.residual.angle});
  }
  friend void PrintTo(const Answer& it, std::ostream* out) {
    *out << name(it.result.status) << " after " << it.result.iterations << ", " << it.result.restarts << " restarts, "
         << it.residual.distance << " m, " << it.residual.angle << " rad";
  }
};

/// Rows that are reached soon or late; between them one that is refused, one that is far away, and one out of reach.
std::vector<Row> makeRows(Maker& make, const Task& task) {
  Problem problem(task.model);
  Goal& goal = task.addTo(problem);
  std::vector<Row> rows(7);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].start = make.allowedQ(*task.model);
    const bool isNear = i == 0;
    aimAt(problem, goal,
          isNear ? moved(*task.model, rows[i].start, make.tangent(*task.model, 0.01)) : make.allowedQ(*task.model));
    rows[i].target = goal.target;
  }
  if (goal.type->quaternionAt >= 0 || goal.type->directionAt >= 0) rows[2].target.fill(0);  // refused
  if (goal.type->side) rows[2].target[3] = -1;                                              // refused
  const bool isPoint = goal.type->quaternionAt != 0 && goal.type->directionAt != 0;
  for (int k = 0; k < 3 && isPoint; ++k) rows[3].target[k] = 1e300;
  for (int k = 0; k < 3 && isPoint; ++k) rows[4].target[k] *= 10;
  return rows;
}

Answer solvedAlone(const Task& task, const Row& row, const SolveOptions& options) {
  Problem problem(task.model);
  Goal& goal = task.addTo(problem);
  start(problem, row.start);
  goal.target = row.target;
  const Result result = solve(problem, lm(), options);
  return {problem.state.q, result, problem.residual(goal)};
}

std::vector<Answer> solvedTogether(const Task& task, std::span<const Row> rows, const SolveOptions& options) {
  Problem problem(task.model);
  const Goal& goal = task.addTo(problem);
  const std::size_t nq = problem.state.q.size(), width = static_cast<std::size_t>(goal.type->targetSize);
  std::vector<double> starts, targets, q(rows.size() * nq);
  std::vector<Residual> residuals(rows.size());
  std::vector<Result> results(rows.size());
  for (const Row& row : rows) {
    starts.insert(starts.end(), row.start.begin(), row.start.end());
    targets.insert(targets.end(), row.target.begin(), row.target.begin() + static_cast<std::ptrdiff_t>(width));
  }
  EXPECT_FALSE(solveAll(problem, {targets, starts, q, residuals, results}, options, &lm()));
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto first = q.begin() + static_cast<std::ptrdiff_t>(i * nq);
    answers.push_back({{first, first + static_cast<std::ptrdiff_t>(nq)}, results[i], residuals[i]});
  }
  return answers;
}

/// Calls `each(task, rows, alone)` for every task, which fits an arm, with the rows' answers alone.
template <class Each>
void everyTask(const SolveOptions& options, Each each) {
  Maker make(firstSeed());
  for (const Task& task : allTasks(make)) {
    SCOPED_TRACE(task.name);
    Problem problem(task.model);
    task.addTo(problem);
    EXPECT_TRUE(arms::SerialArm(problem).read(problem, resolved(problem, lm(), options)));
    const std::vector<Row> rows = makeRows(make, task);
    std::vector<Answer> alone;
    for (const Row& row : rows) alone.push_back(solvedAlone(task, row, options));
    each(task, rows, alone);
  }
}

const SolveOptions finding = {.maxIterations = 60, .mode = Mode::find, .maxRestarts = 3};

TEST(RowsInPairs, AnswerAsAloneInAnyOrder) {
  int converged = 0, refused = 0;
  everyTask(finding, [&](const Task& task, std::vector<Row> rows, std::vector<Answer> alone) {
    for (const Answer& each : alone) {
      converged += each.result.status == Status::converged;
      refused += each.result.status == Status::notFinite;
    }
    EXPECT_EQ(solvedTogether(task, rows, finding), alone);
    // Other neighbours, and an even count.
    const std::span rest = std::span(rows).subspan(1);
    EXPECT_EQ(solvedTogether(task, rest, finding), std::vector(alone.begin() + 1, alone.end()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(solvedTogether(task, std::span(rows).subspan(i, 1), finding), std::vector{alone[i]});
    std::ranges::reverse(rows);
    std::ranges::reverse(alone);
    EXPECT_EQ(solvedTogether(task, rows, finding), alone);
  });
  EXPECT_GT(converged, 60);
  EXPECT_GT(refused, 8);
}

TEST(RowsInPairs, EndAfterAnIterationWhenThereIsNoTime) {
  SolveOptions hasty = finding;
  hasty.maxTime = hasty.tolerance = hasty.angleTolerance = 0;
  int late = 0;
  everyTask(hasty, [&](const Task& task, const std::vector<Row>& rows, const std::vector<Answer>& alone) {
    EXPECT_EQ(solvedTogether(task, rows, hasty), alone);
    for (const Answer& each : alone) {
      if (each.result.status != Status::maxTime) continue;
      ++late;
      EXPECT_EQ(each.result.iterations, 1);
      EXPECT_EQ(each.result.restarts, 0);
    }
  });
  EXPECT_GT(late, 60);
}

}  // namespace
}  // namespace limber::test::search_test
