#include <array>

#include "limber/error.h"

namespace limber {

std::span<const std::string_view> errorCodeNames() {
#define LIMBER_NAME(name) std::string_view(#name),
  static constexpr std::array names = {LIMBER_ERROR_CODES(LIMBER_NAME)};
#undef LIMBER_NAME
  return names;
}

}  // namespace limber
