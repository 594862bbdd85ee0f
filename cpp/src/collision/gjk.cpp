/// The point v of the difference a − b nearest to the origin. The hull of at most four of its points approaches it:
///
///   w = farthest point in the direction −v,   v ← nearest to the origin in the hull with w,   until v·v − v·w is
///   rounding
///
/// Corners that do not contribute to v are dropped. Source: E. G. Gilbert, D. W. Johnson and S. S. Keerthi
/// (1988).
#include "collision/cores.h"

namespace limber {
namespace {

constexpr int mostSteps = 100;
/// Fractions of the cores' size.
constexpr double gapRounding = 1e-13;
constexpr double certain = 1e-10;
constexpr double near = 1e-6;

struct Simplex {
  std::array<Difference, 4> corners;
  std::array<double, 4> parts{};
  int count = 0;
  Vec3 v;

  Vec3 onA() const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < count; ++i) sum += parts[i] * corners[i].a;
    return sum;
  }
};

/// Barycentric coordinates, of the corners in `which`, of the point of their plane nearest to the origin.
std::array<double, 4> partsIn(const Simplex& simplex, const std::array<int, 4>& which, int count) {
  const auto w = [&](int i) -> const Vec3& { return simplex.corners[which[i]].w; };
  if (count == 1) return {1};
  const Vec3 e1 = w(1) - w(0);
  if (count == 2) {
    const double part = -w(0).dot(e1) / e1.squaredNorm();
    return {1 - part, part};
  }
  if (count == 3) {
    const auto [p0, p1, p2] = partsOf(w(0), w(1), w(2));
    return {p0, p1, p2};
  }
  const Vec3 e2 = w(2) - w(0);
  const Vec3 e3 = w(3) - w(0);
  const double volume = e1.dot(e2.cross(e3));
  const double p1 = -w(0).dot(e2.cross(e3)) / volume;
  const double p2 = -w(0).dot(e3.cross(e1)) / volume;
  const double p3 = -w(0).dot(e1.cross(e2)) / volume;
  return {1 - p1 - p2 - p3, p1, p2, p3};
}

/// Keeps the corners that span the hull's point nearest to the origin: among corners, edges, faces and the
/// whole, the nearest with no negative coordinate.
Simplex reduced(const Simplex& whole) {
  Simplex best;
  double least = infinity;
  for (int set = 1; set < 1 << whole.count; ++set) {
    std::array<int, 4> which{};
    int count = 0;
    for (int i = 0; i < whole.count; ++i) {
      if (set & 1 << i) which[count++] = i;
    }
    const auto parts = partsIn(whole, which, count);
    Vec3 v = Vec3::Zero();
    bool isInside = true;
    for (int i = 0; i < count; ++i) {
      isInside &= parts[i] >= 0;
      v += parts[i] * whole.corners[which[i]].w;
    }
    if (!isInside || !(v.squaredNorm() < least)) continue;
    least = v.squaredNorm();
    best.count = count;
    best.parts = parts;
    best.v = v;
    for (int i = 0; i < count; ++i) best.corners[i] = whole.corners[which[i]];
  }
  return best;
}

}  // namespace

Separation betweenCores(const Cores& cores) {
  const double scale = cores.scale();
  Simplex simplex;
  simplex.corners[0] = cores.farthest(cores.at.isZero(0) ? Vec3(Vec3::UnitX()) : cores.at);
  simplex.count = 1;
  simplex.parts[0] = 1;
  simplex.v = simplex.corners[0].w;
  double gap = 0;  // along v; no gap is wider than the distance, and no two points are nearer
  for (int step = 0; step < mostSteps; ++step) {
    const double length = norm(simplex.v);
    if (length <= touching * scale) return penetration(cores, simplex.onA());
    const Difference next = cores.farthest(-simplex.v);
    gap = simplex.v.dot(next.w) / length;
    if (length - gap <= gapRounding * (scale + length) || simplex.count == 4) break;
    Simplex wider = simplex;
    wider.corners[wider.count++] = next;
    const Simplex nearer = reduced(wider);
    if (!(nearer.v.squaredNorm() < simplex.v.squaredNorm())) break;
    simplex = nearer;
  }
  Separation found;
  found.distance = norm(simplex.v);
  found.normal = simplex.v / found.distance;
  found.onA = simplex.onA();
  found.onB = found.onA - simplex.v;
  if (found.distance - gap <= certain * scale) return found;
  Separation parted = found;
  parted.distance = gap;
  Separation other = closer(cores, parted);
  // At so small a distance the direction, too, is rounding, and the plane may be elsewhere. Each search finds
  // some planes that the other misses.
  if (found.distance < near * scale) {
    const Separation anywhere = penetration(cores, found.onA);
    if (anywhere.distance > other.distance) other = anywhere;
  }
  return other.distance > std::max(gap, found.distance - near * scale) ? other : found;
}

}  // namespace limber
