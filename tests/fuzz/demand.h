/// Laws that a case must not break.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace limber::fuzz {

/// GoogleTest and assert() are not there when a fuzzer runs; this always is.
inline void demand(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n", law);
  std::abort();
}

}  // namespace limber::fuzz
