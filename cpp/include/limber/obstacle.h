/// Obstacles, and the pairs of shapes that come near each other.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "limber/shape.h"

namespace limber {

struct ObstacleDescription {
  ShapeDescription shape = {};
  std::string link = {};                  ///< the link that carries it; empty: the world
  std::vector<std::string> ignored = {};  ///< links that may touch it
};

/// A convex part of a non-convex obstacle, in the obstacle's frame.
struct ObstaclePart {
  Shape shape;
  Vec3 centre;
};

/// A shape in the world or on a link, such as a gripped object. An obstacle in the world is compared with all
/// links that can move; one on a link, with everything that link is compared with.
struct Obstacle {
  /// Its size may be written at any time, and is checked when a solve starts; its points are fixed.
  Shape shape;
  /// In the frame of its link, or in the world. May be written at any time; a rotation of any length but
  /// zero.
  Pose pose;
  int link = -1;                         ///< −1: the world
  std::vector<int> ignored = {};         ///< links
  std::vector<ObstaclePart> parts = {};  ///< a mesh's triangles, compared in its place
};

/// Two links, the smaller index first.
using LinkPair = std::array<int, 2>;

/// Two shapes and their distance. Shapes of links come first, in the order of Model::collision, then obstacles.
struct NearPair {
  int a = 0;
  int b = 0;
  int linkA = -1;  ///< −1: the world
  int linkB = -1;
  Separation at;
};

/// Random sampling of link pairs that touch, in poses within the limits.
struct CollisionSampling {
  int samples = 1000;
  int seed = 1;
};

class Problem;
/// The problem's link pairs that touch in some of the sampled poses but not in all. Does not change the
/// problem's pairs.
std::vector<LinkPair> findCollisionPairs(Problem& problem, const CollisionSampling& sampling = {});

}  // namespace limber
