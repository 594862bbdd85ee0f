/// Shared by the bindings.
#pragma once

#include <emscripten/bind.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "limber/limber.h"

namespace limber::bindings {

/// A block's address as a number: an index into HEAPF64 after division by eight.
inline double address(const void* block) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(block)); }

/// Names, separated by spaces.
template <class Range, class Project>
std::string join(const Range& range, Project project) {
  std::string text;
  for (const auto& each : range) text += (text.empty() ? "" : " ") + std::string(std::invoke(project, each));
  return text;
}

inline std::string nameOf(std::string_view each) { return std::string(each); }

/// Keeps the last error for JavaScript to throw.
class Fallible {
 public:
  std::string errorCode() const { return std::string(name(error_.code)); }
  std::string errorText() const { return error_.text; }

 protected:
  Error error_{};
};

}  // namespace limber::bindings
