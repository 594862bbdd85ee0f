#pragma once

#include "limber/obstacle.h"

namespace limber {

/// Errors: badShape, notFinite, with the pieces of `what` as its owner's name. Does not read the pose.
Expected<Shape> shapeOf(const ShapeDescription& description, std::initializer_list<std::string_view> what);

/// Of what is not convex: a mesh's triangles. None of others.
std::vector<ObstaclePart> partsOf(const Shape& shape);

}  // namespace limber
