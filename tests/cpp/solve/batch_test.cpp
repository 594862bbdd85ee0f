/// solveAll() equals a loop of solve() bit for bit, for every solver, and names the bad row.
#include "fixtures.h"

namespace limber::test::batch_test {
namespace {

/// All inputs and outputs of a batch.
struct Rows {
  std::vector<double> targets, starts, q;
  std::vector<Residual> residuals;
  std::vector<Result> results;

  Rows(const Problem& problem, std::size_t rows)
      : targets(rows * targetNumbers(problem)),
        q(rows * problem.state.q.size()),
        residuals(rows * problem.goals().size()),
        results(rows) {}
  operator Batch() { return {targets, starts, q, residuals, results}; }
};

enum class Starts { none, one, each };
constexpr std::size_t count = 5;

/// A position goal on every tip.
void addGoals(Problem& problem, const Fixture& fixture) {
  for (const std::string& tip : fixture.tips) addGoal(problem, "position", tip);
}

Rows makeRows(Maker& make, Problem& problem, Starts starts) {
  Rows rows(problem, count);
  double* target = rows.targets.data();
  for (std::size_t row = 0; row < count; ++row) {
    const std::vector<double> wanted = make.allowedQ(problem.model());
    for (const auto& goal : problem.goals()) {
      goal->type->targetAt(*goal, toolAt(problem, *goal, wanted), target);
      if (row == 2) target[0] += 10 * problem.model().reach;
      target += goal->type->targetSize;
    }
  }
  const std::size_t poses = starts == Starts::each ? count : starts == Starts::one ? 1 : 0;
  for (std::size_t i = 0; i < poses; ++i)
    std::ranges::copy(make.allowedQ(problem.model()), std::back_inserter(rows.starts));
  return rows;
}

/// Reference results: one solve() per row.
Rows solvedOneByOne(const Rows& given, Problem& problem, const SolverType* solver, const SolveOptions& options) {
  Rows rows = given;
  const std::size_t nq = problem.state.q.size();
  const double* target = rows.targets.data();
  for (std::size_t row = 0; row < count; ++row) {
    if (!rows.starts.empty()) {
      const std::size_t first = rows.starts.size() == nq ? 0 : row * nq;
      std::copy_n(rows.starts.data() + first, nq, problem.state.q.begin());
      normalise(problem.model(), problem.state.q.data());
      sweep(problem.state);
    }
    for (const auto& goal : problem.goals()) {
      std::copy_n(target, goal->type->targetSize, goal->target.begin());
      target += goal->type->targetSize;
    }
    rows.results[row] = solver ? solve(problem, *solver, options) : solve(problem, options);
    std::ranges::copy(problem.state.q, rows.q.data() + row * nq);
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
      rows.residuals[row * problem.goals().size() + i] = problem.residual(*problem.goals()[i]);
  }
  return rows;
}

void expectSame(const Rows& a, const Rows& b) {
  EXPECT_TRUE(sameBits(a.q, b.q));
  for (std::size_t i = 0; i < a.residuals.size(); ++i) {
    EXPECT_EQ(a.residuals[i].distance, b.residuals[i].distance);
    EXPECT_EQ(a.residuals[i].angle, b.residuals[i].angle);
  }
  for (std::size_t row = 0; row < count; ++row) {
    EXPECT_EQ(a.results[row].status, b.results[row].status);
    EXPECT_EQ(a.results[row].iterations, b.results[row].iterations);
    EXPECT_EQ(a.results[row].restarts, b.results[row].restarts);
  }
}

SolveOptions finding() { return {.maxIterations = 30, .mode = Mode::find, .maxRestarts = 2}; }

/// With a solver, with the default one, and from starts of its own also after links were placed elsewhere.
TEST(Batch, IsALoopOfSolves) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    addGoals(problem, fixture);
    if (solver.supports(problem)) return;
    Problem twin(fixture.model);
    addGoals(twin, fixture);
    for (const Starts starts : {Starts::none, Starts::one, Starts::each}) {
      for (const SolveOptions& options : {SolveOptions{.maxIterations = 20}, finding()}) {
        const SolverType* const by = make.chance(0.1) ? nullptr : &solver;
        Rows rows = makeRows(make, problem, starts);
        const Rows wanted = solvedOneByOne(rows, twin, by, options);
        if (!rows.starts.empty()) {
          for (Pose& pose : problem.state.poses) pose.p += Vec3(1, 2, 3);
          problem.state.place();
        }
        EXPECT_FALSE(solveAll(problem, rows, options, by));
        expectSame(rows, wanted);
        EXPECT_TRUE(sameBits(problem.state.q, twin.state.q));
      }
    }
  });
}

TEST(Batch, DoesNotDependOnTheRowsBefore) {
  Maker make(firstSeed());
  everywhere([&](const SolverType& solver, const Fixture& fixture, Problem& problem) {
    addGoals(problem, fixture);
    if (solver.supports(problem)) return;
    const auto nq = static_cast<std::ptrdiff_t>(problem.state.q.size());
    for (const SolveOptions& options : {SolveOptions(), finding()}) {
      Rows rows = makeRows(make, problem, Starts::each);
      Problem fresh(fixture.model);
      addGoals(fresh, fixture);
      Rows last(fresh, 1);
      std::copy_n(rows.targets.end() - std::ssize(last.targets), last.targets.size(), last.targets.begin());
      last.starts.assign(rows.starts.end() - nq, rows.starts.end());
      // The row before the last one ends in its start, from which the last one begins, too.
      std::ranges::copy(last.starts, rows.starts.end() - 2 * nq);
      auto target = rows.targets.end() - 2 * std::ssize(last.targets);
      for (const auto& goal : problem.goals())
        target = std::ranges::copy(toolAt(problem, *goal, last.starts).p, target).out;
      EXPECT_FALSE(solveAll(problem, rows, options, &solver));
      EXPECT_FALSE(solveAll(fresh, last, options, &solver));
      EXPECT_TRUE(sameBits(last.q, {rows.q.end() - nq, rows.q.end()}));
    }
  });
}

TEST(Batch, RefusesBadArraysAndNamesTheRow) {
  Problem problem(sevenJointArm());
  addGoal(problem, "pose", "hand");
  Maker make(firstSeed());
  const Rows good = makeRows(make, problem, Starts::each);
  const auto expectError = [&](auto spoil, ErrorCode code, std::string_view words, const SolveOptions& options = {}) {
    Rows rows = good;
    spoil(rows);
    const std::vector<double> before = problem.state.q;
    const auto error = solveAll(problem, rows, options);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, code);
    EXPECT_TRUE(error->text.contains(words)) << error->text;
    EXPECT_TRUE(sameBits(problem.state.q, before));
  };
  const auto badOption = ErrorCode::badOption;
  expectError([](Rows& rows) { rows.targets.pop_back(); }, badOption, "batch.targets has length 34; give 35");
  expectError([](Rows& rows) { rows.starts.pop_back(); }, badOption, "batch.starts has length 34; give 35");
  expectError([](Rows& rows) { rows.q.pop_back(); }, badOption, "batch.q has length 34; give 35");
  expectError([](Rows& rows) { rows.residuals.pop_back(); }, badOption, "batch.residuals has length 4; give 5");
  expectError([](Rows&) {}, badOption, "maxIterations", {.maxIterations = -1});
  expectError([](Rows& rows) { rows.targets[15] = Goal::unknown; }, ErrorCode::notFinite, "batch.targets: row 2 ");
  expectError([](Rows& rows) { rows.starts[34] = infinity; }, ErrorCode::notFinite, "batch.starts: row 4 ");
}

TEST(Batch, OfNoRowsDoesNothing) {
  Problem problem(sevenJointArm());
  addGoal(problem, "pose", "hand");
  const std::vector<double> before = problem.state.q;
  Rows none(problem, 0);
  EXPECT_FALSE(solveAll(problem, none));
  EXPECT_TRUE(sameBits(problem.state.q, before));
}

}  // namespace
}  // namespace limber::test::batch_test
