/// What went wrong, as a value: Limber is built without exceptions.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace limber {

// clang-format off
#define LIMBER_ERROR_CODES(X)                                                                 \
  X(emptyModel) X(tooLarge) X(duplicateName) X(unknownParent) X(cycle) X(unknownJointType)    \
  X(zeroAxis) X(parallelAxes) X(notFinite) X(notUnit) X(badLimits) X(badMimic)                \
  X(unknownGoalType) X(unknownLink) X(badGoal) X(unknownSolver) X(badOption)
// clang-format on

#define LIMBER_NAME(name) name,
enum class ErrorCode { LIMBER_ERROR_CODES(LIMBER_NAME) };
#undef LIMBER_NAME

/// Names of all codes in their order, the same words in C++ and TypeScript: `unknownParent`.
std::span<const std::string_view> errorCodeNames();
inline std::string_view name(ErrorCode code) {
  return errorCodeNames()[static_cast<std::size_t>(code)];
}

/// `text` names the culprit, its value, and what would be right.
struct Error {
  ErrorCode code;
  std::string text;
};

template <class T>
using Expected = std::expected<T, Error>;

/// What a function that returns an Expected returns when it fails.
inline std::unexpected<Error> fail(ErrorCode code, std::string text) {
  return std::unexpected(Error{code, std::move(text)});
}

/// `'text'`. Appended piece by piece: GCC 12 warns falsely about "'" + std::string (its bug
/// 105651).
inline std::string quoted(std::string_view text) {
  return std::string("'").append(text).append("'");
}

/// `'a', 'b' and 12 more`: the known names, for error texts.
template <class Range>
std::string listNames(const Range& names, std::size_t most = 12) {
  std::string text;
  std::size_t count = 0;
  for (const auto& each : names) {
    if (count++ >= most) continue;
    if (!text.empty()) text += ", ";
    text += quoted(each);
  }
  if (count > most) text += " and " + std::to_string(count - most) + " more";
  return text;
}

}  // namespace limber
