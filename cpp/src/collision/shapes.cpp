/// The table of shapes. A core is defined by its support function; simple ones also have closed forms.
#include <algorithm>
#include <ranges>

#include "model/read_shape.h"

namespace limber {
namespace {

double withSign(double size, double sign) { return sign < 0 ? -size : size; }

namespace point {
constexpr std::array fields = {ShapeField{"radius", 0}};
Vec3 support(const Shape&, const Vec3&) { return Vec3::Zero(); }
double extent(const Shape&) { return 0; }
}  // namespace point

namespace segment {
constexpr std::array fields = {ShapeField{"radius", 0}, ShapeField{"length", 1, 1, true}};
double half(const Shape& shape) { return 0.5 * shape.size[1]; }
Vec3 support(const Shape& shape, const Vec3& direction) { return {0, 0, withSign(half(shape), direction.z())}; }
}  // namespace segment

namespace box {
constexpr std::array fields = {ShapeField{"size", 0, 3}, ShapeField{"rounding", 3, 1, true}};
Vec3 half(const Shape& shape) { return 0.5 * Vec3(shape.size[0], shape.size[1], shape.size[2]); }
Vec3 support(const Shape& shape, const Vec3& direction) {
  const Vec3 h = half(shape);
  return {withSign(h.x(), direction.x()), withSign(h.y(), direction.y()), withSign(h.z(), direction.z())};
}
double extent(const Shape& shape) { return half(shape).norm(); }

double toPoint(const Shape& shape, const Vec3& p, Vec3& nearest, Vec3& normal) {
  const Vec3 h = half(shape);
  nearest = p.cwiseMax(-h).cwiseMin(h);
  const Vec3 away = p - nearest;
  if (const double distance = away.norm(); distance > 0) {
    normal = away / distance;
    return distance;
  }
  // Inside: out through the nearest face.
  int axis = 0;
  const double depth = (h - p.cwiseAbs()).minCoeff(&axis);
  normal.setZero();
  normal[axis] = withSign(1, p[axis]);
  nearest[axis] = withSign(h[axis], p[axis]);
  return -depth;
}
}  // namespace box

namespace cylinder {
constexpr std::array fields = {ShapeField{"radius", 0}, ShapeField{"length", 1}, ShapeField{"rounding", 2, 1, true}};
Vec3 support(const Shape& shape, const Vec3& direction) {
  const double across = std::hypot(direction.x(), direction.y());
  const double part = across > 0 ? shape.size[0] / across : 0;
  return {part * direction.x(), part * direction.y(), withSign(0.5 * shape.size[1], direction.z())};
}
double extent(const Shape& shape) { return std::hypot(shape.size[0], 0.5 * shape.size[1]); }

/// A rectangle in the half plane of the axis and the point.
double toPoint(const Shape& shape, const Vec3& p, Vec3& nearest, Vec3& normal) {
  const double across = std::hypot(p.x(), p.y());
  const Vec3 outwards = across > 0 ? Vec3(p.x() / across, p.y() / across, 0) : Vec3::UnitX();
  Shape rectangle;
  rectangle.size = {2 * shape.size[0], infinity, shape.size[1]};
  Vec3 near;
  Vec3 way;
  const double distance = box::toPoint(rectangle, {across, 0, p.z()}, near, way);
  nearest = near.x() * outwards + near.z() * Vec3::UnitZ();
  normal = way.x() * outwards + way.z() * Vec3::UnitZ();
  return distance;
}
}  // namespace cylinder

namespace hull {
constexpr std::array fields = {ShapeField{"rounding", 0, 1, true}};
Vec3 support(const Shape& shape, const Vec3& direction) {
  const auto farther = [&](const Vec3& a, const Vec3& b) { return a.dot(direction) < b.dot(direction); };
  return *std::ranges::max_element(shape.points, farther);
}
double extent(const Shape& shape) {
  double most = 0;
  for (const Vec3& each : shape.points) most = std::max(most, each.norm());
  return most;
}
}  // namespace hull

}  // namespace

std::span<const ShapeType> shapeTypes() {
  static const std::array types = {
      ShapeType{"sphere", point::fields, 0, point::support, point::extent, point::extent},
      ShapeType{"capsule", segment::fields, 0, segment::support, segment::half, segment::half},
      ShapeType{"box", box::fields, 3, box::support, box::extent, nullptr, box::toPoint},
      ShapeType{"cylinder", cylinder::fields, 2, cylinder::support, cylinder::extent, nullptr, cylinder::toPoint},
      ShapeType{"halfSpace", hull::fields, 0, nullptr, [](const Shape&) { return infinity; }},
      ShapeType{"hull", hull::fields, 0, hull::support, hull::extent, nullptr, nullptr, maxHullPoints},
      ShapeType{"mesh", hull::fields, 0, hull::support, hull::extent, nullptr, nullptr, 3 * maxShapes, maxShapes},
  };
  return types;
}

const ShapeType* findShapeType(std::string_view name) {
  const auto found = std::ranges::find(shapeTypes(), name, &ShapeType::name);
  return found == shapeTypes().end() ? nullptr : &*found;
}

namespace {

/// If `most` is 0 none are allowed, otherwise at least one is required.
std::optional<Error> checkCount(const Shape& shape, std::size_t count, int most, std::string_view what) {
  if (most == 0 ? count == 0 : count > 0 && count <= static_cast<std::size_t>(most)) return std::nullopt;
  return makeError(ErrorCode::badShape, {"the ", shape.type->name, " has ", text(static_cast<int>(count)), what,
                                         "; give ", most == 0 ? "none" : "1 to ", most == 0 ? "" : text(most)});
}

}  // namespace

std::optional<Error> checkShape(const Shape& shape) {
  for (const ShapeField& field : shape.type->fields) {
    for (int i = 0; i < field.count; ++i) {
      const double value = shape.size[field.first + i];
      if (std::isfinite(value) && (value > 0 || (value == 0 && field.mayBeZero))) continue;
      return makeError(std::isfinite(value) ? ErrorCode::badShape : ErrorCode::notFinite,
                       {"the ", shape.type->name, "'s ", field.name, " is ", text(value), "; give ",
                        field.mayBeZero ? "0 or more metres" : "more than 0 metres"});
    }
  }
  if (const auto error = checkCount(shape, shape.points.size(), shape.type->mostPoints, " points")) return error;
  if (const auto error = checkCount(shape, shape.triangles.size(), shape.type->mostTriangles, " triangles"))
    return error;
  const int points = static_cast<int>(shape.points.size());
  for (const int corner : std::views::join(shape.triangles)) {
    if (corner >= 0 && corner < points) continue;
    return makeError(ErrorCode::badShape,
                     {"a triangle of the mesh names point ", text(corner), "; give 0 to ", text(points - 1)});
  }
  const auto isFinite = [](const Vec3& point) { return point.allFinite(); };
  if (std::ranges::all_of(shape.points, isFinite)) return std::nullopt;
  return makeError(ErrorCode::notFinite, {"a point of the ", shape.type->name, " is not finite; give metres"});
}

std::vector<ObstaclePart> partsOf(const Shape& shape) {
  std::vector<ObstaclePart> parts;
  for (const auto& [a, b, c] : shape.triangles) {
    const std::array corners = {shape.points[a], shape.points[b], shape.points[c]};
    const Vec3 centre = (corners[0] + corners[1] + corners[2]) / 3;
    ObstaclePart& part = parts.emplace_back(Shape{findShapeType("hull"), shape.size}, centre);
    for (const Vec3& corner : corners) part.shape.points.push_back(corner - centre);
  }
  return parts;
}

Expected<Shape> shapeOf(const ShapeDescription& description, std::initializer_list<std::string_view> what) {
  const std::string name = join(what);
  const ShapeType* type = findShapeType(description.type);
  if (!type) {
    return fail(ErrorCode::badShape, {name, ": shape '", description.type,
                                      "' is unknown; known: ", listNames(shapeTypes(), &ShapeType::name)});
  }
  Shape shape{type, description.size, description.points, description.triangles};
  if (const auto error = checkShape(shape)) return fail(error->code, {name, ": ", error->text});
  return shape;
}

}  // namespace limber
