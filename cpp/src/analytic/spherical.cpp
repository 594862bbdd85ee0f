#include "families.h"
#include "three_hinges.h"

namespace limber::analytic {

std::optional<Vec3> centreOf(const Line* lines, double size) {
  const auto c = meetingPoint(lines[0], lines[1], size);
  if (!c || areParallel(lines[1], lines[2])) return std::nullopt;
  const Vec3 away = *c - lines[2].o;
  return away.cross(lines[2].h).norm() < same * size ? c : std::nullopt;
}

namespace {

std::optional<int> find(const Loop& loop) {
  // Before all others the three that stand for a free orientation.
  for (const int k : {3, 0, 1, 2}) {
    if (centreOf(&loop.lines[k], loop.size)) return k;
  }
  return std::nullopt;
}

/// W₁W₂W₃F₁F₂F₃ = G with W about the point c, which they leave in place: F₁F₂F₃G⁻¹c = c is about three hinges and a
/// point. Then W₁W₂W₃ = G (F₁F₂F₃)⁻¹ is a rotation.
void solve(const Loop& given, int k, Found& found) {
  const Loop loop = given.begunAt(k);
  const Vec3 c = *centreOf(loop.lines.data(), loop.size);
  const Line* f = &loop.lines[3];
  const Triples arms = reachPoint(f, loop.G.inverse() * c, c, &loop.free[3]);
  for (const auto& [q, isOpen] : arms) {
    if (given.hinges == 3 && k == 3) {
      found.offer({q[0], q[1], q[2]}, isOpen);
      continue;
    }
    const Mat3 F = rotation(f[0].h, q[0]) * rotation(f[1].h, q[1]) * rotation(f[2].h, q[2]);
    for (const auto& [w, isWristOpen] : makeRotation(loop.lines.data(), loop.G.R * F.transpose(), loop.free.data()))
      found.offer({w[0], w[1], w[2], q[0], q[1], q[2]}, k, isOpen || isWristOpen);
  }
}

}  // namespace

Family sphericalWrist() { return {"three axes that meet", find, solve}; }

}  // namespace limber::analytic
