/// Distances of two convex cores. All speak of the frame of a, and of the difference a − b: it holds the origin where
/// they overlap, and its point nearest to the origin is the shortest way from b to a.
#pragma once

#include "limber/shape.h"

namespace limber {

/// A point of the difference, and the point of a that it is made of.
struct Difference {
  Vec3 w;
  Vec3 a;
};

struct Cores {
  const Shape& a;
  const Shape& b;
  Mat3 turn;  ///< of b in the frame of a
  Vec3 at;

  /// The difference's farthest point in a direction.
  Difference farthest(const Vec3& direction) const {
    const Vec3 onA = a.type->support(a, direction);
    const Vec3 back = -(turn.transpose() * direction);
    return {onA - at - turn * b.type->support(b, back), onA};
  }
  /// Metres: what rounding is measured by.
  double scale() const { return a.type->extent(a) + b.type->extent(b); }
};

/// Distance of cores that are points or segments.
Separation betweenSegments(const Cores& cores);

/// By Gilbert, Johnson and Keerthi's algorithm; penetration where the cores overlap or touch.
Separation betweenCores(const Cores& cores);

/// Of the cores' size: so near it is not known on which side of the surface a point is.
constexpr double touching = 1e-9;

/// How deep they overlap, given a point of a that is in b, too.
Separation penetration(const Cores& cores, const Vec3& shared);

/// The plane with the widest gap that is found by looking closer and closer around the normal of another.
Separation closer(const Cores& cores, const Separation& from);

/// Of the triangle's point nearest to the origin in its plane: the parts of its last two corners. Not finite for a
/// triangle without area.
inline std::array<double, 3> partsOf(const Vec3& w0, const Vec3& w1, const Vec3& w2) {
  const Vec3 side1 = w1 - w0;
  const Vec3 side2 = w2 - w0;
  const Vec3 n = side1.cross(side2);
  const double square = n.squaredNorm();
  const double part1 = -n.dot(w0.cross(side2)) / square;
  const double part2 = -n.dot(side1.cross(w0)) / square;
  return {1 - part1 - part2, part1, part2};
}

}  // namespace limber
