#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "limber/error.h"

namespace limber {
namespace {

std::string digitsOf(std::int64_t whole) {
  std::string digits;
  do digits.insert(0, 1, static_cast<char>('0' + whole % 10));
  while ((whole /= 10) > 0);
  return digits;
}

/// 0.ddd · 10^point as ddd, d.dd or 0.0dd if short, or else with an exponent.
std::string withPoint(std::string digits, int point) {
  const int size = static_cast<int>(digits.size());
  if (point > 15 || point < -3) {
    const std::string_view rest = std::string_view(digits).substr(1);
    const std::string_view power = point > 0 ? "e+" : "e-";
    return join({digits.substr(0, 1), rest.empty() ? "" : ".", rest, power, digitsOf(std::abs(point - 1))});
  }
  if (point >= size) return digits.append(static_cast<std::size_t>(point - size), '0');
  if (point <= 0) digits.insert(0, static_cast<std::size_t>(1 - point), '0');
  return digits.insert(static_cast<std::size_t>(std::max(point, 1)), 1, '.');
}

}  // namespace

std::span<const std::string_view> errorCodeNames() {
#define LIMBER_NAME(name) std::string_view(#name),
  static constexpr std::array names = {LIMBER_ERROR_CODES(LIMBER_NAME)};
#undef LIMBER_NAME
  return names;
}

std::string join(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text.append(piece);
  return text;
}

// Written out, because printf's code for floating-point numbers is a tenth of the WebAssembly.
std::string text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::signbit(number)) return join({"-", text(-number)});
  if (std::isinf(number)) return "inf";
  if (number < 1e15 && number == std::floor(number)) return digitsOf(static_cast<std::int64_t>(number));
  int exponent = 0;
  for (; number >= 1e12; ++exponent) number /= 10;
  for (; number < 1e11; --exponent) number *= 10;
  std::string digits = digitsOf(std::llround(number));
  const int point = static_cast<int>(digits.size()) + exponent;
  digits.resize(digits.find_last_not_of('0') + 1);
  return withPoint(std::move(digits), point);
}

std::string listNames(std::span<const std::string_view> names) {
  constexpr std::size_t most = 16;
  std::string list;
  for (const std::string_view each : names.first(std::min(most, names.size())))
    list = join({list, list.empty() ? "'" : ", '", each, "'"});
  if (names.size() <= most) return list;
  return join({list, " and ", text(static_cast<double>(names.size() - most)), " more"});
}

}  // namespace limber
