/// The table of functions that JavaScript can call. The build writes their types to web/src/core/raw.ts.
#include <emscripten/bind.h>
#include <malloc.h>

#include "goal.h"
#include "loop.h"
#include "motion.h"
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
  bindMotion();

  // Bytes that the core has allocated.
  function("usedBytes", +[] { return double(mallinfo().uordblks); });

  // Makes room for the block that the next call reads.
  function("room", +[](int count) {
    block = std::vector<double>(static_cast<std::size_t>(count));
    return address(block.data());
  });
  function("errorCode", +[] { return nameOf(name(lastError.code)); });
  function("errorText", +[] { return lastError.text; });
}
// clang-format on
