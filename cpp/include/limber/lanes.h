/// Two numbers in one register, so that one instruction serves two solves. Each lane has the bits that a double alone
/// would have: no operation mixes lanes, and none is fused.
#pragma once

#include <Eigen/Core>
#include <cmath>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif
#include <concepts>

#include "limber/cos_sin.h"
#include "limber/math.h"

namespace limber {

/// A condition for each lane: all bits of a lane, or none.
struct Mask {
  using Bits = long long __attribute__((vector_size(16)));
  Bits bits;

  bool operator[](int lane) const { return bits[lane] != 0; }
  friend Mask operator&(Mask a, Mask b) { return {a.bits & b.bits}; }
  friend Mask operator|(Mask a, Mask b) { return {a.bits | b.bits}; }
  friend Mask operator!(Mask a) { return {~a.bits}; }
  Mask& operator|=(Mask b) { return *this = *this | b; }
};
inline Mask maskOf(bool first, bool second) { return {Mask::Bits{-(long long)first, -(long long)second}}; }
inline bool any(Mask mask) {
#ifdef __wasm_simd128__
  return wasm_v128_any_true((v128_t)mask.bits);
#else
  return (mask.bits[0] | mask.bits[1]) != 0;
#endif
}

struct Pair {
  using Numbers = double __attribute__((vector_size(16)));
  Numbers numbers{};

  Pair() = default;
  Pair(double both) : numbers{both, both} {}  // NOLINT: numbers convert
  Pair(double first, double second) : numbers{first, second} {}
  explicit Pair(Numbers of) : numbers(of) {}

  double operator[](int lane) const { return numbers[lane]; }
  void set(int lane, double number) { numbers[lane] = number; }

  Pair& operator+=(Pair b) { return *this = *this + b; }
  Pair& operator-=(Pair b) { return *this = *this - b; }
  Pair& operator*=(Pair b) { return *this = *this * b; }
  Pair& operator/=(Pair b) { return *this = *this / b; }
  friend Pair operator+(Pair a, Pair b) { return Pair(a.numbers + b.numbers); }
  friend Pair operator-(Pair a, Pair b) { return Pair(a.numbers - b.numbers); }
  friend Pair operator*(Pair a, Pair b) { return Pair(a.numbers * b.numbers); }
  friend Pair operator/(Pair a, Pair b) { return Pair(a.numbers / b.numbers); }
  friend Pair operator-(Pair a) { return Pair(-a.numbers); }
  friend Mask operator<(Pair a, Pair b) { return {a.numbers < b.numbers}; }
  friend Mask operator>(Pair a, Pair b) { return {a.numbers > b.numbers}; }
  friend Mask operator<=(Pair a, Pair b) { return {a.numbers <= b.numbers}; }
  friend Mask operator>=(Pair a, Pair b) { return {a.numbers >= b.numbers}; }
};

inline Pair choose(Mask mask, Pair a, Pair b) {
  const auto kept = (Mask::Bits)a.numbers & mask.bits;
  return Pair((Pair::Numbers)(kept | ((Mask::Bits)b.numbers & ~mask.bits)));
}
template <class V>
V choose(Mask mask, const V& a, const V& b) {
  V chosen;
  for (Eigen::Index i = 0; i < a.size(); ++i) chosen.coeffRef(i) = choose(mask, a.coeff(i), b.coeff(i));
  return chosen;
}
/// Evaluates both if lanes differ; see `math.h`.
template <class A, class B>
auto chooseFrom(Mask mask, A&& a, B&& b) {
  if (!any(mask)) return b();
  if (!any(!mask)) return a();
  return choose(mask, a(), b());
}

inline Pair smaller(Pair a, Pair b) { return choose(a < b, a, b); }
inline Pair larger(Pair a, Pair b) { return choose(a > b, a, b); }
inline Pair abs(Pair a) { return Pair((Pair::Numbers)((Mask::Bits)a.numbers & ~(Mask::Bits)Pair(-0.0).numbers)); }
inline Pair sqrt(Pair a) {
#ifdef __wasm_simd128__
  return Pair((Pair::Numbers)wasm_f64x2_sqrt((v128_t)a.numbers));
#else
  return {std::sqrt(a[0]), std::sqrt(a[1])};
#endif
}
inline CosSin<Pair> cosSin(Pair angle) {
  if (any(!(abs(angle) <= mostReduced))) {
    const CosSin<double> a = cosSin(angle[0]), b = cosSin(angle[1]);
    return {{a.cos, b.cos}, {a.sin, b.sin}};
  }
  // Adding 1.5 · 2⁵² rounds to a whole number, which is then in the sum's last bits.
  const Pair rounding = 0x1.8p52;
  const Pair sum = angle * Pair(2 / pi) + rounding;
  const auto [cosine, sine] = cosSinParts::cosSinOfSmall(cosSinParts::reduced(angle, sum - rounding));
  const Mask::Bits quarters = (Mask::Bits)sum.numbers;
  const auto negative = [](Mask::Bits at, Pair a) {
    return Pair((Pair::Numbers)((Mask::Bits)a.numbers ^ (at << 62 & (Mask::Bits)Pair(-0.0).numbers)));
  };
  const Mask isOdd = {-(quarters & 1)};
  // One quarter: cosine is −sine; two: both change sign; three: sine is −cosine.
  return {negative((quarters ^ quarters << 1), choose(isOdd, sine, cosine)),
          negative(quarters, choose(isOdd, cosine, sine))};
}
inline Pair angleOf(Pair sine, Pair cosine) { return angleParts::angleOf(sine, cosine); }

}  // namespace limber

template <>
struct Eigen::NumTraits<limber::Pair> : Eigen::NumTraits<double> {
  using Real = limber::Pair;
  using NonInteger = limber::Pair;
  using Nested = limber::Pair;
  using Literal = double;
  enum { RequireInitialization = 1, ReadCost = 1, AddCost = 1, MulCost = 1 };
};

namespace limber {

/// Targets in lanes are unit already.
inline QuatT<Pair> unit(const QuatT<Pair>& r) { return r; }

inline Vec3 laneOf(const Vec3T<Pair>& a, int lane) { return {a[0][lane], a[1][lane], a[2][lane]}; }
/// f of each lane alone.
template <class F>
Vec3T<Pair> eachLane(const Vec3T<Pair>& a, F&& f) {
  const Vec3 first = f(laneOf(a, 0)), second = f(laneOf(a, 1));
  return {Pair(first[0], second[0]), Pair(first[1], second[1]), Pair(first[2], second[2])};
}
// Templates, so that no expression of doubles converts to a vector of pairs.
template <std::same_as<Pair> S>
Vec3T<S> unit(const Vec3T<S>& a) {
  return eachLane(a, [](const Vec3& each) { return unit(each); });
}
template <std::same_as<Pair> S>
Vec3T<S> anyPerpendicular(const Vec3T<S>& a) {
  return eachLane(a, [](const Vec3& each) { return anyPerpendicular(each); });
}
template <std::same_as<Pair> S>
S norm(const Vec3T<S>& a) {
  return {norm(laneOf(a, 0)), norm(laneOf(a, 1))};
}

}  // namespace limber
