/// Bindings of a problem's goals, referred to by index. So are parameters: first sharedParameters(), then
/// GoalFacts::parameters.
#pragma once

#include "problem.h"

namespace limber::bindings {

inline double* parameterNumbers(Goal& goal, int i) {
  if (i < 2) return i == 0 ? &goal.weight : &goal.gain;
  return &goal.parameters[goal.type->parameters[i - 2].first];
}

/// Checks a goal's parameters after they have been written.
inline bool checkGoal(ProblemHandle& p, int goal) {
  if (!passes(checkParameters(*p.problem().goals()[goal], p.problem().model()))) return false;
  p.problem().measure();
  p.measure();
  return true;
}

/// Reads px py pz qx qy qz qw from the block.
inline bool changeOffset(ProblemHandle& p, int goal) {
  Reader reader;
  Pose tool;
  reader.read(tool.p);
  reader.read(tool.r);
  return passes(p.problem().setTool(*p.problem().goals()[goal], tool)) && checkGoal(p, goal);
}

// clang-format off
inline void bindGoals(emscripten::class_<ProblemHandle>& problem) {
  using namespace emscripten;
  problem
      .function("addGoal", +[](ProblemHandle& p) {
        auto [type, link, options] = readBlock<GoalDescription>();
        return p.keeps(p.problem().addGoal(type, link, std::move(options)));
      })
      .function("removeGoal", &ProblemHandle::removeGoal)
      .function("target", +[](ProblemHandle& p, int goal) { return address(p.problem().goals()[goal]->target.data()); })
      .function("targetSize", +[](ProblemHandle& p, int goal) { return p.problem().goals()[goal]->type->targetSize; })
      .function("targetVelocity", +[](ProblemHandle& p, int goal) {
        return address(p.problem().goals()[goal]->velocity.data());
      })
      .function("shareGoal", +[](ProblemHandle& p, int goal) { return new Share{p.problem().goals()[goal]}; },
                allow_raw_pointers())
      .function("parameter", +[](ProblemHandle& p, int goal, int i) {
        return address(parameterNumbers(*p.problem().goals()[goal], i));
      })
      .function("toLink", +[](ProblemHandle& p, int goal) {
        p.problem().toLink(*p.problem().goals()[goal]);
        p.measure();
      })
      .function("checkGoal", &checkGoal)
      .function("changeOffset", &changeOffset)
      .function("changePriority", +[](ProblemHandle& p, int goal, int priority) {
        p.problem().goals()[goal]->priority = priority;
      });
}
// clang-format on

}  // namespace limber::bindings
