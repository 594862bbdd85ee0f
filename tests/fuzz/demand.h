/// Laws that a case must not break.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace limber::fuzz {

/// Works without GoogleTest and assert(), which are not available in a fuzzer.
inline void demand(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n", law);
  std::abort();
}

}  // namespace limber::fuzz
