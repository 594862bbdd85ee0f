#pragma once

#include "limber/shape.h"

namespace limber {

/// Radius that is added around a shape's core.
inline double radiusOf(const Shape& shape) { return shape.size[shape.type->roundingAt]; }

/// Whether the core is a point.
inline bool isSphere(const Shape& shape) { return shape.type->halfLength && shape.type->halfLength(shape) == 0; }

/// The same with rotations as matrices; a sphere's rotation is ignored.
Separation separation(const Shape& a, const Vec3& atA, const Mat3& turnA, const Shape& b, const Vec3& atB,
                      const Mat3& turnB);

}  // namespace limber
