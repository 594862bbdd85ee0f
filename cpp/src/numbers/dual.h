/// Dual numbers: a value and one derivative, propagated by the chain rule.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "limber/math.h"

namespace limber {

/// value + derivative·ε with ε² = 0. Comparisons use the value only.
struct Dual {
  double value = 0;
  double derivative = 0;

  constexpr Dual() = default;
  constexpr Dual(double v, double d = 0) : value(v), derivative(d) {}  // NOLINT: numbers convert

  constexpr Dual& operator+=(const Dual& b) { return *this = {value + b.value, derivative + b.derivative}; }
  constexpr Dual& operator-=(const Dual& b) { return *this = {value - b.value, derivative - b.derivative}; }
  constexpr Dual& operator*=(const Dual& b) {
    return *this = {value * b.value, derivative * b.value + value * b.derivative};
  }
  constexpr Dual& operator/=(const Dual& b) {
    const double q = value / b.value;
    return *this = {q, (derivative - q * b.derivative) / b.value};
  }
  friend constexpr Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend constexpr Dual operator-(Dual a, const Dual& b) { return a -= b; }
  friend constexpr Dual operator*(Dual a, const Dual& b) { return a *= b; }
  friend constexpr Dual operator/(Dual a, const Dual& b) { return a /= b; }
  friend constexpr Dual operator-(const Dual& a) { return {-a.value, -a.derivative}; }
  friend constexpr bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend constexpr auto operator<=>(const Dual& a, const Dual& b) { return a.value <=> b.value; }
};

inline CosSin<Dual> cosSin(const Dual& a) {
  const CosSin<double> at = cosSin(a.value);
  return {{at.cos, -a.derivative * at.sin}, {at.sin, a.derivative * at.cos}};
}
inline Dual sqrt(const Dual& a) {
  const double root = std::sqrt(a.value);
  return {root, root > 0 ? a.derivative / (2 * root) : 0};
}
inline Dual abs(const Dual& a) { return a.value < 0 ? -a : a; }
inline Dual angleOf(const Dual& sine, const Dual& cosine) {
  const double square = cosine.value * cosine.value + sine.value * sine.value;
  const double d = square > 0 ? (cosine.value * sine.derivative - sine.value * cosine.derivative) / square : 0;
  return {angleOf(sine.value, cosine.value), d};
}

}  // namespace limber

template <>
struct Eigen::NumTraits<limber::Dual> : Eigen::NumTraits<double> {
  using Real = limber::Dual;
  using NonInteger = limber::Dual;
  using Nested = limber::Dual;
  using Literal = double;
  enum { RequireInitialization = 1, ReadCost = 2, AddCost = 2, MulCost = 6 };
};
