#pragma once

#include "limber/shape.h"

namespace limber {

/// Errors: badShape, notFinite, with the pieces of `what` as its owner's name. Does not read the pose.
Expected<Shape> shapeOf(const ShapeDescription& description, std::initializer_list<std::string_view> what);

}  // namespace limber
