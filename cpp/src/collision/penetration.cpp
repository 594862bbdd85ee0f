/// Penetration depth of two cores: the distance from the origin to the surface of their difference. A
/// polytope inside the difference grows: the face whose plane is nearest to the origin is replaced by a cone
/// to the difference's farthest point along its normal, until that is no farther than the plane. Source: G.
/// van den Bergen (2001).
///
/// Around a cylinder many faces are almost equally near, and all would have to be small. So once there is no
/// room for more, a new polytope grows with small faces only where the first was nearest. The same if cores
/// almost touch, and rounding hides the separating plane from GJK.
#include <algorithm>

#include "collision/cores.h"

namespace limber {
namespace {

constexpr int mostCorners = 100;
constexpr int mostFaces = 2 * mostCorners;
constexpr int mostEdges = 100;
/// Fractions of the cores' size.
constexpr double precision = 1e-11;
constexpr double faceRounding = 1e-14;
constexpr double flat = 1e-10;
/// Sine of the angle of the first window of a new polytope, and the factor for each further window.
constexpr double firstWindow = 0.2;
constexpr double narrower = 0.1;
constexpr int mostWindows = 5;

class Polytope {
 public:
  explicit Polytope(const Cores& cores) : cores_(cores), scale_(cores.scale()) {}

  /// Finds four points that span a volume; false if the difference is flat, with `normal` across it.
  bool start(Vec3& normal) {
    const auto farthestFrom = [&](std::initializer_list<Vec3> directions, auto&& height) {
      double most = flat * scale_;
      Difference best{Vec3::Zero(), Vec3::Zero()};
      for (const Vec3& direction : directions) {
        for (const double sign : {1, -1}) {
          const Difference each = cores_.farthest(sign * direction);
          if (height(each.w) <= most) continue;
          most = height(each.w);
          best = each;
        }
      }
      if (most <= flat * scale_) return false;
      corners_[cornerCount_++] = best;
      return true;
    };
    const auto& w = corners_;
    corners_[0] = cores_.farthest(Vec3::UnitX());
    cornerCount_ = 1;
    normal = Vec3::UnitX();
    if (!farthestFrom({Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}, [&](const Vec3& p) { return norm(p - w[0].w); }))
      return false;
    const Vec3 edge = unit(Vec3(w[1].w - w[0].w));
    normal = anyPerpendicular(edge);
    if (!farthestFrom({normal, edge.cross(normal)}, [&](const Vec3& p) { return norm(edge.cross(p - w[0].w)); }))
      return false;
    normal = unit(edge.cross(w[2].w - w[0].w));
    if (!farthestFrom({normal}, [&](const Vec3& p) { return std::abs(normal.dot(p - w[0].w)); })) return false;
    addFaces();
    return true;
  }

  /// The same around the normal of another polytope's best face, with faces as small as `window`.
  bool startAround(const Vec3& normal, double window) {
    const Vec3 u = anyPerpendicular(normal);
    const Vec3 v = normal.cross(u);
    corners_[0] = cores_.farthest(normal + window * u);
    corners_[1] = cores_.farthest(normal + window * (-0.5 * u + 0.87 * v));
    corners_[2] = cores_.farthest(normal + window * (-0.5 * u - 0.87 * v));
    corners_[3] = cores_.farthest(-normal);
    cornerCount_ = 4;
    middle_ = normal;
    widest_ = 4 * window;
    addFaces();
    return isKnown(0);
  }

  /// Grows until the nearest face is on the surface, or there is no room.
  void grow() {
    for (int nearest = nearestFace(); nearest >= 0; nearest = nearestFace()) {
      const Face face = faces_[nearest];
      const Difference next = cores_.farthest(face.normal);
      const double height = face.normal.dot(next.w);
      const double gap = height - face.height;
      const double near = precision * scale_;
      if (height < height_ - near || (height < height_ + near && gap < gap_)) {
        gap_ = gap;
        height_ = height;
        best_ = at(face, height);
      }
      isDone_ = gap <= near;
      if (isDone_ || !add(next)) return;
    }
  }
  /// Whether there is a best face, one within the window.
  bool hasBest() const { return height_ < infinity; }
  const Separation& best() const { return best_; }
  bool isDone() const { return isDone_; }

 private:
  struct Face {
    std::array<int, 3> corners;
    Vec3 normal;
    double height;  ///< of its plane above the origin
  };
  struct Edge {
    int from;
    int to;
  };

  /// The faces of the first four corners.
  void addFaces() {
    const auto& w = corners_;
    const bool isAbove = (w[1].w - w[0].w).cross(w[2].w - w[0].w).dot(w[3].w - w[0].w) > 0;
    const int second = isAbove ? 2 : 1;
    const int third = isAbove ? 1 : 2;
    addFace(0, second, third);
    addFace(0, third, 3);
    addFace(third, second, 3);
    addFace(second, 0, 3);
  }

  bool isKnown(int face) const { return faces_[face].height < infinity; }

  void addFace(int i, int j, int k) {
    const Vec3& w = corners_[i].w;
    const Vec3 across = (corners_[j].w - w).cross(corners_[k].w - w);
    const double area = norm(across);
    // A sliver lies on its neighbours' planes: it is never the nearest, and never visible.
    if (area <= faceRounding * faceRounding * scale_ * scale_) {
      faces_[faceCount_++] = {{i, j, k}, Vec3::Zero(), infinity};
      return;
    }
    const Vec3 normal = across / area;
    faces_[faceCount_++] = {{i, j, k}, normal, normal.dot(w)};
  }

  /// −1 if none is within the window.
  int nearestFace() const {
    int nearest = -1;
    double least = infinity;
    for (int i = 0; i < faceCount_; ++i) {
      if (faces_[i].height >= least || (faces_[i].normal - middle_).norm() > widest_) continue;
      nearest = i;
      least = faces_[i].height;
    }
    return nearest;
  }

  /// Replaces the faces visible from the new corner; false if there is no room.
  bool add(const Difference& corner) {
    if (cornerCount_ == mostCorners) return false;
    edgeCount_ = 0;
    int kept = 0;
    for (int i = 0; i < faceCount_; ++i) {
      const Face& face = faces_[i];
      if (face.normal.dot(corner.w) > face.height + faceRounding * scale_) {
        if (edgeCount_ + 3 > mostEdges) return false;
        for (int k = 0; k < 3; ++k) toggle({face.corners[k], face.corners[(k + 1) % 3]});
      } else {
        faces_[kept++] = face;
      }
    }
    if (kept + edgeCount_ > mostFaces) return false;
    faceCount_ = kept;
    corners_[cornerCount_] = corner;
    for (int i = 0; i < edgeCount_; ++i) addFace(edges_[i].from, edges_[i].to, cornerCount_);
    ++cornerCount_;
    return true;
  }

  /// An edge between two removed faces is not on the boundary of the hole.
  void toggle(Edge edge) {
    for (int i = 0; i < edgeCount_; ++i) {
      if (edges_[i].from != edge.to || edges_[i].to != edge.from) continue;
      edges_[i] = edges_[--edgeCount_];
      return;
    }
    edges_[edgeCount_++] = edge;
  }

  /// Uses the face below the origin if several are in one plane.
  Separation at(const Face& nearest, double height) const {
    Separation found;
    found.distance = -height;
    found.normal = -nearest.normal;
    double most = -infinity;
    for (int i = 0; i < faceCount_; ++i) {
      const Face& face = faces_[i];
      if (!((face.normal - nearest.normal).norm() < 1e-9 && face.height - nearest.height < 1e-9 * scale_)) continue;
      const auto corner = [&](int k) -> const Difference& { return corners_[face.corners[k]]; };
      const auto parts = partsOf(corner(0).w, corner(1).w, corner(2).w);
      const double least = std::min({parts[0], parts[1], parts[2]});
      if (!(least > most)) continue;
      most = least;
      found.onA = parts[0] * corner(0).a + parts[1] * corner(1).a + parts[2] * corner(2).a;
    }
    found.onB = found.onA - height * nearest.normal;
    return found;
  }

  const Cores& cores_;
  double scale_;
  std::array<Difference, mostCorners> corners_;
  std::array<Face, mostFaces> faces_;
  std::array<Edge, mostEdges> edges_;
  int cornerCount_ = 0;
  int faceCount_ = 0;
  int edgeCount_ = 0;
  Vec3 middle_ = Vec3::Zero();
  double widest_ = infinity;
  double height_ = infinity;  ///< the smallest distance of a plane that touches the difference
  double gap_ = infinity;     ///< between that plane and its face
  Separation best_;
  bool isDone_ = false;
};

}  // namespace

Separation penetration(const Cores& cores, const Vec3& shared) {
  Separation flat{.onA = shared, .onB = shared};
  Polytope polytope(cores);
  if (!polytope.start(flat.normal)) return flat;
  polytope.grow();
  Separation found = polytope.isDone() ? polytope.best() : closer(cores, polytope.best());
  if (found.distance > -touching * cores.scale()) {
    // The shared point is the whole overlap; faces so near the origin are too many to tell which is below.
    found.onA = shared;
    found.onB = shared - found.distance * found.normal;
  }
  return found;
}

Separation closer(const Cores& cores, const Separation& from) {
  Separation best = from;
  double window = firstWindow;
  for (int i = 0; i < mostWindows; ++i, window *= narrower) {
    Polytope near(cores);
    if (!near.startAround(-best.normal, window)) continue;
    near.grow();
    if (!near.hasBest() || (near.best().distance <= best.distance && i > 0)) continue;
    best = near.best();
    if (near.isDone()) break;
  }
  return best;
}

}  // namespace limber
