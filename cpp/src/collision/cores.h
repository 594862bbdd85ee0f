/// Distances of two convex cores, in the frame of a. The difference a − b contains the origin if they
/// overlap; its point nearest to the origin is the shortest way from b to a.
#pragma once

#include "limber/shape.h"

namespace limber {

/// A point of the difference, and the point of a that it comes from.
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
  /// Metres: the scale of rounding errors.
  double scale() const { return a.type->extent(a) + b.type->extent(b); }
};

/// Distance of cores that are points or segments.
Separation betweenSegments(const Cores& cores);

/// By Gilbert, Johnson and Keerthi's algorithm; penetration if the cores overlap or touch.
Separation betweenCores(const Cores& cores);

/// Fraction of the cores' size: nearer points may be on either side of the surface.
constexpr double touching = 1e-9;

/// Penetration depth, given a point of a that is also in b.
Separation penetration(const Cores& cores, const Vec3& shared);

/// The plane with the widest gap, searched ever closer around the normal of `from`.
Separation closer(const Cores& cores, const Separation& from);

/// Barycentric coordinates of the point of the triangle's plane that is nearest to the origin. Not finite for
/// a triangle without area.
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
