/// Random poses, and random offsets of a pose: the ways out of a concavity.
#pragma once

#include <span>

#include "limber/model.h"
#include "random.h"

namespace limber {

/// Moves every coordinate by up to `amplitude` of its range, evenly drawn: limits' width, half a turn where a turn has
/// none, the reach where a slide has none, a turn of up to π for a ball. Each times its joint weight (nv numbers), so
/// that what is held stays.
void addRandomOffsets(const Model& model, std::span<const double> jointWeights, double amplitude, Random& random,
                      double* q);

/// Draws every coordinate evenly inside its limits: up to half a turn either way where a turn has none, up to the reach
/// where a slide has none, any rotation for a ball, then brought into its limits. What has a joint weight of 0 stays.
void drawPose(const Model& model, std::span<const double> jointWeights, bool limits, Random& random, double* q);

}  // namespace limber
