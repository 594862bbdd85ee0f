#include "urdf/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace limber::urdf {
namespace {

bool isDecimal(std::string_view text) {
  std::size_t at = 0;
  const auto isDigit = [&] { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  const auto skipDigits = [&] {
    const std::size_t start = at;
    while (isDigit()) ++at;
    return at - start;
  };
  const auto skipSign = [&] { at += at < text.size() && (text[at] == '+' || text[at] == '-'); };
  skipSign();
  std::size_t mantissa = skipDigits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    mantissa += skipDigits();
  }
  if (mantissa == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    skipSign();
    if (skipDigits() == 0) return false;
  }
  return at == text.size();
}

}  // namespace

double numberIn(std::string_view text) {
  if (!isDecimal(text)) return std::numeric_limits<double>::quiet_NaN();
  if (text.front() == '+') text.remove_prefix(1);
  double number = 0;
  const auto [_, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc::result_out_of_range) return number;
  const std::size_t exponent = text.find_first_of("eE");
  const bool isTiny = exponent != std::string_view::npos && text[exponent + 1] == '-';
  return isTiny ? 0 : std::numeric_limits<double>::infinity();
}

std::string digits(double number) {
  if (number == 0) return "0";
  const double size = std::abs(number);
  const bool plain = size >= 1e-6 && size < 1e21;
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific)
                       .ptr;
  std::string text(buffer.data(), end);
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text[exponent + 2] == '0') text.erase(exponent + 2, 1);
  return text;
}

std::string show(std::string_view text) {
  static constexpr std::string_view hex = "0123456789abcdef";
  static constexpr std::string_view plain = "\b\t\n\f\r\"\\";
  static constexpr std::string_view letters = "btnfr\"\\";
  std::string shown = "\"";
  int units = 0;  // of UTF-16, as TypeScript counts them
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    const bool starts = (byte & 0xC0) != 0x80;
    if (starts && (units += byte >= 0xF0 ? 2 : 1) > 40) break;
    if (const std::size_t found = plain.find(each); found != std::string_view::npos) {
      shown += {'\\', letters[found]};
    } else if (byte < 0x20) {
      shown += "\\u00";
      shown += {hex[byte >> 4], hex[byte & 15]};
    } else {
      shown += each;
    }
  }
  return shown + '"';
}

}  // namespace limber::urdf
