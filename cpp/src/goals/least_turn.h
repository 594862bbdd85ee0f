/// The smallest rotation of one axis onto another, and its derivative.
#pragma once

#include "limber/dual.h"
#include "limber/math.h"

namespace limber::goals {

inline double plain(double x) { return x; }
inline double plain(const Dual& x) { return x.value; }

/// θ n: the smallest rotation vector that takes the unit vector c to t; n = c × t / |c × t|.
template <class S>
Vec3T<S> leastTurn(const Vec3T<S>& c, const Vec3T<S>& t) {
  using std::atan2, std::sqrt;
  const Vec3T<S> cross = c.cross(t);
  const S dot = c.dot(t);
  const S square = cross.squaredNorm();
  // Parallel: θ n = c × t up to third order. Opposite: any perpendicular n.
  if (square < 1e-16) {
    const Vec3 opposite = Vec3(plain(t.x()), plain(t.y()), plain(t.z()));
    return dot > 0.0 ? cross : Vec3T<S>((pi * anyPerpendicular(opposite)).template cast<S>());
  }
  const S sine = sqrt(square);
  return cross * (atan2(sine, dot) / sine);
}

/// With m = n × c, a turn ω of c changes θ n by −(n nᵀ + θ cot θ m mᵀ − θ c mᵀ) ω.
inline Mat3 leastTurnMap(const Vec3& c, const Vec3& t) {
  const Vec3 cross = c.cross(t);
  const double sine = cross.norm();
  if (sine < 1e-8) return Mat3::Identity() - c * c.transpose();
  const double angle = std::atan2(sine, c.dot(t));
  const Vec3 n = cross / sine;
  const Vec3 m = n.cross(c);
  return n * n.transpose() + (angle * (c.dot(t) / sine * m - c)) * m.transpose();
}

}  // namespace limber::goals
