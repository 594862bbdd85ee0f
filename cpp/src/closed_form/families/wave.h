/// Equations in one angle on the circle, and all their real roots.
#pragma once

#include <array>

#include "limber/math.h"
#include "numbers/complex.h"

namespace limber::analytic {

/// c cos q + s sin q + k.
struct Wave {
  double c = 0;
  double s = 0;
  double k = 0;

  Wave operator-(const Wave& b) const { return {c - b.c, s - b.s, k - b.k}; }
  Wave operator*(double by) const { return {c * by, s * by, k * by}; }
  Wave plus(double constant) const { return {c, s, k + constant}; }
  /// The same for −q.
  Wave mirrored() const { return {c, -s, k}; }
  double at(double q) const {
    const auto [cosine, sine] = cosSin(q);
    return c * cosine + s * sine + k;
  }
  double amplitude() const { return std::sqrt(c * c + s * s); }
};

/// a · R(h, q) b, for the rotation by q about the unit h.
Wave dotTurned(const Vec3& a, const Vec3& h, const Vec3& b);

/// The angles at which a wave is zero: none, or two. If it just touches or misses zero by rounding: the one
/// between, and, if it misses by more than the last digit, the two where it would be zero if it had crossed
/// by as much.
struct WaveRoots {
  std::array<double, 3> q{};
  int count = 0;
};
/// A cosine may exceed 1 by this much, by rounding.
inline constexpr double justMissed = 1e-10;
/// Fraction of the squared size, for angles computed from rounded ones: Newton's method follows.
inline constexpr double nearlyReached = 1e-4;
/// `missed`: how far it may miss zero, if that is more than rounding of its amplitude.
WaveRoots rootsOf(const Wave& wave, double missed = 0);
/// The same for a wave with an expected height of about `scale`. If it is nearly zero everywhere, adds `any`
/// and sets `isOpen`.
WaveRoots rootsOf(const Wave& wave, double scale, double any, bool& isOpen);

/// left(f₁) = right(f₃).
struct EqualWaves {
  Wave left, right;
};
struct AnglePairs {
  struct Pair {
    double f1, f3;
    bool isOpen;  ///< one of them may have any value
  };
  std::array<Pair, 20> each;
  int count = 0;
  bool isRough = false;  ///< if pairs merge, each is off by the square root of rounding
};
/// The angles that meet two such equations; `any1` and `any3` if any would do.
AnglePairs solvePair(EqualWaves a, EqualWaves b, double any1, double any3);

/// Σ cₘ zᵐ for m = −n … n, z = exp(iq), with c₋ₘ = conj(cₘ): real on the circle.
template <int n>
struct TrigPolynomial {
  std::array<Complex, n + 1> c{};

  TrigPolynomial& operator+=(const TrigPolynomial& b) {
    for (int m = 0; m <= n; ++m) c[m] += b.c[m];
    return *this;
  }
};
TrigPolynomial<2> product(const Wave& a, const Wave& b);
TrigPolynomial<2> polynomial(const Wave& a);

/// Roots this near the circle count as on it: if two roots merge, rounding moves them off by its square root,
/// if four do, by its fourth root.
inline constexpr double onCircle = 1e-4, perhapsOnCircle = 5e-3;

/// Roots on the circle or near it.
template <int n>
struct CircleRoots {
  std::array<double, 2 * n> q;    ///< angles
  std::array<double, 2 * n> off;  ///< |log|z||, how far from the circle
  int count = 0;
};
/// All roots less than `near` off, by Aberth's method.
CircleRoots<16> rootsOf(const TrigPolynomial<16>& polynomial, double near);
/// All roots that may be on the circle, and the midpoints of those that have almost merged, which are more
/// exact.
struct Angles8 {
  std::array<double, 8> q;
  int count = 0;
};
Angles8 rootsOf(const TrigPolynomial<2>& polynomial);

}  // namespace limber::analytic
