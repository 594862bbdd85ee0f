#include "../itasc/itasc.h"

#include "solvers.h"

namespace limber {
namespace {

/// Half the mean length of the links, relative to the reach; 1 without lengths.
double halfMeanLink(const Model& model) {
  double sum = 0;
  int count = 0;
  for (const Link& link : model.links) {
    const double length = norm(link.parentFromJoint.p);
    if (link.parent < 0 || length == 0) continue;
    sum += length;
    ++count;
  }
  return count > 0 ? 0.5 * sum / count / model.reach : 1;
}

}  // namespace

Itasc::Itasc(const Problem& problem)
    : JacobianStepper(problem),
      modes_(problem.rows(), problem.model().nv),
      simulation_(problem),
      maxError_(halfMeanLink(problem.model())) {}

void Itasc::prepare(const Problem& problem, const SolveOptions& options) {
  JacobianStepper::prepare(problem, options);
  weights_ = &problem.jointWeights;
}

void Itasc::invert(const SolveOptions& options, const Rows& J, const Eigen::Ref<const Eigen::VectorXd>& e,
                   Eigen::VectorXd& x) {
  const auto [pull, weight] = lin_.pull(e, firstRow());
  modes_.solve(J, e, *weights_, options, dampingOf(options, goesOn() ? std::max(pull, of(e)) : pull, weight), infinity,
               x);
}

SolverType solvers::itasc() {
  return makeSolver<Itasc>("itasc", 30 * degrees, [](const Problem&) -> const char* { return nullptr; });
}

}  // namespace limber
