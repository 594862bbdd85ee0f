/// With LIMBER_FIXED the inputs are random and the same in every run, for CI. libFuzzer's own inputs follow
/// the code's branches, so that any change leads it elsewhere, which suits long runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

/// Writes the next input over `data`.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned) {
  static const bool isFixed = std::getenv("LIMBER_FIXED") != nullptr;
  if (!isFixed) return LLVMFuzzerMutate(data, size, most);
  static std::mt19937 random;
  const std::size_t wanted = std::min<std::size_t>(most, 16 + random() % 2033);
  std::generate_n(data, wanted, [] { return static_cast<std::uint8_t>(random() >> 24); });
  return wanted;
}
