/// Two numbers in one register, so that one instruction serves two solves. Each lane has the bits that a double alone
/// would have: no operation mixes lanes, and none is fused.
#pragma once

#include <Eigen/Core>
#include <cmath>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif
#include <concepts>

#include "limber/math.h"
#include "numbers/cos_sin.h"

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

struct Lanes {
  using Numbers = double __attribute__((vector_size(16)));
  Numbers numbers{};

  Lanes() = default;
  Lanes(double both) : numbers{both, both} {}  // NOLINT: numbers convert
  Lanes(double first, double second) : numbers{first, second} {}
  explicit Lanes(Numbers of) : numbers(of) {}

  double operator[](int lane) const { return numbers[lane]; }
  void set(int lane, double number) { numbers[lane] = number; }

  Lanes& operator+=(Lanes b) { return *this = *this + b; }
  Lanes& operator-=(Lanes b) { return *this = *this - b; }
  Lanes& operator*=(Lanes b) { return *this = *this * b; }
  Lanes& operator/=(Lanes b) { return *this = *this / b; }
  friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.numbers + b.numbers); }
  friend Lanes operator-(Lanes a, Lanes b) { return Lanes(a.numbers - b.numbers); }
  friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.numbers * b.numbers); }
  friend Lanes operator/(Lanes a, Lanes b) { return Lanes(a.numbers / b.numbers); }
  friend Lanes operator-(Lanes a) { return Lanes(-a.numbers); }
  friend Mask operator<(Lanes a, Lanes b) { return {a.numbers < b.numbers}; }
  friend Mask operator>(Lanes a, Lanes b) { return {a.numbers > b.numbers}; }
  friend Mask operator<=(Lanes a, Lanes b) { return {a.numbers <= b.numbers}; }
  friend Mask operator>=(Lanes a, Lanes b) { return {a.numbers >= b.numbers}; }
};

inline Lanes choose(Mask mask, Lanes a, Lanes b) {
  const auto kept = (Mask::Bits)a.numbers & mask.bits;
  return Lanes((Lanes::Numbers)(kept | ((Mask::Bits)b.numbers & ~mask.bits)));
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

inline Lanes smaller(Lanes a, Lanes b) { return choose(a < b, a, b); }
inline Lanes larger(Lanes a, Lanes b) { return choose(a > b, a, b); }
inline Lanes abs(Lanes a) { return Lanes((Lanes::Numbers)((Mask::Bits)a.numbers & ~(Mask::Bits)Lanes(-0.0).numbers)); }
inline Lanes sqrt(Lanes a) {
#ifdef __wasm_simd128__
  return Lanes((Lanes::Numbers)wasm_f64x2_sqrt((v128_t)a.numbers));
#else
  return {std::sqrt(a[0]), std::sqrt(a[1])};
#endif
}
inline CosSin<Lanes> cosSin(Lanes angle) {
  if (any(!(abs(angle) <= mostReduced))) {
    const CosSin<double> a = cosSin(angle[0]), b = cosSin(angle[1]);
    return {{a.cos, b.cos}, {a.sin, b.sin}};
  }
  // Adding 1.5 · 2⁵² rounds to a whole number, which is then in the sum's last bits.
  const Lanes rounding = 0x1.8p52;
  const Lanes sum = angle * Lanes(2 / pi) + rounding;
  const auto [cosine, sine] = cosSinParts::cosSinOfSmall(cosSinParts::reduced(angle, sum - rounding));
  const Mask::Bits quarters = (Mask::Bits)sum.numbers;
  const auto negative = [](Mask::Bits at, Lanes a) {
    return Lanes((Lanes::Numbers)((Mask::Bits)a.numbers ^ (at << 62 & (Mask::Bits)Lanes(-0.0).numbers)));
  };
  const Mask isOdd = {-(quarters & 1)};
  // One quarter: cosine is −sine; two: both change sign; three: sine is −cosine.
  return {negative((quarters ^ quarters << 1), choose(isOdd, sine, cosine)),
          negative(quarters, choose(isOdd, cosine, sine))};
}
inline Lanes angleOf(Lanes sine, Lanes cosine) { return angleParts::angleOf(sine, cosine); }

}  // namespace limber

template <>
struct Eigen::NumTraits<limber::Lanes> : Eigen::NumTraits<double> {
  using Real = limber::Lanes;
  using NonInteger = limber::Lanes;
  using Nested = limber::Lanes;
  using Literal = double;
  enum { RequireInitialization = 1, ReadCost = 1, AddCost = 1, MulCost = 1 };
};

namespace limber {

/// Targets in lanes are unit already.
inline QuatT<Lanes> unit(const QuatT<Lanes>& r) { return r; }

inline Vec3 laneOf(const Vec3T<Lanes>& a, int lane) { return {a[0][lane], a[1][lane], a[2][lane]}; }
/// f of each lane alone.
template <class F>
Vec3T<Lanes> eachLane(const Vec3T<Lanes>& a, F&& f) {
  const Vec3 first = f(laneOf(a, 0)), second = f(laneOf(a, 1));
  return {Lanes(first[0], second[0]), Lanes(first[1], second[1]), Lanes(first[2], second[2])};
}
// Templates, so that no expression of doubles converts to a vector of pairs.
template <std::same_as<Lanes> S>
Vec3T<S> unit(const Vec3T<S>& a) {
  return eachLane(a, [](const Vec3& each) { return unit(each); });
}
template <std::same_as<Lanes> S>
Vec3T<S> anyPerpendicular(const Vec3T<S>& a) {
  return eachLane(a, [](const Vec3& each) { return anyPerpendicular(each); });
}
template <std::same_as<Lanes> S>
S norm(const Vec3T<S>& a) {
  return {norm(laneOf(a, 0)), norm(laneOf(a, 1))};
}

}  // namespace limber
