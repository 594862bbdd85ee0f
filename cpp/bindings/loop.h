/// Bindings of a problem's loops.
#pragma once

#include "problem.h"

namespace limber::bindings {

/// The fields of Mobility in order; valid until the next call.
inline const double* mobilityNumbers(Problem& problem, double maxTime) {
  static std::array<double, 5> numbers;
  const Mobility found = problem.mobility(maxTime);
  numbers = {double(found.mobility), double(found.instantaneous), double(found.counted), double(found.rank),
             double(found.complete)};
  return numbers.data();
}

// clang-format off
inline void bindLoops(emscripten::class_<ProblemHandle>& problem) {
  problem
      .function("addLoop", +[](ProblemHandle& p) {
        return p.keeps(p.problem().addLoop(readBlock<LoopDescription>()));
      })
      .function("routeLoop", +[](ProblemHandle& p, int loop) {
        return p.keeps(p.problem().routeLoop(*p.problem().loops()[loop], readBlock<LoopDescription>()));
      })
      .function("removeLoop", +[](ProblemHandle& p, int loop) {
        p.problem().removeLoop(p.problem().loops()[loop].get());
        p.prepare();
      })
      .function("setLoopClosed", +[](ProblemHandle& p, int loop, bool closed) {
        p.problem().loops()[loop]->closed = closed;
        p.prepare();
      })
      .function("mobility", +[](ProblemHandle& p, double maxTime) {
        return address(mobilityNumbers(p.problem(), maxTime));
      });
}
// clang-format on

}  // namespace limber::bindings
