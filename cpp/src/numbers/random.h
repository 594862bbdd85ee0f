/// A small seeded generator with the same numbers on every machine, which <random>'s distributions do not guarantee.
#pragma once

#include <cstdint>

namespace limber {

/// PCG32 (O'Neill 2014): 64 bits of state, 32 of output.
class Random {
 public:
  explicit Random(std::uint64_t seed) {
    next();
    state_ += seed;
    next();
  }

  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + 1442695040888963407u;
    const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
  }

  /// Uniform in [low, high).
  double between(double low, double high) { return low + (high - low) * (next() * 0x1p-32); }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace limber
