/// Signed distances of all pairs of shapes. LIMBER_PLACEMENTS=10000 sets the number of placements per pair.
#include "shapes.h"

namespace limber::test::separation_test {
namespace {

constexpr double precision = 1e-9;

Separation between(const PlacedShape& a, const PlacedShape& b) { return separation(a.shape, a.pose, b.shape, b.pose); }

bool isPlane(const PlacedShape& it) { return it.shape.type->name == "halfSpace"; }

/// A random placement, sometimes concentric, with parallel axes or faces, touching, or a tiny distance apart.
PlacedShape placeBeside(Maker& make, const PlacedShape& a, std::string_view type) {
  PlacedShape b{randomShape(make, type), make.pose(make.chance(0.5) ? 2 : 0.3)};
  if (make.chance(0.1)) b.pose.p = a.pose.p;
  if (make.chance(0.3)) b.pose.r = a.pose.r;
  if (make.chance(0.1)) b.pose.r = a.pose.r * Quat(std::sqrt(0.5), 0, std::sqrt(0.5), 0);
  if (make.chance(0.1)) b.pose.p = a.pose * Vec3(0, 0, make.between(-2, 2));
  if (make.chance(0.2) && !(isPlane(a) && isPlane(b))) {
    const Separation now = between(a, b);
    const double left = make.chance(0.5) ? 0 : std::pow(10, make.between(-14, -2)) * (make.chance(0.5) ? 1 : -1);
    b.pose.p += (now.distance - left) * now.normal;
  }
  return b;
}

template <class F>
void forEachPair(F&& take) {
  for (auto&& make : trials(numberFrom("LIMBER_PLACEMENTS", 40))) {
    for (const ShapeType& typeA : shapeTypes()) {
      for (const ShapeType& typeB : shapeTypes()) {
        if (typeA.isPlane() && typeB.isPlane()) continue;
        // Meshes are compared triangle by triangle, and each triangle is a hull.
        if (typeA.mostTriangles > 0 || typeB.mostTriangles > 0) continue;
        SCOPED_TRACE(testing::Message() << typeA.name << " and " << typeB.name);
        PlacedShape a{randomShape(make, typeA.name), make.pose()};
        const PlacedShape b = placeBeside(make, a, typeB.name);
        take(make, a, b);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

/// No plane separates the shapes further, and the returned plane separates them by the returned distance.
TEST(Separation, IsTheGreatestGapOfAllDirections) {
  forEachPair([](Maker&, const PlacedShape& a, const PlacedShape& b) {
    const Separation found = between(a, b);
    EXPECT_NEAR(found.normal.norm(), 1, 1e-12);
    if (!isPlane(a) && !isPlane(b)) {
      EXPECT_NEAR(gapAlong(found.normal, a, b), found.distance, precision);
    }
    EXPECT_LE(sampledDistance(a, b, 600), found.distance + precision);
  });
}

/// The direction between touching points is only rounding and does not determine the plane between the shapes.
TEST(Separation, OfWhatJustTouchesHasAPlaneBetweenThem) {
  for (auto&& make : trials(2000)) {
    for (const char* type : {"box", "hull"}) {
      const PlacedShape a{randomShape(make, "cylinder"), make.pose()};
      PlacedShape b{randomShape(make, type), make.pose(2)};
      const Separation apart = between(a, b);
      b.pose.p += apart.distance * apart.normal;
      const Separation found = between(a, b);
      EXPECT_NEAR(found.distance, 0, precision);
      EXPECT_NEAR(gapAlong(found.normal, a, b), 0, precision);
    }
  }
}

/// Nearest points are less exact around the core of an overlapping cylinder, where many are almost equally near.
double precisionOfPoints(const PlacedShape& a, const PlacedShape& b, double distance) {
  const auto isCylinder = [](const PlacedShape& it) { return it.shape.type->name == "cylinder"; };
  return distance < 0 && (isCylinder(a) || isCylinder(b)) ? 1e-3 : precision;
}

/// The nearest points belong to the shapes and lie on the separating planes.
TEST(Separation, NearestPointsAreOnTheShapes) {
  forEachPair([](Maker& make, const PlacedShape& a, const PlacedShape& b) {
    const auto [distance, onA, onB, normal] = between(a, b);
    const double near = precisionOfPoints(a, b, distance);
    EXPECT_LE((onA - onB - distance * normal).norm(), precision);
    if (!isPlane(a)) {
      EXPECT_NEAR(-normal.dot(onA), farthest(a, -normal), near);
    }
    if (!isPlane(b)) {
      EXPECT_NEAR(normal.dot(onB), farthest(b, normal), near);
    }
    for (int i = 0; i < 50; ++i) {
      const Vec3 n = make.unitVector();
      EXPECT_LE(n.dot(onA), farthest(a, n) + near);
      EXPECT_LE(n.dot(onB), farthest(b, n) + near);
    }
  });
}

/// Moving a shape changes the distance by no more than the length of the move.
TEST(Separation, IsSymmetricLipschitzAndTheSameAfterARigidMotion) {
  forEachPair([](Maker& make, const PlacedShape& a, const PlacedShape& b) {
    const double distance = between(a, b).distance;
    EXPECT_NEAR(between(b, a).distance, distance, precision);
    const Pose motion = make.pose(3);
    EXPECT_NEAR(between({a.shape, motion * a.pose}, {b.shape, motion * b.pose}).distance, distance, precision);
    const Vec3 way = std::pow(10, make.between(-6, 0)) * make.unitVector();
    const PlacedShape away{b.shape, {b.pose.p + way, b.pose.r}};
    EXPECT_LE(std::abs(between(a, away).distance - distance), way.norm() + precision);
  });
}

/// Where the distance is differentiable, it changes fastest if a moves along the normal.
TEST(Separation, NormalIsItsGradient) {
  int smooth = 0, all = 0;
  forEachPair([&](Maker& make, PlacedShape a, const PlacedShape& b) {
    const Separation found = between(a, b);
    const Vec3 way = make.unitVector();
    const double h = 1e-6;
    const auto moved = [&](double by) {
      const PlacedShape there{a.shape, {a.pose.p + by * way, a.pose.r}};
      return between(there, b).distance;
    };
    const double ahead = (moved(h) - found.distance) / h;
    const double back = (found.distance - moved(-h)) / h;
    // At a kink, such as equal depths, the one-sided derivatives differ. Outside, the normal is still the
    // only gradient.
    ++all;
    if (std::abs(ahead - back) > 1e-3) return;
    ++smooth;
    EXPECT_NEAR(found.normal.dot(way), 0.5 * (ahead + back), 2e-3);
  });
  EXPECT_GT(smooth, 0.8 * all);
}

}  // namespace
}  // namespace limber::test::separation_test
