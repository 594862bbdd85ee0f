/// Complex numbers.
#pragma once

#include <complex>

namespace limber {

using Complex = std::complex<double>;

/// Unlike std::complex's operator, without a check for infinities, which costs most of the time.
inline Complex times(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace limber
