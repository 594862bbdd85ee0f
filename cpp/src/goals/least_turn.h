/// The smallest rotation of one axis onto another, and its derivative.
#pragma once

#include "limber/math.h"
#include "numbers/dual.h"
#include "numbers/lanes.h"

namespace limber::goals {

inline double plain(double x) { return x; }
inline double plain(const Dual& x) { return x.value; }
inline Lanes plain(const Lanes& x) { return x; }

/// θ n: the smallest rotation vector that takes the unit vector c to t; n = c × t / |c × t|.
template <class S>
Vec3T<S> leastTurn(const Vec3T<S>& c, const Vec3T<S>& t) {
  using std::sqrt;
  const Vec3T<S> cross = c.cross(t);
  const S dot = c.dot(t);
  const S square = cross.squaredNorm();
  const S sine = sqrt(square);
  const auto isStraight = square < S(1e-16);
  // Parallel: θ n = c × t up to third order. Opposite: any perpendicular n.
  const Vec3T<S> turn = cross * choose(isStraight, S(1), S(angleOf(sine, dot) / sine));
  return chooseFrom(
      isStraight & !(dot > S(0)),
      [&] {
        const Vec3T<decltype(plain(dot))> opposite(plain(t.x()), plain(t.y()), plain(t.z()));
        return Vec3T<S>(S(pi) * anyPerpendicular(opposite).template cast<S>());
      },
      [&] { return turn; });
}

/// With m = n × c, a turn ω of c changes θ n by −(n nᵀ + θ cot θ m mᵀ − θ c mᵀ) ω.
template <class S>
Mat3T<S> leastTurnMap(const Vec3T<S>& c, const Vec3T<S>& t) {
  using std::sqrt;
  const Vec3T<S> cross = c.cross(t);
  const S sine = sqrt(cross.squaredNorm());
  return chooseFrom(
      sine < S(1e-8), [&] { return Mat3T<S>(Mat3T<S>::Identity() - c * c.transpose()); },
      [&] {
        const S angle = angleOf(sine, c.dot(t));
        const Vec3T<S> n = cross / sine;
        const Vec3T<S> m = n.cross(c);
        return Mat3T<S>(n * n.transpose() + (angle * (c.dot(t) / sine * m - c)) * m.transpose());
      });
}

}  // namespace limber::goals
