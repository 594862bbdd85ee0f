/// Where a joint has moved in its parent, every solver answers as for a model that was so from the start.
#include "fixtures.h"
#include "model/move_joint.h"

namespace limber::test::moved_joint_test {
namespace {

/// Six hinges.
ModelPtr arm() {
  Maker make(1);
  std::vector<LinkDescription> links = randomHinges(make, 6, 0.4);
  links.push_back(link("tip", links.back().name, {0.1, 0, 0.2}));
  return build(std::move(links));
}

/// Puts link 3 this far from where it was.
void raise(const Model& model, double by) {
  Pose at = model.links[3].parentFromJoint;
  at.p[2] += by;
  moveJoint(model, 3, at, motionOf(model, "arm3").w);
}

/// These take a mean length from the model when their memory is made, as others take its reach.
bool readsScale(const SolverType& solver) { return solver.name == "maximal" || solver.name == "itasc"; }

struct Answer {
  Status status;
  std::vector<double> q;
  Residual left;
};

Answer answer(const ModelPtr& model, Problem& problem, Goal& goal, const SolverType& solver, Mode mode) {
  problem.state.q = model->rest;
  Maker make(7);
  aimAt(problem, goal, make.allowedQ(*model));
  const Status status = solve(problem, solver, {.mode = mode}).status;
  return {status, problem.state.q, ownResidual(problem, goal)};
}

TEST(MovedJoint, GivesTheAnswersOfANewModel) {
  int converged = 0;
  for (const SolverType& solver : solverTypes()) {
    for (const Mode mode : {Mode::find, Mode::track}) {
      SCOPED_TRACE(std::string(solver.name) + ", " + std::string(modeNames()[static_cast<std::size_t>(mode)]));
      const ModelPtr moved = arm(), fresh = arm();
      raise(*fresh, 0.2);
      Problem problem(moved), own(fresh);
      Goal& goal = addGoal(problem, "pose", "tip");
      Goal& ownGoal = addGoal(own, "pose", "tip");
      if (solver.supports(problem)) continue;
      answer(moved, problem, goal, solver, mode);
      raise(*moved, 0.2);
      problem.forgetSolves();
      const Answer is = answer(moved, problem, goal, solver, mode);
      const Answer wanted = answer(fresh, own, ownGoal, solver, mode);
      EXPECT_EQ(is.status, wanted.status);
      EXPECT_TRUE(readsScale(solver) || sameBits(is.q, wanted.q));
      if (is.status != Status::converged) continue;
      ++converged;
      EXPECT_LT(is.left.distance, 1.01e-4 * moved->size);
      EXPECT_LT(is.left.angle, 1.01e-3);
    }
  }
  EXPECT_GT(converged, 10);
}

}  // namespace
}  // namespace limber::test::moved_joint_test
