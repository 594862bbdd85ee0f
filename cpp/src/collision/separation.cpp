/// Signed distance of any two shapes: that of their cores, less both radii.
#include "collision/separation.h"

#include "collision/cores.h"

namespace limber {
namespace {

Separation swapped(const Separation& it) { return {it.distance, it.onB, it.onA, -it.normal}; }

/// Distance of b's core above the plane of a.
Separation belowPlane(const Cores& cores) {
  const Vec3 up = Vec3::UnitZ();
  Separation found;
  if (cores.b.type->isPlane()) {
    found.distance = -infinity;
    return found;
  }
  found.onB = cores.at + cores.turn * cores.b.type->support(cores.b, cores.turn.transpose() * -up);
  found.distance = found.onB.z();
  found.onA = found.onB - found.distance * up;
  found.normal = -up;
  return found;
}

Separation betweenAny(const Cores& cores) {
  if (cores.a.type->isPlane()) return belowPlane(cores);
  if (cores.a.type->halfLength && cores.b.type->halfLength) return betweenSegments(cores);
  return betweenCores(cores);
}

Separation ofPoint(const Shape& a, const Vec3& at) {
  Separation found;
  found.distance = a.type->toPoint(a, at, found.onA, found.normal);
  found.normal = -found.normal;
  found.onB = at;
  return found;
}

}  // namespace

Separation separation(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB) {
  return separation(a, poseA.p, poseA.r.toRotationMatrix(), b, poseB.p, poseB.r.toRotationMatrix());
}

Separation separation(const Shape& a, const Vec3& atA, const Mat3& turnA, const Shape& b, const Vec3& atB,
                      const Mat3& turnB) {
  // Use the frame of the plane, or of the shape with a closed form for points.
  const bool isBetter = b.type->isPlane() || (b.type->toPoint && !a.type->toPoint);
  if (isBetter && !a.type->isPlane()) return swapped(separation(b, atB, turnB, a, atA, turnA));
  const Mat3 back = turnA.transpose();
  const Vec3 at = back * (atB - atA);
  Separation found = a.type->toPoint && isSphere(b) ? ofPoint(a, at) : betweenAny({a, b, back * turnB, at});
  found.distance -= radiusOf(a) + radiusOf(b);
  found.onA -= radiusOf(a) * found.normal;
  found.onB += radiusOf(b) * found.normal;
  found.onA = atA + turnA * found.onA;
  found.onB = atA + turnA * found.onB;
  found.normal = turnA * found.normal;
  return found;
}

}  // namespace limber
