/// Shared by the bindings.
#pragma once

#include <emscripten/bind.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "goals/goal_type.h"
#include "limber/limber.h"

namespace limber::bindings {

/// A block's address as a number: an index into HEAPF64 after division by eight.
inline double address(const void* block) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(block)); }

inline std::string nameOf(std::string_view each) { return std::string(each); }

/// The last error, for JavaScript to throw.
inline Error lastError{};

/// Whether there is no error; keeps it otherwise.
inline bool passes(const std::optional<Error>& error) {
  if (error) lastError = *error;
  return !error;
}
template <class T>
bool passes(const Expected<T>& value) {
  return passes(value ? std::nullopt : std::optional(value.error()));
}

/// Numbers that JavaScript has written for the next call.
inline std::vector<double> block;

}  // namespace limber::bindings
