#include <cstdio>

#include "limber/limber.h"

int main() {
  // An arm: two hinges that turn about X, half a metre apart, and a hand.
  limber::ModelDescription description;
  for (const char* name : {"upper", "lower", "hand"}) {
    limber::LinkDescription link;
    link.name = name;
    if (!description.links.empty()) {
      link.parent = description.links.back().name;
      link.origin.p = {0, 0.5, 0};  // metres, in the parent
    }
    link.joint.type = link.name == "hand" ? "fixed" : "revolute";
    link.joint.axis = {1, 0, 0};
    description.links.push_back(link);
  }

  const auto model = limber::buildModel(description);
  if (!model) {
    std::puts(model.error().text.c_str());  // names the link, and what to write instead
    return 1;
  }

  limber::Problem problem(*model);
  limber::Goal* goal = *problem.addGoal("position", "hand");
  goal->target = {0, 0.3, 0.6};

  const limber::Result result = limber::solve(problem);
  std::printf("%s, %g m away\n", limber::name(result.status).data(), problem.residual(*goal).distance);
  return result.status == limber::Status::converged ? 0 : 1;
}
