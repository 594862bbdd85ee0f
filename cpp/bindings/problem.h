/// Bindings of problems. JavaScript reads and writes their blocks of numbers through views, so the solver is
/// a solve's only argument.
#pragma once

#include "batch.h"
#include "model.h"

namespace limber::bindings {

class ProblemHandle : public Fallible {
 public:
  explicit ProblemHandle(const ModelHandle& model) : problem_(model.model), options_(optionFields().size()) {
    if (!problem_.loops().empty()) prepare();
  }

  // Addresses of the blocks.
  const double* q() const { return problem_.state.q.data(); }
  const double* poses() const { return problem_.state.poses.front().p.data(); }
  const double* jointWeights() const { return problem_.jointWeights.data(); }
  const double* rest() const { return problem_.rest.data(); }
  const double* activeLimits() const { return problem_.activeLimits.data(); }
  const double* options() const { return options_.data(); }
  const double* result() const { return result_.data(); }
  const double* residuals() const { return residuals_.data(); }
  const double* loopResiduals() const { return loopResiduals_.data(); }
  const double* target(int goal) const { return problem_.goals()[goal]->target.data(); }

  int targetSize(int goal) const { return problem_.goals()[goal]->type->targetSize; }

  Problem& problem() { return problem_; }
  /// Refilled by each call.
  Solutions solutions;
  BatchRoom batch;
  /// Argument of the next findSolutions().
  std::optional<Redundancy> redundancy;
  /// Collision pairs collected for setCollisionPairs().
  std::vector<LinkPair> pairs;
  /// Options of the next goal; reset when it is added.
  GoalOptions& next() { return next_; }
  void setOffset(double px, double py, double pz, double qx, double qy, double qz, double qw) {
    next_.linkFromTool = {Vec3(px, py, pz), Quat(qw, qx, qy, qz)};
  }
  /// Sets one of a parameter's `count` numbers.
  void setNumber(const std::string& name, int count, int place, double number) {
    auto at = std::ranges::find(next_.parameters, name, &GoalParameter::name);
    if (at == next_.parameters.end()) at = next_.parameters.insert(at, {name, std::vector<double>(count)});
    at->numbers[place] = number;
  }
  void setPriority(int priority) { next_.priority = priority; }

  /// Returns the goal's index, or −1 after an error.
  int addGoal(const std::string& type, const std::string& link, double weight) {
    next_.weight = weight;
    const auto goal = problem_.addGoal(type, link, std::exchange(next_, {}));
    if (!goal) {
      error_ = goal.error();
      return -1;
    }
    prepare();
    return static_cast<int>(problem_.goals().size()) - 1;
  }

  /// Stores an error for JavaScript; returns whether there is one.
  bool failed(const std::optional<Error>& error) {
    if (error) error_ = *error;
    return error.has_value();
  }

  void removeGoal(int goal) {
    problem_.removeGoal(problem_.goals()[goal].get());
    prepare();
  }

  /// Creates every solver's memory now, so that solve does not allocate.
  void prepare() {
    residuals_.assign(2 * problem_.goals().size(), 0.0);
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
    const SolveOptions options = readOptions();
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
    result_ = {double(result.status), double(result.substeps), 0, 0, 0};
    warning_ = result.warning;
    note(result.status, result.reason);
  }

  /// Updates residuals of all goals at the current poses.
  void measure() { writeResiduals(&Problem::residual); }

  std::string reason() const { return reason_; }
  std::string warning() const { return warning_; }

  /// Appends smallest singular value and manipulability to the result.
  void conditioning() {
    const Conditioning at = problem_.conditioning();
    result_[3] = at.smallestSingularValue;
    result_[4] = at.manipulability;
  }

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
    result_ = {double(result.status), double(result.iterations), double(result.restarts), 0, 0};
    note(result.status, result.reason);
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
    };
    for (const auto& goal : problem_.goals()) write(*goal);
    at = loopResiduals_.data();
    for (const auto& loop : problem_.loops()) write(loop->goal);
  }

  void finish() {
    findActiveLimits(problem_.model(), problem_.state.q.data(), problem_.activeLimits.data());
    measure();
  }

  Problem problem_;
  GoalOptions next_;
  std::vector<double> options_;
  struct {
    std::vector<double> block = std::vector<double>(optionFields().size(), -infinity);
    SolveOptions options;
  } read_;
  std::array<double, 5> result_{};
  std::vector<double> residuals_;
  std::vector<double> loopResiduals_;
  const char* reason_ = "";
  const char* warning_ = "";
};

template <auto member>
double address(const ProblemHandle& problem) {
  return address((problem.*member)());
}

// clang-format off
inline void bindProblem(emscripten::class_<ProblemHandle>& problem) {
  using namespace emscripten;
  problem.constructor<const ModelHandle&>()
      .function("q", &address<&ProblemHandle::q>)
      .function("poses", &address<&ProblemHandle::poses>)
      .function("jointWeights", &address<&ProblemHandle::jointWeights>)
      .function("rest", &address<&ProblemHandle::rest>)
      .function("activeLimits", &address<&ProblemHandle::activeLimits>)
      .function("options", &address<&ProblemHandle::options>)
      .function("result", &address<&ProblemHandle::result>)
      .function("residuals", &address<&ProblemHandle::residuals>)
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
      .function("conditioning", &ProblemHandle::conditioning)
      .function("errorCode", +[](const ProblemHandle& p) { return p.errorCode(); })
      .function("errorText", +[](const ProblemHandle& p) { return p.errorText(); })
      .function("fitWeights", +[](ProblemHandle& p) { return address(p.problem().fitWeights.data()); })
      .function("misfits", +[](ProblemHandle& p) { return address(p.problem().misfits.data()); })
      .function("place", +[](ProblemHandle& p) {
        const bool finite = allFinite({p.poses(), 7 * p.problem().state.poses.size()});
        if (finite) {
          p.problem().state.place();
          p.measure();
        } else {
          p.update();
        }
        return finite;
      })
      .function("velocities", +[](ProblemHandle& p) { return address(p.problem().velocities.data()); })
      .function("drivenVelocities", +[](ProblemHandle& p) { return address(p.problem().drivenVelocities.data()); })
      .function("time", +[](ProblemHandle& p) { return p.problem().time; })
      .function("step", &ProblemHandle::step)
      .function("warning", &ProblemHandle::warning)
      .function("forgetMotion", +[](ProblemHandle& p) { forgetMotion(p.problem()); });
}
// clang-format on

}  // namespace limber::bindings
