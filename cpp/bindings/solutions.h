/// Bindings of a problem's solutions in closed form.
#pragma once

#include "problem.h"

namespace limber::bindings {

// clang-format off
inline void bindSolutions(emscripten::class_<ProblemHandle>& problem) {
  problem
      // For the next findSolutions(); −1: the swivel.
      .function("setRedundancy", +[](ProblemHandle& p, int qIndex, double value) { p.redundancy = {qIndex, value}; })
      // Returns the number of solutions; their numbers are valid until the next call.
      .function("findSolutions", +[](ProblemHandle& p, bool limits, int most, bool intervals, double clearance,
                                   double tolerance, double angleTolerance, double maxTime) {
        const limber::SolutionOptions options{limits, most, std::exchange(p.redundancy, {}), intervals,
                                              clearance, tolerance, angleTolerance, maxTime};
        limber::findSolutions(p.problem(), options, p.solutions);
        return p.solutions.count;
      })
      .function("intervalNumbers", +[](ProblemHandle& p) { return static_cast<int>(p.solutions.intervals.size()); })
      .function("clearCount", +[](ProblemHandle& p) { return p.solutions.clearCount; })
      // As the index of setRedundancy(); −2: none.
      .function("slicedBy", +[](ProblemHandle& p) { return p.solutions.parameter.value_or(-2); })
      .function("isComplete", +[](ProblemHandle& p) { return p.solutions.complete; })
      .function("family", +[](ProblemHandle& p) { return nameOf(p.solutions.family); })
      .function("solutionsReason", +[](ProblemHandle& p) {
        return nameOf(p.solutions.reason ? p.solutions.reason : "");
      });
}
// clang-format on

}  // namespace limber::bindings
