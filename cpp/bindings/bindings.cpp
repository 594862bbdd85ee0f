/// The table of functions that JavaScript can call. The build writes their types to web/src/raw.ts.
#include <emscripten/bind.h>
#include <malloc.h>

#include "blocks.h"
#include "goal.h"
#include "loop.h"
#include "obstacles.h"
#include "solutions.h"

using namespace emscripten;
using namespace limber;
using namespace limber::bindings;

/// Called by the standard library where it would throw. The default prints, and printing is a tenth of the
/// WebAssembly.
#ifndef _LIBCPP_VERBOSE_ABORT_NOEXCEPT
#define _LIBCPP_VERBOSE_ABORT_NOEXCEPT  // newer versions declare it noexcept
#endif
void std::__libcpp_verbose_abort(const char*, ...) _LIBCPP_VERBOSE_ABORT_NOEXCEPT { std::abort(); }
/// Replaces the C library's (see wasm.cmake). Only embind prints: the address of a type without a name.
extern "C" int __wrap_siprintf(char* to, const char*, ...) {
  *to = '\0';
  return 0;
}

// clang-format off
EMSCRIPTEN_BINDINGS(limber) {
  bindModel();
  class_<ProblemHandle> problem("Problem");
  bindProblem(problem);
  bindGoals(problem);
  bindLoops(problem);
  bindObstacles(problem);
  bindSolutions(problem);

  function("keepBlock", &keepBlock);
  function("freeBlock", &freeBlock);
  // Bytes that the core has allocated.
  function("usedBytes", +[] { return double(mallinfo().uordblks); });

  function("solverNames", +[] { return join(solverTypes(), &SolverType::name); });
  function("goalTypeNames", +[] { return join(goalTypes(), &GoalType::name); });
  function("jointTypeNames", +[] { return join(jointTypes(), nameOf); });
  function("statusNames", +[] { return join(statusNames(), nameOf); });
  function("modeNames", +[] { return join(modeNames(), nameOf); });
  function("errorCodeNames", +[] { return join(errorCodeNames(), nameOf); });
  function("optionNames", +[] { return join(optionFields(), &OptionField::name); });
  function("optionMin", +[](int i) { return optionFields()[i].min; });
  function("optionMax", +[](int i) { return optionFields()[i].max; });
  function("optionDefault", +[](int i) { return optionFields()[i].get(SolveOptions{}); });
  function("optionReaders", +[](int i) { return nameOf(optionFields()[i].readers); });
  function("optionKind", +[](int i) {
    constexpr std::array kinds = {"integer", "number", "boolean", "mode"};
    return std::string(kinds[optionFields()[i].member.index()]);
  });
}
// clang-format on
