/// Collision shapes of links and of obstacles.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "limber/error.h"
#include "limber/math.h"

namespace limber {

struct ShapeType;

/// A triangle: the indices of its corners.
using Corners = std::array<int, 3>;

/// A convex core and everything within a radius of it, or everything below a plane. In its own frame, metres.
struct Shape {
  const ShapeType* type = nullptr;
  /// Meaning by ShapeType::fields.
  std::array<double, 4> size{};
  std::vector<Vec3> points = {};     ///< hull or mesh
  std::vector<Corners> triangles{};  ///< mesh
};

/// Named numbers of Shape::size.
struct ShapeField {
  std::string_view name;
  int first = 0;
  int count = 1;
  bool mayBeZero = false;
};

/// One line of the table of shapes.
struct ShapeType {
  std::string_view name;
  std::span<const ShapeField> fields;
  int roundingAt;  ///< the core's radius in Shape::size
  /// The core's farthest point in a direction of any length but zero; null: a plane, which has none.
  Vec3 (*support)(const Shape&, const Vec3& direction);
  /// Greatest distance of the core from the origin.
  double (*extent)(const Shape&);
  /// Half the length of a core that is a segment along Z, or a point; null for others.
  double (*halfLength)(const Shape&) = nullptr;
  /// Signed distance of a point to the core, and the nearest point on its surface with the normal there;
  /// null: found by iteration.
  double (*toPoint)(const Shape&, const Vec3& point, Vec3& nearest, Vec3& normal) = nullptr;
  int mostPoints = 0;
  int mostTriangles = 0;  ///< each is a hull of three points; only obstacles may have any

  bool isPlane() const { return !support; }
};

std::span<const ShapeType> shapeTypes();
/// Null if unknown.
const ShapeType* findShapeType(std::string_view name);

/// Largest number of a hull's points.
inline constexpr int maxHullPoints = 256;

/// Largest number of shapes on a model's links, and of a problem's obstacles, counting each triangle of a
/// mesh.
inline constexpr int maxShapes = 20000;

struct ShapeDescription {
  /// sphere, capsule, box, cylinder, halfSpace, hull or, for obstacles only, mesh.
  std::string type = "sphere";
  /// sphere: radius; capsule: radius, length between its centres, along Z; box: whole edges along X, Y and Z,
  /// rounding; cylinder: radius, length along Z, rounding; halfSpace, below its XY plane, hull and mesh:
  /// rounding. A rounding is a radius added all round.
  std::array<double, 4> size{};
  std::vector<Vec3> points = {};        ///< hull, mesh
  std::vector<Corners> triangles = {};  ///< mesh: a surface, which may be open; its inside is not part of it
  Pose pose = {};                       ///< in the link's frame, or in the world
};

/// badShape or notFinite, naming the number and its range. Does not allocate if there is no error.
std::optional<Error> checkShape(const Shape& shape);

/// The signed distance of two shapes.
struct Separation {
  double distance = 0;          ///< metres; negative: penetration depth along the normal
  Vec3 onA = Vec3::Zero();      ///< nearest points, world
  Vec3 onB = Vec3::Zero();      ///< onA − onB = distance · normal
  Vec3 normal = Vec3::UnitZ();  ///< from b to a, unit, world
};

/// Exact to about 1e-12 of the shapes' size, also where they overlap, except for two planes, whose distance
/// is −infinity. For a mesh, the distance is its hull's. Does not allocate.
Separation separation(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB);

}  // namespace limber
