/// What the limits of a ball block.
#pragma once

#include <array>

#include "limber/model.h"

namespace limber {

inline constexpr int mostBallBounds = 6;
/// Unit turns about a ball's own axes, at r, that its limits block; returns their number.
int ballBounds(const Motion& motion, const Quat& r, std::array<Vec3, mostBallBounds>& out);
/// The point of the ellipse (x/a)² + (y/b)² ≤ 1 that is nearest to (x, y): that itself, if inside.
std::array<double, 2> nearestInEllipse(double a, double b, double x, double y);

}  // namespace limber
