/// Equations in one angle on the circle, and all their real roots.
#pragma once

#include <array>
#include <complex>

#include "limber/math.h"

namespace limber::analytic {

/// c cos q + s sin q + k.
struct Wave {
  double c = 0;
  double s = 0;
  double k = 0;

  Wave operator-(const Wave& b) const { return {c - b.c, s - b.s, k - b.k}; }
  Wave operator*(double by) const { return {c * by, s * by, k * by}; }
  Wave plus(double constant) const { return {c, s, k + constant}; }
  /// The same of −q.
  Wave mirrored() const { return {c, -s, k}; }
  double at(double q) const {
    const auto [cosine, sine] = cosSin(q);
    return c * cosine + s * sine + k;
  }
  double amplitude() const { return std::sqrt(c * c + s * s); }
};

/// a · R(h, q) b, for the rotation by q about the unit h.
Wave dotTurned(const Vec3& a, const Vec3& h, const Vec3& b);

/// The angles at which a wave of some amplitude is zero: none, two, or one where it just touches or misses zero by
/// rounding.
struct TwoAngles {
  std::array<double, 2> q{};
  int count = 0;
};
TwoAngles rootsOf(const Wave& wave);
/// The same for a wave that should be about `scale` high; where it is zero everywhere, `any`, and `isOpen` becomes
/// true.
TwoAngles rootsOf(const Wave& wave, double scale, double any, bool& isOpen);

/// left(f₁) = right(f₃).
struct EqualWaves {
  Wave left, right;
};
struct AnglePairs {
  struct Pair {
    double f1, f3;
    bool isOpen;  ///< one of them may be any
  };
  std::array<Pair, 4> each;
  int count = 0;
};
/// The angles that meet two such equations; `any1` and `any3` where any would do.
AnglePairs solvePair(EqualWaves a, EqualWaves b, double any1, double any3);

/// Σ cₘ zᵐ for m = −n … n, z = exp(iq), with c₋ₘ = conj(cₘ): real on the circle.
template <int n>
struct TrigPolynomial {
  std::array<std::complex<double>, n + 1> c{};

  TrigPolynomial& operator+=(const TrigPolynomial& b) {
    for (int m = 0; m <= n; ++m) c[m] += b.c[m];
    return *this;
  }
};
TrigPolynomial<2> product(const Wave& a, const Wave& b);
TrigPolynomial<2> polynomial(const Wave& a);

/// Roots this near the circle are on it: where two roots merge, rounding takes them off by its square root.
inline constexpr double onCircle = 1e-4;

/// Roots on the circle or near it.
template <int n>
struct CircleRoots {
  std::array<double, 2 * n> q;    ///< angles
  std::array<double, 2 * n> off;  ///< |log|z||, how far from the circle
  int count = 0;
};
/// All that are less than `near` off, by Aberth's method.
CircleRoots<2> rootsOf(const TrigPolynomial<2>& polynomial, double near);
CircleRoots<8> rootsOf(const TrigPolynomial<8>& polynomial, double near);

}  // namespace limber::analytic
