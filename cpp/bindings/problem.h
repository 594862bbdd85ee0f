/// Bindings of problems. JavaScript reads and writes their blocks of numbers through views, so the solver is
/// a solve's only argument.
#pragma once

#include "batch.h"
#include "model.h"
#include "solve/solvable.h"

namespace limber::bindings {

/// Memory that JavaScript sees through views, which may outlive the problem or the part and cannot be revoked.
struct Share {
  std::shared_ptr<const void> memory;
};

/// What findSolutions() is asked, and what it answers, for web/src/core/solutions.ts.
struct SolutionNumbers {
  static constexpr double noSlice = -2;
  double limits, most, intervals, clearance, tolerance, angleTolerance, maxTime;
  double redundancy, value;  ///< of a Redundancy, or noSlice
  double count, clearCount, complete;
  double slicedBy;  ///< as `redundancy`
  /// Addresses of numbers that are valid until the next call; that of the name tells whether it is another.
  double q, selfMotion, intervalNumbers, intervalsAt, family;
  double hasReason;
};

class ProblemHandle {
 public:
  explicit ProblemHandle(const ModelHandle& model) : problem_(model.model), options_(optionFields().size()) {
    if (!problem_.loops().empty()) prepare();
  }

  Problem& problem() { return problem_; }
  /// Refilled by each call.
  Solutions solutions;
  SolutionNumbers solutionNumbers{};
  BatchRoom batch;
  /// Prepares for a change if it was accepted.
  template <class T>
  bool keeps(const T& changed) {
    if (!passes(changed)) return false;
    prepare();
    return true;
  }

  void removeGoal(int goal) {
    problem_.removeGoal(problem_.goals()[goal].get());
    prepare();
  }

  /// Address of the block with that name.
  double numbers(const std::string& name) {
    using Block = std::pair<std::string_view, const double*>;
    const std::array blocks = {Block{"q", problem_.state.q.data()},
                               Block{"poses", problem_.state.poses.front().p.data()},
                               Block{"jointWeights", problem_.jointWeights.data()},
                               Block{"rest", problem_.rest.data()},
                               Block{"activeLimits", problem_.activeLimits.data()},
                               Block{"fitWeights", problem_.fitWeights.data()},
                               Block{"misfits", problem_.misfits.data()},
                               Block{"velocities", problem_.velocities.data()},
                               Block{"drivenVelocities", problem_.drivenVelocities.data()},
                               Block{"motionBounds", problem_.motionBounds.data()},
                               Block{"options", options_.data()},
                               Block{"result", result_.data()},
                               Block{"residuals", residuals_.data()},
                               Block{"loopResiduals", loopResiduals_.data()},
                               Block{"solutions", &solutionNumbers.limits}};
    return address(std::ranges::find(blocks, name, &Block::first)->second);
  }

  /// The block must be an array of the problem's.
  Share* share(const std::string& name) {
    const auto find = [](double block, const auto&... arrays) {
      Share* found = nullptr;
      ((void)(address(arrays.data()) == block && (found = new Share{arrays.share()})), ...);
      return found;
    };
    const State& state = problem_.state;
    return find(numbers(name), state.q, state.poses, problem_.jointWeights, problem_.rest, problem_.activeLimits,
                problem_.fitWeights, problem_.misfits, problem_.velocities, problem_.drivenVelocities,
                problem_.motionBounds);
  }

  /// Creates every solver's memory now, so that solve does not allocate.
  void prepare() {
    residuals_.assign((3 + 2 * maxRows) * problem_.goals().size(), 0.0);
    loopResiduals_.assign(2 * problem_.loops().size(), 0.0);
    for (const SolverType& solver : solverTypes()) {
      if (!solver.supports(problem_)) problem_.stepper(solver);
    }
    measure();
  }

  std::string supports(int solver) const {
    const char* reason = solverTypes()[solver].supports(problem_);
    return reason ? reason : "";
  }

  /// Brings poses and residuals up to date with q; returns whether q was finite. If not, q is set to zero.
  bool update() {
    State& state = problem_.state;
    const bool finite = allFinite(state.q);
    if (!finite) std::ranges::fill(state.q, 0.0);
    normalise(*state.model, state.q.data());
    sweep(state);
    finish();
    return finite;
  }

  /// Brings active limits and residuals up to date with q and poses.
  void finish() {
    findActiveLimits(problem_.model(), problem_.state.q.data(), problem_.activeLimits.data());
    measure();
  }

  void reset() {
    problem_.state.reset();
    finish();
  }

  void projectOntoLimits() {
    limber::projectOntoLimits(*problem_.state.model, problem_.state.q.data());
    update();
  }

  /// A negative `solver` means the default solver.
  void solve(int solver) {
    const SolveOptions& options = readOptions();
    const Result result =
        solver < 0 ? solveChecked(problem_, options) : solveChecked(problem_, solverTypes()[solver], options);
    write(result);
  }

  /// Solves the rows in `batch` with `starts` starts; the result is that of the last row.
  void solveAll(int solver, int starts) {
    solveAllChecked(problem_, batch.batch(problem_, starts), readOptions(),
                    solver < 0 ? nullptr : &solverTypes()[solver]);
    write(batch.last());
  }

  /// The result holds substeps in place of iterations.
  void step(double dt) {
    const StepResult result = stepChecked(problem_, dt, readOptions());
    result_ = {double(result.status), double(result.substeps)};
    warning_ = result.warning;
    note(result.status, result.reason);
  }

  /// Updates residuals of all goals at the current poses.
  void measure() { writeResiduals(&Problem::residual); }

  std::string reason() const { return reason_; }
  std::string warning() const { return warning_; }

  double smallestSingularValue() const { return problem_.conditioning().smallestSingularValue; }
  double manipulability() const { return problem_.manipulability(); }

  /// Caches the options, because most solves repeat the last ones. TypeScript has checked them with the same
  /// table.
  const SolveOptions& readOptions() {
    if (read_.block == options_) return read_.options;
    read_.block = options_;
    for (std::size_t i = 0; i < options_.size(); ++i) optionFields()[i].set(read_.options, options_[i]);
    return read_.options;
  }

 private:
  void write(const Result& result) {
    note(result.status, result.reason);
    result_ = {double(result.status), double(result.iterations), double(result.restarts), missed_};
  }

  /// A solve or step has measured the errors; a refusal has not.
  void note(Status status, const char* reason) {
    reason_ = reason;
    const bool refuses = status == Status::notFinite || status == Status::unsupported;
    writeResiduals(refuses ? &Problem::residual : &Problem::measured);
  }

  void writeResiduals(Residual (Problem::*residual)(const Goal&) const) {
    double* at = residuals_.data();
    const auto write = [&](const Goal& goal) {
      const Residual left = (problem_.*residual)(goal);
      *at++ = left.distance;
      *at++ = left.angle;
      return left;
    };
    SolveOptions options = read_.options;
    resolveTolerances(problem_, options);
    missed_ = -1;
    for (const auto& goal : problem_.goals()) {
      const Residual left = write(*goal);
      const bool isMet = isReached(*goal, left, options);
      *at++ = isMet;
      for (const Edge& edge : problem_.edges(*goal)) {
        *at++ = double(edge.side);
        *at++ = edge.inside;
      }
      if (!isMet && (missed_ < 0 || goal->priority < missed_)) missed_ = goal->priority;
    }
    at = loopResiduals_.data();
    for (const auto& loop : problem_.loops()) write(loop->goal);
  }

  Problem problem_;
  std::vector<double> options_;
  struct {
    std::vector<double> block = std::vector<double>(optionFields().size(), -infinity);
    SolveOptions options;
  } read_;
  std::array<double, 4> result_{};  ///< status, iterations, restarts, priority; or status, substeps
  std::vector<double> residuals_;
  double missed_ = -1;  ///< firstMissed(); -1: none
  std::vector<double> loopResiduals_;
  const char* reason_ = "";
  const char* warning_ = "";
};

/// 6 × nv numbers, column by column, valid until the next call.
inline const double* jacobianNumbers(const Problem& problem, int link) {
  static Jacobian J;
  J.resize(6, problem.model().nv);
  problem.linkJacobian(link, J);
  return J.data();
}

// clang-format off
inline void bindProblem(emscripten::class_<ProblemHandle>& problem) {
  using namespace emscripten;
  class_<Share>("Share");
  problem.constructor<const ModelHandle&>()
      .function("numbers", &ProblemHandle::numbers)
      .function("share", &ProblemHandle::share, allow_raw_pointers())
      .function("supports", &ProblemHandle::supports)
      .function("defaultSolver", +[](ProblemHandle& p) { return nameOf(defaultSolver(p.problem()).name); })
      .function("update", &ProblemHandle::update)
      .function("reset", &ProblemHandle::reset)
      .function("projectOntoLimits", &ProblemHandle::projectOntoLimits)
      .function("measure", &ProblemHandle::measure)
      .function("solve", &ProblemHandle::solve)
      .function("batch", +[](ProblemHandle& p, int rows) { return address(p.batch.reserve(p.problem(), rows)); })
      .function("batchResults", +[](ProblemHandle& p) { return address(p.batch.results()); })
      .function("solveAll", &ProblemHandle::solveAll)
      .function("reason", &ProblemHandle::reason)
      .function("smallestSingularValue", &ProblemHandle::smallestSingularValue)
      .function("manipulability", &ProblemHandle::manipulability)
      .function("place", +[](ProblemHandle& p) {
        const bool finite = allFinite({p.problem().state.poses.front().p.data(), 7 * p.problem().state.poses.size()});
        if (finite) {
          p.problem().state.place();
          p.measure();
        } else {
          p.update();
        }
        return finite;
      })
      .function("jacobian", +[](ProblemHandle& p, int link) { return address(jacobianNumbers(p.problem(), link)); })
      .function("time", +[](ProblemHandle& p) { return p.problem().time; })
      .function("step", &ProblemHandle::step)
      .function("warning", &ProblemHandle::warning)
      .function("forgetMotion", +[](ProblemHandle& p) { forgetMotion(p.problem()); });
}
// clang-format on

}  // namespace limber::bindings
