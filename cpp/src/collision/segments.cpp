/// Two segments a = s u and b = c + t v with |s| ≤ h and |t| ≤ k: the squared distance is a convex parabola of s and t.
/// Its minimum is inside the rectangle of both, or on an edge, where one end is compared with the other segment.
#include <algorithm>

#include "collision/cores.h"

namespace limber {

Separation betweenSegments(const Cores& cores) {
  const double h = cores.a.type->halfLength(cores.a);
  const double k = cores.b.type->halfLength(cores.b);
  const Vec3 u = Vec3::UnitZ();
  const Vec3 v = cores.turn.col(2);
  const Vec3& c = cores.at;
  const double uv = u.dot(v);
  const double uc = u.dot(c);
  const double vc = v.dot(c);

  Separation best;
  double least = infinity;
  const auto consider = [&](double s, double t) {
    const Vec3 onA = s * u;
    const Vec3 onB = c + t * v;
    const double square = (onA - onB).squaredNorm();
    if (!(square < least)) return;
    least = square;
    best.onA = onA;
    best.onB = onB;
  };
  const Vec3 across = u.cross(v);
  const double sine = across.squaredNorm();
  if (sine > 0) {
    const double s = (uc - uv * vc) / sine;
    const double t = (uv * uc - vc) / sine;
    if (std::abs(s) <= h && std::abs(t) <= k) consider(s, t);
  }
  for (const double s : {-h, h}) consider(s, std::clamp(uv * s - vc, -k, k));
  for (const double t : {-k, k}) consider(std::clamp(uv * t + uc, -h, h), t);

  best.distance = std::sqrt(least);
  if (best.distance > 1e-14 * (h + k + norm(c))) {
    best.normal = (best.onA - best.onB) / best.distance;
  } else {
    // They cross; or they touch along a line, or at an end.
    best.normal = sine > 1e-24 ? unit(across) : Vec3::UnitX();
  }
  return best;
}

}  // namespace limber
