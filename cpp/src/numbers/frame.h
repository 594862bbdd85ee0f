/// A pose as a loop over joints carries it: the columns of a rotation, and a place.
#pragma once

#include "limber/math.h"

namespace limber {

template <class S>
struct Frame {
  Vec3T<S> X, Y, Z, p;

  Vec3T<S> turned(const Vec3& v) const { return S(v[0]) * X + S(v[1]) * Y + S(v[2]) * Z; }
  Vec3T<S> moved(const Vec3& v) const { return p + turned(v); }
};

}  // namespace limber
