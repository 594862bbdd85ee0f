/// Errors as values: Limber is built without exceptions.
#pragma once

#include <expected>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace limber {

// clang-format off
#define LIMBER_ERROR_CODES(X)                                                                 \
  X(emptyModel) X(tooLarge) X(duplicateName) X(unknownParent) X(cycle) X(unknownJointType)    \
  X(zeroAxis) X(parallelAxes) X(notFinite) X(notUnit) X(badLimits) X(badMimic) X(badRest)     \
  X(unknownGoalType) X(unknownLink) X(badGoal) X(unknownSolver) X(badOption) X(badLoop)    \
  X(badUrdf) X(badShape)
// clang-format on

#define LIMBER_NAME(name) name,
enum class ErrorCode { LIMBER_ERROR_CODES(LIMBER_NAME) };
#undef LIMBER_NAME

/// Names of all codes in order, such as `unknownParent`; the same in C++ and TypeScript.
std::span<const std::string_view> errorCodeNames();
inline std::string_view name(ErrorCode code) { return errorCodeNames()[static_cast<std::size_t>(code)]; }

/// `text` says what is wrong, gives the value, and tells how to correct it.
struct Error {
  ErrorCode code;
  std::string text;
};

template <class T>
using Expected = std::expected<T, Error>;

/// Concatenates the pieces. Shared by all messages, because inlined string sums made up a tenth of the
/// WebAssembly.
std::string join(std::initializer_list<std::string_view> pieces);

/// A number with at most twelve digits, integers in full: `0.333333333333`, `200000`, `1.5e+20`, `nan`.
std::string text(double number);

inline Error makeError(ErrorCode code, std::initializer_list<std::string_view> pieces) { return {code, join(pieces)}; }

/// For returning from a function whose result is an Expected.
inline std::unexpected<Error> fail(ErrorCode code, std::initializer_list<std::string_view> pieces) {
  return std::unexpected(makeError(code, pieces));
}

/// `'a', 'b' and 12 more`, for error texts.
std::string listNames(std::span<const std::string_view> names);
template <class Range, class Name>
std::string listNames(const Range& range, Name name) {
  std::vector<std::string_view> names;
  for (const auto& each : range) names.push_back(std::invoke(name, each));
  return listNames(names);
}

}  // namespace limber
