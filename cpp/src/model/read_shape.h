#pragma once

#include "limber/obstacle.h"

namespace limber {

/// Errors: badShape, notFinite, with the pieces of `what` as its owner's name. Does not read the pose.
Expected<Shape> shapeOf(const ShapeDescription& description, std::initializer_list<std::string_view> what);

/// Convex parts of a shape that is not convex: a mesh's triangles. Empty for others.
std::vector<ObstaclePart> partsOf(const Shape& shape);

}  // namespace limber
