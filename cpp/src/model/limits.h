/// What the limits of a ball block.
#pragma once

#include <array>

#include "limber/model.h"

namespace limber {

inline constexpr int mostBallBounds = 6;
/// Unit turns about a ball's own axes, at r, that its limits block; returns their number.
int ballBounds(const Motion& motion, const Quat& r, std::array<Vec3, mostBallBounds>& out);

}  // namespace limber
