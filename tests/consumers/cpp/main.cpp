#include <limber/limber.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace {

limber::ModelDescription arm() {
  limber::ModelDescription description;
  for (int i = 0; i < 7; ++i) {
    limber::LinkDescription link;
    link.name = "link" + std::to_string(i);
    if (i > 0) link.parent = "link" + std::to_string(i - 1);
    if (i > 0) link.origin.p = {0, 0, 0.2};
    link.joint.type = i < 6 ? "revolute" : "fixed";
    link.joint.axis = i % 2 ? limber::Vec3(0, 1, 0) : limber::Vec3(0, 0, 1);
    description.links.push_back(link);
  }
  return description;
}

}  // namespace

int main() {
  try {
    const auto model = limber::buildModel(arm());
    if (!model) throw std::runtime_error(model.error().text);
    limber::Problem problem(*model);
    limber::Goal* goal = *problem.addGoal("position", "link6");
    goal->target = {0.3, 0.2, 0.7};

    for (const limber::SolverType& solver : limber::solverTypes()) {
      if (solver.supports(problem)) continue;
      problem.state.reset();
      const limber::Result result = limber::solve(problem, solver);
      const double left = problem.residual(*goal).distance;
      std::printf("%s: %s, %g m\n", std::string(solver.name).c_str(),
                  std::string(limber::name(result.status)).c_str(), left);
    }

    problem.state.reset();
    if (limber::solve(problem).status != limber::Status::converged) return 1;
    const limber::Result unknown = limber::solve(problem, "newton");
    std::printf("newton: %s, %s\n", std::string(limber::name(unknown.status)).c_str(), unknown.reason);

    // Matrices owned by this program, passed to the library and freed here.
    Eigen::MatrixXd J(problem.rows(), problem.model().nv);
    problem.jacobian(J);
    const Eigen::VectorXd dq = J.colPivHouseholderQr().solve(Eigen::Vector3d(1e-3, 0, 0));
    std::printf("rank %d, |dq| %g\n", static_cast<int>(J.fullPivLu().rank()), dq.norm());

    limber::ModelDescription broken = arm();
    broken.links[2].parent = "nowhere";
    const auto refused = limber::buildModel(broken);
    std::printf("%s\n", refused ? "not refused" : refused.error().text.c_str());
    const bool works = problem.residual(*goal).distance < 1e-3 * (*model)->reach && !refused;
    return works ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
