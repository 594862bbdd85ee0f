#pragma once

#include "limber/shape.h"

namespace limber {

/// The same with rotations as matrices; a sphere's rotation is ignored.
Separation separation(const Shape& a, const Vec3& atA, const Mat3& turnA, const Shape& b, const Vec3& atB,
                      const Mat3& turnB);

}  // namespace limber
