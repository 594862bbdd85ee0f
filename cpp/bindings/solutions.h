/// Bindings of a problem's solutions in closed form.
#pragma once

#include "problem.h"

namespace limber::bindings {

// clang-format off
inline void bindSolutions(emscripten::class_<ProblemHandle>& problem) {
  problem
      .function("findSolutions", +[](ProblemHandle& p, bool limits, int most) {
        limber::findSolutions(p.problem(), {limits, most}, p.solutions);
        return p.solutions.count;
      })
      .function("solutionsQ", +[](ProblemHandle& p) { return address(p.solutions.q.data()); })
      .function("selfMotion", +[](ProblemHandle& p) { return address(p.solutions.selfMotion.data()); })
      .function("isComplete", +[](ProblemHandle& p) { return p.solutions.complete; })
      .function("family", +[](ProblemHandle& p) { return nameOf(p.solutions.family); })
      .function("solutionsReason", +[](ProblemHandle& p) {
        return nameOf(p.solutions.reason ? p.solutions.reason : "");
      });
}
// clang-format on

}  // namespace limber::bindings
