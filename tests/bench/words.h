// Shared by the benchmarks' native programs: input as words, output as JSON.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace bench {

[[noreturn]] inline void fail(const std::string& text) {
  std::fprintf(stderr, "limber_bench: %s\n", text.c_str());
  std::exit(1);
}

template <class T>
T read() {
  T value;
  if (!(std::cin >> value)) fail("the input ends too early");
  return value;
}

inline void expectWord(const std::string& word) {
  if (const auto found = read<std::string>(); found != word) fail("expected " + word + ", found " + found);
}

/// Reads a word and the number after it.
template <class T>
T readAfter(const std::string& word) {
  expectWord(word);
  return read<T>();
}

inline std::vector<double> readNumbers(std::size_t count) {
  std::vector<double> numbers(count);
  for (double& each : numbers) each = read<double>();
  return numbers;
}

inline void print(const char* name, const std::vector<double>& values, const char* end) {
  std::printf("\"%s\": [", name);
  for (std::size_t i = 0; i < values.size(); ++i) std::printf("%s%.17g", i ? "," : "", values[i]);
  std::printf("]%s\n", end);
}

}  // namespace bench
