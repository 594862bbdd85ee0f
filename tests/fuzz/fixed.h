/// With LIMBER_FIXED the inputs are random, and the same in every run: libFuzzer's own follow the branches of the code,
/// so that a change anywhere leads it elsewhere, which is for long runs and not for CI.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

/// The next input, in place of `data`.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned) {
  static const bool isFixed = std::getenv("LIMBER_FIXED") != nullptr;
  if (!isFixed) return LLVMFuzzerMutate(data, size, most);
  static std::mt19937 random;
  const std::size_t wanted = std::min<std::size_t>(most, 16 + random() % 2033);
  std::generate_n(data, wanted, [] { return static_cast<std::uint8_t>(random() >> 24); });
  return wanted;
}
