/// solveAll() gives every row the bits that it has alone, whatever runs before or beside it, with any solver, and names
/// the bad row.
#include "fixtures.h"
#include "solve/solvable.h"
#include "solvers/lm/arm.h"

namespace limber::test::batch_test {
namespace {

/// A goal of one type on every tip.
struct Task {
  Fixture arm;
  std::string_view type;
  GoalOptions goal = {};

  void addTo(Problem& problem) const {
    for (const std::string& tip : arm.tips) addGoal(problem, type, tip, goal);
  }
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

struct Row {
  std::vector<double> start, targets;
};

struct Answer {
  std::vector<double> q;
  Result result;
  std::vector<Residual> residuals;

  friend bool operator==(const Answer& a, const Answer& b) {
    const auto isSame = [](const Residual& one, const Residual& other) {
      return sameBits({one.distance, one.angle}, {other.distance, other.angle});
    };
    return sameBits(a.q, b.q) && a.result.status == b.result.status && a.result.iterations == b.result.iterations &&
           a.result.restarts == b.result.restarts && std::ranges::equal(a.residuals, b.residuals, isSame);
  }
  friend void PrintTo(const Answer& it, std::ostream* out) {
    *out << name(it.result.status) << " after " << it.result.iterations << ", " << it.result.restarts << " restarts, "
         << it.residuals[0].distance << " m, " << it.residuals[0].angle << " rad";
  }
};

/// Rows that are reached soon or late; between them one that is refused, one that is far away, and one out of reach.
/// The last but one ends where the last one starts.
std::vector<Row> makeRows(Maker& make, const Task& task) {
  Problem problem(task.arm.model);
  task.addTo(problem);
  std::vector<Row> rows(7);
  for (Row& row : rows) row.start = make.allowedQ(problem.model());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> wanted = i == 0
                                           ? moved(problem.model(), rows[i].start, make.tangent(problem.model(), 0.01))
                                       : i == 5 ? rows[6].start
                                                : make.allowedQ(problem.model());
    for (const auto& goal : problem.goals()) {
      aimAt(problem, *goal, wanted);
      const GoalType& type = *goal->type;
      if (i == 2 && (type.quaternionAt >= 0 || type.directionAt >= 0)) goal->target.fill(0);
      if (i == 2 && type.name == "distance") goal->target[3] = -1;
      const bool isPoint = type.quaternionAt != 0 && type.directionAt != 0;
      for (int k = 0; k < 3 && isPoint && i == 3; ++k) goal->target[k] = 1e300;
      for (int k = 0; k < 3 && isPoint && i == 4; ++k) goal->target[k] *= 10;
      std::copy_n(goal->target.begin(), type.targetSize, std::back_inserter(rows[i].targets));
    }
  }
  return rows;
}

enum class Starts { none, one, each };

/// A solve per row: of a problem of its own, unless it starts where the one before ended.
std::vector<Answer> solvedOneByOne(const Task& task, const std::vector<Row>& rows, Starts starts,
                                   const SolverType* solver, const SolveOptions& options) {
  std::vector<Answer> answers;
  std::unique_ptr<Problem> problem;
  for (const Row& row : rows) {
    if (!problem || starts != Starts::none) {
      problem = std::make_unique<Problem>(task.arm.model);
      task.addTo(*problem);
    }
    if (starts != Starts::none) {
      problem->state.q = starts == Starts::one ? rows[0].start : row.start;
      normalise(problem->model(), problem->state.q.data());
      sweep(problem->state);
    }
    const double* target = row.targets.data();
    for (const auto& goal : problem->goals()) {
      std::copy_n(target, goal->type->targetSize, goal->target.begin());
      target += goal->type->targetSize;
    }
    const Result result = solver ? solve(*problem, *solver, options) : solve(*problem, options);
    answers.push_back({problem->state.q, result, {}});
    for (const auto& goal : problem->goals()) answers.back().residuals.push_back(problem->residual(*goal));
  }
  return answers;
}

/// In one call, after links were placed elsewhere if rows have starts.
std::vector<Answer> solvedTogether(const Task& task, std::span<const Row> rows, Starts starts, const SolverType* solver,
                                   const SolveOptions& options) {
  Problem problem(task.arm.model);
  task.addTo(problem);
  const std::size_t nq = problem.state.q.size(), goals = problem.goals().size();
  std::vector<double> given, targets, q(rows.size() * nq);
  std::vector<Residual> residuals(rows.size() * goals);
  std::vector<Result> results(rows.size());
  for (const Row& row : rows) {
    if (starts == Starts::each || (starts == Starts::one && given.empty()))
      std::ranges::copy(row.start, std::back_inserter(given));
    std::ranges::copy(row.targets, std::back_inserter(targets));
  }
  for (Pose& pose : problem.state.poses) pose.p += given.empty() ? Vec3(0, 0, 0) : Vec3(1, 2, 3);
  if (!given.empty()) problem.state.place();
  EXPECT_FALSE(solveAll(problem, {targets, given, q, residuals, results}, options, solver));
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    answers.push_back({{q.begin() + i * nq, q.begin() + (i + 1) * nq},
                       results[i],
                       {residuals.begin() + i * goals, residuals.begin() + (i + 1) * goals}});
  }
  EXPECT_TRUE(sameBits(problem.state.q, answers.back().q));
  return answers;
}

/// In other orders, numbers and neighbourhoods.
void expectNoNeighbours(const Task& task, std::vector<Row> rows, std::vector<Answer> alone, const SolverType& solver,
                        const SolveOptions& options) {
  const auto together = [&](std::span<const Row> some) {
    return solvedTogether(task, some, Starts::each, &solver, options);
  };
  EXPECT_EQ(together(std::span(rows).subspan(1)), std::vector(alone.begin() + 1, alone.end()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(together(std::span(rows).subspan(i, 1)), std::vector{alone[i]});
  std::ranges::reverse(rows);
  std::ranges::reverse(alone);
  EXPECT_EQ(together(rows), alone);
}

/// lm runs two rows of a serial arm at a time: of every type of goal for a tool, a distance with all its sides.
std::vector<Task> tasksOf(Maker& make, const SolverType& solver, const Fixture& arm, bool isSerial) {
  std::vector<Task> tasks;
  const bool takesAll = isSerial && solver.name == "lm";
  const std::string_view one = make.oneOf(toolGoalTypes()).name;
  for (const GoalType& type : toolGoalTypes()) {
    const bool hasSides = type.name == "distance";
    for (int side = 0; side < (hasSides ? 3 : 1); ++side) {
      if (!takesAll && type.name != one) continue;
      tasks.push_back({arm, type.name, make.goalOptions(type.name)});
      tasks.back().goal.linkFromTool.p *= 0.2;
      if (hasSides) tasks.back().goal.parameters.push_back({"side", {double(side)}});
    }
  }
  return tasks;
}

TEST(Batch, AnswersEveryRowAsASolveDoesInAnyOrder) {
  Maker make(firstSeed());
  const SolveOptions finding{.maxIterations = 30, .mode = Mode::find, .maxRestarts = 2};
  SolveOptions hasty = finding;
  hasty.maxTime = hasty.tolerance = hasty.angleTolerance = 0;
  std::vector<Fixture> arms = allFixtures();
  arms.push_back({"oblique", obliqueArm(), {"tip"}});
  std::vector<int> seen(statusNames().size());
  for (const SolverType& solver : solverTypes()) {
    for (const Fixture& arm : arms) {
      const bool isSerial = arm.name == "oblique" || arm.name == "seven joints";
      for (const Task& task : tasksOf(make, solver, arm, isSerial)) {
        SCOPED_TRACE(std::string(solver.name) + " on " + arm.name + ", " + std::string(task.type));
        Problem problem(arm.model);
        task.addTo(problem);
        if (solver.supports(problem)) continue;
        EXPECT_TRUE(!isSerial || solver.name != "lm" ||
                    arms::SerialArm(problem).read(problem, resolved(problem, solver, finding)));
        const std::vector<Row> rows = makeRows(make, task);
        for (const Starts starts : {Starts::none, Starts::one, Starts::each}) {
          for (const SolveOptions& options : {SolveOptions{.maxIterations = 20}, finding, hasty}) {
            const SolverType* const by = make.chance(0.1) ? nullptr : &solver;
            const std::vector<Answer> alone = solvedOneByOne(task, rows, starts, by, options);
            EXPECT_EQ(solvedTogether(task, rows, starts, by, options), alone);
            if (starts == Starts::each && by) expectNoNeighbours(task, rows, alone, solver, options);
            for (const Answer& each : alone) {
              ++seen[static_cast<std::size_t>(each.result.status)];
              if (each.result.status != Status::maxTime) continue;
              EXPECT_EQ(each.result.iterations, 1);
              EXPECT_EQ(each.result.restarts, 0);
            }
          }
        }
      }
    }
  }
  for (const Status status : {Status::converged, Status::notFinite, Status::maxTime})
    EXPECT_GT(seen[static_cast<std::size_t>(status)], 60) << name(status);
}

TEST(Batch, RefusesBadArraysAndNamesTheRow) {
  Problem problem(sevenJointArm());
  addGoal(problem, "pose", "hand");
  const auto expectError = [&](int array, int change, double number, ErrorCode code, std::string_view words,
                               const SolveOptions& options = {}) {
    std::vector<double> arrays[] = {std::vector<double>(35, 0.1), std::vector<double>(35), std::vector<double>(35)};
    std::vector<Residual> residuals(array == 3 ? 4 : 5);
    std::vector<Result> results(5);
    if (change < 0) arrays[array].pop_back();
    if (change > 0) arrays[array][static_cast<std::size_t>(change)] = number;
    const std::vector<double> before = problem.state.q;
    const auto error = solveAll(problem, {arrays[0], arrays[1], arrays[2], residuals, results}, options);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, code);
    EXPECT_TRUE(error->text.contains(words)) << error->text;
    EXPECT_TRUE(sameBits(problem.state.q, before));
  };
  using enum ErrorCode;
  expectError(0, -1, 0, badOption, "batch.targets has length 34; give 35");
  expectError(1, -1, 0, badOption, "batch.starts has length 34; give 35");
  expectError(2, -1, 0, badOption, "batch.q has length 34; give 35");
  expectError(3, 0, 0, badOption, "batch.residuals has length 4; give 5");
  expectError(0, 0, 0, badOption, "maxIterations", {.maxIterations = -1});
  expectError(0, 15, Goal::unknown, notFinite, "batch.targets: row 2 ");
  expectError(1, 34, infinity, notFinite, "batch.starts: row 4 ");
  const std::vector<double> before = problem.state.q;
  EXPECT_FALSE(solveAll(problem, {})) << "no rows";
  EXPECT_TRUE(sameBits(problem.state.q, before));
}

}  // namespace
}  // namespace limber::test::batch_test
