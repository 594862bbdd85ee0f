/// Numbers and names of a URDF and in messages, spelled as in TypeScript.
#pragma once

#include <string>
#include <string_view>

namespace limber::urdf {

inline constexpr std::string_view blanks = " \t\n\r\f\v";

inline std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// A decimal number; NaN for any other text.
double numberIn(std::string_view text);

/// The shortest digits that give the same number back: `0.3`, `1000000000`, `1e+30`.
std::string digits(double number);

/// `"name"` as in JSON, with at most 40 characters.
std::string show(std::string_view text);

}  // namespace limber::urdf
