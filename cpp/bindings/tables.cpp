// The core's tables as a module of its own, which only the build reads: they do not ship.
#include "tables.h"

extern "C" const char* tables() {
  static const std::string text = limber::bindings::tables();
  return text.c_str();
}
