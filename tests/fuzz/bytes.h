/// Reads the fuzzer's bytes as decisions. Bytes past the end are zero, so that any input is a complete case.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>

namespace limber::fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

  bool isEmpty() const { return left_.empty(); }
  int byte() {
    if (left_.empty()) return 0;
    const int value = left_.front();
    left_ = left_.subspan(1);
    return value;
  }
  /// An integer in 0 … count − 1.
  int below(int count) { return byte() % count; }
  bool oneIn(int count) { return below(count) == 1; }
  template <class List>
  decltype(auto) pick(List&& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
  }

  /// Uniform in [low, high].
  double evenly(double low, double high) {
    const int bits = byte() << 8;
    return low + (high - low) * (bits | byte()) / 65535.0;
  }
  /// From now on numbers may be anything.
  void goWild() { isWild_ = true; }
  bool isWild() const { return isWild_; }

  /// In [low, high], or anything in a wild case.
  double between(double low, double high) { return isWild_ ? anything() : evenly(low, high); }
  /// Of order one, or anything in a wild case.
  double number() { return isWild_ ? anything() : modest(); }
  /// Values that are always finite and moderate.
  double modest() {
    static constexpr std::array odd = {0.0, 1.0, -1.0, std::numbers::pi, -std::numbers::pi, 1e-9, 100.0};
    return oneIn(4) ? pick(odd) : evenly(-2, 2);
  }

 private:
  /// Mostly of order one, sometimes a value that breaks arithmetic.
  double anything() {
    static constexpr double inf = std::numeric_limits<double>::infinity();
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    static constexpr double pi = std::numbers::pi;
    static constexpr std::array odd = {0.0, 0.5, 1.0, pi, 2 * pi, 100.0, 1e9, 1e-9, 1e-20, 1e-300, 1e300, inf, nan};
    if (!oneIn(4)) return evenly(-2, 2);
    const double sign = oneIn(2) ? -1 : 1;  // drawn first, so that an input means the same to every compiler
    return sign * pick(odd);
  }

  std::span<const std::uint8_t> left_;
  bool isWild_ = false;
};

}  // namespace limber::fuzz
