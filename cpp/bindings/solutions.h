/// Bindings of a problem's solutions in closed form.
#pragma once

#include "problem.h"

namespace limber::bindings {

inline void findSolutions(ProblemHandle& p) {
  SolutionNumbers& n = p.solutionNumbers;
  SolutionOptions options{n.limits == 1, static_cast<int>(n.most), {},       n.intervals == 1, n.clearance,
                          n.tolerance,   n.angleTolerance,         n.maxTime};
  if (n.redundancy >= Redundancy::swivel) options.redundancy = {static_cast<int>(n.redundancy), n.value};
  Solutions& found = p.solutions;
  limber::findSolutions(p.problem(), options, found);
  n.count = found.count;
  n.clearCount = found.clearCount;
  n.complete = found.complete;
  n.slicedBy = found.parameter.value_or(SolutionNumbers::noSlice);
  n.q = address(found.q.data());
  n.selfMotion = address(found.selfMotion.data());
  n.intervalNumbers = static_cast<double>(found.intervals.size());
  n.intervalsAt = address(found.intervals.data());
  n.family = address(found.family.data());
  n.hasReason = found.reason != nullptr;
}

// clang-format off
inline void bindSolutions(emscripten::class_<ProblemHandle>& problem) {
  problem
      .function("findSolutions", +[](ProblemHandle& p) { findSolutions(p); })
      .function("family", +[](ProblemHandle& p) { return nameOf(p.solutions.family); })
      .function("solutionsReason", +[](ProblemHandle& p) { return nameOf(p.solutions.reason); });
}
// clang-format on

}  // namespace limber::bindings
