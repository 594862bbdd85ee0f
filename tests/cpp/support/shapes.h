/// Random shapes, and their definition as point sets by support functions.
#pragma once

#include "fixtures.h"
#include "limber/shape.h"

namespace limber::test {

inline ShapeDescription capsule(double radius, double length, const Vec3& at) {
  return {"capsule", {radius, length}, {}, {}, {at, Quat::Identity()}};
}

/// Six hinges alternately about X and Z, with a capsule of 0.2 m along each link.
inline ModelDescription capsuleArm(const std::string& prefix = "", const Vec3& base = Vec3::Zero()) {
  ModelDescription arm;
  for (int i = 0; i < 6; ++i) {
    arm.links.push_back(link(numbered(prefix + "link ", i), i ? arm.links.back().name : "", i ? Vec3(0, 0, 0.2) : base,
                             hinge(i % 2 ? Vec3::UnitZ() : Vec3::UnitX(), 2.5)));
    arm.links.back().collision = {capsule(0.03, 0.14, {0, 0, 0.1})};
  }
  return arm;
}

struct PlacedShape {
  Shape shape;
  Pose pose;
};

/// Sizes are about one; some are tiny, and some lengths and roundings are zero.
inline Shape randomShape(Maker& make, std::string_view type) {
  Shape shape{.type = findShapeType(type)};
  const double scale = make.chance(0.1) ? 0.01 : 1;
  for (const ShapeField& field : shape.type->fields) {
    const bool isZero = field.mayBeZero && make.chance(0.3);
    for (int i = 0; i < field.count; ++i) shape.size[field.first + i] = isZero ? 0 : scale * make.between(0.05, 1);
  }
  if (shape.type->mostPoints == 0) return shape;
  const int count = make.chance(0.2) ? 1 + make.below(4) : 4 + make.below(30);
  const bool isFlat = make.chance(0.1);
  for (int i = 0; i < count; ++i) {
    shape.points.push_back(scale * make.vector(0.5));
    if (isFlat) shape.points.back().z() = 0;
    if (i % 3 == 0 && shape.type->mostTriangles > 0)
      shape.triangles.push_back({make.below(i + 1), make.below(i + 1), make.below(i + 1)});
  }
  return shape;
}

/// Support function: the largest n · x of all points x of the shape (its corners or its rim, plus its rounding).
inline double farthest(const PlacedShape& placed, const Vec3& n) {
  const Shape& shape = placed.shape;
  const auto& s = shape.size;
  const Vec3 d = placed.pose.r.conjugate() * n;
  const double at = n.dot(placed.pose.p);
  const std::string_view type = shape.type->name;
  if (type == "sphere") return at + s[0];
  if (type == "capsule") return at + s[0] + 0.5 * s[1] * std::abs(d.z());
  if (type == "box")
    return at + s[3] + 0.5 * (s[0] * std::abs(d.x()) + s[1] * std::abs(d.y()) + s[2] * std::abs(d.z()));
  if (type == "cylinder") return at + s[2] + s[0] * std::hypot(d.x(), d.y()) + 0.5 * s[1] * std::abs(d.z());
  if (type == "halfSpace") return d.z() > 1 - 1e-14 ? at + s[0] : infinity;
  double most = -infinity;
  for (const Vec3& point : shape.points) most = std::max(most, point.dot(d));
  return at + s[0] + most;
}

/// Gap between the planes across n that touch a from below and b from above.
inline double gapAlong(const Vec3& n, const PlacedShape& a, const PlacedShape& b) {
  return -farthest(a, -n) - farthest(b, n);
}

/// Signed distance by its definition, the largest gap of all directions: sampled, then improved from the best
/// sample. Never more than the true distance.
inline double sampledDistance(const PlacedShape& a, const PlacedShape& b, int samples) {
  for (const auto* plane : {&a, &b}) {
    if (plane->shape.type->name != "halfSpace") continue;
    const Vec3 up = plane->pose.r * Vec3::UnitZ();
    return gapAlong(plane == &a ? Vec3(-up) : up, a, b);
  }
  std::vector<std::pair<double, Vec3>> found;
  for (int i = 0; i < samples; ++i) {
    const double z = 1 - (2 * i + 1.0) / samples;
    const double turn = 2.399963229728653 * i;
    const double across = std::sqrt(1 - z * z);
    const Vec3 n(across * std::cos(turn), across * std::sin(turn), z);
    found.emplace_back(gapAlong(n, a, b), n);
  }
  std::ranges::sort(found, [](const auto& one, const auto& other) { return one.first > other.first; });
  double best = -infinity;
  for (std::size_t i = 0; i < 12 && i < found.size(); ++i) {
    auto [gap, n] = found[i];
    double turn = 0.3;
    for (double step = 0.2; step > 1e-8;) {
      bool climbs = false;
      for (int k = 0; k < 8; ++k) {
        const Vec3 u = n.unitOrthogonal();
        const Vec3 v = n.cross(u);
        const double angle = turn + k * pi / 4;
        const Vec3 next = (n + step * (std::cos(angle) * u + std::sin(angle) * v)).normalized();
        if (const double there = gapAlong(next, a, b); there > gap) {
          gap = there;
          n = next;
          climbs = true;
        }
      }
      turn += 1;
      if (!climbs) step *= 0.6;
    }
    best = std::max(best, gap);
  }
  return best;
}

}  // namespace limber::test
