/// Random offsets for the way out of a concavity.
#pragma once

#include "limber/model.h"
#include "random.h"

namespace limber {

/// Moves every coordinate by up to `amplitude` of its range, evenly drawn: limits' width, half a
/// turn where a turn has none, the reach where a slide has none, a turn of up to π for a ball.
void addRandomOffsets(const Model& model, double amplitude, Random& random, double* q);

}  // namespace limber
